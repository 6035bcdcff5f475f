(* Reflections of the board, and on a square board the exchange of files and ranks, change
   nothing: a position is won within n plies exactly if its image is (`Wins_image`). *)

From Coq Require Import ZArith List Bool Lia Permutation FinFun.
Import ListNotations.
From LOA Require Import Rules Squares.
Open Scope Z_scope.

Section Symmetry.
Variables files ranks : Z.

(* A map of squares that is its own inverse, and its effect on directions. *)
Record symmetry := {
  to : square -> square;
  steer : square -> square;
  to_to s : to (to s) = s;
  to_on s : on_board files ranks (to s) = on_board files ranks s;
  to_go s d n : to (go s d n) = go (to s) (steer d) n;
  to_line s d t : on_line (to s) (steer d) (to t) = on_line s d t;
  to_near s t : neighbours s t -> neighbours (to s) (to t);
  steer_in d : In d directions -> In (steer d) directions
}.

(** The symmetries *)

Ltac squares := intros; repeat match goal with s : square |- _ => destruct s end;
  unfold on_board, go, on_line, neighbours in *; simpl fst in *; simpl snd in *.
Ltac flags := apply eq_true_iff_eq; rewrite ?andb_true_iff, ?Z.leb_le, ?Z.ltb_lt, ?Z.eqb_eq.
Ltac pairs := f_equal; lia.

Program Definition identity : symmetry := {| to s := s; steer d := d |}.

Program Definition mirror_files : symmetry := {|
  to s := (files - 1 - fst s, snd s);
  steer d := (- fst d, snd d) |}.
Next Obligation. squares. pairs. Qed.
Next Obligation. squares. flags. lia. Qed.
Next Obligation. squares. pairs. Qed.
Next Obligation. squares. flags. lia. Qed.
Next Obligation. squares. lia. Qed.
Next Obligation. simpl in *. intuition (subst; simpl; tauto). Qed.

Program Definition mirror_ranks : symmetry := {|
  to s := (fst s, ranks - 1 - snd s);
  steer d := (fst d, - snd d) |}.
Next Obligation. squares. pairs. Qed.
Next Obligation. squares. flags. lia. Qed.
Next Obligation. squares. pairs. Qed.
Next Obligation. squares. flags. lia. Qed.
Next Obligation. squares. lia. Qed.
Next Obligation. simpl in *. intuition (subst; simpl; tauto). Qed.

Program Definition exchange (same : files = ranks) : symmetry := {|
  to s := (snd s, fst s);
  steer d := (snd d, fst d) |}.
Next Obligation. squares. reflexivity. Qed.
Next Obligation. squares. flags. lia. Qed.
Next Obligation. squares. flags. lia. Qed.
Next Obligation. squares. lia. Qed.
Next Obligation. simpl in *. intuition (subst; simpl; tauto). Qed.

(** Images of positions *)

Section Image.
Variable g : symmetry.

Definition alike (p q : position) : Prop :=
  turn q = turn p /\ forall s, stone q (to g s) = stone p s.
Definition image (p : position) : position :=
  {| stone s := stone p (to g s); turn := turn p |}.

Lemma alike_image p : alike p (image p).
Proof. split; auto. intros s. simpl. now rewrite to_to. Qed.
Lemma alike_sym p q : alike p q -> alike q p.
Proof. intros [T S]. split; auto. intros s. now rewrite <- S, to_to. Qed.
Lemma alike_turned p q c : alike p q ->
  alike {| stone := stone p; turn := c |} {| stone := stone q; turn := c |}.
Proof. intros [_ S]. now split. Qed.

(* Lines keep their stones. *)
Lemma stones_alike p q s d : alike p q ->
  stones_on_line files ranks q (to g s) (steer g d) = stones_on_line files ranks p s d.
Proof.
  intros [_ S]. unfold stones_on_line. f_equal.
  rewrite <- (map_length (to g) (filter (fun t => on_line s d t && is_some (stone p t)) _)).
  apply Permutation_length, NoDup_Permutation.
  - apply NoDup_filter, squares_once.
  - apply FinFun.Injective_map_NoDup; [|apply NoDup_filter, squares_once].
    intros a b E. rewrite <- (to_to g a), <- (to_to g b). now f_equal.
  - intros t. rewrite filter_In, in_map_iff. split.
    + intros [I H]. exists (to g t). rewrite to_to. split; auto.
      rewrite filter_In, squares_In, to_on, <- squares_In. split; auto.
      now rewrite <- S, <- (to_line g), to_to.
    + intros (u & <- & I). apply filter_In in I.
      now rewrite squares_In, to_on, <- squares_In, to_line, S.
Qed.

Lemma stone_move_alike p q p' : alike p q -> stone_move files ranks p p' ->
  stone_move files ranks q (image p').
Proof.
  intros A [s d t n Own D N T O Land Pass Left There Else Turn]. pose proof A as [Q S].
  apply (Stone_move _ _ _ _ (to g s) (steer g d) (to g t) n); simpl;
    rewrite ?Q, ?S, ?to_on, ?to_to; auto.
  - now apply steer_in.
  - now rewrite (stones_alike p).
  - rewrite <- to_go. now f_equal.
  - intros k K. rewrite <- to_go, S. auto.
  - intros u U V. rewrite Else, <- S, to_to; auto.
    + intros E. apply U. now rewrite <- E, to_to.
    + intros E. apply V. now rewrite <- E, to_to.
Qed.

Lemma can_move_alike p q c : alike p q -> can_move files ranks p c -> can_move files ranks q c.
Proof.
  intros A [p' M]. exists (image p'). eapply stone_move_alike; eauto. now apply alike_turned.
Qed.
End Image.

Lemma move_alike g p q p' : alike g p q -> move files ranks p p' ->
  move files ranks q (image g p').
Proof.
  intros A [M|N S T]; [left; eapply stone_move_alike; eauto|].
  pose proof A as [Q R]. right; simpl; rewrite ?Q; auto.
  - intros C. apply N. eapply can_move_alike; eauto. now apply alike_sym.
  - intros s. now rewrite S, <- R, to_to.
Qed.

Lemma reaches_alike g p q c s t : alike g p q -> reaches p c s t ->
  reaches q c (to g s) (to g t).
Proof.
  intros [_ S]. induction 1 as [H|t u _ IH N H].
  - apply Here. now rewrite S.
  - apply Further with (to g t); auto using to_near. now rewrite S.
Qed.

Lemma connected_alike g p q c : alike g p q -> connected p c -> connected q c.
Proof.
  intros A [[s H] R]. pose proof A as [_ S]. split.
  - exists (to g s). now rewrite S.
  - intros t u T U. rewrite <- (to_to g t), <- (to_to g u).
    apply (reaches_alike g p); auto. apply R; now rewrite <- S, to_to.
Qed.

Lemma says_same b (P Q : Prop) : (P <-> Q) -> says b P -> says b Q.
Proof. destruct b; simpl; tauto. Qed.

Lemma judged_alike g r p q v : alike g p q -> judged files ranks r p v ->
  judged files ranks r q v.
Proof.
  intros A (a & b & c & d & Ha & Hb & Hc & Hd & V). pose proof (alike_sym g _ _ A) as B.
  pose proof A as [T _]. unfold judged. rewrite T. exists a, b, c, d.
  repeat split; auto; [revert Ha|revert Hb|revert Hc|revert Hd]; apply says_same; split;
    eauto using connected_alike, can_move_alike.
Qed.

(** The theorem *)

Lemma Wins_alike g r w n p : Wins files ranks r w n p ->
  forall q, alike g p q -> Wins files ranks r w n q.
Proof.
  induction 1 as [p n J|p p' n J T M _ IH|p n J T _ IH]; intros q A;
    pose proof A as [Q _]; apply (judged_alike g _ _ _ _ A) in J.
  - now apply Already.
  - apply By_a_move with (image g p'); try congruence.
    + eapply move_alike; eauto.
    + apply IH, alike_image.
  - apply Against_all; try congruence. intros q' M.
    apply (IH (image g q')).
    + eapply move_alike; eauto. now apply alike_sym.
    + apply alike_sym, alike_image.
Qed.

Theorem Wins_image g r w n p : Wins files ranks r w n (image g p) <-> Wins files ranks r w n p.
Proof.
  split; intros W; eapply (Wins_alike g); try exact W; auto using alike_image, alike_sym.
Qed.

(** Two more facts of this kind: equal positions, and greater bounds *)

Definition equal (p q : position) : Prop := turn p = turn q /\ forall s, stone p s = stone q s.

Lemma Wins_same r w n p q : equal p q -> Wins files ranks r w n p -> Wins files ranks r w n q.
Proof. intros [T S] W. apply (Wins_alike identity _ _ _ _ W). split; simpl; auto. Qed.

Lemma Wins_longer r w n p : Wins files ranks r w n p ->
  forall m, (n <= m)%nat -> Wins files ranks r w m p.
Proof.
  induction 1; intros m L.
  - now apply Already.
  - destruct m; [lia|]. eapply By_a_move; eauto. apply IHWins. lia.
  - destruct m; [lia|]. apply Against_all; auto. intros. apply H2; auto. lia.
Qed.

End Symmetry.
