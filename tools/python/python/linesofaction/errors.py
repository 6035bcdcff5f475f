"""Exceptions, with the facts as attributes.

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
    """Any error of this package."""

    def __init__(self, message: str = "", **facts: object) -> None:
        super().__init__(message)
        for name, fact in facts.items():
            setattr(self, name, fact)


class ParseError(LinesOfActionError, ValueError):
    """Text that is no position, move, board, rules or record of a game."""

    text: str
    #: The number of the character that is wrong, from 1, where it is known.
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
    #: The place where it belongs.
    path: str
    #: The winner of a start that is solved or proved, "x" or "o"; None of other positions.
    winner: Optional[str]
    #: The plies in which, or within which, the winner wins.
    plies: Optional[int]
    #: True if the plies are the distance, and no bound.
    exact: bool


class TableFileError(LinesOfActionError):
    """A table file that cannot be read, or is of other rules."""

    path: str


class DamagedTableError(TableFileError):
    """A damaged table, or tables that contradict each other."""


class QuestionError(LinesOfActionError, ValueError):
    """A question of the API that cannot be read or has no answer."""

    #: The kind of failure, such as "missing-table", as in the JSON of a server.
    kind: str


class SolveError(LinesOfActionError):
    """A board that was not solved."""


class VerifyError(LinesOfActionError):
    """Tables that are wrong, or were not verified."""


class JudgeError(LinesOfActionError):
    """An engine that was not judged."""


class EngineError(LinesOfActionError):
    """An engine that has given no legal move, or was not started."""

    #: 'not-started', 'no-handshake', 'hung', 'died', 'interrupted', 'nonsense',
    #: 'wrong-case', 'illegal' or 'failed'.
    kind: str
    #: The last lines of a program.
    output: str


class SuiteError(LinesOfActionError):
    """A file of problems that cannot be read, or is under other rules than the tables."""


class ProofError(LinesOfActionError):
    """A proof that was not found, or has a hole."""


class DamagedProofError(ProofError):
    """A certificate that cannot be read."""

    path: str
