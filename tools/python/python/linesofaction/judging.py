"""Judges engines by perfect play, and plays matches between engines."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Callable, List, Optional, Sequence, Tuple, Union

from . import _native
from ._native import Board, Move, Position, Rules
from .answers import FailedIn, Judged, MatchResult
from .engine import Engine
from .progress import MakeBar, run
from .reading import read
from .tablebase import Tablebase

#: An engine: an `Engine`, or a function from positions to moves or their text.
Player = Union[Engine, Callable[[Position], Union[Move, str]]]


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


@dataclass(frozen=True)
class _Failures:
    each: List[FailedIn]


@dataclass(frozen=True)
class _Report:
    moves: List[Judged]
    worst: List[Judged]
    failures: _Failures


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
        tables = Tablebase(rules=_rules(engine) or "club")
    if not isinstance(tables, Tablebase):
        raise TypeError(f"tables: a Tablebase is needed, not {type(tables).__name__}")
    if positions < 1:
        raise ValueError("positions: at least one is needed")
    _native._agreed([("the engine", _rules(engine)), ("tables", tables.rules)])
    found = run(
        "judge",
        tables.folder,
        threads,
        progress,
        [engine],
        engine=_name(engine),
        board=Board(board),
        rules=tables.rules,
        material=",".join(tables.some_materials(board, materials)),
        positions=positions,
        seed=seed,
        # An engine without any legal answer is still asked about all positions.
        max_failures=positions + 1,
        worst=positions,
        moves=True,
    )
    report = read(_Report, found)
    return Judgement(report.moves, report.worst, report.failures.each)


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
    tc: Optional[str] = None,
    sprt: Optional[Tuple[float, float]] = None,
    tables: Optional[Tablebase] = None,
    max_plies: int = 400,
    path: Union[str, "os.PathLike[str]", None] = None,
    resume: bool = False,
    threads: Optional[int] = None,
    progress: Optional[MakeBar] = None,
) -> Match:
    """Plays games between two engines from the start of a board, or from a position.

    Each opening has `plies` random moves. If `games` is even, it is played twice, once with
    each engine as black. No opening is repeated, so the match may have fewer games. Games are
    played to their ends; with `tables`, a game ends when one of them contains its position and
    none contains its opening. An engine that fails or makes an illegal move loses. The rules of
    `rules`, of the engines and of the tables must agree; the default is "club".

    `tc` gives each engine a clock: the seconds for a game and for each move, such as "10+0.1". A
    function is not told the time that it has left. `sprt` ends the match once it has decided
    between two differences in Elo, such as (0, 20). Finished games are appended to the file
    `path`, from which `resume` continues an interrupted match.

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
    own = [("the first engine", _rules(first)), ("the second engine", _rules(second))]
    tables_folder, tables_rules = (tables.folder, tables.rules) if tables else (None, None)
    text = str(board)
    with TemporaryDirectory() as folder:
        file = Path(folder, "games.sgf") if path is None else Path(path)
        others = file.stat().st_size if file.exists() and not resume else 0
        report = run(
            "match",
            tables_folder,
            threads,
            progress,
            [first, second],
            first=_name(first),
            second=_name(second),
            position=text if " " in text else f"start {text}",
            rules=_native._agreed([("rules", rules), *own, ("tables", tables_rules)]),
            games=games,
            plies=plies,
            seed=seed,
            tc=tc,
            sprt=sprt and f"{sprt[0]},{sprt[1]}",
            end_by_tables=tables is not None,
            max_plies=max_plies,
            sgf=file,
            resume=resume,
        )
        return Match(**vars(read(MatchResult, report)), sgf=file.read_bytes()[others:].decode())


def _rules(player: Player) -> Optional[Rules]:
    return player.rules if isinstance(player, _native.Engine) else None


def _name(player: Player) -> str:
    if isinstance(player, _native.Engine):
        return player.name
    return str(getattr(player, "__name__", player))
