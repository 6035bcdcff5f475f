#!/usr/bin/env python3
"""Checks proof certificates of Lines of Action, written from solver/PROOF.md alone.

    check_proof.py FILE...

Prints what each file proves, a part of a proof together with the others; exit status 3 if a proof fails, 4 if a
file does not follow the format.
The digest, which matters for damage and not for the proof, is not looked at. If the package numba is
installed, it compiles the functions on single positions, and a check is seventy times as fast; PyPy
makes it eight times as fast.
"""
import struct
import sys
from collections import namedtuple

plain = lambda function: function
try:
    from numba import njit as compiled
    from numpy import array, uint64

    signed = lambda stones: stones - (stones >> 63 << 64)  # compiled integers have 64 bits: bit 63 is the sign
    sets = lambda numbers: array(numbers, uint64).astype("int64")
except ImportError:
    compiled, array, signed, sets = plain, list, int, list

IDS = [a + b + m for m in ("", "-misere") for a in ("mover", "draw", "own") if not (m and a == "own")
       for b in ("-pass", "-loss", "-draw")]
OPEN, WON, FAILED = range(3)

# A set of squares is a number with a bit for each. `us` are the stones of the side to move, and `them` the others.
#
# lines: for each square four sets, the lines through it
# landing, passed: for each square, both ways of its lines and 0 to 15 stones on the line, the square where a stone
#   lands, or none, and the squares before it
# images: for each symmetry the images of all squares
# results: what is true after a move in the cases of `case`, first after a move of the loser, then of the winner
# by_joining: under some id a move wins only by joining the stones of who moves
Game = namedtuple("Game", "files board not_first_file not_last_file not_last_rank lines landing passed "
                          "images results by_joining")


def make_game(files, ranks, results, by_joining):
    cells = [(f, r) for r in range(ranks) for f in range(files)]
    on = lambda f, r: 0 <= f < files and 0 <= r < ranks
    all_such = lambda inside: signed(sum(1 << files * r + f for f, r in cells if inside(f, r)))
    lines, landing, passed = [], [], []
    for f, r in cells:
        ways = [[files * (r + i * b) + f + i * a for i in range(1, 8) if on(f + i * a, r + i * b)]
                for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1)) for a, b in ((df, dr), (-df, -dr))]
        first = [[sum(1 << s for s in way[:n]) for n in range(16)] for way in ways]
        lines += [1 << files * r + f | first[way][7] | first[way + 1][7] for way in range(0, 8, 2)]
        landing += [1 << way[n - 1] if 0 < n <= len(way) else 0 for way in ways for n in range(16)]
        passed += [way[max(n - 1, 0)] for way in first for n in range(16)]
    flips = [lambda f, r: (f, r), lambda f, r: (files - 1 - f, r), lambda f, r: (f, ranks - 1 - r),
             lambda f, r: (files - 1 - f, ranks - 1 - r)]
    turns = [lambda f, r: (f, r)] + [lambda f, r: (r, f)] * (files == ranks)
    images = [[files * y + x for f, r in cells for x, y in [flip(*turn(f, r))]] for flip in flips for turn in turns]
    return Game(files, all_such(on), all_such(lambda f, r: f > 0), all_such(lambda f, r: f < files - 1),
                all_such(lambda f, r: r < ranks - 1), sets(lines), sets(landing), sets(passed), array(images),
                array(results), by_joining)


@compiled
def count(stones):
    found = 0
    while stones:
        stones, found = stones & stones - 1, found + 1
    return found


@compiled
def counted_number(stone):  # a count is one instruction, if compiled
    return count(stone - 1)


# The number of the only square in a set.
number = (lambda stone: stone.bit_length() - 1) if compiled is plain else counted_number


@compiled
def beside(game, stones):  # with their neighbours
    wide = stones | stones << 1 & game.not_first_file | stones >> 1 & game.not_last_file
    return wide | wide << game.files & game.board | wide >> game.files & game.not_last_rank


@compiled
def group(game, stones):  # one of their groups
    found, more = 0, stones & -stones
    while more != found:
        found = more
        more = beside(game, found) & stones
    return found


@compiled
def connected(game, stones):
    return group(game, stones) == stones


@compiled
def landings(game, us, them, stone):  # the squares to which a stone of `us` can move
    found, s = 0, number(stone)
    for line in range(4):
        stones = count((us | them) & game.lines[4 * s + line])
        for way in (2 * line, 2 * line + 1):
            at = 16 * (8 * s + way) + stones
            if not game.passed[at] & them:
                found |= game.landing[at]
    return found & ~us


@compiled
def can_move(game, us, them):
    left = us
    while left:
        stone = left & -left
        left ^= stone
        if landings(game, us, them, stone):
            return True
    return False


@compiled
def moves(game, us, them, onto):  # in order: the stones of the side to move after each, and of the other
    left = us
    while left:
        stone = left & -left
        left ^= stone
        ends = landings(game, us, them, stone) & onto
        while ends:
            end = ends & -ends
            ends ^= end
            yield them & ~end, us ^ stone | end


@compiled
def moves_or_pass(game, us, them):
    if can_move(game, us, them):
        for after in moves(game, us, them, game.board):
            yield after
    else:
        yield them, us


@compiled
def case(game, us, them):  # after a move of `them`
    found = 0
    if connected(game, them):
        found += 8
    if connected(game, us):
        found += 4
    if can_move(game, us, them):
        found += 2
    if can_move(game, them, us):
        found += 1
    return found


@compiled
def after_loser(game, us, them):
    return game.results[case(game, us, them)]


@compiled
def after_winner(game, us, them):
    return game.results[16 + case(game, us, them)]


@compiled
def joining(game, stones):  # the squares beside all groups, or all but one: a stone that joins all lands there
    left, all_groups, all_but_one = stones, game.board, game.board
    while left:
        found = group(game, left)
        left ^= found
        near = beside(game, found)
        all_but_one = all_groups | all_but_one & near
        all_groups &= near
    return all_but_one


@compiled
def won_in_one(game, us, them):
    onto = joining(game, us) if game.by_joining else game.board
    for a, b in moves(game, us, them, onto):
        if (not game.by_joining or connected(game, b)) and after_winner(game, a, b) == WON:
            return True
    return not can_move(game, us, them) and after_winner(game, them, us) == WON


@compiled
def all_answered(game, us, them):  # the loser is to move
    for a, b in moves_or_pass(game, us, them):
        result = after_loser(game, a, b)
        if not (result == WON or result == OPEN and won_in_one(game, a, b)):
            return False
    return True


@compiled
def won_in_three(game, us, them):
    for a, b in moves_or_pass(game, us, them):
        if after_winner(game, a, b) == OPEN and all_answered(game, a, b):
            return True
    return False


@compiled
def score(game, loser, winner):
    n, groups, xs, ys, squares, left = count(winner), 0, 0, 0, 0, winner
    while left:
        left, groups = left ^ group(game, left), groups + 1
    left = winner
    while left:
        stone = left & -left
        left ^= stone
        x, y = number(stone) % game.files, number(stone) // game.files
        xs, ys, squares = xs + x, ys + y, squares + x * x + y * y
    return n * (4 * groups + 2 * count(loser) + squares) - xs ** 2 - ys ** 2


@compiled
def image(squares, stones):
    found = 0
    while stones:
        stone = stones & -stones
        stones ^= stone
        found |= 1 << squares[number(stone)]
    return found


@compiled
def least_image(game, us, them):  # by the key, whose digits are 2 for `us` and 1 for `them`; `us` is the winner
    least = us, them
    for squares in game.images:
        other = image(squares, us), image(squares, them)
        last = other[0] ^ least[0] | other[1] ^ least[1]
        while last & last - 1:
            last &= last - 1
        if least[0] & last or least[1] & last and not other[0] & last:
            least = other
    return least


@compiled
def follow(game, us, them):  # the loser is to move: the rank if no turn follows, or 0 for a fault; the turns
    rank, turns = 1, []
    for a, b in moves_or_pass(game, us, them):
        result = after_loser(game, a, b)
        if result == FAILED:
            rank = 0
            break
        if result == OPEN and not won_in_one(game, a, b):
            rank = 2
            if not won_in_three(game, a, b):
                turns.append(least_image(game, a, b))
    return rank, turns


@compiled
def play(game, us, them, place):  # the same after the winner's move, or -1 if that does not exist
    after = [(a, b) for a, b in moves_or_pass(game, us, them)]
    if place < len(after):
        order = sorted([(score(game, a, b), at) for at, (a, b) in enumerate(after)])
        a, b = after[order[place][1]]
        if after_winner(game, a, b) == OPEN:
            return follow(game, a, b)
    return -1, [(us, them)]


def ends(names, connected, blocked):  # after a move of "them": who has won under each id, or None
    ends = set()
    for first, second, *misere in names:
        won = {(True, True): "nobody" if first == "draw" else "them", (True, False): "them",
               (False, True): None if first == "own" else "us", (False, False): None}[connected]
        if misere:
            won = {"them": "us", "us": "them"}.get(won, won)
        if not won and blocked[0] and (second != "pass" or blocked[1]):
            won = "them" if second == "loss" else "nobody"
        ends.add(won)
    return ends


class Fault(Exception):
    pass


class Proof:
    def __init__(self, data):
        (magic, version, size, ids, F, R, self.winner, self.turn, others, black, white, self.plies, taken,
         self.count, length, self.digest) = struct.unpack_from("<8sIIHBBBBHQQIIQQ16s", data)
        assert (magic, version, length) == (b"LOAPROOF", 3 if others else 2, len(data)), "header"
        assert size == 80 + 16 * others + 24 * taken and (others > 0) == (taken > 0), "header"
        assert 0 < ids < 1 << 15 and 3 <= F <= 8 and 3 <= R <= 8 and max(self.winner, self.turn) < 2, "header"
        assert black and white and not black & white and not (black | white) >> F * R, "start"
        assert self.count <= 4 * (len(data) - size) and len(data) - size <= 33 * self.count, "count"
        self.start = (signed(white), signed(black)) if self.turn else (signed(black), signed(white))
        bits, at, self.places = "".join(f"{byte:08b}" for byte in data[size:]), 0, []
        for _ in range(self.count):
            one = bits.index("1", at)
            self.places.append(2 * (one - at) + int(bits[one + 1]))
            at = one + 2
        assert len(bits) - at < 8 and "1" not in bits[at:], "padding"
        names = [name.split("-") for i, name in enumerate(IDS) if ids >> i & 1]
        self.names = f"{'xo'[self.winner]} wins {F}x{R}", ", ".join("-".join(name) for name in names)
        cases = [ends(names, (x & 8 > 0, x & 4 > 0), (x & 2 == 0, x & 1 == 0)) for x in range(16)]
        self.is_over = [case != {None} for case in cases]
        results = [WON if case == {winner} else OPEN if case <= {winner, None} else FAILED
                   for winner in ("us", "them") for case in cases]
        by_joining = any(len(name) == 2 and name[1] != "loss" for name in names)
        self.game = make_game(F, R, results, by_joining)
        self.subject, self.ids, self.taken, last = (F, R, self.winner), ids, {}, 0
        self.others = [data[at:at + 16] for at in range(80, 80 + 16 * others, 16)]
        for at in range(80 + 16 * others, size, 24):  # the rank and the digest of each turn taken
            loser, winner, plies, place = struct.unpack_from("<QQII", data, at)
            assert loser and winner and not loser & winner and not (loser | winner) >> F * R, "turn"
            key = sum((2 * (winner >> s & 1) + (loser >> s & 1)) * 3 ** s for s in range(F * R))
            turn = signed(winner), signed(loser)
            assert plies % 2 and plies > 3 and key > last and least_image(self.game, *turn) == turn, "turn"
            self.taken[turn], last = (plies // 2, self.others[place]), key

    def meet(self, turns):  # one more than the greatest rank of the turns taken, and the numbers of the others
        for turn in turns:
            if turn in self.taken:
                self.met.add(turn)
            elif turn not in self.numbers:
                self.numbers[turn] = len(self.turns)
                self.turns.append(turn)
                if len(self.turns) > self.count:
                    raise Fault("there are more turns than moves")
        more = max((self.taken[turn][0] + 1 for turn in turns if turn in self.taken), default=0)
        return more, [self.numbers[turn] for turn in turns if turn not in self.taken]

    def followed(self, rank, turns):
        if rank <= 0:
            raise Fault("the winner has no such move" if rank else "the loser does not lose")
        more, numbers = self.meet(turns)
        return max(rank, more), numbers

    def check(self):
        self.numbers, self.turns, self.met, following, ranks = {}, [], set(), [], []
        begins = self.winner == self.turn
        if self.is_over[case(self.game, *self.start)]:
            raise Fault("the game is over at the start")
        if not begins:
            rank, at_start = self.followed(*follow(self.game, *self.start))
        elif won_in_one(self.game, *self.start):
            rank, at_start = 0, []
        elif won_in_three(self.game, *self.start):
            rank, at_start = 1, []
        else:
            more, at_start = self.meet([least_image(self.game, *self.start)])
            rank = max(1, more - 1)
        for us, them in self.turns:  # which grows on the way
            least, turns = self.followed(*play(self.game, us, them, self.places[len(following)]))
            following.append(turns)
            ranks.append(max(2, least))
        if len(self.turns) < self.count:
            raise Fault("there are fewer turns than moves")
        if len(self.met) < len(self.taken):
            raise Fault("a turn is taken and not met")
        before, left = [[] for _ in self.turns], [len(turns) for turns in following]
        for number, turns in enumerate(following):
            for turn in turns:
                before[turn].append(number)
        self.ranks, ready = ranks, [number for number, count in enumerate(left) if not count]
        for number in ready:  # which grows as well
            for turn in before[number]:
                ranks[turn], left[turn] = max(ranks[turn], ranks[number] + 1), left[turn] - 1
                ready += [turn] * (not left[turn])
        if len(ready) < len(ranks):
            raise Fault("a turn follows itself")
        plies = begins + 2 * max([rank] + [ranks[turn] + (not begins) for turn in at_start])
        if plies > self.plies:
            raise Fault(f"the win may take {plies} plies, not {self.plies}")

    def lacks(self, proofs):  # the digest of a certificate that does not prove what is taken from it
        for turn, (rank, digest) in self.taken.items():
            if not any(proof.digest == digest and proof.subject == self.subject and not self.ids & ~proof.ids
                       and turn in proof.numbers and proof.ranks[proof.numbers[turn]] <= rank for proof in proofs):
                return digest
        return None


status, proofs, verdicts = 0, {}, {}
for name in sys.argv[1:]:
    try:
        proof = proofs[name] = Proof(open(name, "rb").read())
        proof.check()
        verdicts[name] = (f"{proof.names[0]} within {proof.plies} plies under {proof.names[1]}; "
                          f"{proof.count} moves")
    except (Fault, AssertionError, struct.error, ValueError, IndexError) as error:
        proofs.pop(name, None)
        fault = isinstance(error, Fault)
        verdicts[name] = f"{error}" if fault else f"damaged: {error}"
        status = status or (3 if fault else 4)
while lacking := {name: digest for name, proof in proofs.items() if (digest := proof.lacks(proofs.values()))}:
    for name, digest in lacking.items():
        verdicts[name] = f"certificate {digest[::-1].hex()} does not prove what is taken from it"
        status = status or 3
        del proofs[name]
for name, verdict in verdicts.items():
    print(f"{name}: {verdict}")
sys.exit(status)
