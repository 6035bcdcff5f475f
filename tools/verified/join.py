#!/usr/bin/env python3
"""Writes the theorem of a certificate in parts: from the theorems of all parts, in the folder that `make parts-5x5`
fills, follows the claim of the whole one.

    join.py FOLDER THEOREM
"""

import re
import sys
from pathlib import Path

folder, theorem = Path(sys.argv[1]), sys.argv[2]
parts = sorted(path.stem for path in folder.glob("Part_*.v"))
# The statement of the last part, such as `Theorem part r : normal r -> won 5 5 r Black taken ->`.
text = (folder / f"{parts[-1]}.v").read_text()
which, game, claim = re.search(
    r"^Theorem part r : (.*) -> won (.*) taken ->\n  (Wins .*) /\\ won .* lent\.$", text, re.MULTILINE
).groups()
print("(* Written by join.py. *)\nFrom Coq Require Import ZArith List Uint63.\nFrom LOA Require Import Rules Check.")
print(f"From LOA Require {' '.join(parts)}.\nOpen Scope uint63_scope.\n")
print(f"Theorem {theorem} r : {which} -> {claim}.\nProof.")
print(f"  intros K. pose proof (won_nil {game}) as H.")
for part in parts:
    claim = "W" if part == parts[-1] else "_"
    print(f"  eapply join in H; [|exact ({part}.part r K)|vm_compute; reflexivity]; destruct H as [{claim} H].")
print(f"  exact W.\nQed.\nPrint Assumptions {theorem}.")
