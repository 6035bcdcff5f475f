"""Probes a second of processor time: python throughput.py RULES FOLDER < positions."""

import sys
import time

import numpy as np

from linesofaction import Position, Tablebase

rules, folder = sys.argv[1:]
tables = Tablebase(folder, rules, cache_bytes=1 << 30)
positions = [Position(line) for line in sys.stdin]
board = positions[0].board
us = np.array([position.us for position in positions], dtype=np.uint64)
them = np.array([position.them for position in positions], dtype=np.uint64)


def rate(work):
    begun = time.process_time()
    work()
    return len(positions) / (time.process_time() - begun)


for kind in ["unpacking"] + 3 * ["in memory"]:
    alone = rate(lambda: [tables.value(position) for position in positions])
    arrays = rate(lambda: tables.values_of_arrays(board, us, them))
    print(f"{kind}: one by one {alone:.0f}, together {arrays:.0f}")
