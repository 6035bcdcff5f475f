"""A complete engine in forty lines: connects at once if it can, else plays any legal move."""
import itertools, random, sys

def read(text):
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in text.split("/")]
    return {(f, r): c for r, row in enumerate(reversed(rows)) for f, c in enumerate(row)}  # a1 is (0, 0)

def moves(board, turn):
    for (f, r), side in board.items():
        for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1)) if side == turn else ():
            line = [(f + i * df, r + i * dr) for i in range(-8, 9)]
            n = sum(board.get(square, ".") != "." for square in line)  # of both sides, on the whole line
            for s in (1, -1):
                way = [board.get((f + i * s * df, r + i * s * dr)) for i in range(1, n)]
                to = (f + n * s * df, r + n * s * dr)
                if board.get(to, turn) != turn and all(c in (".", turn) for c in way):
                    yield (f, r), to
def play(board, start, to):
    return {**board, start: ".", to: board[start]}
def connected(board, side):
    group = {square for square, c in board.items() if c == side}
    found = {min(group)}
    while more := {a for a in group - found for b in found if abs(a[0] - b[0]) < 2 and abs(a[1] - b[1]) < 2}:
        found |= more
    return found == group

for words in itertools.takewhile(lambda words: words != ["quit"], map(str.split, sys.stdin)):
    if words[:1] == ["uci"]: print("id name minimal\nuciok")
    elif words[:1] == ["isready"]: print("readyok")
    elif words[:2] == ["position", "fen"]:  # position fen POSITION SIDE [moves MOVE ..]
        board, turn = read(words[2]), words[3]
        for text in words[5:]:
            a, b = [("abcdefgh".find(name[0]), int(name[1]) - 1) for name in (text[:2], text[-2:])] if text != "pass" else (None, None)
            board, turn = play(board, a, b) if a else board, "xo"[turn == "x"]
    elif words[:1] == ["go"]:
        legal = list(moves(board, turn))
        a, b = random.choice([m for m in legal if connected(play(board, *m), turn)] or legal or [(None, None)])
        name = lambda square: "abcdefgh"[square[0]] + str(square[1] + 1)
        print("bestmove", name(a) + ("-" if board[b] == "." else "x") + name(b) if a else "pass")
    sys.stdout.flush()  # without this an engine seems to hang
