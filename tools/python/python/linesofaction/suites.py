"""Suites of problems."""

from __future__ import annotations

import os
from typing import List, Sequence, Union

from . import _native, answers
from ._native import Board
from .answers import CheckedSuite, Suite
from .progress import run
from .reading import read
from .tablebase import Tablebase


class Problem(answers.Problem):
    """A won or drawn position with the moves that keep its value."""

    @property
    def line(self) -> str:
        """The problem as a line of a suite."""
        moves = " ".join(map(str, self.good_moves))
        return "; ".join([f"{self.position}", self.rules, f"{self.value}", moves, " ".join(self.themes)])


def make_suite(
    tables: Tablebase,
    board: Union[Board, str],
    *,
    materials: Union[Sequence[str], None] = None,
    themes: Sequence[str] = ("only-win", "long-win", "greedy", "only-draw"),
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
    chosen = tables.some_materials(board, materials)
    made = run(
        "suite make",
        tables.folder,
        None,
        None,
        board=Board(board),
        rules=tables.rules,
        material=",".join(chosen),
        themes=",".join(themes),
        count=count,
        seed=seed,
        tries=tries,
    )
    return [Problem(**vars(problem)) for problem in read(Suite, made).problems]


def read_suite(path: Union[str, "os.PathLike[str]"]) -> List[Problem]:
    """Reads the problems of a file that `loa suite make` has written."""
    return read(List[Problem], _native.read_suite(path))


def check_suite(path: Union[str, "os.PathLike[str]"], tables: Tablebase) -> CheckedSuite:
    """Compares every claim of a file of problems with the tables of its rules in the folder of
    `tables`."""
    read_suite(path)
    return read(CheckedSuite, run("suite check", tables.folder, None, None, file=path))
