(* Sets of squares: each is two machine integers, for boards with ranks x (files + 1) <= 127, such
   as 8x8. This file takes the place of Sets.v, and states the same. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
From LOA Require Import Rules Squares.
From LOA Require Bits.
Open Scope Z_scope.

(* Its elements from 0 to 62, and from 63 to 125. *)
Inductive set := Both (low high : int).
Notation size := 126.
Notation enough := 127%nat.                    (* more than a set has elements *)

Definition set_land (a b : set) : set :=
  let (l, h) := a in let (k, j) := b in Both (l land k)%uint63 (h land j)%uint63.
Definition set_lor (a b : set) : set :=
  let (l, h) := a in let (k, j) := b in Both (l lor k)%uint63 (h lor j)%uint63.
Definition set_lxor (a b : set) : set :=
  let (l, h) := a in let (k, j) := b in Both (l lxor k)%uint63 (h lxor j)%uint63.
(* A difference below 0 is a large number, and a shift by it leaves nothing. *)
Definition set_lsl (a : set) (k : int) : set :=
  let (l, h) := a in Both (l << k)%uint63 ((h << k) lor (l >> (63 - k)) lor (l << (k - 63)))%uint63.
Definition set_lsr (a : set) (k : int) : set :=
  let (l, h) := a in Both ((l >> k) lor (h << (63 - k)) lor (h >> (k - 63)))%uint63 (h >> k)%uint63.
Definition set_eqb (a b : set) : bool :=
  let (l, h) := a in let (k, j) := b in if (l =? k)%uint63 then (h =? j)%uint63 else false.
Definition set_ltb (a b : set) : bool :=
  let (l, h) := a in let (k, j) := b in if (h =? j)%uint63 then (l <? k)%uint63 else (h <? j)%uint63.

Declare Scope set_scope.
Delimit Scope set_scope with set.
Infix "land" := set_land : set_scope.
Infix "lor" := set_lor : set_scope.
Infix "lxor" := set_lxor : set_scope.
Infix "<<" := set_lsl : set_scope.
Infix ">>" := set_lsr : set_scope.
Infix "=?" := set_eqb : set_scope.
Infix "<?" := set_ltb : set_scope.

Definition empty : set := Both 0%uint63 0%uint63.
Definition full : set := Both max_int max_int.
Definition clear (m : set) : set :=                       (* m without its least element *)
  let (l, h) := m in
  if (l =? 0)%uint63 then Both l (h land (h - 1))%uint63 else Both (l land (l - 1))%uint63 h.
Definition lowest (m : set) : set :=                      (* the least element of m *)
  let (l, h) := m in
  if (l =? 0)%uint63 then Both l (1 << tail0 h)%uint63 else Both (1 << tail0 l)%uint63 0%uint63.
Definition bit_at (i : Z) : set :=
  if i <? 63 then Both (Bits.bit_at i) 0%uint63 else Both 0%uint63 (Bits.bit_at (i - 63)).

(* A hash of two sets. Nothing is proved about it. *)
Definition mix (a b : set) : int :=
  let (l, h) := a in
  let (k, j) := b in
  let m := Bits.stir (Bits.stir (Bits.stir (Bits.stir l + k) + h) + j)%uint63 in (m lxor (m >> 31))%uint63.

Definition has (m : set) (i : Z) : bool :=
  let (l, h) := m in if i <? 63 then Bits.has l i else Bits.has h (i - 63).

Lemma has_land a b i : has (a land b)%set i = has a i && has b i.
Proof. destruct a, b. simpl. destruct (i <? 63); apply Bits.has_land. Qed.
Lemma has_lor a b i : has (a lor b)%set i = has a i || has b i.
Proof. destruct a, b. simpl. destruct (i <? 63); apply Bits.has_lor. Qed.
Lemma has_lxor a b i : has (a lxor b)%set i = xorb (has a i) (has b i).
Proof. destruct a, b. simpl. destruct (i <? 63); apply Bits.has_lxor. Qed.
Lemma has_0 i : has empty i = false.
Proof. simpl. destruct (i <? 63); apply Bits.has_0. Qed.

Lemma has_high m i : size <= i -> has m i = false.
Proof. intros H. destruct m. simpl. destruct (Z.ltb_spec i 63); [lia|]. apply Bits.has_high. lia. Qed.
Lemma has_low m i : i < 0 -> has m i = false.
Proof. intros H. destruct m. simpl. destruct (Z.ltb_spec i 63); [|lia]. now apply Bits.has_low. Qed.
Lemma has_range m i : has m i = true -> 0 <= i < size.
Proof.
  intros H. destruct (Z_lt_dec i 0); [rewrite has_low in H by lia; discriminate|].
  destruct (Z_le_dec size i); [rewrite has_high in H by lia; discriminate|lia].
Qed.

(** Shifts *)

Lemma to_Z_less a b : to_Z (a - b)%uint63 =
  if to_Z b <=? to_Z a then to_Z a - to_Z b else to_Z a - to_Z b + 2 ^ 63.
Proof.
  pose proof (to_Z_bounded a). pose proof (to_Z_bounded b). rewrite Bits.wB_is in *. rewrite sub_spec, Bits.wB_is.
  destruct (Z.leb_spec (to_Z b) (to_Z a)); [apply Z.mod_small; lia|].
  rewrite <- (Z.mod_add _ 1) by lia. apply Z.mod_small. lia.
Qed.

(* Numbers outside 0 .. 62 are in no set. *)
Ltac outside := repeat match goal with |- context [Bits.has ?m ?i] =>
    first [rewrite (Bits.has_low m i) by lia | rewrite (Bits.has_high m i) by lia] end;
  rewrite ?orb_false_r, ?orb_false_l.

Lemma has_lsl m k i : 0 <= i < size -> has (m << k)%set i = has m (i - to_Z k).
Proof.
  intros I. destruct m as [l h]. pose proof (to_Z_bounded k) as B. rewrite Bits.wB_is in B. simpl.
  destruct (Z.ltb_spec i 63), (Z.ltb_spec (i - to_Z k) 63); try lia.
  - now apply Bits.has_lsl.
  - rewrite !Bits.has_lor, !Bits.has_lsl, Bits.has_lsr, !to_Z_less by lia. change (to_Z 63) with 63.
    destruct (Z.leb_spec (to_Z k) 63), (Z.leb_spec 63 (to_Z k)); try lia.
    + replace (to_Z k) with 63 by lia. outside. replace (i - 63 + (63 - 63)) with (i - 63) by lia.
      replace (i - 63 - (63 - 63)) with (i - 63) by lia. apply orb_diag.
    + outside. f_equal. lia.
    + outside. f_equal. lia.
  - rewrite !Bits.has_lor, !Bits.has_lsl, Bits.has_lsr, !to_Z_less by lia. change (to_Z 63) with 63.
    destruct (Z.leb_spec (to_Z k) 63), (Z.leb_spec 63 (to_Z k)); try lia; outside; f_equal; lia.
Qed.

Lemma has_lsr m k i : 0 <= i -> has (m >> k)%set i = has m (i + to_Z k).
Proof.
  intros I. destruct m as [l h]. pose proof (to_Z_bounded k) as B. rewrite Bits.wB_is in B. simpl.
  destruct (Z.ltb_spec i 63), (Z.ltb_spec (i + to_Z k) 63); try lia.
  - rewrite !Bits.has_lor, Bits.has_lsl, !Bits.has_lsr, !to_Z_less by lia. change (to_Z 63) with 63.
    destruct (Z.leb_spec (to_Z k) 63), (Z.leb_spec 63 (to_Z k)); try lia; now outside.
  - rewrite !Bits.has_lor, Bits.has_lsl, !Bits.has_lsr, !to_Z_less by lia. change (to_Z 63) with 63.
    destruct (Z.leb_spec (to_Z k) 63), (Z.leb_spec 63 (to_Z k)); try lia.
    + replace (to_Z k) with 63 by lia. outside. replace (i - (63 - 63)) with (i + 63 - 63) by lia.
      replace (i + (63 - 63)) with (i + 63 - 63) by lia. apply orb_diag.
    + outside. f_equal. lia.
    + outside. f_equal. lia.
  - rewrite Bits.has_lsr by lia. f_equal. lia.
Qed.

(** Equality, and single elements *)

Lemma has_Both l h i : 0 <= i < 63 -> has (Both l h) i = Bits.has l i /\ has (Both l h) (i + 63) = Bits.has h i.
Proof.
  intros I. simpl. destruct (Z.ltb_spec i 63), (Z.ltb_spec (i + 63) 63); try lia.
  split; auto. f_equal. lia.
Qed.

Lemma has_ext a b : (forall i, 0 <= i < size -> has a i = has b i) -> a = b.
Proof.
  intros H. destruct a as [l h], b as [k j].
  f_equal; apply Bits.has_ext; intros i I;
    destruct (has_Both l h i I) as [L L'], (has_Both k j i I) as [K K'].
  - rewrite <- L, <- K. apply H. lia.
  - rewrite <- L', <- K'. apply H. lia.
Qed.

Lemma eqb_iff a b : (a =? b)%set = true <-> a = b.
Proof.
  destruct a as [l h], b as [k j]. simpl. destruct (l =? k)%uint63 eqn:E.
  - apply Uint63.eqb_spec in E. rewrite Uint63.eqb_spec. split; congruence.
  - split; [discriminate|]. intros [= -> ->]. now rewrite Uint63.eqb_refl in E.
Qed.

Lemma is_zero_has m : (m =? empty)%set = true <-> forall i, has m i = false.
Proof.
  rewrite eqb_iff. split; [intros -> i; apply has_0|].
  intros H. apply has_ext. intros i _. now rewrite H, has_0.
Qed.

(* A set that is not empty has an element below 63, or all its elements are above. *)
Lemma low_or_high l h : (Both l h =? empty)%set = false ->
  if (l =? 0)%uint63 then (h =? 0)%uint63 = false else True.
Proof. simpl. now destruct (l =? 0)%uint63. Qed.

Lemma has_lowest m : (m =? empty)%set = false ->
  exists i, has m i = true /\ forall j, has (lowest m) j = true <-> j = i.
Proof.
  destruct m as [l h]. intros N. apply low_or_high in N. unfold lowest.
  destruct (l =? 0)%uint63 eqn:L.
  - destruct (Bits.has_lowest h N) as (i & H & Low). pose proof (Bits.has_range _ _ H).
    exists (i + 63). destruct (has_Both l h i) as [_ ->]; auto. split; auto. intros j.
    apply Uint63.eqb_spec in L. subst l. simpl. destruct (Z.ltb_spec j 63).
    + rewrite Bits.has_0. split; [discriminate|lia].
    + rewrite Low. lia.
  - destruct (Bits.has_lowest l L) as (i & H & Low). pose proof (Bits.has_range _ _ H).
    exists i. destruct (has_Both l h i) as [-> _]; auto. split; auto. intros j. simpl.
    destruct (Z.ltb_spec j 63); [apply Low|]. rewrite Bits.has_0. split; [discriminate|lia].
Qed.

Lemma not_zero_has m : (m =? empty)%set = false <-> exists i, has m i = true.
Proof.
  split.
  - intros N. destruct (has_lowest m N) as (i & H & _). eauto.
  - intros [i H]. apply not_true_iff_false. rewrite is_zero_has. congruence.
Qed.

Lemma of_Z_small i : 0 <= i < size -> to_Z (of_Z i) = i.
Proof. intros. rewrite of_Z_spec, Bits.wB_is. apply Z.mod_small. lia. Qed.

Lemma has_bit_at i j : 0 <= i < size -> has (bit_at i) j = (j =? i).
Proof.
  intros I. unfold bit_at. destruct (Z.ltb_spec i 63); simpl; destruct (Z.ltb_spec j 63);
    rewrite ?Bits.has_0, ?Bits.has_bit_at by lia; auto.
  - symmetry. apply Z.eqb_neq. lia.
  - symmetry. apply Z.eqb_neq. lia.
  - apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia.
Qed.

(** Counting *)

Definition count (m : set) : nat := number_of size (has m).

Lemma count_Both l h : count (Both l h) = (Bits.count l + Bits.count h)%nat.
Proof.
  unfold count, Bits.count, number_of.
  assert (U : upto size = upto 63 ++ map (fun i => i + 63) (upto 63)) by reflexivity. rewrite U. clear U.
  generalize (fun i I => has_Both l h i (proj1 (upto_In 63 i) I)). generalize (upto 63). intros n H.
  rewrite filter_app, app_length. apply f_equal2.
  - apply f_equal, filter_ext_in. intros i I. now destruct (H i I).
  - induction n as [|i n IH]; auto. cbn [map filter]. destruct (H i) as [_ ->]; [simpl; auto|].
    assert (T : forall j, In j n -> In j (i :: n)) by (simpl; auto).
    specialize (IH (fun j J => H j (T j J))). destruct (Bits.has h i); cbn [length]; congruence.
Qed.

Lemma count_clear m : (m =? empty)%set = false -> count m = S (count (clear m)).
Proof.
  destruct m as [l h]. intros N. apply low_or_high in N. unfold clear.
  destruct (l =? 0)%uint63 eqn:L; rewrite !count_Both.
  - rewrite (Bits.count_clear h) by auto. lia.
  - rewrite (Bits.count_clear l) by auto. lia.
Qed.

Arguments has : simpl never.
Arguments empty : simpl never.
Arguments bit_at : simpl never.
Arguments set_land : simpl never.
Arguments set_lor : simpl never.
Arguments set_lxor : simpl never.
