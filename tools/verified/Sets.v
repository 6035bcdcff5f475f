(* Sets of squares: each is one machine integer, for boards with ranks x (files + 1) <= 64. The
   programs and proofs that follow use what this file names and nothing else about sets.
   Wide.v states the same of two integers, for larger boards. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
From LOA Require Import Rules Squares.
From LOA Require Export Bits.
Open Scope Z_scope.

Notation set := int (only parsing).
Notation size := 63.                           (* the elements are 0 .. size - 1 *)
Notation enough := 64%nat.                     (* more than a set has elements *)

Declare Scope set_scope.
Delimit Scope set_scope with set.
Notation "a 'land' b" := (PrimInt63.land a b) : set_scope.
Notation "a 'lor' b" := (PrimInt63.lor a b) : set_scope.
Notation "a 'lxor' b" := (PrimInt63.lxor a b) : set_scope.
Notation "a << k" := (PrimInt63.lsl a k) : set_scope.
Notation "a >> k" := (PrimInt63.lsr a k) : set_scope.
Notation "a =? b" := (PrimInt63.eqb a b) : set_scope.
Notation "a <? b" := (PrimInt63.ltb a b) : set_scope.
Notation empty := 0%uint63.
Notation full := max_int.
Notation clear m := (PrimInt63.land m (PrimInt63.sub m 1%uint63)).   (* m without its least element *)

(* A hash of two sets. Nothing is proved about it. *)
Definition mix (a b : set) : int := let h := stir (stir a + b)%uint63 in (h lxor (h >> 31))%uint63.

Lemma eqb_iff a b : (a =? b)%set = true <-> a = b.
Proof. apply Uint63.eqb_spec. Qed.
