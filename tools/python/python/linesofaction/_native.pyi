"""The native half of the package. Made by `tests/stubs.py` from its sources."""

from __future__ import annotations

import os
from typing import (
    Callable, FrozenSet, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union, final,
)

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, disjoint_base

from .review import Review

__version__: str

# Is told of progress: the name of the stage, the finished steps, and all steps if they are known.
_Told = Callable[[str, int, Optional[int]], object]
_Player = Union[Engine, Callable[[Position], Union[Move, str]]]

@disjoint_base
class Engine:
    """An engine: see `python/linesofaction/engine.py`."""

    def __new__(
        cls,
        level: Optional[int] = None,
        *,
        seed: Optional[int] = None,
        milliseconds: Optional[int] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        rules: Optional[Union[Rules, str]] = None,
        tables: Optional[Tablebase] = None,
        command: Optional[str] = None,
        protocol: str = "uci",
        options: Optional[Sequence[Tuple[str, str]]] = None,
    ) -> Self: ...
    @property
    def name(self) -> str: """The name of the engine."""
    @property
    def rules(self) -> Optional[Rules]:
        """The rules that the engine was made for; None if it plays under any rules."""
    def play(self, position: Union[Position, Game, str]) -> Move:
        """Returns the engine's move in a position, or at the end of a game."""
    def _reseed(self, seed: int) -> None:
        """Begins the random choices of a level anew, with another seed."""
    def _analyse(
        self,
        position: Union[Position, Game, str],
        lines: int,
        hear: Callable[[str], object],
    ) -> str:
        """Returns moves with their estimates as JSON, best first, and calls a function with every report on the search."""
    def stop(self) -> None:
        """Ends the current search: the built-in engine plays the best move found so far, and a program is ended."""
    def close(self) -> None: """Ends the search and the program."""

@final
class Game:
    """A game from its start to its end, which may be a repetition."""

    def __new__(
        cls,
        start: Optional[Union[Position, str]] = None,
        rules: Optional[Union[Rules, str]] = None,
    ) -> Self: ...
    @staticmethod
    def from_sgf(
        text: Union[str, os.PathLike[str]],
        rules: Optional[Union[Rules, str]] = None,
    ) -> Game:
        """Reads a game from SGF or a list of moves: text, or the path of a file."""
    def to_sgf(self, black: str = "", white: str = "") -> str:
        """Returns the game as SGF, with the names of the players, and with the comments, variations and other properties that it was read with."""
    @property
    def notices(self) -> List[str]: """Notices on the record that the game was read from."""
    def play(self, move: Union[Move, str]) -> None: """Plays a legal move."""
    @property
    def legal_moves(self) -> List[Move]: """The legal moves; an empty list if the game is over."""
    def resign(self, side: str) -> None: """Resigns the game for 'x' or 'o'."""
    def undo(self) -> bool: """Takes back a resignation or the last move."""
    def review(self, tables: Optional[Tablebase] = None) -> Review:
        """Compares every move with the best one, by these tables or else by the built-in tables of 4x4."""
    def _annotated(self, review: str, black: str, white: str) -> str:
        """Returns the game as SGF with a review, which is JSON."""
    @property
    def rules(self) -> Rules: """The rules."""
    @property
    def position(self) -> Position: """The position after the last move."""
    @property
    def positions(self) -> List[Position]: """The start, then the position after each move."""
    @property
    def moves(self) -> List[Move]: """The moves."""
    @property
    def end(self) -> Optional[str]: """The end of the game in words, or None."""
    @property
    def result(self) -> Optional[Literal["x", "o", "draw"]]:
        """The winner, 'x' or 'o', or 'draw'; None if the game is not over."""
    def svg(
        self,
        ply: Optional[int] = None,
        *,
        size: Optional[int] = None,
        coordinates: bool = True,
        arrows: Sequence[Tuple[Union[Square, str], Union[Square, str]]] = (),
    ) -> str:
        """Returns an SVG drawing of the position after `ply` moves, or after all moves, with an arrow for the last move."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: object) -> Game: ...
    @staticmethod
    def _of(text: str, sgf: Optional[str]) -> Game:
        """Returns the game with this JSON and this record, for pickle."""
    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Move:
    """A move of a stone, or a pass if no squares are given."""

    def __new__(
        cls,
        from_square: Optional[Union[Square, str]] = None,
        to_square: Optional[Union[Square, str]] = None,
        is_capture: bool = False,
    ) -> Self: ...
    @property
    def from_square(self) -> Optional[Square]:
        """The square that the stone leaves; None for a pass."""
    @property
    def to_square(self) -> Optional[Square]:
        """The square where the stone lands; None for a pass."""
    @property
    def is_capture(self) -> bool: """True if it captures a stone."""
    @property
    def is_pass(self) -> bool: """True if no stone moves."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...

@final
class Board:
    """A board of files x ranks, each 3 to 8."""

    def __new__(cls, text: Union[Board, str]) -> Self: ...
    @property
    def files(self) -> int: """The number of files."""
    @property
    def ranks(self) -> int: """The number of ranks."""
    @property
    def squares(self) -> int: """The number of squares."""
    @property
    def mask(self) -> int:
        """The squares as a set of bits: 8 * rank + file, both counted from 0."""
    def start(self) -> Position: """Returns the start, with x to move."""
    def scrambled(self) -> Position: """Returns the start of scrambled eggs, with x to move."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Board, /) -> bool: ...
    def __le__(self, other: Board, /) -> bool: ...
    def __gt__(self, other: Board, /) -> bool: ...
    def __ge__(self, other: Board, /) -> bool: ...

@final
class Position:
    """A position: the stones and the side to move."""

    def __new__(cls, text: Union[Position, str]) -> Self: ...
    @staticmethod
    def of(board: Union[Board, str], us: int, them: int, turn: str = "x") -> Position:
        """Returns the position with these sets of squares of the side to move and of the other side."""
    @property
    def board(self) -> Board: """The board."""
    @property
    def us(self) -> int: """The squares of the side to move, as a set of bits."""
    @property
    def them(self) -> int: """The squares of the other side, as a set of bits."""
    @property
    def turn(self) -> str: """The side to move, 'x' or 'o'."""
    @property
    def material(self) -> str:
        """The numbers of stones of the side to move and of the other side, such as '4v3'."""
    def moves(self, rules: Optional[Union[Rules, str]] = None) -> List[Move]:
        """Returns the legal moves, sorted by their text."""
    def legal_moves(self, rules: Optional[Union[Rules, str]] = None) -> List[Move]:
        """Returns the legal moves like moves(), but an empty list if the game is over."""
    def piece_at(self, square: Union[Square, str]) -> Optional[str]:
        """Returns the side of the stone on a square, 'x' or 'o', or None."""
    def stones(self, side: Optional[str] = None) -> FrozenSet[Square]:
        """Returns the squares of a side's stones, or of all stones."""
    def perft(self, depth: int, rules: Optional[Union[Rules, str]] = None) -> int:
        """Returns the number of sequences of legal moves with this length in plies."""
    def parse_move(self, text: str, rules: Optional[Union[Rules, str]] = None) -> Move:
        """Returns the legal move with this text."""
    def play(
        self,
        move: Union[Move, str],
        rules: Optional[Union[Rules, str]] = None,
    ) -> Position:
        """Returns the position after a legal move."""
    def over(self, rules: Optional[Union[Rules, str]] = None) -> Optional[str]:
        """Returns the end of the game, seen from the side to move: 'us-connected', 'them-connected', 'both-connected', 'no-move' or 'dead'."""
    def winner(self, rules: Optional[Union[Rules, str]] = None) -> Optional[str]:
        """Returns the side that has won, 'x' or 'o', or None."""
    def transposed(self) -> Position: """Returns the position with files and ranks exchanged."""
    def images(self) -> List[Position]:
        """Returns the images of this position under the symmetries of the board, itself first."""
    def canonical(self) -> Position: """Returns the same position for all images of a position."""
    def diagram(self) -> str:
        """Returns the board in lines, with the names of the ranks and files, to be printed."""
    def svg(
        self,
        moves: Sequence[Union[Move, str]] = (),
        *,
        size: Optional[int] = None,
        coordinates: bool = True,
        arrows: Sequence[Tuple[Union[Square, str], Union[Square, str]]] = (),
    ) -> str:
        """Returns an SVG drawing, with an arrow for each of the given moves."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class _Guide:
    """A certificate that has been checked: see `Claim` in `python/linesofaction/proving.py`."""

    def __new__(cls, path: Union[str, os.PathLike[str]], told: _Told) -> Self: ...
    @property
    def claim(self) -> str: """The claim of the certificate as JSON."""
    def answer(self, position: Union[Position, str]) -> Optional[Tuple[Move, int]]:
        """Returns the winner's move with the least bound, and the bound in plies."""
    def bound(self, position: Union[Position, str]) -> Optional[int]:
        """Returns the maximum number of plies until the winner has won."""
    def positions(self) -> List[Tuple[Position, int]]:
        """Returns the positions after the moves of the certificate, and their ranks."""

@final
class Rules:
    """The rules of a preset, or of a rules id, with which repetition draws."""

    def __new__(cls, name: Optional[Union[Rules, str]] = None) -> Self: ...
    @property
    def name(self) -> str: """The name of the preset, or the rules id."""
    @property
    def id(self) -> str: """The rules id, on which values depend."""
    @property
    def repetition(self) -> Literal["draw", "loss"]:
        """The result of a repeated position: 'draw', or 'loss' for the player who repeats it."""
    @property
    def repeated(self) -> Literal["position", "board"]:
        """The kind of repetition: of a 'position', with the same side to move, or of a 'board', with either side to move."""
    @property
    def occurrences_to_end(self) -> int: """The number of occurrences that ends the game."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Square:
    """A square."""

    def __new__(cls, name: Union[Square, str]) -> Self: ...
    @property
    def file(self) -> int: """The file, counted from 0 on the left."""
    @property
    def rank(self) -> int: """The rank, counted from 0 at the bottom."""
    @property
    def index(self) -> int:
        """The number of the square's bit in sets of squares: 8 * rank + file."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Square, /) -> bool: ...
    def __le__(self, other: Square, /) -> bool: ...
    def __gt__(self, other: Square, /) -> bool: ...
    def __ge__(self, other: Square, /) -> bool: ...

@disjoint_base
class Tablebase:
    """Tables of one set of rules: see `python/linesofaction/tablebase.py`."""

    @property
    def rules(self) -> Rules: """The rules of all values."""
    @property
    def folder(self) -> Optional[os.PathLike[str]]:
        """The folder of the tables; None if it is unknown and only the built-in tables answer."""
    @property
    def cache_bytes(self) -> Optional[int]:
        """The maximum size of the cache in bytes; None for the default."""
    def __new__(
        cls,
        folder: Optional[Union[str, os.PathLike[str]]] = None,
        rules: Optional[Union[Rules, str]] = None,
        cache_bytes: Optional[int] = None,
    ) -> Self: ...
    def close(self) -> None: """Closes the files and frees the memory."""
    def probe(self, position: Union[Position, str]) -> Probe:
        """Returns the value of a position and of every move in it."""
    def probe_many(
        self,
        positions: Iterable[Union[Position, str]],
        *,
        threads: Optional[int] = None,
    ) -> List[Probe]:
        """Returns the values of many positions and of every move in them."""
    def value(self, position: Union[Position, str]) -> Value:
        """Returns the value of a position."""
    def value_if_cached(self, position: Union[Position, str]) -> Optional[Value]:
        """Returns the value of a position if everything needed is in memory, else None."""
    def line(self, position: Union[Position, str]) -> List[MoveValue]:
        """Returns best play from a won or lost position to the end."""
    def materials(self, board: Union[Board, str]) -> List[str]:
        """Returns the materials that have tables, smallest first."""
    def _census(self, board: Union[Board, str], material: str) -> str:
        """Returns the census of a table as JSON."""
    def values(
        self,
        positions: Iterable[Union[Position, str]],
        strict: bool = True,
        *,
        threads: Optional[int] = None,
    ) -> npt.NDArray[np.int16]:
        """Returns the values of many positions, as codes."""
    def _search(
        self,
        board: Union[Board, str],
        materials: Sequence[str],
        result: Optional[str],
        plies: Optional[Tuple[int, int]],
        longest: bool,
        kind: str,
        limit: int,
    ) -> List[Tuple[Position, Value]]:
        """Returns positions of a kind with their values, up to `limit` for each material."""
    def values_of_arrays(
        self,
        board: Union[Board, str],
        us: npt.NDArray[np.uint64],
        them: npt.NDArray[np.uint64],
        strict: bool = True,
        *,
        threads: Optional[int] = None,
    ) -> npt.NDArray[np.int16]:
        """Returns the values of positions of one board, given as sets of squares."""
    def _walk(self, board: Union[Board, str], material: str, memory: int) -> _Walk:
        """Returns the blocks of a table, with their values if these fit the given memory."""

@final
class MoveValue:
    """A move with its value for the side that makes it, and the position after it."""

    def __new__(cls, json: str) -> Self: ...
    @property
    def move(self) -> Move: """The move."""
    @property
    def value(self) -> Value:
        """The value for the side that makes the move, with plies counted from the position before it."""
    @property
    def position(self) -> Position: """The position after the move."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Probe:
    """The value of a position and of every move in it."""

    def __new__(cls, json: str) -> Self: ...
    @property
    def position(self) -> Position: """The position."""
    @property
    def rules(self) -> Rules: """The rules of the values."""
    @property
    def value(self) -> Value: """The value for the side to move."""
    @property
    def over(self) -> Optional[str]: """The end of the game as in Position.over(), or None."""
    @property
    def moves(self) -> List[MoveValue]:
        """The moves with their values, best first; an empty list if the game is over."""
    @property
    def best(self) -> List[MoveValue]: """The moves that keep the value."""
    def svg(
        self,
        *,
        size: Optional[int] = None,
        coordinates: bool = True,
        arrows: Sequence[Tuple[Union[Square, str], Union[Square, str]]] = (),
    ) -> str:
        """Returns an SVG drawing, with an arrow and a value for each move: green with the plies to a win, grey with = for a draw, red with the plies to a loss."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Value:
    """The value of a position for the side to move."""

    @property
    def plies(self) -> Optional[int]:
        """The plies to the end; None for a draw, and if an engine gives no distance."""
    @property
    def bound(self) -> bool: """True if the plies are an upper bound, as in proofs."""
    def __new__(cls, name: str, plies: Optional[int] = None, bound: bool = False) -> Self: ...
    @staticmethod
    def from_code(code: int) -> Value: """Returns the value that has this code in arrays."""
    @property
    def wdl(self) -> int: """1 for a win, 0 for a draw, -1 for a loss."""
    @property
    def name(self) -> str: """'win', 'draw' or 'loss'."""
    @property
    def code(self) -> int:
        """The code of the value in arrays: 0 for a draw, otherwise the distance plus one, negative for a loss; 32767 and -32767 if the distance is unknown."""
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __neg__(self) -> Value: ...
    def __format__(self, format: str) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Value, /) -> bool: ...
    def __le__(self, other: Value, /) -> bool: ...
    def __gt__(self, other: Value, /) -> bool: ...
    def __ge__(self, other: Value, /) -> bool: ...

@final
class _Walk:
    """The blocks of a table: see `Tablebase.blocks` in `python/linesofaction/tablebase.py`."""

    @property
    def block_count(self) -> int: """The number of blocks."""
    def block(
        self,
        number: int,
    ) -> Tuple[int, npt.NDArray[np.uint64], Optional[npt.NDArray[np.int16]], int]:
        """Returns a block."""
def random_positions(
    board: Union[Board, str],
    material: str,
    count: int,
    seed: int,
) -> Tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Returns random placements of a material."""
def ask(
    method: str,
    address: str,
    body: bytes,
    folder: Optional[Union[str, os.PathLike[str]]],
) -> Tuple[str, str, List[str]]:
    """Returns the content type and the text of the answer to a question, and its events."""
def read_games(
    text: Union[str, os.PathLike[str]],
    rules: Optional[Union[Rules, str]] = None,
) -> Iterator[Game]:
    """Reads the main line of each game of a text or of a file, one after the other."""
def read_lines(
    text: Union[str, os.PathLike[str]],
    rules: Optional[Union[Rules, str]] = None,
) -> List[Game]:
    """Reads every line of the first game of SGF, text or the path of a file: the game, then its variations."""
def write_lines(lines: Sequence[Game], black: str = "", white: str = "") -> str:
    """Returns games with the same start as SGF: the first, with the others as variations, and with the comments and properties that the games were read with."""
def run(
    name: str,
    parts: str,
    folder: Optional[Union[str, os.PathLike[str]]],
    threads: Optional[int],
    players: Sequence[_Player],
    told: _Told,
) -> str:
    """Answers a long question, whose parts are JSON."""
def _schemas() -> str:
    """Returns the schemas of the results, from which `tests/answers.py` makes the types."""
def _agreed(named: Sequence[Tuple[str, Optional[Union[Rules, str]]]]) -> Optional[Rules]:
    """Returns the first of the given rules."""
def read_suite(path: Union[str, os.PathLike[str]]) -> str:
    """Reads the problems of a file, and returns them as JSON."""
