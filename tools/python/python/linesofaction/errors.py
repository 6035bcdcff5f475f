"""Exceptions with the facts as attributes.

>>> import linesofaction
>>> try:
...     linesofaction.Tablebase().value("start 5x5")
... except linesofaction.MissingTableError as error:
...     print(error.board, error.rules, error.material)
...     print(error.winner, error.plies, error.exact)
5x5 mover-pass 6v6
x 11 True
"""

from __future__ import annotations

from typing import Optional


class LinesOfActionError(Exception):
    """The base class of all errors of this package."""

    def __init__(self, message: str = "", **facts: object) -> None:
        super().__init__(message)
        for name, fact in facts.items():
            setattr(self, name, fact)


class ParseError(LinesOfActionError, ValueError):
    """Text that is not a position, move, board, rules or record of a game."""

    text: str
    #: The number of the wrong character, from 1, or None if it is unknown.
    character: Optional[int]


class IllegalMoveError(LinesOfActionError, ValueError):
    """A move that is not legal."""

    move: str
    position: str


class GameOverError(LinesOfActionError):
    """A move in a game that is over."""

    move: str


class OutsideError(LinesOfActionError, LookupError):
    """A position that no table can cover."""


class MissingTableError(LinesOfActionError, LookupError):
    """A table that is missing or unfinished."""

    board: str
    rules: str
    material: str
    #: The path where the table belongs.
    path: str
    #: The winner of a start that is solved or proved, "x" or "o"; None for other positions.
    winner: Optional[str]
    #: The distance of the win in plies, or an upper bound for it.
    plies: Optional[int]
    #: True if `plies` is the distance, and not a bound.
    exact: bool


class TableFileError(LinesOfActionError):
    """A table file that cannot be read, or has different rules."""

    path: str


class DamagedTableError(TableFileError):
    """A damaged table, or tables that contradict each other."""


class QuestionError(LinesOfActionError, ValueError):
    """A question of the API that cannot be read or has no answer."""

    #: The kind of failure, such as "missing-table", as in the JSON of a server.
    kind: str


class SolveError(LinesOfActionError):
    """A solve that failed."""


class VerifyError(LinesOfActionError):
    """A verification that failed, or found a wrong table."""


class JudgeError(LinesOfActionError):
    """A judgement that failed."""


class EngineError(LinesOfActionError):
    """An engine that gave no legal move, or did not start."""

    #: 'not-started', 'no-handshake', 'hung', 'died', 'interrupted', 'nonsense',
    #: 'wrong-case', 'illegal' or 'failed'.
    kind: str
    #: The last lines of the output of a program.
    output: str


class SuiteError(LinesOfActionError):
    """A file of problems that cannot be read, or a search for problems that failed."""


class ProofError(LinesOfActionError):
    """A proof that was not found, or is incomplete."""


class DamagedProofError(ProofError):
    """A certificate that cannot be read."""

    path: str
