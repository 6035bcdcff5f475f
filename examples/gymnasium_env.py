"""Lines of Action as an environment of gymnasium: the agent is x, an engine answers as o.

    pip install ./tools/python gymnasium
    python examples/gymnasium_env.py
"""

import gymnasium
import numpy as np

from linesofaction import Engine, Game

PASS = 64 * 64


def action_of(move):
    """Returns 64 from + to, or 4096 for a pass."""
    return PASS if move.is_pass else 64 * move.from_square.index + move.to_square.index


class LoaEnv(gymnasium.Env):
    """Observations are planes of the agent's stones and of the other side's. `info["action_mask"]`
    has the legal actions; an illegal action loses. The reward at the end is 1, 0 or -1."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, board="5x5", rules="club", opponent=None, render_mode=None):
        self.start, self.rules, self.render_mode = f"start {board}", rules, render_mode
        self.opponent = opponent or Engine(level=1, rules=rules)
        self.action_space = gymnasium.spaces.Discrete(PASS + 1)
        self.observation_space = gymnasium.spaces.Box(0, 1, (2, 8, 8), np.int8)

    def _seen(self):
        position = self.game.position
        sides = (position.us, position.them) if position.turn == "x" else (position.them, position.us)
        planes = [[bits >> square & 1 for square in range(64)] for bits in sides]
        self.moves = {action_of(move): move for move in self.game.legal_moves}
        mask = np.zeros(PASS + 1, np.int8)
        mask[list(self.moves)] = 1
        return np.array(planes, np.int8).reshape(2, 8, 8), {"action_mask": mask}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.game = Game(self.start, self.rules)
        return self._seen()

    def step(self, action):
        if int(action) not in self.moves:
            self.game.resign("x")
        else:
            self.game.play(self.moves[int(action)])
            if self.game.result is None:
                self.game.play(self.opponent.play(self.game))
        reward = {"x": 1.0, "o": -1.0}.get(self.game.result, 0.0)
        observation, info = self._seen()
        return observation, reward, self.game.result is not None, False, info

    def render(self):
        return str(self.game.position) if self.render_mode == "ansi" else None


if __name__ == "__main__":
    env = LoaEnv(render_mode="ansi")
    observation, info = env.reset(seed=1)
    done = False
    while not done:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, done, _, info = env.step(action)
    print(env.render(), env.game.end, reward)
