#!/usr/bin/env python3
"""Checks proof certificates of Lines of Action, written from solver/PROOF.md alone.

    check_proof.py FILE...

Prints what each file proves; exit status 3 if a proof fails, 4 if a file does not follow the format.
The digest, which matters for damage and not for the proof, is not looked at.
"""
import struct
import sys
from functools import lru_cache, reduce
from operator import and_, or_

IDS = [a + b + m for m in ("", "-misere") for a in ("mover", "draw", "own") if not (m and a == "own")
       for b in ("-pass", "-loss", "-draw")]


class Board:  # sets of squares are numbers with a bit for each
    def __init__(self, files, ranks):
        self.F, self.R = files, ranks
        cells = [(f, r) for r in range(ranks) for f in range(files)]
        on = lambda f, r: 0 <= f < files and 0 <= r < ranks
        self.near, self.lines = [], []  # lines: four for each square, either way by distance: (square, those between)
        for f, r in cells:
            ray = lambda df, dr: [files * (r + i * dr) + f + i * df for i in range(1, 8) if on(f + i * df, r + i * dr)]
            near = [files * b + a for a in (f - 1, f, f + 1) for b in (r - 1, r, r + 1) if on(a, b)]
            self.near.append(sum(1 << n for n in near))
            lines = [(ray(a, b), ray(-a, -b)) for a, b in ((1, 0), (0, 1), (1, 1), (1, -1))]
            between = lambda way: [(to, sum(1 << n for n in way[:i])) for i, to in enumerate(way)]
            self.lines.append([(sum(1 << n for n in a + b), (between(a), between(b))) for a, b in lines])
        flips = [lambda f, r: (f, r), lambda f, r: (files - 1 - f, r), lambda f, r: (f, ranks - 1 - r),
                 lambda f, r: (files - 1 - f, ranks - 1 - r)]
        turns = [lambda f, r: (f, r)] + [lambda f, r: (r, f)] * (files == ranks)
        self.images = [[files * y + x for f, r in cells for x, y in [flip(*turn(f, r))]]
                       for flip in flips for turn in turns]

    def squares(self, stones):
        while stones:
            yield (stones & -stones).bit_length() - 1
            stones &= stones - 1

    def least_image(self, us, them):  # with its key; `us` is the winner, to move
        us, them = list(self.squares(us)), list(self.squares(them))
        keys = [sum(2 * 3 ** i[s] for s in us) + sum(3 ** i[s] for s in them) for i in self.images]
        image = self.images[keys.index(min(keys))]
        return min(keys), sum(1 << image[s] for s in us), sum(1 << image[s] for s in them)

    @lru_cache(maxsize=1 << 20)
    def groups(self, stones):
        count = 0
        while stones:
            left, count = stones & -stones, count + 1
            stones ^= left
            while left:
                s = left.bit_length() - 1
                left ^= 1 << s
                left |= self.near[s] & stones
                stones &= ~self.near[s]
        return count

    @lru_cache(maxsize=1 << 20)
    def joins(self, stones):  # groups, with the squares that all others reach, on which a stone must land to join all
        reached, left = [], stones
        while left:
            group = grown = left & -left
            while grown:
                s = grown.bit_length() - 1
                grown = grown & ~(1 << s) | self.near[s] & stones & ~group
                group |= self.near[s] & stones
            left &= ~group
            reached.append((group, reduce(or_, (self.near[s] for s in self.squares(group)))))
        others = [reduce(and_, (r for other, r in reached if other != group), -1) for group, _ in reached]
        return [(group, reach) for (group, _), reach in zip(reached, others) if reach]

    def moves(self, us, them, out_of=-1):  # (from, to, stones of the side to move then, of the other)
        both = us | them
        for s in self.squares(us & out_of):
            landings = []
            for line, ways in self.lines[s]:
                count = bin(line & both).count("1")
                for way in ways:
                    if count < len(way) and not us >> way[count][0] & 1 and not them & way[count][1]:
                        landings.append(way[count][0])
            for to in sorted(landings):
                yield s, to, them & ~(1 << to), us ^ 1 << s | 1 << to

    @lru_cache(maxsize=1 << 20)
    def can_move(self, us, them):
        return any(True for _ in self.moves(us, them))

    def all_moves(self, us, them):
        return list(self.moves(us, them)) or [(-1, -1, them, us)]


class Fault(Exception):
    pass


class Proof:
    def __init__(self, data):
        (magic, version, size, self.ids, F, R, self.winner, self.turn, zeros, black, white, self.plies, more_zeros,
         self.count, length) = struct.unpack_from("<8sIIHBBBBHQQIIQQ", data)
        assert (magic, version, size, length) == (b"LOAPROOF", 2, 80, len(data)) and zeros == more_zeros == 0, "header"
        assert 0 < self.ids < 1 << 15 and 3 <= F <= 8 and 3 <= R <= 8 and max(self.winner, self.turn) < 2, "header"
        assert black and white and not black & white and not (black | white) >> F * R, "start"
        assert self.count <= 4 * (len(data) - 80) and len(data) - 80 <= 33 * self.count, "count"
        self.board = Board(F, R)
        self.start = (white, black) if self.turn else (black, white)
        bits, at, self.places = "".join(f"{byte:08b}" for byte in data[80:]), 0, []
        for _ in range(self.count):
            one = bits.index("1", at)
            self.places.append(2 * (one - at) + int(bits[one + 1]))
            at = one + 2
        assert len(bits) - at < 8 and "1" not in bits[at:], "padding"
        self.known = {}
        self.names = [name.split("-") for i, name in enumerate(IDS) if self.ids >> i & 1]
        # Under such an id a move wins only by joining the stones of who moves.
        self.by_joining = any(len(name) == 2 and name[1] != "loss" for name in self.names)

    def ends(self, connected, blocked):  # after a move of "them": who has won under each id, or None
        ends = set()
        for first, second, *misere in self.names:
            won = {(True, True): "nobody" if first == "draw" else "them", (True, False): "them",
                   (False, True): None if first == "own" else "us", (False, False): None}[connected]
            if misere:
                won = {"them": "us", "us": "them"}.get(won, won)
            if not won and blocked[0] and (second != "pass" or blocked[1]):
                won = "them" if second == "loss" else "nobody"
            ends.add(won)
        return ends

    @lru_cache(maxsize=1 << 20)
    def status(self, us, them, winner_moved):
        connected = self.board.groups(them) == 1, self.board.groups(us) == 1
        blocked = not self.board.can_move(us, them), not self.board.can_move(them, us)
        if (connected, blocked) not in self.known:
            self.known[connected, blocked] = self.ends(connected, blocked)
        ends, good = self.known[connected, blocked], "them" if winner_moved else "us"
        return "won" if ends == {good} else "open" if ends <= {good, None} else "failed"

    @lru_cache(maxsize=1 << 20)
    def won_in_one(self, us, them):
        if not self.by_joining:
            return any(self.status(a, b, True) == "won" for _, _, a, b in self.board.all_moves(us, them))
        joining = self.board.joins(us)
        for group, reach in joining:
            for _, to, a, b in self.board.moves(us, them, group):
                if reach >> to & 1 and self.board.groups(b) == 1 and self.status(a, b, True) == "won":
                    return True
        return bool(joining) and not self.board.can_move(us, them) and self.status(them, us, True) == "won"

    def answered(self, us, them):
        status = self.status(us, them, False)
        return status == "won" or status == "open" and self.won_in_one(us, them)

    def won_in_three(self, us, them):
        return any(self.status(a, b, True) == "open" and all(self.answered(c, d) for _, _, c, d in self.board.all_moves(a, b))
                   for _, _, a, b in self.board.all_moves(us, them))

    def score(self, them):  # after a move of the winner
        loser, winner = them
        cells = [(s % self.board.F, s // self.board.F) for s in self.board.squares(winner)]
        mixed = 4 * self.board.groups(winner) + 2 * bin(loser).count("1") + sum(x * x + y * y for x, y in cells)
        return len(cells) * mixed - sum(x for x, _ in cells) ** 2 - sum(y for _, y in cells) ** 2

    def meet(self, us, them):
        key, us, them = self.board.least_image(us, them)
        if key not in self.numbers:
            self.numbers[key] = len(self.turns)
            self.turns.append((us, them))
            if len(self.turns) > self.count:
                raise Fault("there are more turns than moves")
        return self.numbers[key]

    def follow(self, us, them):  # the loser is to move; the turns after that, and the rank if there is none
        turns, rank = [], 1
        for _, _, a, b in self.board.all_moves(us, them):
            status = self.status(a, b, False)
            if status == "failed":
                raise Fault("the loser does not lose")
            if status == "open" and not self.won_in_one(a, b):
                rank = 2
                if not self.won_in_three(a, b):
                    turns.append(self.meet(a, b))
        return turns, rank

    def check(self):
        self.numbers, self.turns, following = {}, [], []
        us, them = self.start
        if any(self.ends((self.board.groups(them) == 1, self.board.groups(us) == 1),
                         (not self.board.can_move(us, them), not self.board.can_move(them, us)))):
            raise Fault("the game is over at the start")
        if self.winner != self.turn:
            at_start, rank = self.follow(us, them)
        elif self.won_in_one(us, them):
            at_start, rank = [], 0
        else:
            at_start, rank = [] if self.won_in_three(us, them) else [self.meet(us, them)], 1
        for us, them in self.turns:  # which grows on the way
            moves = sorted(self.board.all_moves(us, them), key=lambda move: self.score(move[2:]))
            place = self.places[len(following)]
            if place >= len(moves) or self.status(*moves[place][2:], True) != "open":
                raise Fault("the winner has no such move")
            following.append(self.follow(*moves[place][2:])[0])
        if len(self.turns) < self.count:
            raise Fault("there are fewer turns than moves")
        before, left = [[] for _ in self.turns], [len(turns) for turns in following]
        for number, turns in enumerate(following):
            for turn in turns:
                before[turn].append(number)
        ranks, ready = [2] * len(left), [number for number, count in enumerate(left) if not count]
        for number in ready:  # which grows as well
            for turn in before[number]:
                ranks[turn], left[turn] = max(ranks[turn], ranks[number] + 1), left[turn] - 1
                ready += [turn] * (not left[turn])
        if len(ready) < len(ranks):
            raise Fault("a turn follows itself")
        begins = self.winner == self.turn
        plies = begins + 2 * max([rank] + [ranks[turn] + (not begins) for turn in at_start])
        if plies > self.plies:
            raise Fault(f"the win may take {plies} plies, not {self.plies}")


status = 0
for name in sys.argv[1:]:
    try:
        proof = Proof(open(name, "rb").read())
        proof.check()
        print(f"{name}: {'xo'[proof.winner]} wins {proof.board.F}x{proof.board.R} within {proof.plies} plies under "
              f"{', '.join('-'.join(id) for id in proof.names)}; {proof.count} moves")
    except Fault as fault:
        print(f"{name}: {fault}")
        status = status or 3
    except (AssertionError, struct.error, ValueError, IndexError) as error:
        print(f"{name}: damaged: {error}")
        status = status or 4
sys.exit(status)
