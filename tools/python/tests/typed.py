"""What a user writes, for the checkers of types."""

import numpy as np
import numpy.typing as npt

from linesofaction import Engine, Game, Position, Tablebase, Value


class Cached(Tablebase):
    """Tables of a user's own kind."""

    def worth(self, text: str) -> Value:
        return self.value(text)


def open_tables() -> Tablebase:
    return Tablebase()


def samples(tables: Tablebase) -> npt.NDArray[np.int16]:
    with tables as again:
        blocks = sum(block.weight for block in again.blocks("4x4", "4v4"))
        longest = again.search("4x4", longest=True)[0][0]
    assert blocks and isinstance(longest, Position)
    return open_tables().sample("4x4", "4v4", 10).values


def placements() -> int:
    return Cached().census("4x4", "4v4").positions


def reply(game: Game) -> str:
    with Engine(depth=2) as engine:
        return str(engine.play(game))
