"""Boards solved, and tables verified."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Optional, Union

from . import _native
from ._native import Board, Rules
from .progress import Bars, MakeBar


@dataclass(frozen=True)
class Solved:
    """A report of what was solved."""

    #: Tables written.
    written: int
    #: Tables that were there.
    skipped: int
    #: Values found.
    positions: int
    #: The time that it took.
    seconds: float


@dataclass(frozen=True)
class Verified:
    """A report of what was verified."""

    tables: int
    values: int


def solve(
    board: Union[Board, str],
    rules: Union[Rules, str] = "club",
    folder: Union[str, "os.PathLike[str]"] = "tables",
    *,
    pieces: Optional[int] = None,
    material: Optional[str] = None,
    memory: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Solved:
    """Solves a board and stores its tables in a folder; goes on where it was interrupted.

    `pieces` solves all tables with so many stones, `material` one and what it leads to.
    `memory` bounds the bytes of memory; the rest lies on the disk. `progress` makes bars:
    `solve(board, progress=tqdm)`.

    >>> import tempfile
    >>> from linesofaction import Tablebase, solve
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = solve("3x3", "club", folder)
    ...     print(solved.written, solved.positions)
    1 168
    """
    bars = Bars(progress)
    try:
        parts = _native.solve(board, rules, folder, pieces, material, memory, bars.reach)
    finally:
        bars.close()
    return Solved(*parts)


def verify(
    board: Union[Board, str],
    rules: Union[Rules, str] = "club",
    folder: Union[str, "os.PathLike[str]"] = "tables",
    *,
    memory: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Verified:
    """Derives every value of a board's tables again from its successors.

    >>> from linesofaction import verify
    >>> verify("4x4", "club", "no folder, so the tables that are built in")
    Verified(tables=9, values=310471)
    """
    bars = Bars(progress)

    def reach(news: str, values: int, total: int) -> None:
        if news == "begun":
            bars.begin("verifying", total)
        else:
            bars.step(values)

    try:
        parts = _native.verify(board, rules, folder, memory, reach)
    finally:
        bars.close()
    return Verified(*parts)
