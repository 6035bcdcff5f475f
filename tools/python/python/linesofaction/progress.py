"""Progress bars with the interface of tqdm."""

from __future__ import annotations

from typing import Any, Callable, Optional, Protocol


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

    def begin(self, name: str, total: Optional[int]) -> None:
        """Begins a bar."""
        self.close()
        self._name, self._done = name, 0
        if self._make is not None:
            self._bar = self._make(total=total, desc=name)

    def reach(self, name: str, done: int, total: Optional[int]) -> None:
        """Advances the bar with this name to a number of finished steps."""
        if name != self._name:
            self.begin(name, total)
        self.step(done - self._done)

    def step(self, steps: int) -> None:
        """Advances the bar."""
        if self._bar is not None and steps > 0:
            self._done += steps
            self._bar.update(steps)

    def stage(self, name: str, steps: int, total: int) -> None:
        """Begins a bar if a name is given, and otherwise advances the bar."""
        if name:
            self.begin(name, total)
        else:
            self.step(steps)

    def __enter__(self) -> "Bars":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
