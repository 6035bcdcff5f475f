"""Lines of Action as an environment of PettingZoo with two agents, x and o, which move in turn.

`pip install "linesofaction[pettingzoo]"` installs PettingZoo, too.

>>> from linesofaction.pettingzoo import LoaEnv
>>> env = LoaEnv("4x4")
>>> env.reset()
>>> for agent in env.agent_iter(2):
...     observation, reward, termination, truncation, info = env.last()
...     env.step(int(observation["action_mask"].argmax()))
>>> [str(move) for move in env.game.moves]
['b1-d1', 'a2-b1']
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from ._actions import ACTIONS, PASS, action_of, moves_of, planes_of
from ._native import Board, Game, Rules

__all__ = ["LoaEnv", "PASS", "action_of"]


class LoaEnv(AECEnv):  # type: ignore[misc]
    """An observation has two planes, `observation`, of the agent's stones and of the other side's,
    and `action_mask`, the legal actions; an illegal action loses. The winner's reward at the end
    is 1, the loser's -1. An action is 64 from + to, or `PASS`.
    """

    metadata = {"name": "linesofaction_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        board: Union[Board, str] = "5x5",
        rules: Union[Rules, str] = "club",
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.start, self.rules, self.render_mode = Board(board).start(), rules, render_mode
        self.possible_agents = ["x", "o"]
        spaces = gymnasium.spaces
        self._action_space = spaces.Discrete(ACTIONS)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, 8, 8), np.int8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.game = Game(self.start, rules)

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Returns the actions."""
        return self._action_space

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Returns the observations."""
        return self._observation_space

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. Nothing in it is left to chance."""
        self.game = Game(self.start, self.rules)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.position.turn

    def observe(self, agent: str) -> Dict[str, Any]:
        """Returns what an agent sees. Only the side to move has legal actions."""
        planes, mask = planes_of(self.game.position), np.zeros(ACTIONS, np.int8)
        if agent == self.agent_selection:
            mask[list(moves_of(self.game))] = 1
        return {"observation": planes if agent == "x" else planes[::-1], "action_mask": mask}

    def step(self, action: Union[int, np.int64, None]) -> None:
        """Plays the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        move = moves_of(self.game).get(-1 if action is None else int(action))
        if move is None:
            self.game.resign(agent)
        else:
            self.game.play(move)
        result = self.game.result
        if result is not None:
            won = {"x": 1.0, "o": -1.0}.get(result, 0.0)
            self.rewards = {"x": won, "o": -won}
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = "o" if agent == "x" else "x"
        self._accumulate_rewards()

    def close(self) -> None:
        """Does nothing: a game holds no files."""

    def render(self) -> Optional[str]:
        """Returns the position as text in the mode `ansi`."""
        return self.game.position.diagram() if self.render_mode == "ansi" else None
