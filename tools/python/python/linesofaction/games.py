"""Files of games."""

from __future__ import annotations

import re
from typing import Iterator, Optional, Union

from ._native import Game, Rules

#: A value of a property, which may have brackets within, or a bracket of a game.
_TOKEN = re.compile(r"\[(?:\\.|[^\\\]])*\]|[()]", re.DOTALL)


def read_games(text: str, rules: Union[Rules, str, None] = None) -> Iterator[Game]:
    """Reads the games of SGF one after the other, of each its main line.

    An exception has the number of the game, from 0, as `index`.

    >>> from linesofaction import read_games
    >>> [len(game) for game in read_games("(;GM[9]SZ[4];B[b1-b3])(;GM[9]SZ[4])")]
    [1, 0]
    """
    depth = begin = index = 0
    for token in _TOKEN.finditer(text):
        if token[0] == "(":
            begin = begin if depth else token.start()
            depth += 1
        elif token[0] == ")" and depth:
            depth -= 1
            if depth == 0:
                yield _read(text[begin : token.end()], rules, index)
                index += 1
    if depth or not index:
        yield _read(text[begin:], rules, index)


def _read(text: str, rules: Union[Rules, str, None], index: int) -> Game:
    try:
        return Game.from_sgf(text, rules)
    except Exception as error:
        error.index = index  # type: ignore[attr-defined]
        raise
