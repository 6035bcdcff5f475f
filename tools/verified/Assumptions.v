(* The assumptions of the theorems: the axioms of Coq's machine integers, and nothing else. *)

From Coq Require Import ZArith List Uint63.
From LOA Require Import Symmetry Check Repetition Search Parts Small.
Open Scope uint63_scope.

Definition theorems :=
  (@start_normal, @start_under, @placed_under, @part_under, @join, @Wins_image, @never_repeats, @holds_out_right, @check_parts_right, @check_table_right).
Print Assumptions theorems.
