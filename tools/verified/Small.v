(* Small tables as terms of Coq, which its kernel checks. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Sets Refinement Images Values Parts.
Local Open Scope nat_scope.

(* A table as a tree, made from a list of numbers. Nothing is proved about it. *)
Inductive dict := Nil | Leaf (a b v : int) | Fork (x y : dict).
Fixpoint get (d : dict) (h a b : int) : int :=
  match d with
  | Nil => 0%uint63
  | Leaf x y v => if (x =? a)%uint63 then if (y =? b)%uint63 then v else 0%uint63 else 0%uint63
  | Fork x y => if (h land 1 =? 0)%uint63 then get x (h >> 1)%uint63 a b else get y (h >> 1)%uint63 a b
  end.
Fixpoint leaves (bits : nat) (h a b v i c d w : int) : dict :=
  match bits with
  | O => Leaf a b v
  | S bits =>
    if (h land 1 =? 0)%uint63
    then if (i land 1 =? 0)%uint63 then Fork (leaves bits (h >> 1)%uint63 a b v (i >> 1)%uint63 c d w) Nil
         else Fork (Leaf a b v) (Leaf c d w)
    else if (i land 1 =? 0)%uint63 then Fork (Leaf c d w) (Leaf a b v)
         else Fork Nil (leaves bits (h >> 1)%uint63 a b v (i >> 1)%uint63 c d w)
  end.
Fixpoint put (t : dict) (depth h a b v : int) : dict :=
  match t with
  | Nil => Leaf a b v
  | Leaf c d w => leaves 62 h a b v (mix c d >> depth)%uint63 c d w
  | Fork x y =>
    if (h land 1 =? 0)%uint63 then Fork (put x (depth + 1)%uint63 (h >> 1)%uint63 a b v) y
    else Fork x (put y (depth + 1)%uint63 (h >> 1)%uint63 a b v)
  end.

(* Nine codes of seven bits in a number. *)
Definition numbers : Set := int * int * list int.
Definition number (s : numbers) : int * numbers :=
  let '(now, more, rest) := s in
  if (more =? 0)%uint63
  then match rest with
       | [] => (0%uint63, s)
       | now :: rest => ((now land 127)%uint63, (now >> 7, 8, rest)%uint63)
       end
  else ((now land 127)%uint63, (now >> 7, more - 1, rest)%uint63).
Fixpoint build (l : list int) (k j : nat) (a b : int) (s : dict * numbers) : dict * numbers :=
  match l with
  | [] =>
    let (d, n) := s in
    let (x, n) := number n in
    if (x =? 0)%uint63 then (d, n)
    else (put d 0%uint63 (mix a b) a b x, n)
  | s' :: l =>
    let s := build l k j a b s in
    let s := match k with O => s | S k => build l k j (a lor s')%uint63 b s end in
    match j with O => s | S j => build l k j a (b lor s')%uint63 s end
  end.

(* The values with Black to move; those with White to move are the same if both sides may have
   the same number of stones. *)
Definition make_table (files ranks : Z) (most : side -> nat) (l : list int) : dict :=
  let all := build (bits_of files ranks) in
  let s := all (most Black) (most White) 0%uint63 0%uint63 (Nil, (0, 0, l)%uint63) in
  fst (if Nat.eqb (most Black) (most White) then s
       else all (most White) (most Black) 0%uint63 0%uint63 s).

Definition lookup (d : dict) (a b : int) : int := get d (mix a b) a b.
Definition itself (me : int) : int := 0%uint63.
Definition table_value (files ranks : Z) (d : dict) : int -> int -> int :=
  value_in (swaps_of files ranks) itself (lookup d).

(* If both sides may have the same number of stones, one side to move is enough. *)
Definition check_table (files ranks : Z) (r : rules) (most : side -> nat) (d : dict) : bool :=
  let side t := forallb (fun a => forallb (fun b => forallb (check_part files ranks r itself (lookup d) a b) parts)
    (seq 1 (most (other t)))) (seq 1 (most t)) in
  if side Black then if Nat.eqb (most Black) (most White) then true else side White else false.

(* The table is right about all positions of a board. *)
Definition right_values (files ranks : Z) (r : rules) (most : side -> nat) (d : dict) : Prop := forall p w n,
  within_board files ranks p ->
  (forall c, 1 <= stones_of files ranks p c <= most c) ->
  (Wins files ranks r w n p <-> table_says (table_value files ranks d) w n (encode files ranks p)).

Theorem check_table_right files ranks r most d :
  check_table files ranks r most d = true -> right_values files ranks r most d.
Proof.
  intros C p w n. apply check_parts_right. intros t a b k A B K. unfold check_table in C.
  destruct (forallb _ _) eqn:Black_all in C; [|discriminate].
  assert (All : forall t, forallb (fun a => forallb (fun b =>
    forallb (check_part files ranks r itself (lookup d) a b) parts) (seq 1 (most (other t)))) (seq 1 (most t)) = true).
  { intros []; auto. destruct (Nat.eqb _ _) eqn:E in C; auto. apply PeanoNat.Nat.eqb_eq in E. simpl in *.
    now rewrite <- E in *. }
  specialize (All t). rewrite forallb_forall in All.
  specialize (All a ltac:(apply in_seq; lia)). rewrite forallb_forall in All.
  specialize (All b ltac:(apply in_seq; lia)). rewrite forallb_forall in All. auto.
Qed.
