"""Engines: the built-in one, and programs that speak the engine protocol."""

from __future__ import annotations

import asyncio
import errno
import os
import queue
import shlex
import shutil
import threading
from typing import (
    Any,
    Callable,
    Iterator,
    List,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

from . import _native
from ._native import Game, Move, Position, Rules
from .answers import RatedMove
from .reading import read

_T = TypeVar("_T")


class Engine(_native.Engine):
    """An engine that plays and analyses: the built-in one, or a program (see `popen`).

    It has one limit for each move: `milliseconds` (default 100), `depth` in plies or `nodes`;
    or a `level` from 0, which children beat, to 5. It looks up positions in `tables`, if
    given. `match` plays games between engines, and `judge` judges them. The levels below 5 play
    at random in part: with the same `seed`, the same questions get the same moves.

    >>> from linesofaction import Engine
    >>> Engine(level=0, seed=7).play("start 6x6") == Engine(level=0, seed=7).play("start 6x6")
    True
    >>> with Engine(depth=4) as engine:
    ...     print(engine.play("x2x/4/o3/3o x"))
    a4-c4
    >>> line = Engine(milliseconds=50).analyse("x2x/4/o3/3o x", lines=3)[0]
    >>> line.move, line.value
    (Move('a4-c4'), <Value: win in 1>)
    """

    @classmethod
    def popen(
        cls,
        command: Union[str, Sequence[str]],
        *,
        milliseconds: Optional[int] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        rules: Union[Rules, str, None] = None,
        protocol: str = "uci",
        options: Sequence[Tuple[str, str]] = (),
    ) -> "Engine":
        """Returns a program as an engine: `with Engine.popen("loa engine") as engine: ..`.

        The first question starts the program; `with` or `close()` ends it. If the program does
        not exist, FileNotFoundError is raised.
        """
        line = command if isinstance(command, str) else shlex.join(command)
        engine = cls(
            command=line,
            milliseconds=milliseconds,
            depth=depth,
            nodes=nodes,
            rules=rules,
            protocol=protocol,
            options=list(options),
        )
        program = shlex.split(line)[0]
        if shutil.which(program) is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
        return engine

    def analyse(self, position: Union[Position, Game, str], lines: int = 1) -> List[RatedMove]:
        """Returns up to `lines` moves, the best that the engine finds. A program gives only one.

        For more than one line the limit must be a time or a depth.
        """
        return self._analysed(position, lines, lambda move: None)

    def _analysed(
        self, position: Union[Position, Game, str], lines: int, hear: Callable[[RatedMove], object]
    ) -> List[RatedMove]:
        found = self._analyse(position, lines, lambda text: hear(read(RatedMove, text)))
        return read(List[RatedMove], found)

    def analysis(self, position: Union[Position, Game, str]) -> Iterator[RatedMove]:
        """Searches, and yields the best move so far after every depth; the last is the answer.

        Leaving the loop ends the search, and with it a program, which the next question starts
        again.

        >>> from linesofaction import Engine
        >>> depths = [line.depth for line in Engine(depth=4).analysis("start 5x5")]
        >>> depths[:3], depths[-1]
        ([1, 2, 3], 4)
        """
        news: "queue.SimpleQueue[Union[RatedMove, BaseException, None]]" = queue.SimpleQueue()

        def search() -> None:
            try:
                for found in self._analysed(position, 1, news.put):
                    news.put(found)
                news.put(None)
            except BaseException as error:
                news.put(error)

        searching = threading.Thread(target=search, daemon=True)
        searching.start()
        is_over = False
        try:
            while True:
                line = news.get()
                is_over = not isinstance(line, RatedMove)
                if line is None:
                    return
                if isinstance(line, BaseException):
                    raise line
                yield line
        finally:
            if not is_over:
                self.stop()
            searching.join()

    async def play_async(self, position: Union[Position, Game, str]) -> Move:
        """Does the same as play() while other tasks run. Cancelling ends the search."""
        return await self._apart(self.play, position)

    async def analyse_async(
        self, position: Union[Position, Game, str], lines: int = 1
    ) -> List[RatedMove]:
        """Does the same as analyse() while other tasks run. Cancelling ends the search."""
        return await self._apart(self.analyse, position, lines)

    async def _apart(self, work: Callable[..., _T], *arguments: Any) -> _T:
        try:
            return await asyncio.to_thread(work, *arguments)
        except asyncio.CancelledError:
            self.stop()
            raise

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
