#!/usr/bin/env python3
"""Problems of 6x6 without tables: positions of games between engines in which only one move wins.

    proved.py make              writes 6x6-mover-pass.suite beside this file
    proved.py check             proves all claims of that file again

`loa prove` decides every claim: the win and its exact distance, and for each other move that the opponent
wins. A position with an undecided move or a second winning move is left out. LOA names the program.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

LOA = os.environ.get("LOA", "loa")
FILE = Path(__file__).with_name("6x6-mover-pass.suite")
RULES = "mover-pass"
COUNT = 40
PER_DISTANCE = 6
"""The maximum number of problems of one distance."""
START = "1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x"
FIRST = 8
"""The number of moves before the first position of a game that is tried."""
SHORTEST = 5
"""The plies of the shortest win that is taken."""
CHOICES = 8
"""The minimum number of legal moves, as for the theme only-win."""
TIME = ["--time", "3"]
"""The limit on each search for a problem. Claims are proved again without a limit, on machines of any speed."""


def prove(position, *options):
    """Returns the winner and the exact distance, if it was asked for and found. Both are None if undecided."""
    command = [LOA, "prove", "6x6", "--position", position, "--rules", RULES, "--threads", "1", "--hash", "64MiB"]
    ended = subprocess.run([*command, "--json", "--quiet", *options], capture_output=True)
    if ended.returncode != 0:
        return None, None
    found = json.loads(ended.stdout)
    return found["winner"], found.get("distance")


def moves_of(position):
    """Returns the legal moves, each with the position after it."""
    answer = json.loads(subprocess.check_output([LOA, "moves", position, "--rules", RULES, "--json"]))
    return answer["over"], {move["move"]: move["position"] for move in answer["moves"]}


def solution(position, limit=()):
    """Returns the distance of the win and the only move that wins; None if a claim is undecided or wrong."""
    over, moves = moves_of(position)
    if over or len(moves) < CHOICES:
        return None
    side = position[-1]
    winner, plies = prove(position, "--winner", side, "--shortest", *limit)
    if winner != side or plies is None or plies < SHORTEST:
        return None
    good = []
    for move, reached in moves.items():
        # A move that ends the game does not win it, since the shortest win is longer.
        over, _ = moves_of(reached)
        winner = None if over else prove(reached, *limit)[0]
        if not over and (winner is None or (winner == side and good)):
            return None
        if winner == side:
            good.append(move)
    return (plies, good[0]) if good else None


def after(position, move):
    """Returns the position after a move."""
    ranks, side = position.split()
    rows = [list(re.sub(r"\d", lambda digit: "." * int(digit[0]), rank)) for rank in ranks.split("/")]
    (from_file, from_rank), (to_file, to_rank) = re.findall(r"([a-f])([1-6])", move)
    place = lambda file, rank: (6 - int(rank), ord(file) - ord("a"))
    (row, column), (to_row, to_column) = place(from_file, from_rank), place(to_file, to_rank)
    rows[to_row][to_column], rows[row][column] = rows[row][column], "."
    text = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in rows)
    return f"{text} {'o' if side == 'x' else 'x'}"


def candidates(chance):
    """Yields positions of games between two engines, in a random order."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games.sgf")
        engine = f"{LOA} engine --no-tables --level 3"
        options = ["--games", "400", "--plies", "4", "--depth", "3", "--seed", "1", "--no-tables", "--quiet"]
        subprocess.check_call([LOA, "match", engine, engine, "6x6", "--sgf", games, *options], stdout=subprocess.DEVNULL)
        found = set()
        for game in games.read_text().split("(;")[1:]:
            position = START
            moves = re.findall(r";[BW]\[([^]]+)\]", game)
            for number, move in enumerate(moves):
                position = after(position, move)
                if FIRST <= number < len(moves) - 4:
                    found.add(position)
    found = sorted(found)
    chance.shuffle(found)
    return found


def make():
    problems, plies_of = [], Counter()
    for position in candidates(random.Random(1)):
        found = solution(position, TIME)
        if not found or plies_of[found[0]] == PER_DISTANCE:
            continue
        plies_of[found[0]] += 1
        problems.append((found[0], f"{position}; {RULES}; win in {found[0]}; {found[1]}; only-win"))
        print(len(problems), problems[-1][1], flush=True)
        if len(problems) == COUNT:
            break
    lines = [problem for _, problem in sorted(problems)]
    FILE.write_text(
        f"# {COUNT} problems, made and checked by data/suites/proved.py, without tables\n"
        "# position; rules; value; good moves; themes (loa suite --help explains them)\n\n"
        "# only-win\n" + "\n".join(lines) + "\n"
    )


def check():
    wrong = 0
    for line in FILE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        position, _, value, move, _ = (field.strip() for field in line.split(";"))
        plies = int(re.fullmatch(r"win in (\d+)", value)[1])
        if solution(position) != (plies, move):
            print(f"not proved: {line}")
            wrong += 1
    print(f"{wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]]()
