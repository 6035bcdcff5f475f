"""Suites of problems."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, NamedTuple, Union

from . import _native
from ._native import Move, Position, Rules, Value
from .tablebase import Tablebase


class Problem(NamedTuple):
    """A won or drawn position with the moves that keep its value."""

    position: Position
    rules: Rules
    value: Value
    #: Every move that keeps the win or the draw.
    good_moves: List[Move]
    #: 'only-win', 'long-win', 'greedy' and 'only-draw'.
    themes: List[str]
    #: The problem as a line of a suite.
    line: str

    @staticmethod
    def _of(line: str) -> "Problem":
        position, rules, value, moves, themes = line.split("; ")
        name, _, plies = value.partition(" in ")
        return Problem(
            Position(position),
            Rules(rules),
            Value(name, int(plies) if plies else None),
            [Move(text) for text in moves.split()],
            themes.split(),
            line,
        )


def make_suite(
    tables: Tablebase,
    board: str,
    *,
    materials: Union[List[str], None] = None,
    themes: Union[List[str], None] = None,
    count: int = 20,
    seed: int = 1,
    tries: int = 1_000_000,
) -> List[Problem]:
    """Finds problems: positions with a single good move, and long wins.

    >>> from linesofaction import Tablebase, make_suite
    >>> problem = make_suite(Tablebase(), "4x4", materials=["4v4"], count=4)[0]
    >>> problem.themes[0], len(problem.good_moves)
    ('only-win', 1)
    """
    wanted = ["only-win", "long-win", "greedy", "only-draw"] if themes is None else themes
    chosen = tables.some_materials(board, materials)
    return [Problem._of(line) for line in tables._suite(board, chosen, wanted, count, seed, tries)]


def read_suite(path: Union[str, "os.PathLike[str]"]) -> List[Problem]:
    """Reads the problems of a file that `loa suite make` has written."""
    return [Problem._of(line) for line in _native.read_suite(path)]


def check_suite(path: Union[str, "os.PathLike[str]"], tables: Tablebase) -> Dict[str, Any]:
    """Compares every claim of a file of problems with tables: `problems`, `ok` and `wrong`."""
    found: Dict[str, Any] = json.loads(_native.check_suite(path, tables))
    return found
