"""A random agent against level 1 of the built-in engine, through gymnasium.

    pip install "./tools/python[gymnasium]"
    python examples/gymnasium_env.py
"""

import gymnasium

import linesofaction.gymnasium  # registers linesofaction/Loa-v0

env = gymnasium.make("linesofaction/Loa-v0", board="5x5", render_mode="ansi")
observation, info = env.reset(seed=1)
env.action_space.seed(1)
done = False
while not done:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, done, _, info = env.step(action)
print(env.render())
print(env.unwrapped.game.end, reward)
