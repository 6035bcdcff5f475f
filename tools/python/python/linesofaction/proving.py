"""Proofs of starts too large for tables."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import List, Optional, Tuple, Union

from . import _native, answers
from ._native import Move, Position, Rules
from .progress import Bars, MakeBar, run
from .reading import read


@dataclass(frozen=True)
class Claim(answers.Claim):
    """The claim of a checked certificate."""

    _guide: "_native._Guide" = field(repr=False, compare=False)
    #: The exact number of plies to the win, if prove() has searched all shorter wins.
    distance: Optional[int] = None

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
    within: Optional[int] = None,
    shortest: bool = False,
    hash_bytes: int = 64 << 20,
    seconds: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Claim:
    """Searches for a proof that a side wins, and writes its certificate to a file.

    Every ten minutes and on Ctrl-C the search is saved beside the file, in `path` with `.search`
    at its end. The same call continues it.

    `rules` is a preset, a rules id, or "normal" for all nine rules ids without misere
    together. `within` limits the plies of the win; `shortest` continues until no shorter win
    exists; after `seconds` the search is saved and ends with a ProofError. `progress` makes bars
    for the search and for the check of the certificate: `prove(position, path, progress=tqdm)`.

    >>> import os, tempfile
    >>> from linesofaction import check_proof, prove
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "4x4.proof")
    ...     proof = prove("start 4x4", path)
    ...     claim = check_proof(path)
    >>> proof.winner, proof.plies, claim.winner, len(claim.rules)
    ('x', 3, 'x', 9)
    """
    # A folder that is not there is the error of the system, not a ProofError.
    os.stat(os.path.dirname(path) or ".")
    proved = run(
        "prove",
        None,
        threads,
        progress,
        board=Position(position),
        proof=os.fspath(path),
        rules=rules,
        winner=winner,
        within=within,
        shortest=shortest,
        hash=hash_bytes,
        time=seconds,
        force=True,
    )
    return replace(check_proof(path), distance=read(answers.Proved, proved).distance)


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
        guide = _native._Guide(path, bars.reach)
        claim = read(answers.Claim, guide.claim)
        bars.reach("checking", claim.positions)
        return Claim(**vars(claim), _guide=guide)
