"""A researcher's questions: the length of wins, the share of wins, and zugzwangs.

    pip install ./tools/python
    python examples/researcher.py
"""

import tempfile

import numpy as np

from linesofaction import Tablebase, decode, plan, solve

BOARD, STONES = "5x4", 6

planned = plan(BOARD, stones=STONES)
print(f"{planned.positions:,} values, about {planned.seconds:.0f} s")
with tempfile.TemporaryDirectory() as folder:
    solve(BOARD, folder=folder, stones=STONES)
    with Tablebase(folder) as tables:
        # The census of all tables as columns, ready for pandas.DataFrame(columns).
        columns = tables.census(BOARD)
        for material in tables.materials(BOARD):
            of = columns["material"] == material
            wins = of & np.char.endswith(columns["outcome"], "win")
            share = columns["positions"][wins].sum() / columns["positions"][of].sum()
            longest = columns["plies"][of].max()
            print(f"{material}: the side to move wins {share:.1%}; longest {longest} plies")

        # The positions of each block with their values. The weight counts symmetric copies.
        counts = np.zeros(3)
        for block in tables.blocks(BOARD, "3v3"):
            outcomes, _ = decode(block.values)
            counts += block.weight * np.bincount(outcomes + 1, minlength=3)
        print("3v3 lost, drawn, won:", (counts / counts.sum()).round(4))

        (position, value), = tables.search(BOARD, materials=["3v3"], longest=True, limit=1)
        print(position, value, [str(choice.move) for choice in tables.line(position)])
        zugzwangs = tables.search(BOARD, materials=["3v3"], zugzwang=True, limit=10_000)
        print(len(zugzwangs), "positions of 3v3 in which neither side wants to move")
