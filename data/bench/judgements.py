"""Compares the judgement of `loa review` with that of a deeper search, move by move.

For each range of the chances that a move lost at the depth of reviews: the number of moves, the mean of what they
lost at the greater depth, and the shares of moves that lost at least 10 and 20 % at that depth.

    loa match "loa engine --level 3" "loa engine --level 4" 8x8 --games 12 --no-tables --sgf games.sgf
    python3 data/bench/judgements.py target/release/loa games.sgf --games 12
"""

import argparse
import bisect
import json
import subprocess

BOUNDS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4]

asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
asked.add_argument("loa")
asked.add_argument("file")
asked.add_argument("--games", type=int, required=True)
asked.add_argument("--depth", type=int, default=4)
asked.add_argument("--deep", type=int, default=6)
args = asked.parse_args()


def judged(game, depth):
    """Returns the estimated moves of a game, and what each lost."""
    command = [args.loa, "review", args.file, "--game", str(game), "--depth", str(depth), "--tables", "none", "--json"]
    moves = json.loads(subprocess.check_output(command, stderr=subprocess.DEVNULL))["moves"]
    # A certificate's word is the same at every depth.
    return {move["number"]: move for move in moves if move["lost"] is not None}


def share(moves, least):
    return f"{sum(move['lost'] >= least for move in moves) / len(moves):.2f}"


ranges = [[] for _ in range(len(BOUNDS) + 1)]
for game in range(1, args.games + 1):
    shallow, deep = judged(game, args.depth), judged(game, args.deep)
    for number, move in shallow.items():
        ranges[bisect.bisect_right(BOUNDS, move["lost"])].append(deep[number])

print(f"depth {args.depth} against {args.deep}, {args.games} games")
print("| lost | moves | lost, deeper | 0.1 or more | 0.2 or more |\n| --- | --- | --- | --- | --- |")
for low, high, moves in zip([0, *BOUNDS], [*BOUNDS, 1], ranges):
    if moves:
        mean = sum(move["lost"] for move in moves) / len(moves)
        print(f"| {low} to {high} | {len(moves)} | {mean:.2f} | {share(moves, 0.1)} | {share(moves, 0.2)} |")
