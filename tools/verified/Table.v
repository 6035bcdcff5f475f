(* A table says of every position whether it is won and within how many plies. What it says is true
   if each value is the one that the values after all moves demand. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares Sets Walk Bitboard Refinement Images Values.
Local Open Scope nat_scope.

Section Table.
Variables files ranks : Z.
Hypothesis fit : fits files ranks = true.
Variable r : rules.
Variable most : side -> nat.             (* maximum number of stones of a side *)

(* Each side has a stone, and no more than the table allows. *)
Definition within (p : pos) : Prop :=
  let (t, me, you) := p in 1 <= count me <= most t /\ 1 <= count you <= most (other t).

Lemma filter_less {A} (f g : A -> bool) x l : NoDup l -> In x l -> f x = true -> g x = false ->
  (forall y, y <> x -> f y = g y) -> length (filter f l) = S (length (filter g l)).
Proof.
  intros N I Fx Gx E. induction l as [|y l IH]; simpl in *; [tauto|]. inversion N; subst.
  destruct I as [->|I].
  - rewrite Fx, Gx. simpl. f_equal. f_equal. apply filter_ext_in. intros z Z. apply E. congruence.
  - assert (y <> x) by congruence. rewrite (E y) by auto.
    destruct (g y); simpl; rewrite IH; auto.
Qed.
Lemma count_less m n i : has m i = true -> has n i = false -> (forall j, j <> i -> has m j = has n j) ->
  count m = S (count n).
Proof.
  intros H G E. unfold count, number_of. apply filter_less with i; auto using upto_NoDup.
  apply upto_In. eapply has_range; eauto.
Qed.

(* A single stone is connected, and then the game is over. So no side loses its last stone. *)
Lemma one_stone m i j : count m = 1 -> has m i = true -> has m j = true -> i = j.
Proof.
  intros C I J. unfold count, number_of in C.
  assert (L : forall k, has m k = true -> In k (filter (has m) (upto 63))).
  { intros k K. apply filter_In. split; auto. apply upto_In. now apply (has_range m). }
  apply L in I, J. revert C I J.
  destruct (filter (has m) (upto 63)) as [|a [|b l]]; simpl; [tauto| |discriminate].
  intros _ [<-|[]] [<-|[]]. reflexivity.
Qed.

Lemma one_joined p c m : (forall s, on_board files ranks s = false -> stone p s = None) ->
  holds files ranks m (fun s => stone p s = Some c) -> count m = 1 -> joined (up files) m = true.
Proof.
  intros O M C. apply (joined_iff _ _ fit p c m O M).
  assert (At : forall s, stone p s = Some c -> on_board files ranks s = true /\ has m (index files s) = true).
  { intros s S. assert (On : on_board files ranks s = true).
    { destruct (on_board files ranks s) eqn:E; auto. rewrite O in S; congruence. }
    split; auto. now apply (holds_at _ _ _ _ _ M On). }
  split.
  - destruct (m =? 0)%uint63 eqn:Z.
    { apply Uint63.eqb_spec in Z. subst. discriminate. }
    apply not_zero_has in Z. destruct Z as [i I]. apply M in I. destruct I as (s & _ & _ & S). eauto.
  - intros s t S T. destruct (At s S) as [Os Hs], (At t T) as [Ot Ht].
    assert (s = t) as <- by (apply (index_inj files ranks); auto; eapply one_stone; eauto).
    now apply Here.
Qed.

Lemma judge_apart m a b c d : judge r m a b c d = Goes_on -> a = false.
Proof.
  destruct a; auto. unfold judge, by_connection.
  destruct (both r), b, (misere r); discriminate.
Qed.

Lemma goes_on_two t me you p : rel files ranks (Pos t me you) p -> within (Pos t me you) ->
  verdict_of r (table files ranks) (up files) (Pos t me you) = Goes_on -> 2 <= count you.
Proof.
  intros (_ & O & _ & Y) [_ W] V. apply judge_apart in V.
  assert (count you <> 1) by (intros C; rewrite (one_joined p _ you O Y C) in V; discriminate). lia.
Qed.

Lemma count_taken m n i : (forall j, has n j = (j =? i)%Z) ->
  count m <= S (count (m lxor (m land n))%uint63) /\ count (m lxor (m land n))%uint63 <= count m.
Proof.
  intros N. split.
  - destruct (has m i) eqn:I.
    + apply PeanoNat.Nat.eq_le_incl, count_less with i; auto.
      * rewrite has_lxor, has_land, N, I, Z.eqb_refl. reflexivity.
      * intros j J. rewrite has_lxor, has_land, N. apply Z.eqb_neq in J. rewrite J.
        now rewrite andb_false_r, xorb_false_r.
    + apply le_S, count_sub. intros j J. rewrite has_lxor, has_land, N, J.
      destruct (Z.eqb_spec j i); [congruence|reflexivity].
  - apply count_sub. intros j. rewrite has_lxor, has_land. now destruct (has m j).
Qed.

Lemma count_moved m a b i j : (forall k, has a k = (k =? i)%Z) -> (forall k, has b k = (k =? j)%Z) ->
  has m i = true -> has m j = false -> count (m lxor (a lor b))%uint63 = count m.
Proof.
  intros A B I J. assert (i <> j) by congruence. transitivity (S (count (m lxor a)%uint63)).
  - apply count_less with j.
    + rewrite has_lxor, has_lor, A, B, J, Z.eqb_refl. now rewrite orb_true_r.
    + rewrite has_lxor, A, J. destruct (Z.eqb_spec j i); auto; congruence.
    + intros k K. rewrite !has_lxor, has_lor, B. apply Z.eqb_neq in K. rewrite K.
      now rewrite orb_false_r.
  - symmetry. apply count_less with i; auto.
    + rewrite has_lxor, A, I, Z.eqb_refl. reflexivity.
    + intros k K. rewrite has_lxor, A. apply Z.eqb_neq in K. rewrite K. now rewrite xorb_false_r.
Qed.

Lemma within_reply t me you q p : rel files ranks (Pos t me you) p -> within (Pos t me you) ->
  verdict_of r (table files ranks) (up files) (Pos t me you) = Goes_on ->
  In q (replies (table files ranks) (Pos t me you)) -> within q.
Proof.
  intros R W V H. pose proof (goes_on_two t me you p R W V) as Two. destruct W as [W1 W2].
  apply replies_In in H. destruct H as [H|[_ ->]]; [|simpl; rewrite other_other; auto].
  apply moves_In in H. destruct H as (e & I & N & l & J & s & P & H).
  destruct (entry_square _ _ fit _ _ _ _ R e I N) as (x & -> & O & St).
  change (In l (map (line_of files ranks x) axes)) in J.
  apply in_map_iff in J. destruct J as (d & <- & D).
  destruct (pick_step _ _ fit _ _ _ _ R x d O St) as (n & N0 & Nn & Pn). rewrite Pn in P.
  destruct (Z.leb n (Z.max files ranks)); [|discriminate]. injection P as <-.
  destruct (axes_directions d D) as [D1 D2].
  assert (G : forall u, on_board files ranks u = true -> stone p u <> Some t ->
    within (after t me you (bit_at (index files x)) (mask files [u]))).
  { intros u U Nu.
    assert (B : forall i, has (mask files [u]) i = (i =? index files u)%Z).
    { intros i. simpl. rewrite has_lor, has_0, orb_false_r. apply has_bit_at, (index_range files ranks); auto. }
    pose proof (fun i => has_bit_at (index files x) i (index_range _ _ fit x O)) as A.
    assert (Mx : has me (index files x) = true) by (apply (has_me _ _ _ _ _ _ R); auto).
    assert (Mu : has me (index files u) = false).
    { apply not_true_iff_false. rewrite (has_me _ _ _ _ _ _ R); auto. }
    unfold within, after. rewrite (count_moved _ _ _ _ _ A B Mx Mu), other_other.
    pose proof (count_taken you _ _ B). lia. }
  destruct H as [[L ->]|[L ->]]; apply (legal_iff _ _ fit _ _ _ _ R) in L; auto;
    destruct L as (A & B & C); rewrite target_mask by auto; apply G; auto.
Qed.

Variable code : int -> int -> int.
Hypothesis codes_fit : forall me you, (to_Z (code me you) < 65536)%Z.
Variable image : pos -> pos.             (* the same for all images of a position *)
Hypothesis image_twin : forall c, twin files ranks c (image c).
Hypothesis image_within : forall c, within c -> within (image c).
Hypothesis image_fair : forall c p, rel files ranks c p -> within c -> code_of code c =
  let (_, a, b) := image c in derived r (table files ranks) (up files) code a b.

Lemma replies_some p : replies (table files ranks) p <> [].
Proof. unfold replies. destruct (moves _ p); discriminate. Qed.

Lemma reply_says w n t me you q : In q (replies (table files ranks) (Pos t me you)) ->
  (table_says code w n q <->
   if is_side w t then says_loss (code_of code q) n else says_win (code_of code q) n).
Proof.
  intros H. assert (T : exists a b, q = Pos (other t) a b).
  { apply replies_In in H. destruct H as [H|[_ ->]]; [|eauto].
    apply moves_In in H. destruct H as (e & _ & _ & l & _ & [o1 t1 o2 t2] & _ & [[_ ->]|[_ ->]]);
      unfold after; eauto. }
  destruct T as (a & b & ->). simpl. now destruct w, t.
Qed.

Lemma Wins_after w n c p : rel files ranks c p -> judged files ranks r p Goes_on ->
  (Wins files ranks r w n p <->
   earlier (fun n => if is_side w (turn p) then exists q, move files ranks p q /\ Wins files ranks r w n q
                     else forall q, move files ranks p q -> Wins files ranks r w n q) n).
Proof.
  intros R J. split.
  - inversion 1 as [a m J'|a q m _ T M H'|a m _ T H']; subst; simpl.
    + apply (verdict_judged _ _ fit r _ _ _ R) in J, J'. congruence.
    + destruct (turn p); simpl; eauto.
    + rewrite T. destruct w; simpl; auto.
  - destruct n as [|n]; simpl; [tauto|]. destruct (is_side w (turn p)) eqn:S.
    + apply is_side_eq in S. intros (q & M & H). eapply By_a_move; eauto.
    + intros H. apply Against_all; auto. destruct w, (turn p); auto; discriminate.
Qed.

Theorem table_right w n : forall c p, rel files ranks c p -> within c ->
  (Wins files ranks r w n p <-> table_says code w n c).
Proof.
  induction n as [n IH] using Wf_nat.lt_wf_ind. intros c p R W.
  pose proof (image_fair c p R W) as F. pose proof (image_within c W) as Wd.
  destruct (image_twin c p R) as (p' & R' & T & E). rewrite <- E. clear E.
  destruct c as [t me you], (image _) as [u a b].
  assert (u = t) as -> by (destruct R as (<- & _), R' as (<- & _); auto).
  simpl in F |- *. rewrite F, (derived_is _ _ _ _ t). clear F R W T p.
  pose proof (proj2 (verdict_judged _ _ fit r _ _ _ R') eq_refl) as J.
  pose proof (fun d => within_reply t a b d p' R' Wd) as Within.
  destruct (verdict_of _ _ _ _) as [x| |]; simpl.
  - assert (H : Wins files ranks r w n p' <-> x = w).
    { split; [|intros ->; now apply Already].
      inversion 1 as [q m J'|q d m J'|q m J']; subst; apply (verdict_judged _ _ fit r _ _ _ R') in J, J'; congruence. }
    rewrite H. destruct (is_side x t) eqn:X, (is_side w t) eqn:S.
    + apply is_side_eq in X, S. subst. split; auto. intros _. exists 0. split; [lia|reflexivity].
    + apply is_side_eq in X. subst. split; [intros E; rewrite E in S; destruct w; discriminate|].
      intros L. apply says_loss_iff in L. now destruct L.
    + apply is_side_eq in S. subst. split; [intros E; rewrite E in X; destruct t; discriminate|].
      intros L. apply says_win_iff in L. now destruct L.
    + split; [|destruct x, w, t; auto; discriminate]. intros _. exists 0. split; [lia|reflexivity].
  - split.
    + inversion 1 as [q m J'|q d m J'|q m J']; subst;
        apply (verdict_judged _ _ fit r _ _ _ R') in J, J'; congruence.
    + destruct (is_side w t); [rewrite says_win_iff|rewrite says_loss_iff]; intros [M L]; now destruct L.
  - rewrite (Wins_after w n _ _ R' J). replace (turn p') with t by now destruct R'.
    destruct (best_is code codes_fit n (replies (table files ranks) (Pos t a b))) as (Win & Loss & _).
    assert (Reply : forall d q, In d (replies (table files ranks) (Pos t a b)) -> rel files ranks d q ->
      forall m, m < n -> (Wins files ranks r w m q <->
        if is_side w t then says_loss (code_of code d) m else says_win (code_of code d) m)).
    { intros d q I Q m L. rewrite <- (reply_says w m t a b d I). apply IH; auto. }
    destruct (is_side w t); [rewrite Win|rewrite Loss]; clear Win Loss IH;
      (destruct n as [|n]; simpl; [|specialize (fun d q I Q => Reply d q I Q n (PeanoNat.Nat.lt_succ_diag_r n))]).
    + split; [tauto|]. now intros (q & _ & []).
    + split.
      * intros (q & M & H). destruct (replies_complete _ _ fit _ _ _ _ _ R' M) as (d & I & Q).
        exists d. split; auto. now apply (Reply d q).
      * intros (d & I & H). destruct (replies_sound _ _ fit _ _ _ _ _ R' I) as (q & M & Q).
        exists q. split; auto. now apply (Reply d q).
    + split; [tauto|]. pose proof (replies_some (Pos t a b)) as N.
      destruct (replies _ _) as [|d l]; [congruence|]. intros H. apply (H d). simpl. auto.
    + split.
      * intros H d I. destruct (replies_sound _ _ fit _ _ _ _ _ R' I) as (q & M & Q).
        apply (Reply d q); auto.
      * intros H q M. destruct (replies_complete _ _ fit _ _ _ _ _ R' M) as (d & I & Q).
        apply (Reply d q); auto.
Qed.
End Table.
