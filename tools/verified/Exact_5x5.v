(* The start of 5x5 is won in exactly 11 plies. *)

From Coq Require Import ZArith List Uint63.
From LOA Require Import Rules Refinement Check Search Board_5x5_shortest.
Open Scope uint63_scope.

Theorem exactly_11 r : normal r ->
  Wins 5 5 r Black 11%nat (start 5 5) /\ ~ Wins 5 5 r Black 10%nat (start 5 5).
Proof.
  intros N. split; [now apply black_wins_5x5|].
  refine (holds_out_right 5 5 normal_ids Black 10%nat (start 5 5) _ _ r (normal_In r N)).
  - intros s. now apply start_on.
  - vm_cast_no_check (eq_refl true).
Qed.
Print Assumptions exactly_11.
