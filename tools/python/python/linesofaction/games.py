"""Files of games."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Sequence, Union

from ._native import Game, Rules

#: A value of a property, which may have brackets within; a bracket of a game; the rest.
_TOKEN = re.compile(r"\[(?:\\.|[^\\\]])*\]|[()]|[^\[()]+|\[", re.DOTALL)

#: A move or a resignation as Game.to_sgf() writes it.
_MOVE = re.compile(r";[BW]\[[^\]]*\]")


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


def write_lines(lines: Sequence[Game], black: str = "", white: str = "") -> str:
    """Returns games of one start as SGF: the first, with the others as variations.

    A line that another continues is not seen any more. ValueError if they begin differently.
    """
    first, *others = lines
    begins = first.rules, first.positions[0]
    if any((game.rules, game.positions[0]) != begins for game in others):
        raise ValueError("the games have other starts or rules than the first")
    tree: Dict[str, Any] = {}
    for game in lines:
        branch = tree
        for move in _MOVE.findall(game.to_sgf()):
            branch = branch.setdefault(move, {})
    # Without recursion, for games are long.
    written: List[str] = []
    left: List[Any] = [tree]
    while left:
        item = left.pop()
        if isinstance(item, str):
            written.append(item)
            continue
        is_fork = len(item) > 1
        for move, below in reversed(item.items()):
            left += [")", below, "(" + move] if is_fork else [below, move]
    # Names may look like moves, but come before all of them.
    moves = _MOVE.findall(first.to_sgf())
    head = first.to_sgf(black, white).rsplit(";", len(moves))[0].rstrip()
    return (head[:-1] if head.endswith(")") else head) + "\n" + "".join(written) + ")\n"


def _read(text: str, rules: Union[Rules, str, None], index: int) -> Game:
    try:
        return Game.from_sgf(text, rules)
    except Exception as error:
        error.index = index  # type: ignore[attr-defined]
        raise
