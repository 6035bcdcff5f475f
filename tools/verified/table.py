#!/usr/bin/env python3
"""Writes the values of a board's tables as Coq reads them, with their theorem: table.py LOA TABLES
FILES RANKS STONES RULES > Values.v. LOA is the program, which reads the packed tables of the folder
TABLES; STONES is the maximum of each side, such as 4v4. Nothing here is trusted: Coq checks every
value. The digests of the tables must be in digests.txt, from which LOA knows the tables of the
theorem. With --digests in place of LOA it prints them instead."""

import hashlib
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
VALUES_IN_A_NUMBER = 9
LARGEST = 127
NUMBERS_IN_A_DEFINITION = 500


def placements(squares, x, o, black, white):
    """All placements in the order of Coq: each square empty, with x, with o."""
    if not squares:
        yield black, white
        return
    square, rest = squares[0], squares[1:]
    yield from placements(rest, x, o, black, white)
    if x:
        yield from placements(rest, x - 1, o, black | {square}, white)
    if o:
        yield from placements(rest, x, o - 1, black, white | {square})


def text(files, ranks, black, white, turn):
    def stone(square):
        return "x" if square in black else "o" if square in white else "1"

    rows = ("".join(stone((x, y)) for x in range(files)) for y in reversed(range(ranks)))
    return f"{'/'.join(rows)} {turn}"


def number(answer):
    """Seven bits: 0 is a draw, 2 n + 1 a win and 2 n + 2 a loss in n plies."""
    value = {"draw": 0, "win": 1, "loss": 2}[answer["category"]] + 2 * (answer["plies"] or 0)
    if value > LARGEST:
        raise SystemExit(f"a value of more than 62 plies: {answer}")
    return value


def questions(squares, x, o):
    """The positions whose values Coq reads, in its order. The entry is None for a value that Coq does
    not need: a side without stones is not part of the game, and if both orders of the sides are
    listed, a placement may occur twice."""
    for black, white in placements(squares, x, o, frozenset(), frozenset()):
        yield (black, white, "x") if black and white else None
    if x != o:
        for white, black in placements(squares, o, x, frozenset(), frozenset()):
            is_new = len(white) > x or len(black) > o
            yield (black, white, "o") if black and white and is_new else None


def digests(tables, files, ranks, x, o, rules):
    """The lines of digests.txt about the tables of a theorem: the SHA-256 of each, its name, and the sides to move for which the numbers of stones are within those of the theorem."""
    for us, them in itertools.product(range(2, max(x, o) + 1), repeat=2):
        sides = [("x", us <= x and them <= o), ("o", us <= o and them <= x)]
        turns = "".join(side for side, within in sides if within)
        name = f"{rules}/{files}x{ranks}/{us}v{them}"
        if turns and us + them <= files * ranks:
            table = pathlib.Path(tables, f"{name}.loa").read_bytes()
            yield f"{hashlib.sha256(table).hexdigest()}  {name} {turns}"


def main(loa, tables, files, ranks, x, o, rules):
    found = digests(tables, files, ranks, x, o, rules)
    if loa == "--digests":
        print(*found, sep="\n")
        return
    unknown = set(found) - set((HERE / "digests.txt").read_text().splitlines())
    if unknown:
        raise SystemExit(f"not in digests.txt, which make digests writes: {sorted(unknown)}")
    squares = list(itertools.product(range(files), range(ranks)))
    found = answers(loa, tables, files, ranks, rules, filter(None, questions(squares, x, o)))
    values = [next(found) if question else 0 for question in questions(squares, x, o)]
    numbers = [
        sum(value << 7 * i for i, value in enumerate(values[at : at + VALUES_IN_A_NUMBER]))
        for at in range(0, len(values), VALUES_IN_A_NUMBER)
    ]
    write(files, ranks, x, o, rules, numbers)


def answers(loa, tables, files, ranks, rules, positions):
    """The values of positions, as numbers."""
    with tempfile.TemporaryFile("w+") as asked:
        for black, white, turn in positions:
            print(text(files, ranks, black, white, turn), file=asked)
        asked.seek(0)
        command = [loa, "probe", "--value", "--stdin", "--tables", tables, "--rules", rules]
        with subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE) as probe:
            for line in probe.stdout:
                yield number(json.loads(line))


def write(files, ranks, x, o, rules, numbers):
    both, without, *misere = rules.split("-")
    both, without = both.capitalize(), {"draw": "Draws"}.get(without, without.capitalize())
    name = f"values_{files}x{ranks}"
    most = f"(fun c => match c with Black => {x} | White => {o} end)%nat"
    print(f"(* Values of {files}x{ranks} under {rules}, read from its tables by tools/verified/table.py. *)")
    print("From Coq Require Import ZArith List Uint63.\nImport ListNotations.")
    print("From LOA Require Import Rules Refinement Values Parts Small.\nOpen Scope uint63_scope.")
    parts = range(0, len(numbers), NUMBERS_IN_A_DEFINITION)
    for part, at in enumerate(parts):
        print(f"Definition part{part} : list int := [")
        print(";\n".join(map(str, numbers[at : at + NUMBERS_IN_A_DEFINITION])) + "].")
    print(f"Definition numbers : list int := concat [{'; '.join(f'part{i}' for i in range(len(parts)))}].")
    print(
        f"""
Definition rule : rules :=
  {{| both := {both}; without := {without}; misere := {str(bool(misere)).lower()} |}}.
Definition most : side -> nat := {most}.
Definition table := make_table {files} {ranks} most numbers.

Theorem {name} : right_values {files} {ranks} rule most table.
Proof. apply check_table_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions {name}."""
    )


if __name__ == "__main__":
    loa, tables, files, ranks, stones, rules = sys.argv[1:]
    x, o = map(int, stones.split("v"))
    main(loa, tables, int(files), int(ranks), x, o, rules)
