#!/usr/bin/env python3
"""The games of the gallery, with a sentence at each turning point.

    gallery.py make              writes gallery.json beside this file
    gallery.py check [BOARD..]   makes the games of these boards, or all, again, and fails if a byte differs

Every sentence is computed from rules and tables, which LOA_TABLES names; README.md says which tables are
needed. LOA names the program.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

LOA = os.environ.get("LOA", "loa")
DATA = Path(__file__).parent.parent
FILE = Path(__file__).with_name("gallery.json")
RULES = "mover-pass"
PRESET = "club"
"""The preset with these rules."""
NAMES = {"x": "Black", "o": "White"}
WORDS = "no one two three four five six seven eight nine".split()


def run(*words, body=""):
    """Returns the output of a command."""
    ended = subprocess.run([LOA, *words], input=body, capture_output=True, text=True)
    if ended.returncode:
        sys.exit(ended.stderr)
    return ended.stdout


def loa(*words, body=""):
    """Returns the answer of a command in JSON."""
    return json.loads(run(*words, "--json", body=body))


class Board:
    """A position, and its value if `look_up` has found it."""

    value = None

    def __init__(self, text):
        self.text = text
        self.turn = text[-1]
        ranks = [re.sub(r"\d", lambda digit: "." * int(digit[0]), rank) for rank in text.split()[0].split("/")]
        self.stones = {(file, rank): stone for rank, row in enumerate(ranks) for file, stone in enumerate(row)}

    def of(self, side):
        return {square for square, stone in self.stones.items() if stone == side}

    def is_joined(self, side):
        """True if the stones of a side are one group."""
        left = self.of(side)
        open_ = [left.pop()]
        while open_:
            file, rank = open_.pop()
            near = {(file + right, rank + up) for right in (-1, 0, 1) for up in (-1, 0, 1)} & left
            left -= near
            open_.extend(near)
        return not left

    def flipped(self):
        """Returns the position with the other side to move."""
        return Board(self.text[:-1] + other(self.turn))

    def moves(self):
        """Returns the legal moves, each with the position after it."""
        moves = loa("moves", self.text, "--rules", RULES)["moves"]
        return {move["move"]: Board(move["position"]) for move in moves}

    def joining(self):
        """Returns the moves that join the mover's stones."""
        return [move for move, after in self.moves().items() if after.is_joined(self.turn)]

    def with_result(self, category):
        return [move for move in self.value["moves"] if move["category"] == category]


def look_up(boards):
    """Sets the values of positions by tables."""
    body = json.dumps([{"position": board.text, "rules": RULES} for board in boards])
    for board, value in zip(boards, loa("ask", "/api/probe", "--body", "-", body=body)):
        board.value = value


def other(side):
    return "o" if side == "x" else "x"


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(items):
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} or {items[-1]}"


def verdict(board, verbs=("wins", "draws", "loses")):
    """Returns the value of a position in words."""
    category, plies = board.value["category"], board.value["plies"]
    verb = dict(zip(("win", "draw", "loss"), verbs))[category]
    return f"{NAMES[board.turn]} {verb}{'' if category == 'draw' else f' in {plies}'}"


class Film:
    """Best play from a won or lost position to the end of the game."""

    def __init__(self, start, moves, most):
        """Takes a position, its best line, and the number of stones up to which tables are used."""
        self.moves = moves
        self.boards = [Board(start)]
        for move in moves:
            self.boards.append(self.boards[-1].moves()[move])
        self.flipped = [board.flipped() for board in self.boards]
        end = self.boards[-1]
        self.winner = next(side for side in (other(end.turn), end.turn) if end.is_joined(side))
        self.loser = other(self.winner)
        known = [at for at, board in enumerate(self.boards[:-1]) if len(board.of("x") | board.of("o")) <= most]
        look_up([self.boards[at] for at in known] + [self.flipped[at] for at in known])
        for at in known:
            expected = ("win" if self.boards[at].turn == self.winner else "loss", len(moves) - at)
            found = self.boards[at].value
            assert (found["category"], found["plies"]) == expected, (start, at, found)
        self.threats = [[] if at == len(moves) else board.joining() for at, board in enumerate(self.flipped)]

    def notes(self, first):
        """Returns the sentences, each after the number of moves before it; `first` is about the start."""
        notes = [[0, first]]
        for at in range(1, len(self.moves)):
            said = [*self.capture(at), *self.threat(at), *self.tempo(at)]
            if said:
                notes.append([at, " ".join(said)])
        end = [*self.capture(len(self.moves)), f"{self.moves[-1]} joins {NAMES[self.winner]}'s stones."]
        return [*notes, [len(self.moves), " ".join(end)]]

    def capture(self, at):
        move, board = self.moves[at - 1], self.boards[at]
        if "x" in move:
            left = [f"{NAMES[side]} {len(board.of(side))}" for side in "xo"]
            yield f"{move} captures. Stones left: {left[0]}, {left[1]}."

    def threat(self, at):
        """Says that the last move threatens to win, unless the move before it by the same side did."""
        board, threats = self.boards[at], self.threats[at]
        if not threats or at > 1 and self.threats[at - 2]:
            return
        side = NAMES[other(board.turn)]
        yield f"{side} threatens to join with {listed(threats[:3])}."
        if not board.value:
            return
        moves = board.value["moves"]
        if board.turn == self.winner:
            wins = board.with_result("win")
            yield f"Only {wins[0]['move']} wins." if len(wins) == 1 else f"{len(wins)} of {len(moves)} moves win."
        elif len(moves) > 1:
            best, second = sorted((move["plies"] for move in moves), reverse=True)[:2]
            if second < best:
                yield f"Only {self.moves[at]} lasts for {best} plies; all other moves lose within {second}."

    def tempo(self, at):
        """Says whom it hurts to have the move, unless the same was true at the side's move before."""
        board, flipped = self.boards[at], self.flipped[at]
        if not self.hurts(at) or at > 1 and self.hurts(at - 2):
            return
        would = f"if it were {NAMES[flipped.turn]}'s turn, {verdict(flipped, ('would win', 'would draw', 'would lose'))}"
        if board.turn == self.winner:
            yield f"{would[0].upper()}{would[1:]}. {NAMES[self.winner]}, to move, needs {len(self.moves) - at}."
        else:
            yield f"Zugzwang: {would}."

    def hurts(self, at):
        """True if the winner would win sooner, or the loser would not lose, with the other side to move."""
        value = self.flipped[at].value
        if not value or value["over"]:
            return False
        if self.boards[at].turn == self.winner:
            return value["category"] == "loss" and value["plies"] + 1 < len(self.moves) - at
        return value["category"] != "win"

    def only_moves(self):
        """Returns the number of the winner's turns, and of those at which one move wins."""
        turns = [board for board in self.boards[:-1] if board.turn == self.winner]
        return len(turns), sum(len(board.with_result("win")) == 1 for board in turns)

    def wonder(self, title, about, first):
        line = {"moves": self.moves, "notes": self.notes(first)}
        record = {"position": self.boards[0].text, "rules": PRESET, "lines": [line]}
        return {"title": title, "about": about, "winner": self.winner, "record": record}


def best_line(position):
    return loa("line", position, "--rules", RULES, "--exact")["line"]


def longest(board, most, limit=64):
    """Returns the longest win, with up to `limit` stones, from the census of the board. Sentences use tables of up to
    `most` stones."""
    census = (DATA / f"census/{board}-{RULES}.txt").read_text()
    rows = re.findall(r"(?m)^(\d+)v(\d+) .* (\d+) +(\S+ x)$", census)
    found = [(int(plies), start) for us, them, plies, start in rows if int(us) + int(them) <= limit]
    start = max(found, key=lambda one: one[0])[1]
    line = census.partition(f'$ loa line "{start}"')[2]
    moves = re.findall(r"(?m)^ *\d+\.(?:\.\.)? +(\S+)", line) or best_line(start)
    name = f" with up to {WORDS[limit]} stones" if limit < len(WORDS) else ""
    film = Film(start, moves, most)
    plies, side = len(moves), NAMES[film.winner]
    first = f"{side} wins in {plies}."
    if all(one.value for one in film.boards[:-1]):
        turns, only = film.only_moves()
        first += f" At {only} of {turns} turns only one move of {side} wins."
    first = " ".join([first, *film.tempo(0)])
    about = f"No win on {board}{name} takes longer. Both sides play perfectly, by tables."
    return film.wonder(f"{board}: the longest win{name}, {plies} plies", about, first)


def zugzwang(board, material):
    """Returns the mutual zugzwang with the longest win."""
    options = ["--rules", RULES, "--material", material, "--zugzwang", "--limit", "1000000", "--quiet"]
    found = loa("search", board, *options)["positions"]
    start = max(found, key=lambda one: one["plies"] or 0)["position"]
    film = Film(start, best_line(start), 64)
    here, there = film.boards[0], film.flipped[0]
    first = f"Whoever moves is worse off: {verdict(here)} if it is Black's turn, and {verdict(there)} if it is White's."
    about = f"Up to symmetry {board} has {counted(len(found), 'mutual zugzwang')} with {material}: each side would prefer the other "
    about += "to move. In this one the win takes longest."
    return film.wonder(f"{board}: zugzwang", about, first)


def capture(board, material, plies):
    """Returns the longest win in which only one move wins, and captures; of wins in at least some plies."""
    options = ["--rules", RULES, "--material", material, "--only-move", "--result", "win", "--plies", f"{plies}..99"]
    lines = run("search", board, *options, "--csv", "--quiet").splitlines()
    found = sorted((line.split(",") for line in lines[1:]), key=lambda row: -int(row[3]))
    boards = [Board(row[0]) for row in found]
    for first in range(0, len(boards), 500):
        part = boards[first : first + 500]
        look_up(part)
        start = next((one for one in part if one.with_result("win")[0]["capture"]), None)
        if start:
            break
    film = Film(start.text, best_line(start.text), 64)
    drawn, lost = (len(start.with_result(result)) for result in ("draw", "loss"))
    others = f"{drawn} of the other moves draw, and {lost} lose" if drawn else f"all other {lost} moves lose"
    first = f"Only {film.moves[0]}, a capture, wins; {others}."
    about = f"No longer win of {board} with {material} has a capture as its only winning move."
    return film.wonder(f"{board}: only a capture wins", about, first)


def proof(board):
    """Returns the certificate of a board as a proof to walk through."""
    file = DATA / f"proofs/{board}.proof"
    checked = loa("proof", "check", str(file), "--quiet")
    side = NAMES[checked["winner"]]
    about = (
        f"{side} wins {board} within {checked['plies']} plies, by a certificate of {checked['positions']:,} positions. "
        f"Choose a move for {NAMES[other(checked['winner'])]}: the certificate answers each."
    )
    first = loa("proof", "line", str(file))["moves"][0]["move"]
    record = {"position": checked["start"], "rules": PRESET, "lines": [{"moves": [first], "notes": []}]}
    title = f"{board}: the proof, move by move"
    return {"title": title, "about": about, "winner": checked["winner"], "walk": True, "record": record}


WONDERS = [
    ("5x5", longest, 64),
    ("6x6", longest, 8, 8),
    ("7x7", longest, 6, 8),
    ("8x8", longest, 0, 7),
    ("4x4", longest, 64),
    ("6x6", proof),
    ("4x4", zugzwang, "4v4"),
    ("5x5", zugzwang, "4v4"),
    ("4x4", capture, "4v4", 11),
    ("5x5", capture, "4v4", 15),
]


def made(board, make, *rest):
    """Returns a line of the file."""
    print(board, make.__name__, *rest, flush=True)
    return json.dumps(make(board, *rest))


def main(what, *boards):
    if what == "make":
        lines = ",\n".join(made(*wonder) for wonder in WONDERS)
        FILE.write_text(f"[\n{lines}\n]\n")
        return
    there = FILE.read_text().removeprefix("[\n").removesuffix("\n]\n").split(",\n")
    chosen = [(wonder, line) for wonder, line in zip(WONDERS, there, strict=True) if not boards or wonder[0] in boards]
    wrong = [wonder for wonder, line in chosen if made(*wonder) != line]
    sys.exit(f"different: {wrong}" if wrong else None)


if __name__ == "__main__":
    main(*sys.argv[1:])
