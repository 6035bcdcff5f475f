(* A side that can force a win can force one in which no position occurs twice with the same side to
   move. So a verdict holds whatever the repetition of a position means. It says nothing about a
   board that occurs again with the other side to move, which is a draw under openspiel. *)

From Coq Require Import ZArith List Bool Lia.
Import ListNotations.
From LOA Require Import Rules Squares Symmetry Sets Walk Bitboard Refinement Check.
Local Open Scope nat_scope.

Section Repetition.
Variables files ranks : Z.
Variable r : rules.
Variable w : side.

(* Side w can force a win from p within n plies, and neither p nor a later position is one of
   those seen before. *)
Inductive Wins_afresh : list position -> nat -> position -> Prop :=
| Already_afresh seen p n : (forall s, In s seen -> ~ equal p s) ->
    judged files ranks r p (Won w) -> Wins_afresh seen n p
| By_a_move_afresh seen p q n : (forall s, In s seen -> ~ equal p s) ->
    judged files ranks r p Goes_on -> turn p = w -> move files ranks p q ->
    Wins_afresh (p :: seen) n q -> Wins_afresh seen (S n) p
| Against_all_afresh seen p n : (forall s, In s seen -> ~ equal p s) ->
    judged files ranks r p Goes_on -> turn p = other w ->
    (forall q, move files ranks p q -> Wins_afresh (p :: seen) n q) -> Wins_afresh seen (S n) p.

Lemma afresh_longer seen n p : Wins_afresh seen n p -> forall m, n <= m -> Wins_afresh seen m p.
Proof.
  induction 1; intros m L.
  - now apply Already_afresh.
  - destruct m; [lia|]. eapply By_a_move_afresh; eauto. apply IHWins_afresh. lia.
  - destruct m; [lia|]. apply Against_all_afresh; auto. intros. apply H3; auto. lia.
Qed.

(** Whether a position is won within n plies can be decided *)

Hypothesis fit : fits files ranks = true.

Lemma rel_same c p q : rel files ranks c p -> rel files ranks c q -> equal p q.
Proof.
  destruct c as [t me you]. intros (T & O & M & Y) (T' & O' & M' & Y').
  split; [congruence|]. intros s. destruct (on_board files ranks s) eqn:On; [|now rewrite O, O'].
  pose proof (holds_at _ _ _ _ _ M On). pose proof (holds_at _ _ _ _ _ M' On).
  pose proof (holds_at _ _ _ _ _ Y On). pose proof (holds_at _ _ _ _ _ Y' On).
  destruct (stone p s) as [c|] eqn:P, (stone q s) as [d|] eqn:Q; auto.
  - destruct c, d, t; simpl in *; intuition congruence.
  - destruct c, t; simpl in *; intuition congruence.
  - destruct d, t; simpl in *; intuition congruence.
Qed.

Lemma judged_decided c p v : rel files ranks c p ->
  judged files ranks r p v \/ ~ judged files ranks r p v.
Proof.
  intros R. pose proof (verdict_judged _ _ fit r c p v R) as V.
  set (u := verdict_of r (table files ranks) (up files) c) in V.
  assert (v = u \/ v <> u) as [E|E] by (destruct v as [[]| |], u as [[]| |]; auto; right; discriminate);
    tauto.
Qed.

Lemma judged_once c p u v : rel files ranks c p ->
  judged files ranks r p u -> judged files ranks r p v -> u = v.
Proof. intros R U V. apply (verdict_judged _ _ fit r c p _ R) in U, V. congruence. Qed.

(* If all replies are decided, either one of them is won, or none is; and likewise lost. *)
Lemma some_or_none (P : position -> Prop) (l : list pos) :
  (forall d a, rel files ranks d a -> P a \/ ~ P a) ->
  (forall p q, equal p q -> P p -> P q) ->
  (forall d, In d l -> exists a, rel files ranks d a) ->
  (exists d a, In d l /\ rel files ranks d a /\ P a) \/
  (forall d a, In d l -> rel files ranks d a -> ~ P a).
Proof.
  intros D S. induction l as [|d l IH]; intros E; [right; intros d a []|].
  destruct (E d) as [a A]; [simpl; auto|].
  destruct (D d a A) as [Pa|Na]; [left; exists d, a; simpl; auto|].
  destruct IH as [(e & b & I & B & Pb)|N]; [simpl in *; auto|left; exists e, b; simpl; auto|].
  right. intros e b [<-|I] B; [|eauto]. intros Pb. apply Na. apply (S b a); auto.
  now apply (rel_same d).
Qed.

Lemma Wins_decided n : forall c p, rel files ranks c p ->
  Wins files ranks r w n p \/ ~ Wins files ranks r w n p.
Proof.
  induction n as [|n IH]; intros c p R.
  all: destruct (judged_decided c p (Won w) R) as [J|J]; [left; now apply Already|].
  { right. intros W. now inversion W. }
  destruct (judged_decided c p Goes_on R) as [G|G].
  2:{ right. intros W. inversion W; tauto. }
  destruct c as [t me you]. pose proof R as (T & _).
  assert (Some_a : forall d, In d (replies (table files ranks) (Pos t me you)) ->
    exists a, rel files ranks d a).
  { intros d I. destruct (replies_sound _ _ fit _ _ _ _ _ R I) as (a & _ & A). eauto. }
  assert (turn p = w \/ turn p = other w) as [Tw|Tw] by (destruct (turn p), w; auto).
  - destruct (some_or_none (Wins files ranks r w n) _ IH
      (fun p q => Wins_same files ranks r w n p q) Some_a) as [(d & a & I & A & W)|N].
    + destruct (replies_sound _ _ fit _ _ _ _ _ R I) as (b & M & B). left.
      apply By_a_move with b; auto. apply (Wins_same _ _ _ _ _ a b); auto. now apply (rel_same d).
    + right. intros W. inversion W as [|? q ? _ _ M V|? ? _ X]; subst; [tauto| |].
      * destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & I & D). now apply (N d q).
      * now apply (other_neq (turn p)).
  - destruct (some_or_none (fun a => ~ Wins files ranks r w n a)
      (replies (table files ranks) (Pos t me you))) as [(d & a & I & A & W)|N]; auto.
    + intros d a A. destruct (IH d a A); tauto.
    + intros a b S N W. apply N. apply (Wins_same _ _ _ _ _ b a); auto.
      destruct S as [S S']. split; auto.
    + right. intros V. inversion V as [|? ? ? _ X|? ? _ _ All]; subst; [tauto| |].
      * now apply (other_neq (turn p)).
      * destruct (replies_sound _ _ fit _ _ _ _ _ R I) as (b & M & B). apply W.
        apply (Wins_same _ _ _ _ _ b a); auto. now apply (rel_same d).
    + left. apply Against_all; auto. intros q M.
      destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & I & D).
      destruct (IH d q D); auto. exfalso. eapply N; eauto.
Qed.

(** The least number of plies falls with every ply of the strategy *)

Lemma afresh n : forall c p seen, rel files ranks c p -> Wins files ranks r w n p ->
  (forall s, In s seen -> ~ Wins files ranks r w n s) -> Wins_afresh seen n p.
Proof.
  induction n as [|n IH]; intros c p seen R W N;
    assert (New : forall s, In s seen -> ~ equal p s)
      by (intros s I S; apply (N s I), (Wins_same _ _ _ _ _ p s S W)).
  { inversion W. now apply Already_afresh. }
  assert (N' : forall s, In s seen -> ~ Wins files ranks r w n s)
    by (intros s I V; apply (N s I), (Wins_longer _ _ _ _ _ _ V); lia).
  destruct (Wins_decided n c p R) as [V|V].
  { apply afresh_longer with n; eauto. }
  assert (Later : forall s, In s (p :: seen) -> ~ Wins files ranks r w n s)
    by (intros s [<-|I]; auto).
  destruct c as [t me you]. inversion W as [? ? J|? q ? J T M Q|? ? J T Q]; subst.
  - now apply Already_afresh.
  - destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & _ & D).
    eapply By_a_move_afresh; eauto.
  - apply Against_all_afresh; auto. intros q M.
    destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & _ & D). eauto.
Qed.

Theorem never_repeats n p : within_board files ranks p ->
  Wins files ranks r w n p -> Wins_afresh [] n p.
Proof.
  intros O W. apply (afresh n (encode files ranks p)); auto.
  now apply encode_rel.
Qed.

End Repetition.
