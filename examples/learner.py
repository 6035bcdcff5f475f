"""A learner's first model: a regression on exact values, with its moves judged by tables.

    pip install ./tools/python
    python examples/learner.py
"""

import numpy as np

from linesofaction import Board, Tablebase, decode, judge

tables, board = Tablebase(), Board("4x4")
squares = np.flatnonzero([board.mask >> bit & 1 for bit in range(64)]).astype(np.uint64)


def planes(us, them):
    """Returns a row of zeros and ones for each position: our stones, theirs, and all pairs of stones."""
    bits = [(np.asarray(side, np.uint64)[:, None] >> squares) & np.uint64(1) for side in (us, them)]
    single = np.hstack(bits).astype(np.float32)
    first, second = np.triu_indices(single.shape[1])
    return single[:, first] * single[:, second]


# Positions of one material: the side to move has three of the seven stones.
train = tables.sample("4x4", "3v4", 20_000, seed=1)
test = tables.sample("4x4", "3v4", 5_000, seed=2)
x, y = planes(train.us, train.them), decode(train.values)[0].astype(np.float32)
weights = np.linalg.solve(x.T @ x + 10 * np.eye(x.shape[1]), x.T @ y)
found, known = np.sign(planes(test.us, test.them) @ weights), decode(test.values)[0]
print(f"outcomes right: {(found == known).mean():.1%}, always a win: {(known == 1).mean():.1%}")


def policy(position):
    """Returns the move after which the other side looks worst."""
    after = [position.play(move) for move in position.moves()]
    worth = planes([p.us for p in after], [p.them for p in after]) @ weights
    return position.moves()[int(np.argmin(worth))]


judgement = judge(policy, board, tables, materials=["4v3"], positions=300)
print(f"{judgement.kept} of {len(judgement.moves)} moves keep the result")
