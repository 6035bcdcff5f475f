"""Tables: answers, arrays, walks over whole tables, samples."""

from __future__ import annotations

import io
import json
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    FrozenSet,
    Iterator,
    List,
    Literal,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)
from urllib.parse import urlencode

import numpy as np
import numpy.typing as npt

from . import _native, answers
from ._native import Board, Position, Square, Value
from .reading import read

if TYPE_CHECKING:
    import pandas

#: The absolute value of the code of a win or loss of unknown distance, which engines claim.
UNKNOWN = 32767
#: The code of a position without a value, if that is not an error.
NO_VALUE = -32768


def decode(
    codes: npt.NDArray[np.int16],
) -> "Tuple[npt.NDArray[np.int8], npt.NDArray[np.int16]]":
    """Returns outcomes and distances of values in arrays.

    The outcome is 1 for a win, 0 for a draw, -1 for a loss, and -128 for NO_VALUE. The
    distance in plies is -1 for a draw and if it is unknown.

    >>> import numpy
    >>> from linesofaction import decode
    >>> decode(numpy.array([4, 0, -1, -32768], dtype=numpy.int16))
    (array([   1,    0,   -1, -128], dtype=int8), array([ 3, -1,  0, -1], dtype=int16))
    """
    codes = np.asarray(codes, dtype=np.int16)
    none = codes == NO_VALUE
    outcomes = np.where(none, -128, np.sign(codes)).astype(np.int8)
    # The absolute value of NO_VALUE does not fit: it stays -32768.
    sizes = np.abs(codes)
    return outcomes, np.where(none | (sizes == UNKNOWN), -1, sizes - 1).astype(np.int16)


def squares(bits: int) -> FrozenSet[Square]:
    """Returns the squares of a set of bits: `squares(position.us)`.

    >>> from linesofaction import squares
    >>> sorted(squares(0b1_00000010))
    [Square('b1'), Square('a2')]
    """
    return frozenset(
        Square("abcdefgh"[bit % 8] + "12345678"[bit // 8]) for bit in range(64) if bits >> bit & 1
    )


#: Sets of squares, one for each position.
Squares = Union[npt.NDArray[np.integer[Any]], Sequence[int]]


class Block(NamedTuple):
    """Positions of a table with the same squares of the side to move, and their values."""

    #: The squares of the side to move.
    us: npt.NDArray[np.uint64]
    #: The squares of the other side.
    them: npt.NDArray[np.uint64]
    #: The codes of the values.
    values: npt.NDArray[np.int16]
    #: The number of placements on the board that each position represents.
    weight: int


class Sample(NamedTuple):
    """Positions picked from a table, and their values."""

    #: The squares of the side to move.
    us: npt.NDArray[np.uint64]
    #: The squares of the other side.
    them: npt.NDArray[np.uint64]
    #: The codes of the values.
    values: npt.NDArray[np.int16]


class Census(answers.Census):
    """Counts of placements by outcome and distance.

    >>> from linesofaction import Tablebase
    >>> census = Tablebase().census("4x4", "4v4")
    >>> census.positions, census.longest_win
    (900900, Longest(plies=15, position=Position('ooo1/1x2/2ox/1x1x x')))
    """

    @property
    def rows(self) -> List[Tuple[str, int, int]]:
        """Outcome, plies and placements. Positions in which a connection has ended the game have
        the outcomes terminal-win, terminal-draw and terminal-loss."""
        return [(row.outcome, row.plies, row.count) for row in self.counts]

    @property
    def positions(self) -> int:
        """The number of placements."""
        return sum(count for _, _, count in self.rows)

    def frame(self) -> "pandas.DataFrame":
        """Returns the rows as a DataFrame of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame(self.rows, columns=["outcome", "plies", "positions"])


class Chart(answers.Chart):
    """A chart of the tables of a board: its numbers, and its picture, which notebooks show.

    >>> from linesofaction import Tablebase
    >>> Tablebase().chart("4x4", "squares")
    <Chart of 4x4 under mover-pass: Squares in won positions>
    """

    def __repr__(self) -> str:
        return f"<Chart of {self.subject}: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def frame(self) -> "pandas.DataFrame":
        """Returns the numbers as a DataFrame of pandas, which must be installed."""
        import pandas

        return pandas.read_csv(io.StringIO(self.csv))


class Tablebase(_native.Tablebase):
    """Tables of one set of rules, in a folder; those of 4x4 are built in.

    Without a folder they are in `$LOA_TABLES`, or else in the user's data folder, as for `loa`.

    Values in arrays are codes: 0 for a draw, otherwise the distance in plies plus one, negative
    for a loss. So the sign is the outcome.

    >>> from linesofaction import Tablebase
    >>> tables = Tablebase()
    >>> tables.materials("4x4")[-1]
    '4v4'
    >>> tables.values(["start 4x4", "o2o/x3/2o1/x1xo x", "o1x1/ox1o/1x1o/2x1 o"])
    array([ 4, 16, -1], dtype=int16)
    """

    def __enter__(self) -> "Tablebase":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.folder, self.rules, self.cache_bytes)

    def __eq__(self, other: object) -> bool:
        """Returns whether both are tables of the same rules in the same folder."""
        if not isinstance(other, Tablebase):
            return NotImplemented
        return (self.folder, self.rules) == (other.folder, other.rules)

    def __hash__(self) -> int:
        return hash((self.folder, self.rules))

    @overload
    def census(self, board: Union[Board, str]) -> "Dict[str, npt.NDArray[Any]]": ...
    @overload
    def census(self, board: Union[Board, str], material: str) -> Census: ...
    def census(
        self, board: Union[Board, str], material: Optional[str] = None
    ) -> "Union[Census, Dict[str, npt.NDArray[Any]]]":
        """Returns the census of a table; or of all tables of a board, as the columns of a frame:
        arrays by name.

        >>> from linesofaction import Tablebase
        >>> columns = Tablebase().census("4x4")
        >>> list(columns), columns["positions"].sum()
        (['material', 'outcome', 'plies', 'positions'], np.int64(2200380))
        """
        if material is not None:
            return read(Census, self._census(board, material))
        materials = self.some_materials(board)
        all_rows = [(name, *row) for name in materials for row in self.census(board, name).rows]
        names = ["material", "outcome", "plies", "positions"]
        return {name: np.array(column) for name, column in zip(names, zip(*all_rows))}

    def chart(
        self,
        board: Union[Board, str],
        kind: 'Literal["distances", "wins", "shares", "first-moves", "squares"]' = "distances",
        *,
        materials: Optional[Sequence[str]] = None,
    ) -> Chart:
        """Returns a chart: lengths of wins and losses; wins by material; wins, draws and losses by
        material; the share of winning moves in won positions; or the squares of stones in won
        positions. The last two count all moves of all won positions, which takes long on large
        boards; Ctrl-C interrupts it.

        >>> from linesofaction import Tablebase
        >>> chart = Tablebase().chart("4x4", "shares", materials=["3v4", "4v4"])
        >>> print(chart.csv)
        material,won,drawn,lost
        3v4,255728,24,144648
        4v4,577037,904,322959
        all,832765,928,467607
        """
        self.some_materials(board, materials)
        chosen = {} if materials is None else {"material": ",".join(materials)}
        asked = {"board": board, "rules": self.rules.id, "chart": kind, **chosen}
        address = f"/api/chart?{urlencode(asked)}"
        return read(Chart, _native.ask("GET", address, b"", self.folder)[1])

    def some_materials(
        self, board: Union[Board, str], materials: Optional[Sequence[str]] = None
    ) -> List[str]:
        """Returns the given materials, or else all that have tables; MissingTableError if no
        table exists."""
        chosen = self.materials(board) if materials is None else list(materials)
        if not chosen:
            # The table of the start is the one that is missing.
            self.census(board, Board(board).start().material)
        return chosen

    def search(
        self,
        board: Union[Board, str],
        *,
        materials: Optional[Sequence[str]] = None,
        wdl: Optional[int] = None,
        plies: Union[int, Tuple[int, int], None] = None,
        longest: bool = False,
        zugzwang: bool = False,
        only_move: bool = False,
        limit: int = 100,
    ) -> List[Tuple[Position, Value]]:
        """Finds positions that are not over, one of each symmetry class, up to `limit` for each
        material.

        `longest` finds the longest wins, or with `wdl=-1` the longest losses; `zugzwang` finds
        positions in which the side to move, whichever it is, would prefer not to move;
        `only_move` finds positions in which a single move keeps the win or the draw.

        >>> from linesofaction import Tablebase
        >>> tables = Tablebase()
        >>> tables.search("4x4", materials=["4v4"], longest=True, limit=1)
        [(Position('ooo1/1x2/2ox/1x1x x'), <Value: win in 15>)]
        >>> len(tables.search("4x4", materials=["4v4"], zugzwang=True))
        41
        """
        _Wanted.of(wdl, plies)
        if limit < 1:
            raise ValueError("limit: a number of at least 1 is needed")
        if longest and wdl == 0:
            return []
        kind = "mutual-zugzwang" if zugzwang else "only-move" if only_move else "any"
        bounds = (plies, plies) if isinstance(plies, (int, np.integer)) else plies
        chosen = self.some_materials(board, materials)
        result = None if wdl is None else json.dumps(Value.from_code(wdl).name)
        return self._search(board, chosen, result, bounds, longest, json.dumps(kind), limit)

    def values_of_arrays(
        self,
        board: Union[Board, str],
        us: Squares,
        them: Squares,
        strict: bool = True,
        *,
        threads: Optional[int] = None,
    ) -> npt.NDArray[np.int16]:
        """Returns the values of positions of one board, given as sets of squares.

        `us` are the squares of the side to move, a number for each position. Arrays of
        uint64 are fastest; other integers are converted.

        >>> from linesofaction import Position, Tablebase
        >>> start = Position("start 4x4")
        >>> Tablebase().values_of_arrays("4x4", [start.us], [start.them])
        array([4], dtype=int16)
        """
        sets = _sets("us", us), _sets("them", them)
        return super().values_of_arrays(board, *sets, strict, threads=threads)

    def blocks(
        self, board: Union[Board, str], material: str, *, memory: int = 1 << 30
    ) -> Iterator[Block]:
        """Walks over all positions of a table and their values, block by block.

        Symmetric copies are left out, except images under symmetries that keep the squares of
        the side to move. Weighted with `weight`, the positions are all placements.

        If all values and those that they depend on fit into `memory` bytes (about one for each
        position of the table, of the table with the sides exchanged, and of the tables after a
        capture), they are first restored together; Ctrl-C interrupts this. Otherwise each block
        is looked up separately, which takes thirty times longer.

        >>> from linesofaction import Tablebase
        >>> tables = Tablebase()
        >>> sum(block.weight * len(block.values) for block in tables.blocks("4x4", "4v4"))
        900900
        """
        walk = self._walk(board, material, memory)
        for number in range(walk.block_count):
            us, them, values, weight = walk.block(number)
            all_us = np.full(len(them), us, dtype=np.uint64)
            if values is None:
                values = self.values_of_arrays(board, all_us, them)
            yield Block(all_us, them, values, weight)

    def frame(
        self, board: Union[Board, str], material: str, *, memory: int = 1 << 30
    ) -> "Dict[str, npt.NDArray[Any]]":
        """Returns all positions of a table as columns, in the order of `blocks`.

        The columns are `us` and `them`, the squares as bits; `outcome` and `plies`, as decode()
        returns them; and `weight`, the number of placements that a position represents. They make
        a frame of pandas, polars or Arrow without a copy: `pandas.DataFrame(frame, copy=False)`.

        >>> from linesofaction import Tablebase
        >>> frame = Tablebase().frame("4x4", "4v4")
        >>> int(frame["weight"][frame["outcome"] == 1].sum()), int(frame["plies"].max())
        (577037, 16)
        """
        blocks = list(self.blocks(board, material, memory=memory))
        outcomes, plies = decode(np.concatenate([block.values for block in blocks]))
        return {
            "us": np.concatenate([block.us for block in blocks]),
            "them": np.concatenate([block.them for block in blocks]),
            "outcome": outcomes,
            "plies": plies,
            "weight": np.repeat(
                np.array([block.weight for block in blocks], dtype=np.uint8),
                [len(block.values) for block in blocks],
            ),
        }

    def sample(
        self,
        board: Union[Board, str],
        material: str,
        count: int,
        *,
        wdl: Optional[int] = None,
        plies: Union[int, Tuple[int, int], None] = None,
        seed: int = 1,
    ) -> Sample:
        """Picks placements of a material at random, with repetition.

        `wdl` is 1 for wins, 0 for draws and -1 for losses; `plies` is a distance, or a pair of
        the minimum and the maximum. All placements of this kind are equally likely. The sample
        is empty if no placement is of this kind; otherwise it has `count` placements.

        >>> from linesofaction import Tablebase
        >>> sample = Tablebase().sample("4x4", "4v3", 1000, wdl=1, plies=(3, 5), seed=7)
        >>> len(sample.values), sorted(int(v) for v in set(sample.values))
        (1000, [4, 6])
        """
        if not isinstance(count, (int, np.integer)):
            raise TypeError(f"count: a number is needed, not {type(count).__name__}")
        if count < 0:
            raise ValueError("count: a number of at least 0 is needed")
        wanted = _Wanted.of(wdl, plies)
        rows = read(Census, self._census(board, material)).rows
        matching = sum(count for outcome, far, count in rows if wanted.has_row(outcome, far))
        share = matching / sum(count for _, _, count in rows)
        if matching == 0 or count == 0:
            nothing = np.empty(0, dtype=np.uint64)
            return Sample(nothing, nothing, np.empty(0, dtype=np.int16))
        if share < _LEAST_SHARE:
            return self._sample_of_all(board, material, count, wanted, seed)
        parts: List[Sample] = []
        found = 0
        for round_number in range(2**32):
            tries = min(int((count - found) / share * 1.1) + 64, 2**18)
            round_seed = (seed + round_number * 0x9E3779B97F4A7C15) % 2**64
            us, them = _native.random_positions(board, material, tries, round_seed)
            values = self.values_of_arrays(board, us, them)
            kept = wanted.mask(values)
            parts.append(Sample(us[kept], them[kept], values[kept]))
            found += int(kept.sum())
            if found >= count:
                break
        return _joined(parts, count)

    def _sample_of_all(
        self, board: Union[Board, str], material: str, count: int, wanted: "_Wanted", seed: int
    ) -> Sample:
        """Picks from all positions of a table, if few are of the requested kind."""
        kept: List[Sample] = []
        weights: List[npt.NDArray[np.float64]] = []
        for block in self.blocks(board, material):
            mask = wanted.mask(block.values)
            if mask.any():
                kept.append(Sample(block.us[mask], block.them[mask], block.values[mask]))
                weights.append(np.full(int(mask.sum()), float(block.weight)))
        every = _joined(kept, None)
        weight = np.concatenate(weights)
        chance = np.random.Generator(np.random.PCG64(seed))
        picked = chance.choice(len(weight), size=count, p=weight / weight.sum())
        return Sample(every.us[picked], every.them[picked], every.values[picked])


#: If less than this share of a table matches, a sample is picked from all its positions.
_LEAST_SHARE = 1e-3


def _sets(name: str, squares: Squares) -> npt.NDArray[np.uint64]:
    array = np.asarray(squares)
    if array.size == 0:
        array = array.astype(np.uint64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        shape = f"{array.dtype} in {array.ndim} dimensions"
        raise TypeError(f"{name}: an array of integers in 1 dimension is needed, not {shape}")
    if array.dtype.kind == "i" and (array < 0).any():
        raise ValueError(f"{name}: a set of squares is not negative")
    return array.astype(np.uint64, copy=False)


def _joined(parts: List[Sample], count: Optional[int]) -> Sample:
    us, them, values = (np.concatenate(arrays)[:count] for arrays in zip(*parts))
    return Sample(us, them, values)


class _Wanted(NamedTuple):
    """The requested kind of positions."""

    wdl: Optional[int]
    least: int
    most: int
    any_distance: bool

    @staticmethod
    def of(wdl: Optional[int], plies: Union[int, Tuple[int, int], None]) -> "_Wanted":
        if wdl not in (None, -1, 0, 1):
            raise ValueError("wdl is 1, 0 or -1")
        if plies is None:
            return _Wanted(wdl, 0, 0, True)
        least, most = (plies, plies) if isinstance(plies, (int, np.integer)) else plies
        return _Wanted(wdl, least, most, False)

    def has_row(self, outcome: str, plies: int) -> bool:
        wdl = {"win": 1, "draw": 0, "loss": -1}[outcome.replace("terminal-", "")]
        if self.wdl not in (None, wdl):
            return False
        return self.any_distance or (wdl != 0 and self.least <= plies <= self.most)

    def mask(self, values: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
        mask: Any = np.ones(len(values), dtype=np.bool_)
        if self.wdl is not None:
            mask &= np.sign(values) == self.wdl
        if not self.any_distance:
            distance = np.abs(values.astype(np.int32)) - 1
            mask &= (values != 0) & (distance >= self.least) & (distance <= self.most)
        result: npt.NDArray[np.bool_] = mask
        return result
