"""Judges engines by perfect play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence, Union

from . import _native
from ._native import Board, Move, Position, Rules
from .answers import Judged, MatchResult
from .engine import Engine
from .errors import JudgeError
from .progress import Bars, MakeBar
from .reading import read
from .tablebase import Tablebase

#: An engine: an `Engine`, or a function from positions to moves or their text.
Player = Union[Engine, Callable[[Position], Union[Move, str]]]


@dataclass(frozen=True)
class FailedIn:
    """A position for which an engine gave no legal move."""

    position: Position
    #: The kind of failure, as in `EngineError`.
    kind: str
    message: str


@dataclass(frozen=True, repr=False)
class Judgement:
    """The judged moves of an engine."""

    moves: List[Judged]
    #: The moves that are not best, worst first.
    worst: List[Judged]
    failures: List[FailedIn]

    @property
    def kept(self) -> int:
        """The number of moves that keep the result."""
        return sum(judged.effect in ("best", "slower", "sooner") for judged in self.moves)

    @property
    def blunders(self) -> int:
        """The number of moves that give away the result."""
        return len(self.moves) - self.kept

    def __repr__(self) -> str:
        failed = f"{len(self.failures)} failures"
        return f"<Judgement of {len(self.moves)} moves: {self.blunders} blunders, {failed}>"


def judge(
    engine: Player,
    board: Union[Board, str],
    tables: Optional[Tablebase] = None,
    *,
    materials: Optional[Sequence[str]] = None,
    positions: int = 200,
    seed: int = 1,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Judgement:
    """Asks an engine for a move in positions of every kind, and judges the moves by tables.

    The engine is a function from positions to moves, or an `Engine`; `threads` copies of an
    `Engine` think in parallel. An exception in a function ends the judgement; an answer that is
    not a legal move is a failure. The rules are those of the tables, or without tables those of
    the engine.

    >>> from linesofaction import judge
    >>> judgement = judge(lambda position: position.moves()[0], "4x4", positions=50)
    >>> len(judgement.moves), judgement.kept + judgement.blunders, judgement.failures
    (50, 50, [])
    """
    if tables is None:
        made_for = engine.rules if isinstance(engine, _native.Engine) else None
        tables = Tablebase(rules=made_for or "club")
    if not isinstance(tables, Tablebase):
        raise TypeError(f"tables: a Tablebase is needed, not {type(tables).__name__}")
    if positions < 1:
        raise ValueError("positions: at least one is needed")
    chosen = tables.some_materials(board, materials)
    with Bars(progress) as bars:
        found = _native.judge(engine, tables, board, chosen, positions, seed, threads, bars.reach)
    judgement = read(Judgement, found)
    if not judgement.moves and not judgement.failures:
        raise JudgeError("no position to ask about: every legal move is right in all of them")
    return judgement


@dataclass(frozen=True, repr=False)
class Match(MatchResult):
    """The result of a match, from the view of the first engine."""

    #: The games, in SGF.
    sgf: str

    def __repr__(self) -> str:
        return f"<Match of {self.games} games: {self.won} won, {self.drawn} drawn, {self.lost} lost>"


def match(
    first: Player,
    second: Player,
    board: Union[Board, Position, str],
    *,
    rules: Union[Rules, str, None] = None,
    games: int = 100,
    plies: int = 4,
    seed: int = 1,
    tables: Optional[Tablebase] = None,
    max_plies: int = 400,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Match:
    """Plays games between two engines from the start of a board, or from a position.

    Each opening has `plies` random moves. If `games` is even, it is played twice, once with
    each engine as black. No opening is repeated, so the match may have fewer games. Games are
    played to their ends; with `tables`, a game ends when one of them contains its position and
    none contains its opening. An engine that fails or makes an illegal move loses. The rules of
    `rules`, of the engines and of the tables must agree; the default is "club".

    The result has the fields of `loa match --json`, from the view of the first engine, and `sgf`,
    which read_games() reads.

    >>> from linesofaction import Tablebase, match, read_games
    >>> tables = Tablebase()
    >>> def perfect(position):
    ...     return tables.probe(position).best[0].move
    >>> result = match(perfect, lambda position: position.moves()[0], "4x4", games=10)
    >>> result.games, result.won > result.lost, len(list(read_games(result.sgf)))
    (10, True, 10)
    """
    if games < 1:
        raise ValueError("games: at least one is needed")
    text = str(board)
    start = text if " " in text else f"start {text}"
    with Bars(progress) as bars:
        report, sgf = _native.play_match(
            first, second, start, rules, games, plies, seed, tables, max_plies, threads, bars.reach
        )
    return Match(**vars(read(MatchResult, report)), sgf=sgf)
