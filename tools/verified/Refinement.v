(* The table of a board, and the proof that the programs of Bitboard.v follow Rules.v. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares Sets Walk Bitboard.
Open Scope Z_scope.

Section Board.

Variables files ranks : Z.

(* A square is a bit. Each rank has one extra bit, which is never set. *)
Definition width : Z := files + 1.
Definition index (s : square) : Z := snd s * width + fst s.
Definition fits : bool := (1 <=? files) && (2 <=? ranks) && (ranks * width <=? size + 1).

Definition mask (l : list square) : set :=
  fold_right (fun s m => (bit_at (index s) lor m)%set) empty l.

Definition opposite (d : square) : square := (- fst d, - snd d).
Definition axes : list square := [(1, 0); (0, 1); (1, 1); (1, -1)].

Local Notation on := (on_board files ranks).
Definition between (s d : square) (n : Z) : set :=
  mask (filter on (map (fun k => go s d (k + 1)) (upto (n - 1)))).
Definition target (s d : square) (n : Z) : set := mask (filter on [go s d n]).
Definition steps (s d : square) : list step :=
  map (fun k => let n := k + 1 in let e := opposite d in
    Step (between s d n) (target s d n) (between s e n) (target s e n))
  (upto (Z.max files ranks)).
Definition line_of (s d : square) : line :=
  (mask (filter (on_line s d) (squares files ranks)), steps s d).
Definition entry_of (s : square) : entry := (bit_at (index s), map (line_of s) axes).
Definition table : list entry := map entry_of (squares files ranks).
Definition up : int := of_Z width.

Definition stones (p : position) (c : side) : set :=
  mask (filter (fun s => match stone p s with Some d => is_side d c | None => false end)
    (squares files ranks)).
Definition encode (p : position) : pos := Pos (turn p) (stones p (turn p)) (stones p (other (turn p))).

Hypothesis fit : fits = true.

Lemma fits_size : 1 <= files /\ 2 <= ranks /\ ranks * width <= size + 1.
Proof. unfold fits in fit. rewrite !andb_true_iff, !Z.leb_le in fit. tauto. Qed.

Lemma index_range s : on s = true -> 0 <= index s < size.
Proof.
  rewrite on_iff. pose proof fits_size as S. unfold index, width in *. intros. nia.
Qed.

Lemma width_small : to_Z up = width.
Proof. apply of_Z_small. pose proof fits_size as S. unfold width in *. nia. Qed.

(* Squares are near if their numbers are. *)
Lemma index_near s t a b : on s = true -> on t = true -> -1 <= a <= 1 ->
  index s = index t + a + b * width -> fst s = fst t + a /\ snd s = snd t + b.
Proof.
  rewrite !on_iff. unfold index. intros S T A E.
  assert (W : files < width) by (unfold width; lia).
  assert (snd s - snd t - b = 0).
  { assert ((snd s - snd t - b) * width = fst t + a - fst s) by lia.
    destruct (Z.eq_dec (snd s - snd t - b) 0); auto. exfalso.
    assert (width <= (snd s - snd t - b) * width \/ (snd s - snd t - b) * width <= - width) by nia.
    lia. }
  assert (snd s = snd t + b) as Y by lia. rewrite Y in E. lia.
Qed.

Lemma index_inj s t : on s = true -> on t = true -> index s = index t -> s = t.
Proof.
  intros S T E. destruct (index_near s t 0 0 S T) as [A B]; [lia|lia|].
  destruct s, t; simpl in *. f_equal; lia.
Qed.

Lemma squares_NoDup : NoDup (map index (squares files ranks)).
Proof.
  assert (O : forall s, In s (squares files ranks) -> on s = true) by (intros; now apply squares_In).
  revert O. generalize (squares_once files ranks). generalize (squares files ranks). intros l.
  induction l as [|s l IH]; simpl; intros N O; [constructor|]. inversion N; subst.
  constructor; auto. intros I. apply in_map_iff in I. destruct I as (u & E & I).
  apply index_inj in E; auto. now subst.
Qed.

Lemma has_mask l i : (forall s, In s l -> on s = true) ->
  has (mask l) i = true <-> exists s, In s l /\ index s = i.
Proof.
  intros O. induction l as [|s l IH]; simpl.
  - rewrite has_0. split; [discriminate|]. intros (s & [] & _).
  - rewrite has_lor, has_bit_at by (apply index_range, O; simpl; auto).
    rewrite orb_true_iff, Z.eqb_eq, IH by (intros; apply O; simpl; auto). split.
    + intros [->|(u & I & E)]; eauto.
    + intros (u & [<-|I] & E); eauto.
Qed.

Lemma has_mask_filter P l i : (forall s, P s = true -> on s = true) ->
  has (mask (filter P l)) i = true <-> exists s, In s l /\ P s = true /\ index s = i.
Proof.
  intros O. rewrite has_mask.
  - split; intros (s & H).
    + rewrite filter_In in H. exists s. tauto.
    + exists s. rewrite filter_In. tauto.
  - intros s I. apply filter_In in I. apply O. tauto.
Qed.

Lemma has_mask_squares P i :
  has (mask (filter P (squares files ranks))) i = true <->
  exists s, on s = true /\ index s = i /\ P s = true.
Proof.
  rewrite has_mask.
  - split; intros (s & H).
    + rewrite filter_In, squares_In in H. exists s. tauto.
    + exists s. rewrite filter_In, squares_In. tauto.
  - intros s I. apply filter_In in I. apply squares_In. tauto.
Qed.

(** Positions *)

Definition holds (m : set) (P : square -> Prop) : Prop :=
  forall i, has m i = true <-> exists s, on s = true /\ index s = i /\ P s.

Lemma holds_at m P s : holds m P -> on s = true -> (has m (index s) = true <-> P s).
Proof.
  intros H O. rewrite (H (index s)). split; [|eauto].
  intros (u & U & E & Pu). apply index_inj in E; auto. now subst.
Qed.

Definition rel (c : pos) (p : position) : Prop :=
  let (t, me, you) := c in
  turn p = t /\ (forall s, on s = false -> stone p s = None) /\
  holds me (fun s => stone p s = Some t) /\ holds you (fun s => stone p s = Some (other t)).

Lemma stone_on p s c : (forall s, on s = false -> stone p s = None) -> stone p s = Some c ->
  on s = true.
Proof. intros H E. destruct (on s) eqn:O; auto. rewrite H in E; congruence. Qed.

Lemma rel_turned t me you p : rel (Pos t me you) p ->
  rel (Pos (other t) you me) {| stone := stone p; turn := other t |}.
Proof.
  intros (T & O & M & Y). unfold rel. simpl. rewrite other_other. auto.
Qed.

Lemma encode_rel p : (forall s, on s = false -> stone p s = None) -> rel (encode p) p.
Proof.
  intros O. unfold encode, rel. split; auto. split; auto.
  split; intros i; unfold stones; rewrite has_mask_squares;
    split; intros (s & A & B & C); exists s; repeat split; auto;
    try (now rewrite C; destruct (turn p));
    destruct (stone p s) as [d|]; try discriminate; apply is_side_eq in C; congruence.
Qed.

(** Moves *)

Lemma directions_axes d : In d directions -> In d axes \/ In (opposite d) axes.
Proof. simpl. intuition (subst; simpl; tauto). Qed.
Lemma axes_directions d : In d axes -> In d directions /\ In (opposite d) directions.
Proof. simpl. intuition (subst; simpl; tauto). Qed.
Lemma opposite_opposite d : opposite (opposite d) = d.
Proof. destruct d as [x y]. unfold opposite. simpl. f_equal; lia. Qed.
Lemma on_line_opposite s d t : on_line s (opposite d) t = on_line s d t.
Proof.
  unfold on_line, opposite; simpl. apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia.
Qed.
Lemma stones_opposite p s d :
  stones_on_line files ranks p s (opposite d) = stones_on_line files ranks p s d.
Proof.
  unfold stones_on_line. f_equal. f_equal. apply filter_ext. intros t.
  now rewrite on_line_opposite.
Qed.

Lemma go_far s d n : In d directions -> on s = true -> on (go s d n) = true -> 0 < n ->
  n < Z.max files ranks + 1.
Proof.
  rewrite !on_iff. unfold go. simpl. intros D.
  intuition (subst; simpl in *; lia).
Qed.

Lemma go_not s d n : In d directions -> 0 < n -> go s d n <> s.
Proof.
  intros D N E. destruct s as [x y]. unfold go in E. simpl in E. injection E as E1 E2.
  simpl in D. intuition (subst; simpl in *; lia).
Qed.

Section Move.
Variables (t : side) (me you : set) (p : position).
Hypothesis R : rel (Pos t me you) p.

Lemma has_me s : on s = true -> (has me (index s) = true <-> stone p s = Some t).
Proof. intros H. destruct R as (_ & _ & M & _). exact (holds_at _ _ s M H). Qed.
Lemma has_you s : on s = true -> (has you (index s) = true <-> stone p s = Some (other t)).
Proof. intros H. destruct R as (_ & _ & _ & Y). exact (holds_at _ _ s Y H). Qed.
Lemma stones_are_on s c : stone p s = Some c -> on s = true.
Proof. destruct R as (_ & O & _). now apply stone_on. Qed.

Lemma line_count s d : on s = true -> stone p s = Some t ->
  exists k, count (fst (line_of s d) land (me lor you))%set = S k /\
  stones_on_line files ranks p s d = Z.of_nat k + 1.
Proof.
  intros O St. simpl fst.
  assert (L : forall i, has (mask (filter (on_line s d) (squares files ranks)) land (me lor you))%set i
    = true <-> exists u, In u (squares files ranks) /\ index u = i /\
      on_line s d u && is_some (stone p u) = true).
  { intros i. rewrite has_land, has_lor, andb_true_iff, orb_true_iff, has_mask_squares. split.
    - intros ((u & U & <- & L) & H). exists u. rewrite squares_In. repeat split; auto.
      rewrite L. simpl. rewrite has_me, has_you in H by auto. destruct H as [-> | ->]; auto.
    - intros (u & U & <- & L). apply squares_In in U. apply andb_true_iff in L.
      destruct L as [L H]. split; [exists u; auto|]. rewrite has_me, has_you by auto.
      destruct (stone p u) as [c|]; [|discriminate]. destruct c, t; auto. }
  assert (P : has (mask (filter (on_line s d) (squares files ranks)) land (me lor you))%set
    (index s) = true).
  { apply L. exists s. rewrite squares_In. repeat split; auto. rewrite St.
    unfold on_line. rewrite !Z.sub_diag. reflexivity. }
  destruct (count_pos _ _ P) as [k K]. exists k. split; auto.
  rewrite (count_as _ _ _ _ squares_NoDup L) in K. unfold stones_on_line. lia.
Qed.

Lemma legal_iff s d n : In d directions -> 0 < n ->
  legal me you (between s d n) (target s d n) = true <->
  (on (go s d n) = true /\ stone p (go s d n) <> Some t /\
   forall k, 0 < k < n -> stone p (go s d k) <> Some (other t)).
Proof.
  intros D N. unfold legal, target. cbn [filter].
  destruct (on (go s d n)) eqn:O; simpl.
  2:{ split; [discriminate|]. intros [H _]. discriminate. }
  assert (B : forall i, has (bit_at (index (go s d n)) lor empty)%set i = (i =? index (go s d n))).
  { intros i. rewrite has_lor, has_0, orb_false_r. apply has_bit_at, index_range; auto. }
  assert (Z : (bit_at (index (go s d n)) lor empty =? empty)%set = false).
  { apply not_zero_has. exists (index (go s d n)). rewrite B. apply Z.eqb_refl. }
  rewrite Z, is_zero_has.
  assert (W : forall i, has (between s d n) i = true <->
    exists k, 0 < k < n /\ on (go s d k) = true /\ index (go s d k) = i).
  { intros i. unfold between. rewrite has_mask_filter by auto. split.
    - intros (u & I & U & E). apply in_map_iff in I. destruct I as (k & <- & I).
      apply upto_In in I. exists (k + 1). split; auto. lia.
    - intros (k & K & U & E). exists (go s d k). split; auto. apply in_map_iff.
      exists (k - 1). rewrite upto_In. split; [f_equal; lia|lia]. }
  split.
  - intros H. split; auto. split.
    + intros E. specialize (H (index (go s d n))). rewrite has_lor, has_land, B, Z.eqb_refl in H.
      apply orb_false_iff in H. destruct H as [H _]. simpl in H.
      apply has_me in E; auto. congruence.
    + intros k K E. specialize (H (index (go s d k))). rewrite has_lor, !has_land in H.
      apply orb_false_iff in H. destruct H as [_ H].
      pose proof (stones_are_on _ _ E) as U. apply has_you in E; auto.
      rewrite E, andb_true_r in H. rewrite <- not_true_iff_false in H. apply H, W. eauto.
  - intros (_ & A & C) i. rewrite has_lor, !has_land, B.
    apply orb_false_iff. split; apply not_true_iff_false; rewrite andb_true_iff.
    + intros [E H]. apply Z.eqb_eq in E. subst i. apply A, has_me; auto.
    + rewrite W. intros [(k & K & U & <-) H]. apply (C k); auto. apply has_you; auto.
Qed.

(* The position after a move. *)
Lemma after_rel s u (q : position) : stone p s = Some t -> on u = true -> stone p u <> Some t ->
  stone q s = None -> stone q u = Some t ->
  (forall v, v <> s -> v <> u -> stone q v = stone p v) -> turn q = other t ->
  rel (after t me you (bit_at (index s)) (mask [u])) q.
Proof.
  intros S U N Qs Qu Qv Qt. pose proof (stones_are_on _ _ S) as Os.
  assert (SU : s <> u) by congruence.
  assert (B : forall i, has (mask [u]) i = (i =? index u)).
  { intros i. simpl. rewrite has_lor, has_0, orb_false_r. apply has_bit_at, index_range; auto. }
  pose proof (fun i => has_bit_at (index s) i (index_range s Os)) as A.
  assert (Cases : forall v, v = s \/ v = u \/ (v <> s /\ v <> u)).
  { intros [x y]. destruct s as [a b], u as [c d].
    destruct (Z.eq_dec x a), (Z.eq_dec y b), (Z.eq_dec x c), (Z.eq_dec y d); subst; auto;
      right; right; split; congruence. }
  unfold after, rel. split; [auto|]. split; [|split].
  - intros v V. destruct (Cases v) as [->|[->|[V1 V2]]]; auto; try congruence.
    rewrite Qv; auto. destruct R as (_ & O & _). auto.
  - intros i. rewrite has_lxor, has_land, B.
    assert (E : xorb (has you i) (has you i && (i =? index u)) = has you i && negb (i =? index u)).
    { now destruct (has you i), (i =? index u). }
    rewrite E, andb_true_iff, negb_true_iff, Z.eqb_neq. split.
    + intros [H I]. destruct R as (_ & _ & _ & Y). apply Y in H. destruct H as (v & V & <- & H).
      exists v. repeat split; auto. rewrite Qv; auto; intros ->; [|auto].
      rewrite S in H. destruct t; discriminate.
    + intros (v & V & <- & H). destruct (Cases v) as [->|[->|[V1 V2]]].
      * congruence.
      * rewrite Qu in H. destruct t; discriminate.
      * rewrite Qv in H by auto. split; [now apply has_you|]. intros E'.
        apply index_inj in E'; auto.
  - intros i. rewrite has_lxor, has_lor, A, B, other_other.
    assert (Nu : has me (index u) = false).
    { apply not_true_iff_false. now rewrite has_me. }
    assert (Ns : has me (index s) = true) by now apply has_me.
    assert (Ni : index s <> index u) by (intros E; apply index_inj in E; auto).
    split.
    + destruct (Z.eqb_spec i (index s)) as [->|I1].
      { rewrite Ns. discriminate. }
      destruct (Z.eqb_spec i (index u)) as [->|I2]; simpl.
      { intros _. exists u. auto. }
      rewrite xorb_false_r. intros H. destruct R as (_ & _ & M & _). apply M in H.
      destruct H as (v & V & <- & H). exists v. repeat split; auto. rewrite Qv; auto; congruence.
    + intros (v & V & <- & H). destruct (Cases v) as [->|[->|[V1 V2]]].
      * congruence.
      * rewrite Nu. rewrite Z.eqb_refl. now rewrite orb_true_r.
      * rewrite Qv in H by auto. apply has_me in H; auto. rewrite H.
        destruct (Z.eqb_spec (index v) (index s)) as [E|_]; [apply index_inj in E; tauto|].
        destruct (Z.eqb_spec (index v) (index u)) as [E|_]; [apply index_inj in E; tauto|].
        reflexivity.
Qed.

Definition played (s u : square) : position := {|
  stone v := if square_eq_dec v s then None else if square_eq_dec v u then Some t else stone p v;
  turn := other t |}.

Lemma played_move s d n u : stone p s = Some t -> In d directions ->
  n = stones_on_line files ranks p s d -> 0 < n -> u = go s d n -> on u = true ->
  stone p u <> Some t -> (forall k, 0 < k < n -> stone p (go s d k) <> Some (other t)) ->
  stone_move files ranks p (played s u) /\
  rel (after t me you (bit_at (index s)) (mask [u])) (played s u).
Proof.
  intros S D N N0 U O Nu K. assert (SU : u <> s) by congruence.
  assert (Q : stone (played s u) s = None) by (simpl; now destruct (square_eq_dec s s)).
  assert (Q1 : stone (played s u) u = Some t).
  { simpl. destruct (square_eq_dec u s); [congruence|]. now destruct (square_eq_dec u u). }
  assert (Q2 : forall v, v <> s -> v <> u -> stone (played s u) v = stone p v).
  { intros v V W. simpl. destruct (square_eq_dec v s); [congruence|].
    destruct (square_eq_dec v u); congruence. }
  split.
  - destruct R as (T & _). rewrite <- T in *.
    eapply (Stone_move _ _ _ _ s d u n); eauto. simpl. now rewrite T.
  - apply after_rel; auto.
Qed.

(* The step of a stone along an axis. *)
Lemma pick_step s d : on s = true -> stone p s = Some t ->
  exists n, 0 < n /\ n = stones_on_line files ranks p s d /\
  pick (fst (line_of s d) land (me lor you))%set (snd (line_of s d)) =
    if n <=? Z.max files ranks
    then Some (Step (between s d n) (target s d n) (between s (opposite d) n) (target s (opposite d) n))
    else None.
Proof.
  intros O S. destruct (line_count s d O S) as (k & C & N).
  exists (Z.of_nat k + 1). split; [lia|]. split; [auto|].
  rewrite (pick_nth _ _ _ C). simpl snd. unfold steps, upto. rewrite map_map.
  destruct (Z.leb_spec (Z.of_nat k + 1) (Z.max files ranks)).
  - rewrite nth_error_map. rewrite nth_error_nth' with (d := 0%nat) by (rewrite seq_length; lia).
    rewrite seq_nth by lia. reflexivity.
  - apply nth_error_None. rewrite map_length, seq_length. lia.
Qed.

Lemma target_mask s d n : on (go s d n) = true -> target s d n = mask [go s d n].
Proof. intros O. unfold target. cbn [filter]. now rewrite O. Qed.

(* Every entry of a stone to move. *)
Lemma entry_square e : In e table -> (fst e land me =? empty)%set = false ->
  exists s, e = entry_of s /\ on s = true /\ stone p s = Some t.
Proof.
  intros I N. unfold table in I. apply in_map_iff in I. destruct I as (s & <- & I).
  apply squares_In in I. exists s. repeat split; auto.
  apply not_zero_has in N. destruct N as [i H]. simpl in H.
  rewrite has_land, has_bit_at in H by (apply index_range; auto).
  apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. subst i.
  now apply has_me.
Qed.

Theorem moves_sound q : In q (moves table (Pos t me you)) ->
  exists a, stone_move files ranks p a /\ rel q a.
Proof.
  rewrite moves_In. intros (e & I & N & l & J & s & P & H).
  destruct (entry_square e I N) as (x & -> & O & S).
  change (In l (map (line_of x) axes)) in J.
  apply in_map_iff in J. destruct J as (d & <- & D).
  destruct (pick_step x d O S) as (n & N0 & Nn & Pn). rewrite Pn in P.
  destruct (n <=? Z.max files ranks); [|discriminate]. injection P as <-. simpl fst in H.
  destruct (axes_directions d D) as [D1 D2].
  destruct H as [[L ->]|[L ->]]; apply legal_iff in L; auto; destruct L as (A & B & C);
    rewrite target_mask by auto; eexists.
  - now apply (played_move x d n).
  - apply (played_move x (opposite d) n); auto. now rewrite stones_opposite.
Qed.

Theorem moves_complete a : stone_move files ranks p a ->
  exists q, In q (moves table (Pos t me you)) /\ rel q a.
Proof.
  intros [s d u n S D N U O Nu K Qs Qu Qv Qt].
  destruct R as (T & _). rewrite T in *.
  pose proof (stones_are_on _ _ S) as Os.
  assert (G : forall e, In e axes -> (e = d \/ e = opposite d) ->
    exists q, In q (moves table (Pos t me you)) /\ rel q a).
  { intros e E De. destruct (pick_step s e Os S) as (m & M0 & M & P).
    assert (m = n).
    { rewrite M, N. destruct De as [->| ->]; auto. apply stones_opposite. }
    clear M. subst m.
    assert (Nx : (n <=? Z.max files ranks) = true).
    { apply Z.leb_le. assert (n < Z.max files ranks + 1); [|lia].
      apply (go_far s d); auto. now subst u. }
    rewrite Nx in P.
    assert (L : legal me you (between s d n) (target s d n) = true).
    { apply legal_iff; auto. subst u. auto. }
    exists (after t me you (bit_at (index s)) (mask [u])). split; [|now apply after_rel].
    apply moves_In. exists (entry_of s).
    split; [apply in_map, squares_In; auto|]. split.
    - apply not_zero_has. exists (index s). simpl.
      rewrite has_land, has_bit_at, Z.eqb_refl by (apply index_range; auto). now apply has_me.
    - exists (line_of s e). split; [apply in_map; auto|]. eexists. split; [exact P|].
      subst u. rewrite <- (target_mask s d n) by auto. simpl fst.
      destruct De as [->| ->]; [left|right; rewrite opposite_opposite]; auto. }
  destruct (directions_axes d D) as [E|E]; eapply G; eauto.
Qed.

End Move.

Lemma can_iff t me you p : rel (Pos t me you) p ->
  (can table me you = true <-> can_move files ranks p t).
Proof.
  intros R. rewrite (can_moves table t me you). unfold can_move.
  assert (R' : rel (Pos t me you) {| stone := stone p; turn := t |}).
  { destruct R as (_ & R). split; auto. }
  split.
  - intros [q Q]. destruct (moves_sound _ _ _ _ R' q Q) as (a & A & _). eauto.
  - intros [a A]. destruct (moves_complete _ _ _ _ R' a A) as (q & Q & _). eauto.
Qed.

Theorem replies_sound t me you p q : rel (Pos t me you) p ->
  In q (replies table (Pos t me you)) -> exists a, move files ranks p a /\ rel q a.
Proof.
  intros R H. apply replies_In in H. destruct H as [H|[C ->]].
  - destruct (moves_sound _ _ _ _ R q H) as (a & A & B). exists a. split; auto. now apply Moves.
  - exists {| stone := stone p; turn := other t |}. split; [|now apply rel_turned].
    pose proof R as (T & _). apply Passes; simpl; auto; rewrite T; auto.
    rewrite <- (can_iff _ _ _ _ R). congruence.
Qed.

Theorem replies_complete t me you p a : rel (Pos t me you) p ->
  move files ranks p a -> exists q, In q (replies table (Pos t me you)) /\ rel q a.
Proof.
  intros R [M|N S T].
  - destruct (moves_complete _ _ _ _ R a M) as (q & A & B). exists q.
    rewrite replies_In. auto.
  - pose proof R as (Tp & O & Me & Y). rewrite Tp in *. exists (Pos (other t) you me). split.
    + apply replies_In. right. split; auto. apply not_true_iff_false.
      now rewrite (can_iff _ _ _ _ R).
    + unfold rel. rewrite other_other. split; [auto|]. split; [|split].
      * intros s Hs. rewrite S. auto.
      * intros i. rewrite (Y i). split; intros (s & H); exists s; rewrite S in *; auto.
      * intros i. rewrite (Me i). split; intros (s & H); exists s; rewrite S in *; auto.
Qed.

(** Connection *)

Lemma reaches_trans p c s t u : reaches p c s t -> reaches p c t u -> reaches p c s u.
Proof. intros A B. induction B; auto. eapply Further; eauto. Qed.
Lemma reaches_stone p c s t : reaches p c s t -> stone p s = Some c /\ stone p t = Some c.
Proof. induction 1; tauto. Qed.
Lemma neighbours_sym s t : neighbours s t -> neighbours t s.
Proof. unfold neighbours. lia. Qed.
Lemma reaches_sym p c s t : reaches p c s t -> reaches p c t s.
Proof.
  induction 1 as [|t u A IH N St]; [now apply Here|].
  apply reaches_trans with t; auto. eapply Further; [apply Here; auto|now apply neighbours_sym|].
  now apply reaches_stone in A.
Qed.

Lemma has_spread g i : 0 <= i < size -> has (spread up g) i = true ->
  exists a b, -1 <= a <= 1 /\ -1 <= b <= 1 /\ has g (i + a + b * width) = true.
Proof.
  intros I. pose proof fits_size as Sz. pose proof width_small as W. unfold spread.
  assert (Row : forall j, has (g lor (g << 1%uint63) lor (g >> 1%uint63))%set j = true ->
    exists a, -1 <= a <= 1 /\ has g (j + a) = true).
  { intros j H. pose proof (has_range _ _ H) as J.
    rewrite !has_lor, has_lsl, has_lsr, !orb_true_iff in H by lia.
    change (to_Z 1) with 1 in H. destruct H as [[H|H]|H].
    - exists 0. rewrite Z.add_0_r. split; [lia|auto].
    - exists (-1). split; [lia|]. now replace (j + -1) with (j - 1) by lia.
    - exists 1. split; [lia|auto]. }
  rewrite 2 has_lor, has_lsl, has_lsr, W by lia. rewrite !orb_true_iff.
  intros [[H|H]|H]; apply Row in H; destruct H as (a & A & H); exists a.
  - exists 0. split; [lia|]. split; [lia|]. now replace (i + a + 0 * width) with (i + a) by lia.
  - exists (-1). split; [lia|]. split; [lia|].
    now replace (i + a + -1 * width) with (i - width + a) by lia.
  - exists 1. split; [lia|]. split; [lia|].
    now replace (i + a + 1 * width) with (i + width + a) by lia.
Qed.

Lemma spread_has g s t : on s = true -> on t = true -> neighbours s t \/ s = t ->
  has g (index s) = true -> has (spread up g) (index t) = true.
Proof.
  intros S T N H. pose proof (index_range s S) as Is. pose proof (index_range t T) as It.
  pose proof width_small as W.
  assert (D : exists a b, -1 <= a <= 1 /\ -1 <= b <= 1 /\ fst s = fst t + a /\ snd s = snd t + b).
  { exists (fst s - fst t), (snd s - snd t). unfold neighbours in N.
    destruct N as [N| ->]; lia. }
  destruct D as (a & b & A & B & Ea & Eb).
  assert (M : on (fst t, snd s) = true) by (rewrite on_iff in *; simpl; lia).
  pose proof (index_range _ M) as Im.
  assert (Row : has (g lor (g << 1%uint63) lor (g >> 1%uint63))%set (index (fst t, snd s)) = true).
  { rewrite !has_lor, has_lsl, has_lsr by lia. change (to_Z 1) with 1.
    assert (E : index s = index (fst t, snd s) + a) by (unfold index; simpl; lia).
    rewrite E in H. rewrite !orb_true_iff.
    assert (a = 0 \/ a = -1 \/ a = 1) as [->|[->| ->]] by lia.
    - left; left. now rewrite Z.add_0_r in H.
    - left; right. exact H.
    - right. exact H. }
  unfold spread. revert Row.
  generalize (g lor (g << 1%uint63) lor (g >> 1%uint63))%set. intros r Row.
  rewrite 2 has_lor, has_lsl, has_lsr, W by lia. rewrite !orb_true_iff.
  assert (E : index (fst t, snd s) = index t + b * width) by (unfold index; simpl; nia).
  rewrite E in Row.
  assert (b = 0 \/ b = -1 \/ b = 1) as [->|[->| ->]] by lia.
  - left; left. now replace (index t + 0 * width) with (index t) in Row by lia.
  - left; right. now replace (index t + -1 * width) with (index t - width) in Row by lia.
  - right. now replace (index t + 1 * width) with (index t + width) in Row by lia.
Qed.

Section Connection.
Variables (p : position) (c : side) (m : set).
Hypothesis off : forall s, on s = false -> stone p s = None.
Hypothesis M : holds m (fun s => stone p s = Some c).

Lemma grown_more g : (forall i, has g i = true -> has m i = true) ->
  forall i, has g i = true -> has (spread up g land m)%set i = true.
Proof.
  intros G i H. rewrite has_land, (G i H), andb_true_r.
  pose proof (proj1 (M i) (G i H)) as K. destruct K as (s & S & <- & _). apply (spread_has g s s); auto.
Qed.

(* With enough fuel, the result of fill is closed. *)
Lemma fill_closed fuel : forall g, (forall i, has g i = true -> has m i = true) ->
  (Z.to_nat size - count g < fuel)%nat ->
  (spread up (fill fuel up g m) land m)%set = fill fuel up g m.
Proof.
  induction fuel as [|fuel IH]; intros g G L; [lia|]. simpl.
  destruct (spread up g land m =? g)%set eqn:E.
  - now apply eqb_iff in E.
  - apply IH.
    + intros i. rewrite has_land, andb_true_iff. tauto.
    + pose proof (count_sub _ _ (grown_more g G)) as C.
      pose proof (count_max (spread up g land m)%set) as X.
      destruct (Nat.eq_dec (count g) (count (spread up g land m)%set)) as [Q|Q]; [|lia].
      apply count_sub_eq in Q; [|now apply grown_more].
      assert (g =? g = true)%set by now apply eqb_iff. congruence.
Qed.

Lemma fill_inv (P : set -> Prop) : (forall g, P g -> P (spread up g land m)%set) ->
  forall fuel g, P g -> P (fill fuel up g m).
Proof.
  intros H. induction fuel as [|fuel IH]; intros g G; simpl; auto.
  destruct (_ =? g)%set; auto.
Qed.

Theorem joined_iff : joined up m = true <-> connected p c.
Proof.
  unfold joined. destruct (m =? empty)%set eqn:Z.
  { split; [discriminate|]. intros [[s S] _]. rewrite is_zero_has in Z.
    pose proof (stone_on _ _ _ off S) as O. apply (holds_at _ _ _ M O) in S.
    rewrite Z in S. discriminate. }
  destruct (has_lowest m Z) as (i0 & H & Seed).
  destruct (proj1 (M _) H) as (s0 & S0 & E0 & K0).
  set (g := fill enough up (lowest m) m) in *.
  assert (Sub : forall i, has g i = true -> has m i = true).
  { apply (fill_inv (fun g => forall i, has g i = true -> has m i = true)).
    - intros h _ i. rewrite has_land, andb_true_iff. tauto.
    - intros i Hi. rewrite (proj1 (Seed i) Hi). exact H. }
  assert (Reached : forall i, has g i = true ->
    exists t, on t = true /\ index t = i /\ reaches p c s0 t).
  { apply (fill_inv (fun g => forall i, has g i = true ->
      exists t, on t = true /\ index t = i /\ reaches p c s0 t)).
    - intros h Hh i Hi. pose proof (has_range _ _ Hi). rewrite has_land, andb_true_iff in Hi.
      destruct Hi as [Hi Mi]. apply has_spread in Hi; auto.
      destruct Hi as (a & b & A & B & Hs). apply Hh in Hs. destruct Hs as (u & U & Eu & Ru).
      apply M in Mi. destruct Mi as (t & T & Et & St). exists t. repeat split; auto.
      rewrite <- Et in Eu. destruct (index_near u t a b U T A Eu) as [X Y].
      destruct (square_eq_dec u t) as [->|N]; auto.
      eapply Further; eauto. unfold neighbours.
      assert (a <> 0 \/ b <> 0).
      { destruct (Z.eq_dec a 0), (Z.eq_dec b 0); auto. exfalso. apply N.
        destruct u, t; simpl in *; f_equal; lia. }
      lia.
    - intros i Hi. rewrite (proj1 (Seed i) Hi). exists s0. repeat split; auto. now apply Here. }
  assert (In0 : has g (index s0) = true).
  { rewrite E0. pose proof grown_more as GM.
    cut (has g i0 = true /\ forall i, has g i = true -> has m i = true); [tauto|].
    apply (fill_inv (fun g => has g i0 = true /\ forall i, has g i = true -> has m i = true)).
    - intros h [A B]. split; [now apply GM|]. intros i. rewrite has_land, andb_true_iff. tauto.
    - split; [now apply Seed|]. intros i Hi. rewrite (proj1 (Seed i) Hi). exact H. }
  assert (Closed : forall t, reaches p c s0 t -> has g (index t) = true).
  { assert (F : (spread up g land m)%set = g).
    { apply fill_closed; [|lia]. intros i Hi. rewrite (proj1 (Seed i) Hi). exact H. }
    induction 1 as [|t u A IH N St]; auto.
    apply reaches_stone in A as [_ At].
    pose proof (stone_on _ _ _ off At) as Ot. pose proof (stone_on _ _ _ off St) as Ou.
    assert (Gu : has (spread up g land m)%set (index u) = true).
    { rewrite has_land. apply andb_true_iff. split.
      - apply (spread_has g t u); auto.
      - now apply (holds_at _ _ _ M Ou). }
    now rewrite F in Gu. }
  clearbody g. rewrite eqb_iff. split.
  - intros E. split; [eauto|]. intros s t A B.
    assert (All : forall t, stone p t = Some c -> reaches p c s0 t).
    { intros u U. pose proof (stone_on _ _ _ off U) as Ou. apply (holds_at _ _ _ M Ou) in U as Hu.
      assert (Hg : has g (index u) = true) by (rewrite E; exact Hu).
      apply Reached in Hg. destruct Hg as (v & V & Ev & Rv).
      apply index_inj in Ev; auto. now subst. }
    apply reaches_trans with s0; auto using reaches_sym.
  - intros [_ C]. apply has_ext. intros i _. apply eq_true_iff_eq. split; auto.
    intros Hi. apply M in Hi. destruct Hi as (t & T & <- & St). apply Closed, C; auto.
Qed.
End Connection.

(** Verdicts *)

Lemma says_iff b P : (b = true <-> P) -> says b P.
Proof. destruct b; simpl; intuition congruence. Qed.
Lemma says_is a b P : says a P -> (b = true <-> P) -> a = b.
Proof. destruct a, b; simpl; intuition congruence. Qed.

Definition verdict_of (r : rules) (tab : list entry) (above : int) (p : pos) : verdict :=
  let (t, me, you) := p in
  judge r (other t) (joined above you) (joined above me) (can tab me you) (can tab you me).

(* Every position has exactly one verdict, and verdict_of computes it. *)
Theorem verdict_judged r c p v : rel c p ->
  judged files ranks r p v <-> v = verdict_of r table up c.
Proof.
  destruct c as [t me you]. intros R. pose proof R as (T & O & Me & You).
  pose proof (joined_iff p (other t) you O You) as A.
  pose proof (joined_iff p t me O Me) as B.
  pose proof (can_iff t me you p R) as C.
  pose proof (can_iff (other t) you me _ (rel_turned _ _ _ _ R)) as D.
  unfold judged, verdict_of. rewrite T. split.
  - intros (a & b & c & d & Ha & Hb & Hc & Hd & ->).
    now rewrite (says_is _ _ _ Ha A), (says_is _ _ _ Hb B), (says_is _ _ _ Hc C), (says_is _ _ _ Hd D).
  - intros ->. do 4 eexists. repeat split; apply says_iff; eassumption.
Qed.

(* The same for a set of rules ids together. *)
Lemma status_judged ids w c p r : rel c p -> In r ids ->
  (status_of table up (tree_of ids w) c = Done -> judged files ranks r p (Won w)) /\
  (status_of table up (tree_of ids w) c = Open ->
     judged files ranks r p (Won w) \/ judged files ranks r p Goes_on).
Proof.
  intros R I. rewrite !(verdict_judged r c p) by auto. destruct c as [t me you].
  change (tree_of ids w) with (fun mover => tree_with (together ids w mover)).
  rewrite tree_status. unfold together, verdict_of.
  generalize (joined up you) (joined up me) (can table me you) (can table you me).
  intros x y z u. set (v := judge r _ _ _ _ _).
  destruct (forallb _ ids) eqn:A.
  - split; [intros _|discriminate]. rewrite forallb_forall in A. specialize (A r I).
    fold v in A. destruct v; try discriminate. apply is_side_eq in A. now subst.
  - destruct (forallb (fun r => _ || _) ids) eqn:B; split; try discriminate. intros _.
    rewrite forallb_forall in B. specialize (B r I). fold v in B.
    destruct v; auto; try discriminate.
    simpl in B. rewrite orb_false_r in B. apply is_side_eq in B. subst. auto.
Qed.

End Board.

(* All stones stand on the board. *)
Definition within_board (files ranks : Z) (p : position) : Prop :=
  forall s, on_board files ranks s = false -> stone p s = None.

Lemma start_on files ranks s : fits files ranks = true -> on_board files ranks s = false ->
  stone (start files ranks) s = None.
Proof.
  intros Fit H. pose proof (fits_size files ranks Fit) as Sz.
  assert (N : ~ (0 <= fst s < files /\ 0 <= snd s < ranks)).
  { rewrite <- on_iff, H. discriminate. }
  simpl. match goal with
    |- (if ?a then _ else if ?b then _ else _) = _ =>
      destruct a eqn:A; [|destruct b eqn:B; [|reflexivity]]
    end; exfalso; apply N.
  - rewrite !andb_true_iff, orb_true_iff, !Z.ltb_lt, !Z.eqb_eq in A. lia.
  - rewrite !andb_true_iff, orb_true_iff, !Z.ltb_lt, !Z.eqb_eq in B. lia.
Qed.
