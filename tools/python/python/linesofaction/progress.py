"""Long questions, with progress bars that have the interface of tqdm."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Optional, Protocol, Sequence, Union

from . import _native


class Bar(Protocol):
    """The part of a tqdm bar that is used."""

    def update(self, n: int) -> Any:
        """Advances the bar."""

    def close(self) -> Any:
        """Ends the bar."""


#: A function that makes a bar, such as tqdm. It is called with `total` and `desc`.
MakeBar = Callable[..., Bar]


class Bars:
    """A sequence of bars. Each is closed when the next begins."""

    def __init__(self, make: Optional[MakeBar]) -> None:
        self._make = make
        self._bar: Optional[Bar] = None
        self._name: Optional[str] = None
        self._done = 0

    def reach(self, name: str, done: int, total: Optional[int] = None) -> None:
        """Advances the bar with this name to a number of finished steps, and begins it first if
        it is another one."""
        if name != self._name:
            self.close()
            self._name, self._done = name, 0
            self._bar = self._make and self._make(total=total, desc=name)
        if self._bar is not None and done > self._done:
            self._bar.update(done - self._done)
            self._done = done

    def __enter__(self) -> "Bars":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def run(
    name: str,
    folder: Union[str, "os.PathLike[str]", None],
    threads: Optional[int],
    progress: Optional[MakeBar],
    players: Sequence[Any] = (),
    **parts: object,
) -> str:
    """Returns the JSON of the answer to a long question, which has the name of its command. Its
    engines are `players`."""
    given = {part: value for part, value in parts.items() if value is not None}
    with Bars(progress) as bars:
        asked = json.dumps(given, default=_plain)
        return _native.run(name, asked, folder, threads, players, bars.reach)


def _plain(part: Any) -> Union[int, str]:
    """Returns a part of a question as JSON has it."""
    return part.__index__() if hasattr(part, "__index__") else str(part)
