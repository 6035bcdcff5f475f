(* Machine integers as sets of numbers from 0 to 62: their bits, the lowest, and their number. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares.
Open Scope Z_scope.

Definition has (m : int) (i : Z) : bool := Z.testbit (to_Z m) i.

Lemma wB_is : wB = 2 ^ 63. Proof. reflexivity. Qed.

Lemma has_land a b i : has (a land b)%uint63 i = has a i && has b i.
Proof. unfold has. rewrite land_spec'. apply Z.land_spec. Qed.
Lemma has_lor a b i : has (a lor b)%uint63 i = has a i || has b i.
Proof. unfold has. rewrite lor_spec'. apply Z.lor_spec. Qed.
Lemma has_lxor a b i : has (a lxor b)%uint63 i = xorb (has a i) (has b i).
Proof. unfold has. rewrite lxor_spec'. apply Z.lxor_spec. Qed.

Lemma has_high m i : 63 <= i -> has m i = false.
Proof.
  intros H. unfold has. pose proof (to_Z_bounded m) as B. rewrite wB_is in B.
  destruct (Z.eq_dec (to_Z m) 0) as [->|N]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [lia|].
  assert (Z.log2 (to_Z m) < 63) by (apply Z.log2_lt_pow2; lia). lia.
Qed.
Lemma has_low m i : i < 0 -> has m i = false.
Proof. intros. unfold has. now apply Z.testbit_neg_r. Qed.
Lemma has_range m i : has m i = true -> 0 <= i < 63.
Proof.
  intros H. destruct (Z_lt_dec i 0); [rewrite has_low in H by lia; discriminate|].
  destruct (Z_le_dec 63 i); [rewrite has_high in H by lia; discriminate|lia].
Qed.

Lemma has_lsl m k i : 0 <= i < 63 -> has (m << k)%uint63 i = has m (i - to_Z k).
Proof.
  intros H. unfold has. rewrite lsl_spec, wB_is, Z.mod_pow2_bits_low by lia.
  apply Z.mul_pow2_bits. apply to_Z_bounded.
Qed.
Lemma has_lsr m k i : 0 <= i -> has (m >> k)%uint63 i = has m (i + to_Z k).
Proof.
  intros H. unfold has. rewrite lsr_spec. apply Z.div_pow2_bits; auto. apply to_Z_bounded.
Qed.

Lemma has_ext a b : (forall i, 0 <= i < 63 -> has a i = has b i) -> a = b.
Proof.
  intros H. apply to_Z_inj, Z.bits_inj'. intros n Hn.
  destruct (Z_lt_dec n 63); [apply H; lia|].
  change (has a n = has b n). rewrite !has_high by lia. reflexivity.
Qed.
Lemma has_0 i : has 0 i = false.
Proof. apply Z.bits_0. Qed.

Lemma is_zero_has m : (m =? 0)%uint63 = true <-> forall i, has m i = false.
Proof.
  rewrite Uint63.eqb_spec. split; [intros -> i; apply has_0|].
  intros H. apply has_ext. intros i _. now rewrite H, has_0.
Qed.
Lemma not_zero_has m : (m =? 0)%uint63 = false <-> exists i, has m i = true.
Proof.
  split.
  - intros H.
    assert (P : 0 < to_Z m).
    { pose proof (to_Z_bounded m). destruct (Z.eq_dec (to_Z m) 0) as [E|]; [|lia].
      assert (m = 0%uint63) by (apply to_Z_inj; now rewrite E). subst. discriminate. }
    exists (Z.log2 (to_Z m)). now apply Z.bit_log2.
  - intros [i H]. destruct (m =? 0)%uint63 eqn:E; auto.
    rewrite is_zero_has in E. rewrite E in H. discriminate.
Qed.

Definition bit_at (i : Z) : int := (1 << of_Z i)%uint63.

Lemma of_Z_small i : 0 <= i < 63 -> to_Z (of_Z i) = i.
Proof. intros. rewrite of_Z_spec, wB_is. apply Z.mod_small. lia. Qed.

Lemma has_bit_at i j : 0 <= i < 63 -> has (bit_at i) j = (j =? i).
Proof.
  intros H. destruct (Z_lt_dec j 0).
  { rewrite has_low by lia. symmetry. apply Z.eqb_neq. lia. }
  destruct (Z_le_dec 63 j).
  { rewrite has_high by lia. symmetry. apply Z.eqb_neq. lia. }
  unfold bit_at. rewrite has_lsl by lia. rewrite of_Z_small by lia. unfold has.
  change (to_Z 1) with 1.
  destruct (Z.eqb_spec j i).
  - subst. now rewrite Z.sub_diag.
  - destruct (Z_lt_dec (j - i) 0); [apply Z.testbit_neg_r; lia|].
    apply Z.bits_above_log2; simpl; lia.
Qed.

(** The lowest bit *)

Lemma has_tail0 m : (m =? 0)%uint63 = false -> has m (to_Z (tail0 m)) = true.
Proof.
  intros H. pose proof (to_Z_bounded m).
  assert (P : 0 < to_Z m).
  { destruct (Z.eq_dec (to_Z m) 0) as [E|]; [|lia].
    assert (m = 0%uint63) by (apply to_Z_inj; now rewrite E). subst. discriminate. }
  destruct (tail0_spec m P) as (y & Hy & E). unfold has. rewrite E.
  rewrite Z.mul_pow2_bits by apply to_Z_bounded. rewrite Z.sub_diag.
  apply Z.testbit_odd_0.
Qed.

(* The set of the lowest. *)
Definition lowest (m : int) : int := (1 << tail0 m)%uint63.

Lemma has_lowest m : (m =? 0)%uint63 = false ->
  exists i, has m i = true /\ forall j, has (lowest m) j = true <-> j = i.
Proof.
  intros Z. pose proof (has_tail0 m Z) as H. pose proof (has_range _ _ H) as R.
  exists (to_Z (tail0 m)). split; auto. intros j. unfold lowest.
  rewrite <- (of_to_Z (tail0 m)). change (1 << of_Z (to_Z (tail0 m)))%uint63 with (bit_at (to_Z (tail0 m))).
  rewrite of_to_Z, has_bit_at by auto. apply Z.eqb_eq.
Qed.

(** Counting *)

Definition count (m : int) : nat := number_of 63 (has m).

Fixpoint ones (p : positive) : nat :=
  match p with xH => 1 | xO p => ones p | xI p => S (ones p) end.
Definition zones (z : Z) : nat := match z with Zpos p => ones p | _ => O end.

Lemma zones_double z : zones (2 * z) = zones z. Proof. now destruct z. Qed.
Lemma zones_double_1 z : 0 <= z -> zones (2 * z + 1) = S (zones z).
Proof. destruct z; auto. lia. Qed.

Lemma land_even_odd a b : Z.land (2 * a) (2 * b + 1) = 2 * Z.land a b.
Proof.
  apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec.
  destruct (Z.eq_dec n 0) as [->|N].
  - now rewrite !Z.testbit_even_0.
  - replace n with (Z.succ (n - 1)) by lia.
    rewrite !Z.testbit_even_succ, Z.testbit_odd_succ, Z.land_spec by lia. reflexivity.
Qed.
Lemma land_odd_even a b : Z.land (2 * a + 1) (2 * b) = 2 * Z.land a b.
Proof. rewrite Z.land_comm, land_even_odd, Z.land_comm. reflexivity. Qed.

Lemma zones_clear p : S (zones (Z.land (Zpos p) (Zpos p - 1))) = ones p.
Proof.
  induction p as [p IH|p IH|].
  - replace (Zpos p~1) with (2 * Zpos p + 1) by lia.
    replace (2 * Zpos p + 1 - 1) with (2 * Zpos p) by lia.
    rewrite land_odd_even, Z.land_diag, zones_double. reflexivity.
  - replace (Zpos p~0) with (2 * Zpos p) by lia.
    replace (2 * Zpos p - 1) with (2 * (Zpos p - 1) + 1) by lia.
    rewrite land_even_odd, zones_double. exact IH.
  - reflexivity.
Qed.

Lemma zones_filter n : forall z, 0 <= z < 2 ^ Z.of_nat n ->
  length (filter (Z.testbit z) (map Z.of_nat (seq 0 n))) = zones z.
Proof.
  induction n as [|n IH]; intros z H.
  - simpl in *. assert (z = 0) by lia. now subst.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia.
    assert (E : exists y b, z = 2 * y + Z.b2z b /\ 0 <= y < 2 ^ Z.of_nat n).
    { exists (Z.div2 z), (Z.odd z). pose proof (Z.div2_odd z).
      assert (0 <= Z.b2z (Z.odd z) <= 1) by (destruct (Z.odd z); simpl; lia).
      generalize dependent (Z.div2 z). intros. lia. }
    destruct E as (y & b & -> & Hy).
    assert (T : length (filter (Z.testbit (2 * y + Z.b2z b)) (map Z.of_nat (seq 1 n))) = zones y).
    { rewrite <- (IH y Hy). rewrite <- seq_shift, map_map.
      generalize (seq 0 n). intros l. induction l as [|k l IHl]; auto.
      cbn [map filter]. rewrite Nat2Z.inj_succ.
      replace (Z.testbit (2 * y + Z.b2z b) (Z.succ (Z.of_nat k))) with (Z.testbit y (Z.of_nat k)).
      2:{ destruct b; simpl Z.b2z.
          - now rewrite Z.testbit_odd_succ by lia.
          - rewrite Z.add_0_r. now rewrite Z.testbit_even_succ by lia. }
      destruct (Z.testbit y (Z.of_nat k)); cbn [length]; now rewrite IHl. }
    change (seq 0 (S n)) with (0%nat :: seq 1 n). cbn [map filter]. change (Z.of_nat 0) with 0.
    destruct b; cbn [Z.b2z] in *.
    + rewrite Z.testbit_odd_0. cbn [length]. rewrite T. now rewrite zones_double_1 by lia.
    + rewrite Z.add_0_r in *. rewrite Z.testbit_even_0. rewrite T. now rewrite zones_double.
Qed.

Lemma count_zones m : count m = zones (to_Z m).
Proof.
  unfold count, number_of, upto. change (Z.to_nat 63) with 63%nat.
  apply (zones_filter 63). apply to_Z_bounded.
Qed.

Lemma count_clear m : (m =? 0)%uint63 = false -> count m = S (count (m land (m - 1))%uint63).
Proof.
  intros H. rewrite !count_zones, land_spec', sub_spec.
  pose proof (to_Z_bounded m) as B.
  destruct (to_Z m) as [|p|p] eqn:E.
  - assert (m = 0%uint63) by (apply to_Z_inj; now rewrite E). subst. discriminate.
  - change (to_Z 1) with 1. rewrite Z.mod_small by lia. symmetry. apply zones_clear.
  - lia.
Qed.

(* Mixes the bits of an integer, for hashes: different integers stay different. Nothing is proved
   about it. *)
Definition stir (x : int) : int := ((x lxor (x >> 31)) * 6364136223846793005)%uint63.
