"""The types of answers. Made by `tests/answers.py` from the schemas of their JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Literal, Optional

from ._native import Board, Move, Position, Value


@dataclass(frozen=True)
class Chart:
    """A chart of a board's tables."""

    #: The board.
    board: Board
    #: The rules id.
    rules: str
    #: The subject.
    chart: Literal["distances", "wins", "shares", "first-moves", "squares"]
    #: The title.
    title: str
    #: The board, the rules and the material.
    subject: str
    #: A description of the picture.
    description: str
    #: The numbers as CSV: a header, then a line for each bar or square.
    csv: str
    #: The picture as SVG.
    svg: str


@dataclass(frozen=True)
class FailedIn:
    """A failure of an engine, and the position it was asked about."""

    #: The position.
    position: Position
    #: The kind of the fault.
    kind: str
    #: The fault in words.
    message: str
    #: The last lines that the engine wrote to standard output.
    said: List[str]
    #: The last lines that the engine wrote to standard error.
    complained: List[str]


@dataclass(frozen=True)
class Judged:
    """A move of an engine and its effect."""

    #: The position.
    position: Position
    #: The result under best play.
    value: Value
    #: The effect of the move by tables, or of a resignation also by certificates: `best`, `slower`,
    #: `sooner`, `win-to-draw`, `win-to-loss` or `draw-to-loss`.
    effect: str
    #: The number of plies by which the move delays a win or hastens a loss, compared with the best
    #: move.
    plies_lost: int
    #: The move.
    move: Move
    #: The value of the move to the side that makes it.
    move_value: Value
    #: The best moves.
    best: List[Move]


@dataclass(frozen=True)
class Problem:
    """A won or drawn position with the moves that keep its value."""

    #: The position.
    position: Position
    #: The rules id.
    rules: str
    #: The result under best play.
    value: Value
    #: All moves that keep the win or the draw.
    good_moves: List[Move]
    #: The themes, at least one.
    themes: List[Literal["only-win", "long-win", "greedy", "only-draw"]]


@dataclass(frozen=True)
class Review:
    """Every move of a game and its resignation, compared with the best move, and figures on the moves
    of each side."""

    #: The moves, in order.
    moves: List[ReviewedMove]
    #: The resignation that ended the game, if any.
    resignation: Optional[Resignation]
    #: The reason why the first position outside the tables is not covered.
    outside: Optional[str]
    #: Figures on the moves of each side.
    summary: Summaries
    #: The worth of the start and of the position after each move, for Black; None if unknown.
    values: List[Optional[Value]]


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game, compared with the best one."""

    #: The number of the move, from 1.
    number: int
    #: The side that made it.
    side: Literal["x", "o"]
    #: The move.
    move: Move
    #: The position before it.
    position: Position
    #: The move with its worth; None if it was not judged.
    played: Optional[RatedMove]
    #: The best move: by facts, or the engine's choice at the same depth.
    best: Optional[RatedMove]
    #: The effect of the move by tables, or of a resignation also by certificates: `best`, `slower`,
    #: `sooner`, `win-to-draw`, `win-to-loss` or `draw-to-loss`.
    effect: Optional[str]
    #: The number of plies by which the move delays a win or hastens a loss, compared with the best
    #: move.
    plies_lost: Optional[int]
    #: The mark of a doubtful, bad or very bad move; None if the move is about as good as the best
    #: one, as far as known.
    mark: Optional[Literal["?!", "?", "??"]]
    #: The loss by the move, such as `loses in 4` or `left the proof`; None if it lost nothing.
    words: Optional[str]
    #: The estimated chances of winning that the move lost, from 0 to 1; None unless both moves are
    #: estimated.
    lost: Optional[float]
    #: The reason why the move has its mark, as a sentence about the positions after it; None if no
    #: fact says so.
    why: Optional[str]


@dataclass(frozen=True)
class RatedMove:
    """A move and its worth for the side that makes it."""

    #: The move.
    move: Move
    #: The result, if it is certain.
    value: Optional[Value]
    #: The engine's score of an estimate. 0 means equal chances.
    score: Optional[int]
    #: True if the score is an estimate and the chances are about equal.
    level: bool
    #: The basis.
    basis: Literal["over", "verified", "tables", "solved", "proof", "search", "estimate", "unknown"]
    #: The condition of the result, if games also end by repetition in a way that no proof and no
    #: table considers.
    proviso: Optional[Literal["unless a board must occur twice"]]
    #: True if the move ends the game by repetition.
    repeats: bool
    #: The depth of the engine's search in plies, including the move; None if another basis has
    #: the result.
    depth: Optional[int]
    #: The moves that are expected, beginning with this one.
    line: List[Move]


@dataclass(frozen=True)
class Resignation:
    """A resignation after the moves of a game."""

    #: The side that resigned.
    side: Literal["x", "o"]
    #: The position in which it resigned.
    position: Position
    #: The first of the best moves, if the side that resigned was to move.
    best: Optional[RatedMove]
    #: The effect of the move by tables, or of a resignation also by certificates: `best`, `slower`,
    #: `sooner`, `win-to-draw`, `win-to-loss` or `draw-to-loss`.
    effect: Optional[str]
    #: The number of plies by which the move delays a win or hastens a loss, compared with the best
    #: move.
    plies_lost: Optional[int]


@dataclass(frozen=True)
class Summaries:
    """Figures on the moves of both sides."""

    #: The figures of Black.
    black: Summary
    #: The figures of White.
    white: Summary


@dataclass(frozen=True)
class Summary:
    """Figures on the moves of one side."""

    #: The number of moves.
    moves: int
    #: The number of moves in positions that the tables cover.
    judged: int
    #: The number of moves that keep the win or the draw.
    kept: int
    #: Their percentage, rounded to hundredths; None if no move was made. It is 100 only if all
    #: moves keep the result.
    kept_percent: Optional[float]
    #: The number of moves that are as good as the best.
    best: int
    #: Wins that come later than necessary.
    slower: Delay
    #: Losses that come sooner than necessary.
    sooner: Delay
    #: Wins and draws given away.
    blunders: Blunders


@dataclass(frozen=True)
class Delay:
    """Moves that lose plies."""

    #: The number of moves.
    moves: int
    #: The total number of plies lost.
    plies: int


@dataclass(frozen=True)
class Blunders:
    """The numbers of moves that give a win or a draw away."""

    #: Moves from a won position to a draw.
    win_to_draw: int
    #: Moves from a won position to a loss.
    win_to_loss: int
    #: Moves from a drawn position to a loss.
    draw_to_loss: int


@dataclass(frozen=True)
class Census:
    """The census of a table: how many positions have each value, and positions with the longest win
    and loss."""

    #: The placements of the stones by value.
    counts: List[CensusRow]
    #: The longest win.
    longest_win: Optional[Longest]
    #: The longest loss.
    longest_loss: Optional[Longest]


@dataclass(frozen=True)
class CensusRow:
    """The positions with one value."""

    #: The result under best play, with the prefix `terminal-` if the game is over.
    outcome: Literal["win", "draw", "loss", "terminal-win", "terminal-draw", "terminal-loss"]
    #: The distance to the end in plies; 0 for a draw.
    plies: int
    #: Placements of the stones.
    count: int


@dataclass(frozen=True)
class Longest:
    """A longest win or loss of a table."""

    #: The distance in plies.
    plies: int
    #: A position that has it.
    position: Position


@dataclass(frozen=True)
class Solved:
    """Tables that were solved."""

    #: The board.
    board: Board
    #: The board whose tables it uses: itself or its transpose.
    tables_of: Board
    #: The rules id.
    rules: str
    #: The maximum number of stones, if the command names one.
    pieces: Optional[int]
    #: Tables written.
    written: int
    #: Tables that already existed.
    skipped: int
    #: The damaged files that tables were written in place of.
    replaced: List[Replaced]
    #: Families that were begun again because their work could not be trusted.
    restarted: int
    #: The tables used that the folder has neither made nor verified.
    unproven: List[str]
    #: Values found.
    positions: int
    #: Bytes written.
    bytes: int
    #: The duration in seconds.
    seconds: float
    #: The number of processes.
    processes: int
    #: The bytes that the processes sent.
    sent: int
    #: The value of the start, if known.
    start: Optional[Found]


@dataclass(frozen=True)
class Replaced:
    """A file that a new table has replaced."""

    #: The path of the table.
    file: str
    #: A sentence that says why the old file could not be used.
    reason: str
    #: The new path of the old file, if it may be a sound table of another subject.
    aside: Optional[str]


@dataclass(frozen=True)
class Found:
    """A position found."""

    #: The position.
    position: Position
    #: The result under best play.
    value: Value


@dataclass(frozen=True)
class Plan:
    """The cost of solving a board, and whether it fits."""

    #: The board.
    board: Board
    #: The board whose tables it uses: itself or its transpose.
    tables_of: Board
    #: The rules id.
    rules: str
    #: The families of tables, in the order in which they are solved.
    families: List[PlannedFamily]
    #: The number of values to solve.
    positions: int
    #: The bytes of memory for the fastest solve.
    memory: int
    #: The bytes of memory that a solve needs at least.
    least_memory: int
    #: The bytes of smaller tables that should stay in memory.
    mapped_bytes: int
    #: The bytes of the tables on the disk.
    table_bytes: int
    #: The bytes on the disk during the work.
    work_bytes: int
    #: A forecast of the processor time.
    cpu_seconds: float
    #: A forecast of the elapsed time on the threads.
    seconds: float
    #: True if the memory and the disk suffice.
    fits: bool
    #: The available bytes of memory, if known.
    memory_available: Optional[int]
    #: The available bytes of the disk, if known.
    disk_available: Optional[int]
    #: The largest number of stones whose tables fit.
    largest_pieces: Optional[int]


@dataclass(frozen=True)
class PlannedFamily:
    """A family of tables in a plan."""

    #: The larger of its materials.
    family: str
    #: The materials of its tables.
    tables: List[str]
    #: The number of its values.
    positions: int
    #: True if it is solved.
    complete: bool
    #: True if its solution has begun.
    begun: bool


@dataclass(frozen=True)
class Verified:
    """Tables that were verified."""

    #: The board.
    board: Board
    #: The rules id.
    rules: str
    #: Tables verified.
    tables: int
    #: Values compared.
    values: int
    #: True if the built-in tables were verified because the folder has none.
    built_in: bool
    #: The sample that was compared; `None` if all values were compared.
    sample: Optional[Sampled]
    #: The number of processes.
    processes: int
    #: The bytes that the processes sent.
    sent: int
    #: True: all values agree.
    ok: bool


@dataclass(frozen=True)
class Sampled:
    """A report on a sample of the tables' values."""

    #: Values in the tables.
    of: int
    #: Blocks compared, with all values in each.
    blocks: int
    #: The seed that picked them.
    seed: int


@dataclass(frozen=True)
class Exported:
    """Positions that were written."""

    #: The board.
    board: Board
    #: The rules id.
    rules: str
    #: The file.
    file: str
    #: The number of tables.
    tables: int
    #: The number of positions, each a row of the file.
    positions: int
    #: The number of placements that they stand for.
    placements: int
    #: The size of the file.
    bytes: int
    #: The time of the work.
    seconds: float


@dataclass(frozen=True)
class MatchResult:
    """The result of a match."""

    #: The rules id.
    rules: str
    #: The preset, or the rules id.
    preset: str
    #: The board of the start, if all games have the same.
    board: Optional[Board]
    #: The kind of tournament of more than two engines.
    tournament: Optional[Literal["round-robin", "gauntlet"]]
    #: The command lines of the engines.
    commands: List[str]
    #: The names of the engines.
    engines: List[str]
    #: Games that were requested for each pairing.
    requested: int
    #: Openings found for the games.
    available: int
    #: Games that were played.
    games: int
    #: Games that differ in a move or in the opening.
    different: int
    #: Pairs that repeat an earlier pair move by move.
    repeats: int
    #: Games that the engine won.
    won: int
    #: Drawn games.
    drawn: int
    #: Games that the engine lost.
    lost: int
    #: The points: one for a win, a half for a draw.
    points: float
    #: Openings that were played from both sides, without repeats.
    openings: int
    #: These pairs, counted by the points of the engine: 0, 0.5, 1, 1.5 and 2.
    pairs: List[int]
    #: The share of the points in these pairs, from 0 to 1.
    score: Optional[float]
    #: The standard error of the share.
    standard_error: Optional[float]
    #: The difference in strength.
    elo: Optional[Elo]
    #: The sequential test of two engines.
    sprt: Optional[Sprt]
    #: Games, counted by their ends.
    endings: Dict[str, int]
    #: True if the match ended because engines failed too often.
    gave_up: bool
    #: The engines of a tournament, the best first.
    standings: List[Standing]
    #: The pairings of a tournament.
    pairings: List[Pairing]
    #: The games.
    list: List[MatchedGame]


@dataclass(frozen=True)
class Elo:
    """A difference in strength on the Elo scale, with the interval that contains it in 95 of 100
    matches. An end may be infinite; JSON then has null."""

    #: The lower end.
    low: Optional[float]
    #: The difference that the score shows.
    value: float
    #: The upper end.
    high: Optional[float]


@dataclass(frozen=True)
class Sprt:
    """A sequential test."""

    #: The difference in strength that is too small.
    elo0: float
    #: The difference that is large enough, more than `elo0`.
    elo1: float
    #: The probability of accepting `elo1` if `elo0` is true.
    alpha: float
    #: The probability of accepting `elo0` if `elo1` is true.
    beta: float
    #: The logarithm of the likelihood ratio.
    ratio: float
    #: The ratio that decides that the first engine is not stronger.
    lower: float
    #: The ratio that decides that it is stronger.
    upper: float
    #: The verdict; None if the test has not ended.
    verdict: Optional[Literal["not-stronger", "stronger"]]


@dataclass(frozen=True)
class Standing:
    """The score of an engine of a tournament against all others."""

    #: The engine, from 1.
    engine: int
    #: Games that it played.
    games: int
    #: Pairs that repeat an earlier pair move by move.
    repeats: int
    #: Games that the engine won.
    won: int
    #: Drawn games.
    drawn: int
    #: Games that the engine lost.
    lost: int
    #: The points: one for a win, a half for a draw.
    points: float
    #: Openings that were played from both sides, without repeats.
    openings: int
    #: These pairs, counted by the points of the engine: 0, 0.5, 1, 1.5 and 2.
    pairs: List[int]
    #: The share of the points in these pairs, from 0 to 1.
    score: Optional[float]
    #: The standard error of the share.
    standard_error: Optional[float]
    #: The difference in strength.
    elo: Optional[Elo]


@dataclass(frozen=True)
class Pairing:
    """Two engines of a match that play each other."""

    #: The engines, by their indexes in the match. JSON counts them from 1.
    engines: List[int]
    #: Pairs that repeat an earlier pair move by move.
    repeats: int
    #: Games that the engine won.
    won: int
    #: Drawn games.
    drawn: int
    #: Games that the engine lost.
    lost: int
    #: The points: one for a win, a half for a draw.
    points: float
    #: Openings that were played from both sides, without repeats.
    openings: int
    #: These pairs, counted by the points of the engine: 0, 0.5, 1, 1.5 and 2.
    pairs: List[int]
    #: The share of the points in these pairs, from 0 to 1.
    score: Optional[float]
    #: The standard error of the share.
    standard_error: Optional[float]
    #: The difference in strength.
    elo: Optional[Elo]


@dataclass(frozen=True)
class MatchedGame:
    """A game of a match."""

    #: The engines, from 1.
    engines: List[int]
    #: The side of the pairing's first engine.
    first: Literal["x", "o"]
    #: The winner; None for a draw.
    winner: Optional[Literal["x", "o"]]
    #: The kind of the end, such as `rules` or `failure`.
    ending: str
    #: The table that ended the game.
    table: Optional[str]
    #: The plies to the win by this table; None for a draw.
    distance: Optional[int]
    #: The failure of the loser.
    failure: Optional[EngineFailure]
    #: Moves, with those of the opening.
    plies: int
    #: Moves of the opening.
    opening_plies: int
    #: The last position.
    position: Position


@dataclass(frozen=True)
class EngineFailure:
    """A failure of an engine, as JSON has it."""

    #: The kind of the fault.
    kind: str
    #: The fault in words.
    message: str
    #: The last lines that the engine wrote to standard output.
    said: List[str]
    #: The last lines that the engine wrote to standard error.
    complained: List[str]


@dataclass(frozen=True)
class Suite:
    """The problems that a search found."""

    #: The command that finds them again.
    command: str
    #: The problems, by theme.
    problems: List[Problem]


@dataclass(frozen=True)
class CheckedSuite:
    """A suite that was compared with tables."""

    #: The number of problems.
    problems: int
    #: True if every claim holds.
    ok: bool
    #: The wrong claims.
    wrong: List[WrongLine]


@dataclass(frozen=True)
class WrongLine:
    """A line with a wrong claim."""

    #: The line of the problem, from 1.
    line: int
    #: The part of the problem that is wrong, such as "value".
    claim: str
    #: A sentence about it.
    message: str


@dataclass(frozen=True)
class Proved:
    """The result of a search for a proof."""

    #: The board.
    board: Board
    #: The position from which the win is proved.
    start: Position
    #: The rules ids.
    rules: str
    #: The winner; None if no win is proved, and no certificate exists.
    winner: Optional[str]
    #: The first move of the winner, if the winner moves first.
    first_move: Optional[str]
    #: The maximum number of plies to the win.
    plies: Optional[int]
    #: The exact distance of the win, if known.
    distance: Optional[int]
    #: The condition of the proof, under rules where boards must not occur twice.
    proviso: Optional[Literal["unless a board must occur twice"]]
    #: The number of moves in the certificate.
    positions: Optional[int]
    #: The number of positions that the search has expanded.
    expansions: int
    #: The time of the search and the check.
    seconds: float
    #: The size of the certificate.
    bytes: Optional[int]
    #: The digest of the certificate.
    digest: Optional[str]
    #: The file of the certificate, if it was written.
    proof: Optional[str]
    #: The number of processes.
    processes: int
    #: True if all lines were searched and no win is proved.
    ended: bool
    #: The files of the saved searches on which a result without a win depends.
    continued: List[str]


@dataclass(frozen=True)
class Claim:
    """A certificate that was checked, together with those that it rests on."""

    #: The board.
    board: Board
    #: The rules ids under which the win is proved.
    rules: List[str]
    #: The position that is won.
    start: Position
    #: The player who wins.
    winner: Literal["x", "o"]
    #: The maximum number of plies to the win.
    plies: int
    #: The number of positions for which the certificate has a move.
    positions: int
    #: The size of all files.
    bytes: int
    #: The digest of the file.
    digest: str
    #: The time of the check.
    seconds: float
    #: True: the certificate holds.
    ok: bool
