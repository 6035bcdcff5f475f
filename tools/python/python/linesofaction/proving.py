"""Proofs of starts too large for tables."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import List, Optional, Union

from . import _native
from ._native import Position, Rules
from .progress import Bars, MakeBar


@dataclass(frozen=True)
class Proof:
    """A proof that was found."""

    #: The winner, 'x' or 'o'.
    winner: str
    #: The most plies to the win.
    plies: int
    #: The moves of the certificate, each for another position.
    positions: int


@dataclass(frozen=True)
class Claim:
    """The claim of a certificate that was checked."""

    board: str
    #: The rules ids under which the winner wins.
    rules: List[str]
    winner: str
    plies: int
    positions: int
    start: Position


def prove(
    position: Union[Position, str],
    path: Union[str, "os.PathLike[str]"],
    *,
    rules: Union[Rules, str] = "normal",
    winner: Optional[str] = None,
    hash_bytes: int = 64 << 20,
    progress: Optional[MakeBar] = None,
) -> Proof:
    """Searches for a proof that a side wins, and writes its certificate to a file.

    `rules` is a preset, a rules id, or "normal" for the nine rules ids without misere at
    once. `progress` makes a bar that counts expansions: `prove(position, path, progress=tqdm)`.

    >>> import os, tempfile
    >>> from linesofaction import check_proof, prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "4x4.proof")
    ...     proof = prove("start 4x4", path)
    ...     claim = check_proof(path)
    >>> proof.winner, proof.plies, claim.winner, len(claim.rules)
    ('x', 3, 'x', 9)
    """
    bars = Bars(progress)

    def reach(expansions: int) -> None:
        bars.reach("expansions", expansions, None)

    try:
        reach(0)
        parts = _native.prove(position, path, rules, winner, hash_bytes, reach)
    finally:
        bars.close()
    return Proof(*parts)


def check_proof(
    path: Union[str, "os.PathLike[str]"],
    *,
    progress: Optional[MakeBar] = None,
) -> Claim:
    """Checks a certificate by a program that shares nothing with the search.

    `progress` makes a bar that counts positions.
    """
    bars = Bars(progress)

    def reach(positions: int) -> None:
        bars.reach("positions", positions, None)

    try:
        reach(0)
        parts = _native.check_proof(path, reach)
        reach(parts[4])
    finally:
        bars.close()
    board, rules, winner, plies, positions, start = parts
    return Claim(board, rules, winner, plies, positions, Position(start))
