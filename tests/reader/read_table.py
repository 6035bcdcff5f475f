#!/usr/bin/env python3
"""Read Lines of Action tables and compare them with a list of answers.

Written from tablebase/FORMAT.md alone, and from the rules of the game. Slow and plain on purpose: it proves that the
document is enough and shows one way to follow it. The checksums and the digest (XXH3) are not verified; sizes, counts
and the ends of the units are. Python 3.10 or later, standard library only.

    python3 read_table.py TABLES_DIR positions.csv

TABLES_DIR holds <rules id>/<board>/<material>.loa; positions.csv has the columns rules, position, category and plies.
Prints every difference and a summary; the exit status is 1 if there is a difference.
"""

import csv
import os
import struct
import sys
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import or_

ONE = 16384  # the sum of the frequencies of a context
ESCAPE = 63
BYTES = [(byte, ONE // 256) for byte in range(256)]
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)]  # the last four opposite the first


# Sets of squares are masks: those of one size sort as masks the way they do by rank.
def bits(stones):
    while stones:
        yield (stones & -stones).bit_length() - 1
        stones &= stones - 1


def mask(squares):
    return sum(1 << s for s in squares)


def rank_among(universe, stones):
    return sum(comb((universe & ((1 << s) - 1)).bit_count(), i) for i, s in enumerate(bits(stones), 1))


def rough(n):
    return n if n <= 3 else 4 if n <= 5 else 5 if n <= 8 else 6


class Board:
    def __init__(self, files, ranks):
        self.name, self.files, self.ranks = f"{files}x{ranks}", files, ranks
        self.squares = [8 * r + f for r in range(ranks) for f in range(files)]
        self.all = mask(self.squares)
        self.rays = {s: [self.ray(s, *d) for d in DIRECTIONS] for s in self.squares}
        self.beside = {s: mask(ray[0] for ray in self.rays[s] if ray) for s in self.squares}
        self.symmetries = [{s: self.image(s, turned, flip, flop) for s in self.squares}
                           for turned in range(2 if files == ranks else 1) for flip in (0, 1) for flop in (0, 1)]

    def ray(self, s, df, dr):
        steps = [(s % 8 + n * df, s // 8 + n * dr) for n in range(1, 8)]
        return [8 * r + f for f, r in steps if 0 <= f < self.files and 0 <= r < self.ranks]

    def image(self, s, turned, flip, flop):
        f, r = (self.files - 1 - s % 8 if flip else s % 8), (self.ranks - 1 - s // 8 if flop else s // 8)
        return 8 * f + r if turned else 8 * r + f

    def images(self, stones):
        return [mask(symmetry[s] for s in bits(stones)) for symmetry in self.symmetries]

    @lru_cache(None)
    def groups(self, stones):
        count = 0
        while stones:
            count, front = count + 1, stones & -stones
            while front:
                stones ^= front
                front = stones & reduce(or_, (self.beside[s] for s in bits(front)))
        return count

    def jumps(self, stones):
        """(from, to, stones the line must hold, the line, the squares between) of all moves a line's length allows."""
        for s in bits(stones):
            for d, ray in enumerate(self.rays[s]):
                line = mask(ray + self.rays[s][(d + 4) % 8] + [s])
                for n, to in enumerate(ray, 1):
                    if not stones >> to & 1:
                        yield s, to, n, line, mask(ray[:n - 1])

    def moves(self, us, them):
        """(stones of the mover, stones of the other) after each move."""
        return [(us ^ 1 << s | 1 << to, them & ~(1 << to)) for s, to, n, line, between in self.jumps(us)
                if ((us | them) & line).bit_count() == n and not them & between]

    @lru_cache(None)
    def representatives(self, k):
        return sorted(s for s in map(mask, combinations(self.squares, k)) if s == min(self.images(s)))


board_of = lru_cache(None)(Board)


class Rules:
    def __init__(self, name):
        self.connection, self.stuck, *rest = name.split("-")
        self.misere = rest == ["misere"]

    def finished(self, board, us, them):
        """What a connection that has ended the game is worth to the side to move; None if none has."""
        ours, theirs = board.groups(us) == 1, board.groups(them) == 1
        if self.connection == "own":
            ours = False  # only the side that has just moved can end the game
        if not ours and not theirs:
            return None
        if ours and theirs and self.connection == "draw":
            return "draw"
        return "loss" if theirs != self.misere else "win"

    def successors(self, board, us, them):
        """The positions after each move, or the pass, as (side to move, other side)."""
        after = [(theirs, ours) for ours, theirs in board.moves(us, them)]
        passes = not after and self.stuck == "pass" and board.moves(them, us)
        return [(them, us)] if passes else after


class Table:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.at = 0
        magic, version, header, name, files, ranks, us, self.them, metric = self.numbers("8sII24sBBBBB")
        unit, self.longest, values, units, size, census, model = self.numbers("BHQQQII")
        assert (magic, header, size) == (b"LOATABLE", 128, len(self.data)), "not a whole table"
        assert metric == 0, "not a table with distances"
        assert version == 3 and 4 <= unit <= 12, "not a table of version 3"
        self.rules, self.board = Rules(name.rstrip(b"\0").decode()), board_of(files, ranks)
        self.leaders = self.board.representatives(us)
        self.orbits = {leader: orbit for orbit, leader in enumerate(self.leaders)}
        self.v = comb(files * ranks - us, self.them)
        most = 2 ** unit  # values of a unit
        self.shared = max(1, most // self.v)  # leaders in a unit
        self.parts = (self.v + most - 1) // most  # units of a leader
        assert values == len(self.leaders) * self.v, "another number of values"
        assert units == -(-len(self.leaders) // self.shared) * self.parts, "another number of units"

        self.at = header
        self.longest_win, self.longest_loss = self.numbers("QQ")
        self.census = [self.numbers("HH4xQ") for _ in range(census // 16 - 1)]  # (code, ended, placements)
        assert sum(row[2] for row in self.census) == comb(files * ranks, us) * self.v, "the census does not add up"

        self.distances = self.numbers("%dH" % self.number("B"))
        self.outcomes = dict(self.numbers("HH") for _ in range(self.number("H")))
        self.tokens = {}
        for _ in range(self.number("H")):
            context, first, count = self.numbers("HBB")
            self.tokens[context] = list(enumerate(self.numbers(f"{count}H"), first))
            assert sum(f for _, f in self.tokens[context]) == ONE, "the frequencies of a context do not add up"
        assert self.at == header + census + model, "the model has another length"

        self.at += -self.at % 8
        entry = "Q8x16H"
        self.places, end = [], self.at + struct.calcsize("<" + entry) * -(-units // 16)
        for _ in range(-(-units // 16)):
            start, *lengths = self.numbers(entry)
            assert start == end, "the units do not follow each other"
            for length in lengths:
                self.places.append((end, end + length))
                end += length
        assert end == len(self.data), "the units end elsewhere"
        self.unpack = lru_cache(None)(self.unpack)

    def numbers(self, form):
        self.at += struct.calcsize("<" + form)
        return struct.unpack_from("<" + form, self.data, self.at - struct.calcsize("<" + form))

    def number(self, form):
        return self.numbers(form)[0]

    def lost(self, us, them):
        """None if the position is not lost, else in how many plies."""
        us, them = min(zip(self.board.images(us), self.board.images(them)))
        rank, unit = rank_among(self.board.all & ~us, them), self.orbits[us] // self.shared * self.parts
        part = next(i for i in range(self.parts) if rank < (i + 1) * self.v // self.parts)
        return self.unpack(unit + part)[us][rank - part * self.v // self.parts]

    def unpack(self, unit):
        start, end = self.places[unit]
        coder, part = Coder(self.data[start:end]), unit % self.parts
        first, last = part * self.v // self.parts, (part + 1) * self.v // self.parts
        leaders = self.leaders[unit // self.parts * self.shared:][:self.shared]
        values = {leader: self.unpack_leader(coder, leader, first, last) for leader in leaders}
        assert coder.x == 65536 and next(coder.words, None) is None, f"unit {unit} does not end as it should"
        return values

    def unpack_leader(self, coder, leader, first, last):
        board, free, joined = self.board, self.board.all & ~leader, self.board.groups(leader) == 1
        plies = [None] * (last - first)
        if joined and self.rules.connection != "own":
            return plies
        joining = [rest for s, to, *rest in board.jumps(leader) if board.groups(leader ^ 1 << s | 1 << to) == 1]
        outcome = {}  # of a follower that may count for later ones: its token, or None if it is one of the others
        for place, follower in enumerate(sorted(map(mask, combinations(bits(free), self.them)))[first:last]):
            groups = min(board.groups(follower) - 2, 2)
            if groups < 0:
                continue
            hot = any(((leader | follower) & line).bit_count() == n and not follower & between
                      for n, line, between in joining)
            kind = 2 if joined else 1 if hot else 0
            near = [outcome[f] for f in self.neighbours(free, follower) if f in outcome]
            lost = [token for token in near if token is not None]
            others = len(near) - len(lost)
            # Step 2 of the document only saves time: a certain "not lost" takes nothing, and no context changes by it.
            f = self.outcomes.get(((kind * 3 + groups) * 7 + rough(len(lost))) * 7 + rough(others), ONE)
            if coder.symbol([("not lost", f), ("lost", ONE - f)]) == "not lost":
                if kind != 1:
                    outcome[follower] = None
                continue
            share = 0 if not lost else 1 if len(lost) <= others else 2
            mean = min(63, (2 * sum(lost) + len(lost) // 2) // len(lost)) if lost else rough(others)
            token = coder.symbol(self.tokens[(groups * 3 + share) * 64 + mean])
            escaped = token == ESCAPE
            plies[place] = coder.symbol(BYTES) + 256 * coder.symbol(BYTES) if escaped else self.distances[token]
            outcome[follower] = token
        return plies

    def neighbours(self, free, follower):
        lowest = follower & -follower
        for s in bits(follower):
            for to in bits(self.board.beside[s] & ((1 << s) - 1) & free & ~follower):
                if 1 << s == lowest or 1 << to > lowest:
                    yield follower ^ 1 << s | 1 << to


class Coder:
    def __init__(self, data):
        self.x = struct.unpack_from("<I", data)[0] if data else 65536
        self.words = struct.iter_unpack("<H", data[4:])

    def symbol(self, frequencies):
        """Read one of the symbols of (symbol, frequency); a certain one takes nothing."""
        slot, c = self.x % ONE, 0
        for symbol, f in frequencies:
            if slot < c + f:
                break
            c += f
        self.x = f * (self.x // ONE) + slot - c
        if self.x < 65536:
            self.x = 65536 * self.x + next(self.words)[0]
        return symbol


class Tables:
    def __init__(self, folder):
        self.table = lru_cache(None)(lambda *path: Table(os.path.join(folder, *path) + ".loa"))

    def kept(self, name, board, us, them):
        """Category and plies as the rules or a table tell them at once; None if the position is not lost."""
        rules = Rules(name)
        over = rules.finished(board, us, them)
        if over:
            return over, None if over == "draw" else 0
        if rules.stuck == "loss" and not board.moves(us, them):
            return "loss", 0
        if us.bit_count() == 1:
            return None  # not finished: `own`, where a lone stone need only move or pass to win
        table = self.table(name, board.name, f"{us.bit_count()}v{them.bit_count()}")
        plies = table.lost(us, them)
        return None if plies is None else ("loss", plies)

    def answer(self, name, board, us, them):
        """The category of a position and its plies, None for a draw."""
        found = self.kept(name, board, us, them)
        if found:
            return found
        behind = [self.kept(name, board, *after) for after in Rules(name).successors(board, us, them)]
        losses = [found[1] for found in behind if found and found[0] == "loss"]
        if not losses:
            return "draw", None
        return "win", min(losses) + 1


def parse(text):
    rows, side = text.split()
    rows, sets = rows.split("/")[::-1], {"x": 0, "o": 0}
    for rank, row in enumerate(rows):
        row = "".join("." * int(c) if c.isdigit() else c for c in row)
        for file, c in enumerate(row):
            if c in sets:
                sets[c] |= 1 << 8 * rank + file
    return board_of(len(row), len(rows)), sets.pop(side), sets.popitem()[1]


def main():
    tables, positions, differences = Tables(sys.argv[1]), 0, 0
    with open(sys.argv[2], newline="") as file:
        for row in csv.DictReader(file):
            positions += 1
            category, plies = tables.answer(row["rules"], *parse(row["position"]))
            plies = "" if plies is None else str(plies)
            if (category, plies) != (row["category"], row["plies"]):
                differences += 1
                print(f"{row['rules']} {row['position']}: {category} {plies}, not {row['category']} {row['plies']}")
    print(f"{positions} positions, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
