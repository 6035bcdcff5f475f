"""What an estimate of the engine is worth: how often the side that it puts ahead wins in the end.

The engine plays against itself after random moves; of every position with an estimate, the mean of the last
two depths is compared with the result.

    python3 data/bench/estimates.py target/release/loa 8x8 --depth 4 --games 200
"""

import argparse
import bisect
import json
import random
import subprocess

BOUNDS = [25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 600, 1000]
MOST_PLIES = 200

asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
asked.add_argument("loa")
asked.add_argument("board")
asked.add_argument("--depth", type=int, default=4)
asked.add_argument("--games", type=int, default=200)
asked.add_argument("--random", type=int, default=6, help="random moves to begin with")
asked.add_argument("--seed", type=int, default=1)
args = asked.parse_args()
chance = random.Random(args.seed)
engine = subprocess.Popen(
    [args.loa, "engine", "--no-tables"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def think(moves):
    """Returns the engine's move, and its scores by depth as words such as ["cp", "34"]."""
    print(f"position start {args.board} moves {' '.join(moves)}\ngo depth {args.depth}", file=engine.stdin, flush=True)
    scores = []
    for line in engine.stdout:
        words = line.split()
        if words[0] == "bestmove":
            return words[1], scores
        if "score" in words:
            scores.append(words[words.index("score") + 1 :][:2])
    raise EOFError("the engine has ended")


def opening():
    """Returns random moves from the start that do not end the game."""
    while True:
        moves, position = [], f"start {args.board}"
        for _ in range(args.random + 1):
            found = json.loads(subprocess.check_output([args.loa, "moves", position, "--json"]))
            if found["over"] or not found["moves"]:
                break
            if len(moves) == args.random:
                return moves
            played = chance.choice(found["moves"])
            moves.append(played["move"])
            position = played["position"]


counts = [[0, 0, 0] for _ in range(len(BOUNDS) + 1)]
for game in range(args.games):
    moves, seen, result = opening(), [], 0
    while len(moves) < MOST_PLIES:
        played, scores = think(moves)
        turn = 1 if len(moves) % 2 == 0 else -1
        if scores[-1][0] in ("win", "loss"):
            result = turn if scores[-1][0] == "win" else -turn
            break
        if played == "none":
            break
        if len(scores) > 1:
            mean = (int(scores[-2][1]) + int(scores[-1][1])) / 2
            seen.append(turn * mean)
        moves.append(played)
    for score in seen:
        ahead = 1 if score > 0 else -1
        counts[bisect.bisect(BOUNDS, abs(score))][1 - ahead * result] += 1
engine.stdin.close()

print(f"{args.board}, depth {args.depth}, {args.games} games, {args.random} random moves, seed {args.seed}")
print("| score | positions | won | drawn | lost | share of the side ahead |\n| --- | --- | --- | --- | --- | --- |")
for low, high, (won, drawn, lost) in zip([0, *BOUNDS], [*BOUNDS, "more"], counts):
    if total := won + drawn + lost:
        print(f"| {low} to {high} | {total} | {won} | {drawn} | {lost} | {(won + drawn / 2) / total:.2f} |")
