#!/usr/bin/env python3
"""Plants mistakes in the rules, the theory, the programs, certificates and tables, one at a time, and names the
step that notices each: the theory that no longer compiles, or, where rules and checker share a definition, a
theorem or a run of a program. `make theory build/wide/Assumptions.vo 5x5 5x6 values-3x3 build/checker build/table
table-4x4` comes first. Words after the command select mistakes by their file."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
THEORY = ["Rules", "Squares", "Symmetry", "Bits", "Sets", "Walk", "Bitboard", "Refinement", "Images",
          "Check", "Repetition", "Search", "Values", "Table", "Parts", "Small", "Assumptions"]
THEOREMS = ["Board_5x5", "Claim_Board_5x5", "Board_5x6", "Values_3x3_mover_pass", "Claim_Values_3x3_mover_pass"]
PROGRAMS = ["Extract.v", "uint63.ml", "numbers.ml", "checker.ml", "table.ml", "decoder.c"]
PRESETS = ["mover-pass", "mover-loss", "draw-pass", "draw-draw", "own-loss", "mover-pass-misere"]
READER = HERE / "../../target/debug/examples/all_values"
TABLES = HERE / "../../tablebase/tables"

# A file, a text that it contains once, the text planted instead, the mistake, and the step that must notice it,
# if it is not the theory.
MISTAKES = [
    ("Rules.v", "n = stones_on_line p s d -> t = go s d n", "n = stones_on_line p s d + 1 -> t = go s d n",
     "a stone moves one square too far"),
    ("Rules.v", "(forall k, 0 < k < n -> stone p (go s d k) <> Some (other (turn p)))",
     "(forall k, 0 < k < n -> stone p (go s d k) = None)", "a stone passes over no stone"),
    ("Rules.v", "Z.max (Z.abs (fst s - fst t)) (Z.abs (snd s - snd t)) = 1",
     "Z.abs (fst s - fst t) + Z.abs (snd s - snd t) = 1", "diagonal squares are no neighbours"),
    ("Rules.v", "| Passes : ~ can_move p (turn p) ->", "| Passes :", "a player who can move may pass"),
    ("Rules.v", "(forall q, move p q -> Wins r w n q) -> Wins r w (S n) p.\n\nEnd",
     "(exists q, move p q /\\ Wins r w n q) -> Wins r w (S n) p.\n\nEnd", "one reply is enough"),
    ("Bitboard.v", "((to land me) lor (over land you) =? empty)", "(to land me =? empty)",
     "a stone passes over stones of the other side"),
    ("Bitboard.v", "let r := (g lor (g << 1%uint63) lor (g >> 1%uint63))", "let r := (g lor (g << 1%uint63))",
     "groups do not grow to the left"),
    ("Bitboard.v", "match moves tab p with [] => [passed p] | l => l end",
     "match moves tab p with [] => [] | l => l end", "a side without a move has no reply"),
    ("Bitboard.v", "Pos (other t) (you lxor (you land to))%set", "Pos (other t) you",
     "a stone is not taken"),
    ("Refinement.v", "Definition width : Z := files + 1.", "Definition width : Z := files.",
     "the end of a rank touches the next"),
    ("Images.v", "(i + to_Z d <? size) && negb (has m (i + to_Z d)) else true", "(i + to_Z d <? size) else true",
     "swaps may overlap"),
    ("Wide.v", "(l >> (63 - k)) lor (l << (k - 63))", "(l << (k - 63))", "squares between two integers are lost"),
    ("Wide.v", "if (l =? k)%uint63 then (h =? j)%uint63 else false", "(l =? k)%uint63", "only the lower squares are compared"),
    ("Walk.v", "Some (k, m, s) => every m s l (greater n k)", "Some (k, m, s) => Some (greater n k, m, s)",
     "replies after the first are not walked"),
    ("Walk.v", "| Failed => None\n      | Open =>\n        match visit", "| Failed => every m s l n\n      | Open =>\n        match visit",
     "a reply that does not lose is passed over"),
    ("Walk.v", "if same q p then Some n else None", "Some n", "another position with the same hash"),
    ("Check.v", "| Some n => Nat.leb n plies", "| Some n => true", "more plies than the claim says"),
    ("Check.v", "Some k => Nat.leb k n | None", "Some k => true | None", "others take a turn with fewer plies than it needs"),
    ("Check.v", "(if Nat.leb k n && (b =? black)%Z", "(if (b =? black)%Z", "a turn is taken with fewer plies than an earlier part lends"),
    ("Walk.v", "| Win_known n m p : known n p -> n <= m ->", "| Win_known n m p : known n p ->", "a known win takes fewer plies"),
    ("Search.v", "then Failed\n  else if existsb", "then Done\n  else if existsb", "a position that is won holds out"),
    ("Search.v", "if b then all_hold m l else (false, m)", "if b then (true, m) else all_hold m l",
     "one reply is enough to hold out"),
    ("Search.v", "if Nat.eqb (fst a) (fst b) then same (snd a) (snd b) else false", "same (snd a) (snd b)",
     "a position holds out longer than it was searched"),
    # Rules and checker share these definitions, so only certificates and tables show the mistakes.
    ("Rules.v", "turn := Black |}.", "turn := White |}.", "White begins", "Board_5x5"),
    ("Rules.v", "((y =? 0) || (y =? ranks - 1))", "(y =? 0)", "one rank of stones is missing at the start"),
    ("Rules.v", "if (0 <? x) && (x <? files - 1) && ((y", "if (0 <=? x) && (x <? files - 1) && ((y",
     "a corner has a stone at the start", "Board_5x5"),
    ("Rules.v", "| Pass => if mover_can then Goes_on else Drawn", "| Pass => if mover_can then Drawn else Goes_on",
     "blocked sides exchanged", "Values_3x3_mover_pass"),
    ("Rules.v", "| Mover, true, true | Own, true, true => Won mover", "| Mover, true, true | Own, true, true => Won (other mover)",
     "the mover loses if both are connected", "Values_3x3_mover_pass"),
    ("Rules.v", "| _, true, false => Won mover", "| _, true, false => Goes_on", "no win by connection"),
    ("Rules.v", "| Draw, true, true => Drawn", "| Draw, true, true => Won mover", "no draw by connection", "table-4x4 draw-pass"),
    ("Rules.v", "| Own, false, true => Goes_on", "| Own, false, true => Won (other mover)",
     "a connection of the other side counts", "table-4x4 own-loss"),
    ("Rules.v", "| Loss => Won mover", "| Loss => Won (other mover)", "a blocked side wins", "table-4x4 mover-loss"),
    ("Rules.v", "| Draws => Drawn", "| Draws => Won mover", "a blocked side loses instead of a draw", "table-4x4 draw-draw"),
    ("Rules.v", "match v with Won c => Won (other c) | v => v end", "match v with Won c => Won c | v => v end",
     "nothing is exchanged under misere rules", "table-4x4 mover-pass-misere"),
    ("Rules.v", "(forall s, stone q s = stone p s) ->\n    turn q = other (turn p) -> move p q",
     "(forall s, stone q s = stone p s) ->\n    turn q = turn p -> move p q", "a pass leaves the turn"),
    ("Rules.v", "(exists s, stone p s = Some c) /\\\n  forall s t", "forall s t", "a side without stones is connected"),
    ("Rules.v", "(1, -1); (-1, 0); (0, -1)", "(1, -1); (0, -1)", "no stone moves to the left"),
    ("Rules.v", "stone q s = None -> stone q t", "stone q s = stone p s -> stone q t", "a stone stays where it was"),
    ("Rules.v", "stone p t <> Some (turn p) ->", "stone p t = None ->", "no stone is taken"),
    ("Rules.v", "| Already p n : judged r p (Won w)", "| Already p n : judged r p (Won (other w))", "the other side has won"),
    ("Bitboard.v", "match trees (other t) with", "match trees t with", "the verdict of the wrong mover"),
    ("Bitboard.v", "let (t, me, you) := p in Pos (other t) you me.", "let (t, me, you) := p in Pos (other t) me you.",
     "a pass exchanges the stones"),
    ("Bitboard.v", "let m := clear m in if (m =? empty)%set then Some s", "if (clear m =? empty)%set then Some s",
     "stones are not counted"),
    ("Check.v", "(is_side (turn p) winner)", "(is_side winner winner)", "the winner always begins"),
    ("Values.v", "then theirs + 1 else if mine <? theirs + 1", "then 0 else if mine <? theirs + 1", "a win is a draw"),
    ("Values.v", "then theirs + 3 else mine", "then theirs + 1 else mine", "a loss is a win"),
    ("Values.v", "if is_side c t then 1%uint63 else 2%uint63", "if is_side c t then 2%uint63 else 1%uint63", "winners exchanged"),
    ("Values.v", "(best [passed p])", "(best [])", "a side that must pass loses"),
    ("Parts.v", "          (sets_of b)\n", "          (sets_of a)\n", "the numbers of stones of the sides are exchanged"),
    ("Parts.v", "sets l j (a lor s)%uint63 (sets l k a found)", "sets l j (a lor s)%uint63 found", "sets are left out"),
    ("Parts.v", "if all (fun me => stands (turned s (choice me) me)) (sets_of a) then", "if true then",
     "an image need not be in the table"),
    ("Parts.v", "((stir you >> 50) land 15)", "((stir you >> 50) land 31)", "half of the sets belong to no part"),
    ("Small.v", "then if Nat.eqb (most Black) (most White) then true else side White", "then true", "White is never to move"),
    # Certificates, tables, and what is trusted besides Coq.
    ("Board_5x5.v", "\n798584851320896016;", "\n798584851320896017;", "a bit of a move", "Board_5x5"),
    ("Board_5x5.v", "Black 13%nat (start 5 5).\nProof.\n  apply (start_normal 5 5 Black 13%nat",
     "Black 999%nat (start 5 5).\nProof.\n  apply (start_normal 5 5 Black 999%nat", "another number of plies", "Claim_Board_5x5"),
    ("Values_3x3_mover_pass.v", "without := Pass", "without := Loss", "another rule", "Values_3x3_mover_pass"),
    ("Extract.v", "(fun (a : int) (b : int) -> a = b)", "(fun (a : int) (b : int) -> a land 0xffffffff = b land 0xffffffff)",
     "sets are compared up to h4", "check-5x6"),
    ("uint63.ml", "if x = 0 then 63 else", "if x = 0 then 63 else 1 +", "the next square instead of the lowest", "check-5x6"),
    ("decoder.c", "int back = k & 4 ? 4 | (k & 1) << 1 | (k & 2) >> 1 : k;", "int back = k;", "another image", "table-4x4 mover-pass"),
    ("decoder.c", "for (int i = 1; them;", "for (int i = 2; them;", "another value", "table-4x4 mover-pass"),
    ("reader", '"$@"', '"$@" | python3 -c "import sys; b = bytearray(sys.stdin.buffer.read()); b[2000] ^= 4; sys.stdout.buffer.write(b)"',
     "a bit of a value in a table", "table-4x4 mover-pass"),
]


def compiles(folder, name):
    """True if Coq accepts a file, and it has no more assumptions than before."""
    command = ["coqc", "-q", "-Q", ".", "LOA", f"{name}.v"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300, text=True)
    except subprocess.TimeoutExpired:
        return False
    return not done.returncode and done.stdout in ("", (HERE / "assumptions.txt").read_text())


def runs(folder, *commands):
    """True if all commands succeed."""
    return all(not subprocess.run(command, cwd=folder, shell=True, capture_output=True).returncode for command in commands)


def notices(folder, changed):
    """Returns the first step that notices a change of a file in a folder."""
    theory = [name for name in THEORY if (folder / f"{name}.v").exists()]
    names = theory + [name for name in THEOREMS if (folder / f"{name}.v").exists()]
    for name in names[names.index(changed):] if changed in names else []:
        if not compiles(folder, name):
            return "theory" if name in theory else name
    if "Small" not in theory:
        return None
    compiler = "ocamlfind ocamlopt -w -a -inline 200 -unsafe"
    if not runs(folder, "coqc -q -Q . LOA Extract.v && rm loa.mli",
                f"{compiler} uint63.ml loa.ml numbers.ml checker.ml -o checker",
                f"{compiler} -package unix -linkpkg uint63.ml loa.ml numbers.ml decoder.c table.ml -o table"):
        return "extraction"
    if not runs(folder, "./checker Board_5x6.v"):
        return "check-5x6"
    for rules in PRESETS:
        if not runs(folder, f"./table 'bash reader' {TABLES} {rules} 4x4 4v4 log 1"):
            return f"table-4x4 {rules}"
    return None


def plant(file, right, wrong, folder):
    """Copies theory, theorems and programs to a folder, with a mistake in a file, and returns what `notices` does."""
    # Wide.v takes the place of Sets.v, in a theory without tables.
    built, changed = ("build/wide", "Sets.v") if file == "Wide.v" else ("build", file)
    names = [name for name in THEORY + THEOREMS if (HERE / built / f"{name}.v").exists()]
    for copy in [f"{name}.{kind}" for name in names for kind in ("v", "vo")] + PROGRAMS:
        if (HERE / built / copy).exists():
            shutil.copy(HERE / built / copy, folder)
    (folder / "reader").write_text(f'{READER} "$@"\n')
    path = folder / changed
    text = (HERE / file).read_text() if (HERE / file).exists() else path.read_text()
    assert len(re.findall(re.escape(right), text)) == 1, f"{file}: not once: {right}"
    path.write_text(text.replace(right, wrong))
    return notices(folder, changed.removesuffix(".v"))


def main():
    missed = 0
    for file, right, wrong, mistake, *step in MISTAKES:
        if sys.argv[1:] and file not in sys.argv[1:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            noticed = plant(file, right, wrong, pathlib.Path(folder))
        expected = step[0] if step else "theory"
        missed += noticed != expected
        print(f"{file}, {mistake}: {noticed}" + (f", NOT BY {expected}" if noticed != expected else ""), flush=True)
    print(f"{len(MISTAKES)} mistakes, {missed} not noticed by the step that should")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
