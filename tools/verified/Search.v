(* A search through all moves that shows that a side cannot force a win within some plies, and the
   proof that it is right. It needs no certificate. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares Symmetry Sets Walk Bitboard Refinement Images Check.
Local Open Scope nat_scope.

(* After a move of `mover`, under a set of rules ids together: the side w has won under one of them,
   the game continues under one of them, or it is over without a win of w under all. *)
Definition unwon (ids : list rules) (w mover : side) (a b c d : bool) : status :=
  let v r := judge r mover a b c d in
  if existsb (fun r => won_by w (v r)) ids then Failed
  else if existsb (fun r => goes_on (v r)) ids then Open else Done.

(* A position with the number of plies that remain. *)
Definition limited : Set := nat * pos.
Definition same_limited (a b : limited) : bool :=
  if Nat.eqb (fst a) (fst b) then same (snd a) (snd b) else false.
Fixpoint int_of (k : nat) : int := match k with O => 0%uint63 | S k => (int_of k + 1)%uint63 end.
Definition hash_limited (a : limited) : int := (hash (snd a) + int_of (fst a))%uint63.

(* The order in which the other side tries its moves: captures first. *)
Definition captures_first (p : pos) (l : list pos) : list pos :=
  let (_, _, you) := p in
  let (calm, captures) := partition (fun q : pos => let (_, me, _) := q in (me =? you)%set) l in captures ++ calm.

Section Search.
Variable tells : pos -> status.
Variable replies : pos -> list pos.
Variable image : pos -> pos.
Variable attacks : pos -> bool.                (* whether the side that tries to win is to move *)

Definition known : Type := memo limited.       (* 1 if a position holds, 0 if not *)

Section Lists.
Variable visit : known -> pos -> bool * known.
Fixpoint all_hold (m : known) (l : list pos) : bool * known :=
  match l with
  | [] => (true, m)
  | p :: l => let (b, m) := visit m p in if b then all_hold m l else (false, m)
  end.
Fixpoint one_holds (m : known) (l : list pos) : bool * known :=
  match l with
  | [] => (false, m)
  | p :: l => let (b, m) := visit m p in if b then (true, m) else one_holds m l
  end.
End Lists.

(* Whether the other side holds out for k plies. *)
Fixpoint hold (k : nat) (m : known) (p : pos) : bool * known :=
  match tells p with
  | Failed => (false, m)
  | Done => (true, m)
  | Open =>
    match k with
    | O => (true, m)
    | S rest =>
      let p := image p in
      let key := (k, p) in
      match find _ same_limited m (hash_limited key) key with
      | Some n => (Nat.eqb n 1, m)
      | None =>
        match tells p with
        | Open =>
          let (b, m) := if attacks p then all_hold (hold rest) m (replies p)
                        else one_holds (hold rest) m (captures_first p (replies p)) in
          (b, add _ hash_limited m 62 0%uint63 (hash_limited key) key (if b then 1 else 0))
        | _ => (false, m)
        end
      end
    end
  end.
End Search.

(* Whether side w cannot force a win from p within some plies, under each of these ids. *)
Definition holds_out (files ranks : Z) (ids : list rules) (w : side) (plies : nat) (p : position) : bool :=
  if fits files ranks then
    let tab := table files ranks in
    let s := swaps_of files ranks in
    let black := tree_with (unwon ids w Black) in
    let white := tree_with (unwon ids w White) in
    let tells := status_of tab (up files) (fun c => match c with Black => black | White => white end) in
    if swaps_fit files ranks s then
      fst (hold tells (replies tab) (least s) (fun c => let (t, _, _) := c in is_side t w) plies Empty
        (encode files ranks p))
    else false
  else false.

(** Proofs *)

Lemma captures_first_In p l q : In q (captures_first p l) -> In q l.
Proof.
  destruct p as [t me you]. unfold captures_first. destruct (partition _ l) as [a b] eqn:E.
  rewrite in_app_iff, (elements_in_partition _ _ E). tauto.
Qed.

Lemma same_limited_is a b : same_limited a b = true -> a = b.
Proof.
  destruct a as [k p], b as [n q]. unfold same_limited. simpl.
  destruct (Nat.eqb_spec k n); [|discriminate]. intros S. apply same_is in S. congruence.
Qed.

Section Board.
Variables files ranks : Z.
Hypothesis fit : fits files ranks = true.
Variable ids : list rules.
Variable w : side.
Variable tells : pos -> status.
Hypothesis tells_is : forall c, tells c =
  status_of (table files ranks) (up files) (fun mover => tree_with (unwon ids w mover)) c.
Variable s : swaps.
Hypothesis s_fits : swaps_fit files ranks s = true.
Variable attacks : pos -> bool.
Hypothesis attacks_is : forall t me you, attacks (Pos t me you) = is_side t w.

(* Side w cannot force a win within k plies. *)
Definition safe (k : nat) (c : pos) : Prop :=
  forall p r, rel files ranks c p -> In r ids -> ~ Wins files ranks r w k p.

Lemma tells_judged c p r : rel files ranks c p -> In r ids -> tells c <> Failed ->
  ~ judged files ranks r p (Won w) /\
  (tells c = Done -> ~ judged files ranks r p Goes_on).
Proof.
  intros R I. rewrite !(verdict_judged _ _ fit r c p) by auto. rewrite tells_is.
  destruct c as [t me you]. rewrite tree_status. unfold unwon, verdict_of.
  generalize (joined (up files) you) (joined (up files) me) (can (table files ranks) me you)
    (can (table files ranks) you me). intros x y z u.
  destruct (existsb (fun r => won_by w _) ids) eqn:A; [congruence|]. intros _.
  apply not_true_iff_false in A. rewrite existsb_exists in A. split.
  - intros E. apply A. exists r. rewrite <- E. split; auto. now destruct w.
  - destruct (existsb (fun r => goes_on _) ids) eqn:B; [discriminate|]. intros _ E.
    apply not_true_iff_false in B. rewrite existsb_exists in B. apply B. exists r. now rewrite <- E.
Qed.

Lemma safe_image k c : safe k (least s c) -> safe k c.
Proof.
  intros H p r R I W. destruct (twin_least files ranks fit s c s_fits p R) as (q & Q & _ & E).
  apply (H q r Q I). now apply E.
Qed.

Lemma all_safe k c : tells c = Open -> attacks c = true ->
  (forall q, In q (replies (table files ranks) c) -> safe k q) -> safe (S k) c.
Proof.
  intros St A H p r R I W. destruct (tells_judged c p r R I) as [N _]; [congruence|].
  destruct c as [t me you]. rewrite attacks_is in A. apply is_side_eq in A. subst t.
  inversion W as [|? q ? _ T M V|? ? _ T]; subst; auto.
  - destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & D & Q). now apply (H d D q r).
  - destruct R as (T' & _). rewrite T' in T. symmetry in T. now apply other_neq in T.
Qed.

Lemma one_safe k c q : tells c = Open -> attacks c = false ->
  In q (replies (table files ranks) c) -> safe k q -> safe (S k) c.
Proof.
  intros St A Q H p r R I W. destruct (tells_judged c p r R I) as [N _]; [congruence|].
  destruct c as [t me you]. rewrite attacks_is in A.
  destruct (replies_sound _ _ fit _ _ _ _ _ R Q) as (a & M & Ra). destruct R as (T & _).
  assert (Tw : turn p <> w) by (rewrite T; intros ->; now destruct w).
  inversion W as [|? ? ? _ T'|? ? _ _ V]; auto.
  - apply (H a r Ra I). now apply V.
Qed.

Definition true_memo (m : known) : Prop :=
  good limited (fun n a => n = 1 -> safe (fst a) (snd a)) m.

Definition right (k : nat) (visit : known -> pos -> bool * known) : Prop :=
  forall m p b m', true_memo m -> visit m p = (b, m') -> true_memo m' /\ (b = true -> safe k p).

Lemma all_hold_right k visit : right k visit -> forall l m b m',
  true_memo m -> all_hold visit m l = (b, m') ->
  true_memo m' /\ (b = true -> forall q, In q l -> safe k q).
Proof.
  intros V. induction l as [|p l IH]; simpl; intros m b m' G E.
  - injection E as <- <-. split; auto. intros _ q [].
  - destruct (visit m p) as [c m1] eqn:Vi. destruct (V _ _ _ _ G Vi) as [G1 S].
    destruct c; [|injection E as <- <-; split; [auto|discriminate]].
    destruct (IH _ _ _ G1 E) as [G2 A]. split; auto. intros B q [<-|Q]; auto.
Qed.

Lemma one_holds_right k visit : right k visit -> forall l m b m',
  true_memo m -> one_holds visit m l = (b, m') ->
  true_memo m' /\ (b = true -> exists q, In q l /\ safe k q).
Proof.
  intros V. induction l as [|p l IH]; simpl; intros m b m' G E.
  - injection E as <- <-. split; [auto|discriminate].
  - destruct (visit m p) as [c m1] eqn:Vi. destruct (V _ _ _ _ G Vi) as [G1 S].
    destruct c; [injection E as <- <-; split; eauto|].
    destruct (IH _ _ _ G1 E) as [G2 A]. split; auto. intros B. destruct (A B) as (q & Q & H). eauto.
Qed.

Lemma hold_right k : right k (hold tells (replies (table files ranks)) (least s) attacks k).
Proof.
  induction k as [|k IH]; intros m p b m' G E; simpl in E.
  - destruct (tells p) eqn:St; injection E as <- <-; split; auto; try discriminate; intros _ q r R I W;
      destruct (tells_judged p q r R I) as [N _]; try congruence; now inversion W.
  - destruct (tells p) eqn:St.
    + injection E as <- <-. split; auto. intros _ q r R I W.
      destruct (tells_judged p q r R I) as [N D]; [congruence|]. specialize (D St). inversion W; tauto.
    + set (c := least s p) in *.
      destruct (find _ _ _ _ _) as [n|] eqn:F.
      { injection E as <- <-. split; auto. intros N. apply PeanoNat.Nat.eqb_eq in N.
        apply safe_image. now apply (find_good _ _ hash_limited same_limited_is _ _ _ _ _ G F). }
      destruct (tells c) eqn:Sc; try (injection E as <- <-; split; [auto|discriminate]).
      destruct (if attacks c then _ else _) as [d m1] eqn:L. injection E as <- <-.
      assert (H : true_memo m1 /\ (d = true -> safe (S k) c)).
      { destruct (attacks c) eqn:A.
        - destruct (all_hold_right k _ IH _ _ _ _ G L) as [G1 H]. split; auto.
          intros D. apply all_safe; auto.
        - destruct (one_holds_right k _ IH _ _ _ _ G L) as [G1 H]. split; auto.
          intros D. destruct (H D) as (q & Q & Sq).
          apply captures_first_In in Q. now apply (one_safe k c q). }
      destruct H as [G1 H]. split; [|intros D; now apply safe_image, H].
      apply add_good; auto. intros D. apply H. now destruct d.
    + injection E as <- <-. split; [auto|discriminate].
Qed.
End Board.

Theorem holds_out_right files ranks ids w plies p :
  within_board files ranks p -> holds_out files ranks ids w plies p = true ->
  forall r, In r ids -> ~ Wins files ranks r w plies p.
Proof.
  intros O. unfold holds_out. destruct (fits files ranks) eqn:F; [|discriminate].
  destruct (swaps_fit files ranks _) eqn:S; [|discriminate]. intros H r I.
  destruct (hold _ _ _ _ _ _ _) as [b m] eqn:E. simpl in H. subst b.
  match type of E with hold ?t _ _ _ _ _ _ = _ =>
    assert (T : forall c, t c = status_of (table files ranks) (up files)
      (fun mover => tree_with (unwon ids w mover)) c) by (intros [[] me you]; reflexivity) end.
  destruct (hold_right files ranks F ids w _ T _ S _ (fun t me you => eq_refl) plies Empty _ _ _ Logic.I E)
    as [_ H]. apply (H eq_refl); auto. now apply encode_rel.
Qed.
