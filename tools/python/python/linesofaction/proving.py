"""Proofs of starts too large for tables."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import List, Optional, Tuple, Union

from . import _native, answers
from ._native import Move, Position, Rules
from .progress import Bars, MakeBar
from .reading import read


@dataclass(frozen=True)
class Claim(answers.Claim):
    """The claim of a checked certificate."""

    _guide: "_native._Guide" = field(repr=False, compare=False)

    def answer(self, position: Union[Position, str]) -> Optional[Tuple[Move, int]]:
        """Returns the winner's move and the maximum number of plies to the win.

        None if the loser is to move, the game is over, or nothing is proved.
        """
        return self._guide.answer(position)

    def bound(self, position: Union[Position, str]) -> Optional[int]:
        """Returns the maximum number of plies to the win, or None."""
        return self._guide.bound(position)

    def ranks(self) -> List[Tuple[Position, int]]:
        """Returns the positions after the moves of the certificate, with the loser to move, each
        with the maximum number of turns that the loser has left."""
        return self._guide.positions()


def prove(
    position: Union[Position, str],
    path: Union[str, "os.PathLike[str]"],
    *,
    rules: Union[Rules, str] = "normal",
    winner: Optional[str] = None,
    hash_bytes: int = 64 << 20,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Claim:
    """Searches for a proof that a side wins, and writes its certificate to a file.

    Every ten minutes and on Ctrl-C the search is saved beside the file, in `path` with `.search`
    at its end. The same call continues it.

    `rules` is a preset, a rules id, or "normal" for all nine rules ids without misere
    together. `progress` makes bars for the search and for the check of the certificate:
    `prove(position, path, progress=tqdm)`.

    >>> import os, tempfile
    >>> from linesofaction import check_proof, prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "4x4.proof")
    ...     proof = prove("start 4x4", path)
    ...     claim = check_proof(path)
    >>> proof.winner, proof.plies, claim.winner, len(claim.rules)
    ('x', 3, 'x', 9)
    """
    named = None if rules == "normal" else rules
    with Bars(progress) as bars:
        bars.reach("expansions", 0)
        guide = _native.prove(position, path, named, winner, hash_bytes, threads, bars.reach)
        return _claim_of(guide, bars)


def check_proof(
    path: Union[str, "os.PathLike[str]"],
    *,
    progress: Optional[MakeBar] = None,
) -> Claim:
    """Checks a certificate with a program that shares no code with the search.

    `progress` makes a bar that counts moves. The claim answers questions about positions
    of the certificate.

    >>> import os, tempfile
    >>> from linesofaction import check_proof, prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "4x4.proof")
    ...     _ = prove("start 4x4", path)
    ...     claim = check_proof(path)
    >>> claim.answer("start 4x4")
    (Move('b1-b3'), 3)
    """
    with Bars(progress) as bars:
        return _claim_of(_native._Guide(path, bars.reach), bars)


def _claim_of(guide: "_native._Guide", bars: Bars) -> Claim:
    """Returns the claim of a certificate that has been checked."""
    claim = read(answers.Claim, guide.claim)
    bars.reach("checking", claim.positions)
    return Claim(**vars(claim), _guide=guide)
