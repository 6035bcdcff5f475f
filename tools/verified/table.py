#!/usr/bin/env python3
"""Writes the values of a board's tables as Coq reads them, with their theorem: table.py LOA FILES
RANKS STONES RULES > Values.v. LOA is the program, which reads its own packed tables; STONES is the
maximum of a side. Nothing here is trusted: Coq checks every value."""

import itertools
import json
import subprocess
import sys
import tempfile

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


def text(files, ranks, black, white):
    def stone(square):
        return "x" if square in black else "o" if square in white else "1"

    rows = ("".join(stone((x, y)) for x in range(files)) for y in reversed(range(ranks)))
    return "/".join(rows) + " x"


def number(answer):
    """Seven bits: 0 is a draw, 2 n + 1 a win and 2 n + 2 a loss in n plies."""
    value = {"draw": 0, "win": 1, "loss": 2}[answer["category"]] + 2 * (answer["plies"] or 0)
    if value > LARGEST:
        raise SystemExit(f"a value of more than 62 plies: {answer}")
    return value


def main(loa, files, ranks, most, rules):
    squares = list(itertools.product(range(files), range(ranks)))
    # A position in which a side has no stones is not part of the game, and has no value.
    known = [b and w for b, w in placements(squares, most, most, frozenset(), frozenset())]
    values = iter(answers(loa, files, ranks, most, rules, squares))
    values = [next(values) if it else 0 for it in known]
    numbers = [
        sum(value << 7 * i for i, value in enumerate(values[at : at + VALUES_IN_A_NUMBER]))
        for at in range(0, len(values), VALUES_IN_A_NUMBER)
    ]
    write(files, ranks, most, rules, numbers)


def answers(loa, files, ranks, most, rules, squares):
    """The values of all positions with x to move, as numbers, in the order of Coq."""
    with tempfile.TemporaryFile("w+") as questions:
        for black, white in placements(squares, most, most, frozenset(), frozenset()):
            if black and white:
                print(text(files, ranks, black, white), file=questions)
        questions.seek(0)
        command = [loa, "probe", "--value", "--stdin", "--rules", rules]
        with subprocess.Popen(command, stdin=questions, stdout=subprocess.PIPE) as probe:
            for line in probe.stdout:
                yield number(json.loads(line))


def write(files, ranks, most, rules, numbers):
    both, without, *misere = rules.split("-")
    both, without = both.capitalize(), {"draw": "Draws"}.get(without, without.capitalize())
    name = f"values_{files}x{ranks}"
    print(f"(* Values of {files}x{ranks} under {rules}, read from its tables by tools/verified/table.py. *)")
    print("From Coq Require Import ZArith List Uint63.\nImport ListNotations.")
    print("From LOA Require Import Rules Refinement Table.\nOpen Scope uint63_scope.")
    parts = range(0, len(numbers), NUMBERS_IN_A_DEFINITION)
    for part, at in enumerate(parts):
        print(f"Definition part{part} : list int := [")
        print(";\n".join(map(str, numbers[at : at + NUMBERS_IN_A_DEFINITION])) + "].")
    print(f"Definition numbers : list int := concat [{'; '.join(f'part{i}' for i in range(len(parts)))}].")
    print(
        f"""
Definition rule : rules :=
  {{| both := {both}; without := {without}; misere := {str(bool(misere)).lower()} |}}.
Definition table := make_table {files} {ranks} {most} numbers.

Theorem {name} p w n :
  within_board {files} {ranks} p ->
  (forall c, 1 <= stones_of {files} {ranks} p c <= {most})%nat ->
  (Wins {files} {ranks} rule w n p <-> table_says table w n (encode {files} {ranks} p)).
Proof.
  refine (check_table_right {files} {ranks} rule {most} table p w n _).
  vm_cast_no_check (eq_refl true).
Qed.
Print Assumptions {name}."""
    )


if __name__ == "__main__":
    loa, files, ranks, most, rules = sys.argv[1:]
    main(loa, int(files), int(ranks), int(most), rules)
