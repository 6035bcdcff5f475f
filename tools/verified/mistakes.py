#!/usr/bin/env python3
"""Plants mistakes in the rules, the walk, the images, the sets, the bitboards and the table, one at a
time. The theory must no longer compile: a proof that holds for a wrong program would prove nothing.
`make theory build/wide/Assumptions.vo` comes first."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

FILES = ["Rules", "Squares", "Symmetry", "Bits", "Sets", "Walk", "Bitboard", "Refinement", "Images",
         "Check", "Repetition", "Search", "Values", "Table", "Parts", "Small", "Assumptions"]

# A file, a text that it contains once, the text planted instead, and the mistake.
MISTAKES = [
    ("Rules", "n = stones_on_line p s d -> t = go s d n", "n = stones_on_line p s d + 1 -> t = go s d n",
     "a stone moves one square too far"),
    ("Rules", "(forall k, 0 < k < n -> stone p (go s d k) <> Some (other (turn p)))",
     "(forall k, 0 < k < n -> stone p (go s d k) = None)", "a stone passes over no stone"),
    ("Rules", "Z.max (Z.abs (fst s - fst t)) (Z.abs (snd s - snd t)) = 1",
     "Z.abs (fst s - fst t) + Z.abs (snd s - snd t) = 1", "diagonal squares are no neighbours"),
    ("Rules", "| Passes : ~ can_move p (turn p) ->", "| Passes :", "a player who can move may pass"),
    ("Rules", "(forall q, move p q -> Wins r w n q) -> Wins r w (S n) p.\n\nEnd",
     "(exists q, move p q /\\ Wins r w n q) -> Wins r w (S n) p.\n\nEnd", "one reply is enough"),
    ("Bitboard", "((to land me) lor (over land you) =? empty)", "(to land me =? empty)",
     "a stone passes over stones of the other side"),
    ("Bitboard", "let r := (g lor (g << 1%uint63) lor (g >> 1%uint63))", "let r := (g lor (g << 1%uint63))",
     "groups do not grow to the left"),
    ("Bitboard", "match moves tab p with [] => [passed p] | l => l end",
     "match moves tab p with [] => [] | l => l end", "a side without a move has no reply"),
    ("Bitboard", "Pos (other t) (you lxor (you land to))%set", "Pos (other t) you",
     "a stone is not taken"),
    ("Refinement", "Definition width : Z := files + 1.", "Definition width : Z := files.",
     "the end of a rank touches the next"),
    ("Images", "(i + to_Z d <? size) && negb (has m (i + to_Z d)) else true", "(i + to_Z d <? size) else true",
     "swaps may overlap"),
    ("Wide", "(l >> (63 - k)) lor (l << (k - 63))", "(l << (k - 63))", "squares between two integers are lost"),
    ("Wide", "if (l =? k)%uint63 then (h =? j)%uint63 else false", "(l =? k)%uint63", "only the lower squares are compared"),
    ("Walk", "Some (k, m, s) => every m s l (greater n k)", "Some (k, m, s) => Some (greater n k, m, s)",
     "replies after the first are not walked"),
    ("Walk", "| Failed => None\n      | Open =>\n        match visit", "| Failed => every m s l n\n      | Open =>\n        match visit",
     "a reply that does not lose is passed over"),
    ("Walk", "if same q p then Some n else None", "Some n", "another position with the same hash"),
    ("Check", "| Some n => Nat.leb n plies", "| Some n => true", "more plies than the claim says"),
    ("Search", "then Failed\n  else if existsb", "then Done\n  else if existsb", "a position that is won holds out"),
    ("Search", "if b then all_hold m l else (false, m)", "if b then (true, m) else all_hold m l",
     "one reply is enough to hold out"),
    ("Search", "if Nat.eqb (fst a) (fst b) then same (snd a) (snd b) else false", "same (snd a) (snd b)",
     "a position holds out longer than it was searched"),
    ("Values", "then theirs + 1 else if mine <? theirs + 1", "then 0 else if mine <? theirs + 1", "a win is a draw"),
    ("Parts", "          (sets_of b)\n", "          (sets_of a)\n", "the numbers of stones of the sides are exchanged"),
]


def stops(folder, changed):
    """Returns the place where the theory in a folder no longer compiles, starting at a changed file."""
    for name in FILES[FILES.index(changed):]:
        if not (folder / f"{name}.v").exists():
            continue
        command = ["coqc", "-q", "-Q", ".", "LOA", f"{name}.v"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            return f"{name}.v: no end"
        if done.returncode:
            return f"{name}.v: {done.stderr.decode().splitlines()[0].split(',', 1)[1].strip(' :')}"
    return None


def plant(file, right, wrong, folder):
    """Copies the compiled theory to a folder, with a mistake in a file, and returns what `stops` does."""
    here = pathlib.Path(__file__).resolve().parent
    # Wide.v takes the place of Sets.v, in a theory without tables.
    built, changed = ("build/wide", "Sets") if file == "Wide" else ("build", file)
    for name in FILES:
        for copy in (here / built / f"{name}.v", here / built / f"{name}.vo"):
            if copy.exists():
                shutil.copy(copy, folder)
    text = (here / f"{file}.v").read_text()
    assert text.count(right) == 1, f"{file}.v: {text.count(right)} times: {right}"
    (folder / f"{changed}.v").write_text(text.replace(right, wrong))
    return stops(folder, changed)


def main():
    missed = 0
    for file, right, wrong, mistake in MISTAKES:
        with tempfile.TemporaryDirectory() as folder:
            stopped = plant(file, right, wrong, pathlib.Path(folder))
        missed += stopped is None
        print(f"{file}.v, {mistake}: {stopped or 'NOT NOTICED'}", flush=True)
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
