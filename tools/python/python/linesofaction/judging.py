"""Engines judged by perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List, NamedTuple, Optional, Sequence, Union

from . import _native
from ._native import Board, Move, Position
from .errors import JudgeError
from .progress import Bars, MakeBar
from .tablebase import Tablebase

#: An engine: a function from positions to moves, or to their text.
Engine = Callable[[Position], Union[Move, str]]


class Judged(NamedTuple):
    """A move of an engine and its effect."""

    position: str
    #: The engine's move.
    move: str
    #: The value of the position after the engine's move.
    value: str
    #: A best move.
    best: str
    #: The value of the position.
    best_value: str
    #: 'best', 'slower', 'sooner', or the kind of blunder, such as 'win-to-loss'.
    effect: str
    #: The plies lost by a move that keeps the result.
    plies_lost: int


class FailedIn(NamedTuple):
    """A position in which an engine gave no legal move."""

    position: str
    reason: str


@dataclass(frozen=True)
class Judgement:
    """The moves of an engine, judged."""

    moves: List[Judged]
    #: The moves that are not best, the worst first.
    worst: List[Judged]
    failures: List[FailedIn]

    @property
    def kept(self) -> int:
        """The number of moves that keep the result."""
        return sum(judged.effect in ("best", "slower", "sooner") for judged in self.moves)

    @property
    def blunders(self) -> int:
        """The number of moves that give the result away."""
        return len(self.moves) - self.kept


def judge(
    engine: Engine,
    board: Union[Board, str],
    tables: Optional[Tablebase] = None,
    *,
    materials: Optional[Sequence[str]] = None,
    positions: int = 200,
    seed: int = 1,
    progress: Optional[MakeBar] = None,
) -> Judgement:
    """Asks an engine for a move in positions of every kind, and judges the moves by tables.

    An exception of the engine ends the judgement; an answer that is no legal move is a
    failure.

    >>> from linesofaction import judge
    >>> judgement = judge(lambda position: position.moves()[0], "4x4", positions=50)
    >>> len(judgement.moves), judgement.kept + judgement.blunders, judgement.failures
    (50, 50, [])
    """
    tables = Tablebase() if tables is None else tables
    if positions < 1:
        raise ValueError("positions: one at least is needed")
    chosen = tables.materials(board) if materials is None else list(materials)
    if not chosen:
        # The table of the start is the one that is missing.
        tables.census(board, Board(board).start().material)
    bars = Bars(progress)

    def reach(stage: str, steps: int, total: int) -> None:
        if stage:
            bars.begin(stage, total)
        else:
            bars.step(steps)

    try:
        moves, worst, failures = _native.judge(
            engine, tables, board, chosen, positions, seed, reach
        )
    finally:
        bars.close()
    if not moves and not failures:
        raise JudgeError("there is no position to ask about: none in which any move is wrong")
    return Judgement(
        [Judged(*judged) for judged in moves],
        [Judged(*judged) for judged in worst],
        [FailedIn(*failed) for failed in failures],
    )
