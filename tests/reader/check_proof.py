#!/usr/bin/env python3
"""Checks proof certificates of Lines of Action, written from solver/PROOF.md alone.

    check_proof.py FILE...

Prints what each file proves; exit status 3 if a proof fails, 4 if a file does not follow the format.
Checksums and the digest, which matter for damage and not for the proof, are not looked at.
"""
import struct
import sys
from functools import lru_cache

IDS = [a + b + m for m in ("", "-misere") for a in ("mover", "draw", "own") if not (m and a == "own")
       for b in ("-pass", "-loss", "-draw")]


class Board:
    def __init__(self, files, ranks):
        self.F, self.R = files, ranks
        cells = [(f, r) for r in range(ranks) for f in range(files)]
        on = lambda f, r: 0 <= f < files and 0 <= r < ranks
        self.near, self.rays = [], []  # rays: for each square four pairs of opposite directions
        for f, r in cells:
            ray = lambda df, dr: [files * (r + i * dr) + f + i * df for i in range(1, 8) if on(f + i * df, r + i * dr)]
            self.rays.append([(ray(df, dr), ray(-df, -dr)) for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1))])
            self.near.append([files * b + a for a in (f - 1, f, f + 1) for b in (r - 1, r, r + 1) if on(a, b)])
        flips = [lambda f, r: (f, r), lambda f, r: (files - 1 - f, r), lambda f, r: (f, ranks - 1 - r),
                 lambda f, r: (files - 1 - f, ranks - 1 - r)]
        turns = [lambda f, r: (f, r)] + [lambda f, r: (r, f)] * (files == ranks)
        self.images = [[3 ** (files * y + x) for f, r in cells for x, y in [flip(*turn(f, r))]]
                       for flip in flips for turn in turns]

    def key(self, us, them):  # `us` is the loser, to move
        return min(sum(w[s] for s in us) + 2 * sum(w[s] for s in them) for w in self.images)

    def stones(self, key):
        digits = [key // 3 ** s % 3 for s in range(self.F * self.R)]
        return tuple(frozenset(s for s, d in enumerate(digits) if d == n) for n in (1, 2))

    @lru_cache(maxsize=1 << 20)
    def connected(self, stones):
        group, left = set(), [next(iter(stones))]
        while left:
            s = left.pop()
            if s not in group:
                group.add(s)
                left += [n for n in self.near[s] if n in stones]
        return len(group) == len(stones)

    def moves(self, us, them):  # (from, to, stones of the side to move then, of the other)
        for s in us:
            for pair in self.rays[s]:
                count = 1 + sum(n in us or n in them for ray in pair for n in ray)
                for ray in pair:
                    if count <= len(ray) and ray[count - 1] not in us and not any(n in them for n in ray[:count - 1]):
                        to = ray[count - 1]
                        yield s, to, them - {to}, us - {s} | {to}


class Proof:
    def __init__(self, data):
        (magic, version, size, self.ids, F, R, self.winner, self.turn, self.first, self.to, black, white, self.plies,
         per_block, count, blocks, length) = struct.unpack_from("<8sIIHBBBBBBQQIIQQQ", data)
        assert (magic, version, size, length) == (b"LOAPROOF", 1, 128, len(data)), "header"
        assert 0 < self.ids < 1 << 15 and 3 <= F <= 8 and 3 <= R <= 8 and max(self.winner, self.turn) < 2, "header"
        assert black and white and not black & white and not (black | white) >> F * R, "start"
        assert (self.winner == self.turn or self.first == self.to == 255) and blocks * per_block >= count, "header"
        self.board, self.ranks = Board(F, R), {}
        sets = [frozenset(s for s in range(64) if stones >> s & 1) for stones in (black, white)]
        self.start = sets[self.turn], sets[1 - self.turn]
        begins = [struct.unpack_from("<Q", data, 128 + 32 * i + 16)[0] for i in range(blocks)] + [len(data)]
        assert begins[0] == 128 + 32 * blocks and begins == sorted(begins), "directory"
        for i in range(blocks):
            keys = data[begins[i]:begins[i + 1]]
            bits, at = "".join(f"{byte:08b}" for byte in keys[2:]), 0

            def code(order):
                nonlocal at
                one = bits.index("1", at)
                end = 2 * one - at + order + 1
                assert end <= len(bits), "a code does not end"
                value, at = int(bits[one:end], 2) - (1 << order), end
                return value
            key = int.from_bytes(data[128 + 32 * i:144 + 32 * i], "little")
            for n in range(min(per_block, count - i * per_block)):
                key += code(keys[0]) + 1 if n else 0
                us, them = self.board.stones(key)
                assert key < 3 ** (F * R) and us and them and self.board.key(us, them) == key, "a key"
                assert not self.ranks or key > next(reversed(self.ranks)), "order of keys"
                self.ranks[key] = code(keys[1]) + 2
                assert self.ranks[key] < 65536, "a rank"
            assert len(bits) - at < 8 and "1" not in bits[at:], "padding"
        assert len(self.ranks) == count, "count"

    def over(self, us, them):  # "them" has moved; who has won: "them", "us", "nobody", or None if the game goes on
        first, second, *misere = IDS[self.id].split("-")
        mover, other = self.board.connected(them), self.board.connected(us)
        won = {(True, True): "nobody" if first == "draw" else "them", (True, False): "them",
               (False, True): None if first == "own" else "us", (False, False): None}[mover, other]
        if won:
            return {"them": "us", "us": "them"}.get(won, won) if misere else won
        if not any(self.board.moves(us, them)):
            if second != "pass" or not any(self.board.moves(them, us)):
                return "them" if second == "loss" else "nobody"
        return None

    def moves(self, us, them):
        return list(self.board.moves(us, them)) or [(255, 255, them, us)]

    def answered(self, us, them, rank):  # the loser is to move, and the game goes on
        return all(self.answer(a, b, rank) for _, _, a, b in self.moves(us, them))

    def answer(self, us, them, rank):
        won = self.over(us, them)
        if won:
            return won == "us"
        after = [(a, b, self.over(a, b)) for _, _, a, b in self.moves(us, them)]
        if any(won == "them" for _, _, won in after):
            return True
        on = [(a, b) for a, b, won in after if not won] if rank > 1 else []
        return any(self.ranks.get(self.board.key(a, b), rank) < rank for a, b in on) or any(
            self.answered(a, b, 1) for a, b in on)

    def check(self):
        for self.id in (i for i in range(15) if self.ids >> i & 1):
            for key, rank in self.ranks.items():
                us, them = self.board.stones(key)
                won = self.over(us, them)
                if won != "them" and (won or not self.answered(us, them, rank)):
                    return f"under {IDS[self.id]}: the position of key {key}, rank {rank}, is not proved"
            (us, them), plies = self.start, 0
            if self.over(us, them):
                return "the game is over at the start"
            if self.winner == self.turn:
                played = [m[2:] for m in self.moves(us, them) if m[:2] == (self.first, self.to)]
                if not played:
                    return "the first move is not legal"
                (us, them), plies = played[0], 1
            won = self.over(us, them)
            if won in ("us", "nobody"):
                return "the first move does not win"
            if not won:
                rank = 1 if self.answered(us, them, 1) else self.ranks.get(self.board.key(us, them))
                if not rank:
                    return "the start is not proved"
                plies += 2 * rank
            if plies > self.plies:
                return f"the win may take {plies} plies, not {self.plies}"


status = 0
for name in sys.argv[1:]:
    try:
        proof = Proof(open(name, "rb").read())
        fault = proof.check()
        status = status or 3 * bool(fault)
        print(f"{name}: " + (fault or f"{'xo'[proof.winner]} wins {proof.board.F}x{proof.board.R} within {proof.plies} "
                             f"plies under {', '.join(n for i, n in enumerate(IDS) if proof.ids >> i & 1)}; "
                             f"{len(proof.ranks)} positions"))
    except (AssertionError, struct.error, ValueError, IndexError) as error:
        print(f"{name}: damaged: {error}")
        status = status or 4
sys.exit(status)
