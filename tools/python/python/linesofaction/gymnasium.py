"""Lines of Action as an environment of gymnasium: the agent is x, an engine answers as o.

Importing this module registers the environment `linesofaction/Loa-v0`.
`pip install "linesofaction[gymnasium]"` installs gymnasium, too.

>>> import gymnasium
>>> import linesofaction.gymnasium
>>> env = gymnasium.make("linesofaction/Loa-v0", board="4x4")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((2, 8, 8), 12)
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np
import numpy.typing as npt

from ._actions import ACTIONS, PASS, action_of, moves_of, planes_of
from ._native import Board, Game, Move, Position, Rules
from .engine import Engine

__all__ = ["LoaEnv", "PASS", "action_of"]

#: What an environment shows of a state: the planes, and the mask of the legal actions.
_Seen = Tuple[npt.NDArray[np.int8], Dict[str, Any]]


class LoaEnv(gymnasium.Env[npt.NDArray[np.int8], np.int64]):
    """Observations are planes of the agent's stones and of the other side's. `info["action_mask"]`
    has the legal actions; an illegal action loses. The reward at the end is 1, 0 or -1. An action
    is 64 from + to, or `PASS`.

    The opponent is an `Engine` or a function from positions to moves; by default level 1. With
    the same seed of `reset`, the same actions get the same replies of a level.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        board: Union[Board, str] = "5x5",
        rules: Union[Rules, str] = "club",
        opponent: Union[Engine, Callable[[Position], Union[Move, str]], None] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        self.start, self.rules, self.render_mode = Board(board).start(), rules, render_mode
        self.opponent = opponent or Engine(level=1, rules=rules)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = gymnasium.spaces.Box(0, 1, (2, 8, 8), np.int8)
        self.game = Game(self.start, rules)

    def _seen(self) -> _Seen:
        mask = np.zeros(ACTIONS, np.int8)
        mask[list(moves_of(self.game))] = 1
        return planes_of(self.game.position), {"action_mask": mask}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> _Seen:
        """Begins a game."""
        super().reset(seed=seed)
        if isinstance(self.opponent, Engine):
            self.opponent._reseed(int(self.np_random.integers(2**63)))
        self.game = Game(self.start, self.rules)
        return self._seen()

    def _reply(self) -> Union[Move, str]:
        if isinstance(self.opponent, Engine):
            return self.opponent.play(self.game)
        return self.opponent(self.game.position)

    def step(
        self, action: Union[int, np.int64]
    ) -> Tuple[npt.NDArray[np.int8], float, bool, bool, Dict[str, Any]]:
        """Plays the agent's move and the reply of its opponent."""
        move = moves_of(self.game).get(int(action))
        if move is None:
            self.game.resign("x")
        else:
            self.game.play(move)
            if self.game.result is None:
                self.game.play(self._reply())
        rewards = {"x": 1.0, "o": -1.0}
        observation, info = self._seen()
        result = self.game.result
        return observation, rewards.get(result or "", 0.0), result is not None, False, info

    def render(self) -> Any:
        """Returns the position as text in the mode `ansi`."""
        return self.game.position.diagram() if self.render_mode == "ansi" else None


gymnasium.register(id="linesofaction/Loa-v0", entry_point=f"{__name__}:LoaEnv")
