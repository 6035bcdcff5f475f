"""Boards solved, and tables verified. Folder and rules follow the board, and have the same
defaults as those of `Tablebase`."""

from __future__ import annotations

import os
from typing import Any, Dict, Optional, Union

from ._native import Board, Rules
from .answers import Plan, Solved, Verified
from .progress import MakeBar, run
from .reading import read


def solve(
    board: Union[Board, str],
    folder: Union[str, "os.PathLike[str]", None] = None,
    rules: Union[Rules, str] = "club",
    *,
    stones: Optional[int] = None,
    pieces: Optional[int] = None,
    material: Optional[str] = None,
    memory: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Solved:
    """Solves a board and stores its tables in a folder. Continues an interrupted solve.

    `stones` selects all tables with up to this number of stones (`pieces` is an alias), and
    `material` one table and all that it leads to. `memory` limits the memory in bytes; the rest
    is stored on the disk. `threads` defaults to the number of processors. `progress` makes a
    bar: `solve(board, progress=tqdm)`.

    >>> import tempfile
    >>> from linesofaction import Tablebase, solve
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = solve("3x3", folder)
    ...     print(solved.written, solved.positions)
    1 168
    """
    part = _part(board, rules, pieces if stones is None else stones, material, memory)
    return read(Solved, run("solve", folder, threads, progress, **part))


def plan(
    board: Union[Board, str],
    folder: Union[str, "os.PathLike[str]", None] = None,
    rules: Union[Rules, str] = "club",
    *,
    stones: Optional[int] = None,
    material: Optional[str] = None,
    memory: Optional[int] = None,
) -> Plan:
    """Returns the plan of solve(): families, bytes, seconds, and whether it fits.

    >>> from linesofaction import plan
    >>> planned = plan("5x4", stones=6)
    >>> planned.fits, planned.positions
    (True, 615888)
    """
    part = _part(board, rules, stones, material, memory)
    return read(Plan, run("plan", folder, None, None, **part))


def verify(
    board: Union[Board, str],
    folder: Union[str, "os.PathLike[str]", None] = None,
    rules: Union[Rules, str] = "club",
    *,
    memory: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Verified:
    """Verifies tables: derives every value again from its successors.

    Only if no folder is named, the built-in tables stand in for missing ones.

    >>> from linesofaction import verify
    >>> verify("4x4").values
    310471
    """
    part = _part(board, rules, None, None, memory)
    return read(Verified, run("verify", folder, threads, progress, **part))


def _part(
    board: Union[Board, str],
    rules: Union[Rules, str],
    stones: Optional[int],
    material: Optional[str],
    memory: Optional[int],
) -> Dict[str, Any]:
    """Returns the parts of a question about tables of a board."""
    if stones is not None and material is not None:
        raise ValueError("either stones or material, not both")
    return {
        "board": Board(board),
        "rules": Rules(rules),
        "stones": stones,
        "material": material,
        "memory": memory,
    }
