#!/usr/bin/env python3
"""Moves for the judgement of reviews: 60 of 6x6 that must have no mark, and 60 of 8x8 that must have one.

    marks.py make GAMES.sgf..   writes marks.csv beside this file
    marks.py check              proves its claims again, and counts the wrong marks of reviews

On 6x6 each move leaves the certificate of the start, and still wins. On 8x8 each move loses within a few plies,
and a search of the position before it finds no win of the opponent. `loa prove` decides both. The games of 8x8:

    loa match "loa engine --no-tables --level 1" "loa engine --no-tables --level 2" 8x8 --games 200 --plies 4 \\
        --depth 2 --seed 7 --no-tables --sgf 1.sgf
    loa match "loa engine --no-tables --level 2" "loa engine --no-tables --level 3" 8x8 --games 60 --plies 4 \\
        --depth 2 --seed 7 --no-tables --sgf 2.sgf
"""

import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from proved import LOA, RULES, START, moves_of

FILE = Path(__file__).with_name("marks.csv")
COUNT = 60
BOUNDS = range(9, 22)
"""The plies of the certificate's wins from which moves of 6x6 are tried."""
PER_POSITION = 3
"""The maximum number of moves from one position, and of one game."""
LAST = 12
"""The number of moves at the end of a game of 8x8 that are tried."""
SHORT = 6
"""The maximum number of plies until a move of 8x8 loses."""
TIME = ["--time", "3"]
"""The limit on each search. Wins are proved again without a limit."""


def prove(board, position, winner, *limit):
    """Returns the maximum number of plies of a player's win; None if it is undecided."""
    command = [LOA, "prove", board, "--position", position, "--rules", RULES, "--winner", winner, "--threads", "1"]
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run([*command, "--json", "--quiet", *limit], capture_output=True, cwd=folder)
    return json.loads(ended.stdout)["plies"] if ended.returncode == 0 else None


@contextmanager
def server():
    """Yields a function that asks a server of the program, whose certificates are checked once."""
    command = [LOA, "serve", "--listen", "127.0.0.1:0", "--tables", "none"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://[\d.:]*\d", line)))

        def ask(path, body=None, **query):
            url = f"{address}/api/{path}?{urllib.parse.urlencode(query)}"
            with urllib.request.urlopen(url, body and body.encode()) as answer:
                return json.load(answer)

        try:
            yield ask
        finally:
            process.terminate()


def proof(ask, position):
    """Returns the plies that a certificate proves, and the moves that it answers, once it is checked."""
    while (answer := ask("estimate", position=position, effort="proofs")).get("checking"):
        pass
    return answer["plies"], [move["move"] for move in answer["moves"] if move["category"]]


def leaving(ask, chance):
    """Yields moves of 6x6 that leave the certificate and win, with the plies of the win."""
    while True:
        position, plies = START, None
        while not plies or plies > BOUNDS[-1]:
            plies, known = proof(ask, position)
            if not known:
                break
            _, moves = moves_of(position)
            if position.endswith("x") and plies in BOUNDS:
                others = sorted(set(moves) - set(known))
                chance.shuffle(others)
                found = ((position, move, prove("6x6", moves[move], "x", *TIME)) for move in others)
                yield from islice((entry for entry in found if entry[2]), PER_POSITION)
                break
            position = moves[known[0] if position.endswith("x") else chance.choice(known)]


def falls(games):
    """Yields moves of the games' losers that lose soon, although the position before them is not known as lost."""
    for game in "".join(Path(file).read_text() for file in games).split("(;")[1:]:
        winner = {"B": "x", "W": "o"}.get(re.search(r"RE\[(\w)", game)[1])
        position, found = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x", []
        played = re.findall(r";[BW]\[([^]]+)\]", game)
        for number, move in enumerate(played):
            _, moves = moves_of(position)
            move = move.replace(":", "x")
            is_late = len(played) - LAST < number < len(played) - 1
            if is_late and winner and not position.endswith(winner):
                plies = prove("8x8", moves[move], winner, "--time", "1")
                if plies and plies < SHORT and not prove("8x8", position, winner, *TIME):
                    found.append((position, move, plies + 1))
            position = moves[move]
        yield from found[-PER_POSITION:]


def make(*games):
    with server() as ask:
        wins = first(leaving(ask, random.Random(1)))
    losses = first(falls(games))
    with FILE.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["position", "move", "result", "plies"])
        rows.writerows((position, move, "win", plies + 1) for position, move, plies in wins)
        rows.writerows((position, move, "loss", plies) for position, move, plies in losses)


def first(entries):
    """Returns the first entries that differ."""
    found = {}
    for entry in entries:
        found.setdefault(entry[:2], entry)
        print(len(found), *entry, flush=True)
        if len(found) == COUNT:
            break
    return list(found.values())


def check():
    wrong = 0
    with FILE.open(newline="") as file, server() as ask:
        for row in csv.DictReader(file):
            position, move, result = row["position"], row["move"], row["result"]
            after = moves_of(position)[1][move]
            winner, board = (position[-1], "6x6") if result == "win" else (after[-1], "8x8")
            review = ask("review", f"{position}\n{move}", depth=4)
            [judged] = review["moves"]
            is_right = bool(judged["mark"]) == (result == "loss") and prove(board, after, winner)
            if not is_right:
                wrong += 1
                print(f"wrong: {position} {move} {result}: mark {judged['mark']}")
    print(f"{wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](*sys.argv[2:])
