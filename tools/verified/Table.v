(* The value of every position of a board with up to a number of stones: the check of an
   untrusted table, and the proof of the check. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares Sets Walk Bitboard Refinement.
Local Open Scope nat_scope.

(* The value for the side to move, with the number of plies within which it wins or loses. *)
Inductive value := Winning (n : nat) | Losing (n : nat) | Even.

Definition better (mine theirs : value) : value :=
  match theirs, mine with
  | Losing k, Winning m => Winning (if Nat.leb m (S k) then m else S k)
  | Losing k, _ => Winning (S k)
  | Even, Winning m => Winning m
  | Even, _ => Even
  | Winning k, Losing m => Losing (if Nat.leb m (S k) then S k else m)
  | Winning k, _ => mine
  end.

Fixpoint best (val : pos -> value) (l : list pos) : value :=
  match l with [] => Losing 0 | p :: l => better (best val l) (val p) end.

Lemma best_is val l :
  match best val l with
  | Winning k => (exists q, In q l /\ exists j, val q = Losing j /\ k = S j) /\
      forall q j, In q l -> val q = Losing j -> k <= S j
  | Even => (exists q, In q l /\ val q = Even) /\ forall q j, In q l -> val q <> Losing j
  | Losing k => (forall q, In q l -> exists j, val q = Winning j /\ S j <= k) /\
      (l = [] /\ k = 0%nat \/ exists q j, In q l /\ val q = Winning j /\ k = S j)
  end.
Proof.
  induction l as [|p l IH]; simpl.
  - split; [intros q []|auto].
  - destruct (best val l) as [m|m|], (val p) as [k|k|] eqn:E; simpl.
    + destruct IH as [(q & I & j & V & S) A]. split; [exists q; split; eauto|].
      intros u i [<-|U] Vu; [congruence|eauto].
    + destruct IH as [(q & I & j & V & S) A]. destruct (Nat.leb_spec m (Datatypes.S k)).
      * split; [exists q; split; eauto|]. intros u i [<-|U] Vu; [|eauto].
        assert (i = k) by congruence. lia.
      * split; [exists p; eauto|]. intros u i [<-|U] Vu; [assert (i = k) by congruence; lia|].
        specialize (A _ _ U Vu). lia.
    + destruct IH as [(q & I & j & V & S) A]. split; [exists q; split; eauto|].
      intros u i [<-|U] Vu; [congruence|eauto].
    + destruct IH as [A B]. destruct (Nat.leb_spec m (S k)).
      * split; [|right; exists p, k; auto]. intros q [<-|I]; [exists k; auto|].
        destruct (A q I) as (j & V & L). exists j. split; auto. lia.
      * split; [intros q [<-|I]; [exists k; split; auto; lia|auto]|].
        right. destruct B as [[_ ->]|(q & j & I & V & S)]; [lia|exists q, j; auto].
    + split; [exists p; eauto|]. intros u i [<-|U] Vu; [assert (i = k) by congruence; lia|].
      destruct IH as [A _]. destruct (A u U) as (j & V & _). congruence.
    + split; [exists p; auto|]. intros u i [<-|U] Vu; [congruence|].
      destruct IH as [A _]. destruct (A u U) as (j & V & _). congruence.
    + destruct IH as [(q & I & V) A]. split; [exists q; auto|].
      intros u i [<-|U] Vu; [congruence|]. now apply (A u i U).
    + split; [exists p; eauto|]. intros u i [<-|U] Vu; [assert (i = k) by congruence; lia|].
      destruct IH as [_ A]. now destruct (A u i U).
    + split; [exists p; auto|]. intros u i [<-|U] Vu; [congruence|].
      destruct IH as [_ A]. now apply (A u i U).
Qed.

Section Table.
Variables files ranks : Z.
Hypothesis fit : fits files ranks = true.
Variable r : rules.
Variable most : side -> nat.             (* maximum number of stones of a side *)
Variable val : int -> int -> value.      (* not trusted *)

Definition value_of (p : pos) : value := let (_, me, you) := p in val me you.
Definition is_value (a b : value) : bool :=
  match a, b with
  | Winning n, Winning m | Losing n, Losing m => Nat.eqb n m
  | Even, Even => true
  | _, _ => false
  end.

Definition fair (tab : list entry) (above : int) (p : pos) : bool :=
  let (t, me, you) := p in
  is_value (val me you)
    match verdict_of r tab above p with
    | Won c => if is_side c t then Winning 0 else Losing 0
    | Drawn => Even
    | Goes_on => best value_of (replies tab p)
    end.

Definition wins_in (w : side) (n : nat) (p : pos) : Prop :=
  let (t, _, _) := p in
  match value_of p with
  | Winning k => t = w /\ k <= n
  | Losing k => other t = w /\ k <= n
  | Even => False
  end.

(* Each side has a stone, and no more than the table allows. *)
Definition within (p : pos) : Prop :=
  let (t, me, you) := p in 1 <= count me <= most t /\ 1 <= count you <= most (other t).

Hypothesis all_fair : forall c p, rel files ranks c p -> within c ->
  fair (table files ranks) (up files) c = true.

Lemma is_value_eq a b : is_value a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; rewrite ?PeanoNat.Nat.eqb_eq; congruence. Qed.

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

Lemma turn_of t me you p : rel files ranks (Pos t me you) p -> turn p = t.
Proof. now intros (T & _). Qed.
Lemma reply_turn t me you q : In q (replies (table files ranks) (Pos t me you)) ->
  exists a b, q = Pos (other t) a b.
Proof.
  intros H. apply replies_In in H. destruct H as [H|[_ ->]]; [|eauto].
  apply moves_In in H. destruct H as (e & _ & _ & l & _ & [o1 t1 o2 t2] & _ & [[_ ->]|[_ ->]]);
    unfold after; eauto.
Qed.
Lemma replies_some p : replies (table files ranks) p <> [].
Proof. unfold replies. destruct (moves _ p); discriminate. Qed.

Lemma table_only w n p : Wins files ranks r w n p -> forall c, rel files ranks c p -> within c ->
  wins_in w n c.
Proof.
  induction 1 as [p n J|p q n J T M _ IH|p n J T _ IH]; intros [t me you] R W;
    pose proof (all_fair _ _ R W) as F; simpl in F; apply is_value_eq in F;
    pose proof (proj1 (verdict_judged _ _ fit r _ _ _ R) J) as V; simpl in V; rewrite <- V in F;
    pose proof (turn_of _ _ _ _ R) as Tp; simpl; rewrite F.
  - destruct (is_side w t) eqn:E.
    + apply is_side_eq in E. split; [auto|lia].
    + split; [|lia]. destruct w, t; auto; discriminate.
  - destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & I & Rd).
    specialize (IH d Rd (within_reply _ _ _ _ _ R W (eq_sym V) I)).
    pose proof (best_is value_of (replies (table files ranks) (Pos t me you))) as B.
    destruct (reply_turn _ _ _ _ I) as (a & b & ->). unfold wins_in in IH.
    rewrite Tp in T. subst w.
    destruct (value_of (Pos (other t) a b)) as [k|k|] eqn:Vd; [|destruct IH as [_ L]|tauto].
    { destruct IH as [X _]. destruct t; discriminate. }
    destruct (best _ _) as [m|m|].
    + destruct B as [_ B]. specialize (B _ _ I Vd). split; [auto|lia].
    + destruct B as [B _]. destruct (B _ I) as (j & X & _). congruence.
    + destruct B as [_ B]. exfalso. eapply B; eauto.
  - assert (A : forall d, In d (replies (table files ranks) (Pos t me you)) ->
      exists k, value_of d = Winning k /\ k <= n).
    { intros d I. destruct (replies_sound _ _ fit _ _ _ _ _ R I) as (q & M & Rd).
      specialize (IH q M d Rd (within_reply _ _ _ _ _ R W (eq_sym V) I)).
      destruct (reply_turn _ _ _ _ I) as (a & b & ->). unfold wins_in in IH.
      rewrite Tp in T. subst t. destruct (value_of _) as [k|k|]; [|destruct IH|tauto].
      - exists k. tauto.
      - destruct w; discriminate. }
    pose proof (best_is value_of (replies (table files ranks) (Pos t me you))) as B.
    destruct (best _ _) as [m|m|].
    + destruct B as [(q & I & j & X & _) _]. destruct (A q I) as (k & Y & _). congruence.
    + destruct B as [_ [[B _]|(q & j & I & X & ->)]]; [now apply replies_some in B|].
      destruct (A q I) as (k & Y & L). rewrite Tp in T. subst t.
      split; [apply other_other|]. assert (j = k) by congruence. lia.
    + destruct B as [(q & I & X) _]. destruct (A q I) as (k & Y & _). congruence.
Qed.

Lemma table_all w n : forall c p, rel files ranks c p -> within c -> wins_in w n c ->
  Wins files ranks r w n p.
Proof.
  induction n as [n IH] using Wf_nat.lt_wf_ind. intros [t me you] p R W H.
  pose proof (all_fair _ _ R W) as F. simpl in F. apply is_value_eq in F.
  pose proof (turn_of _ _ _ _ R) as Tp. unfold wins_in in H. simpl value_of in H. rewrite F in H.
  pose proof (proj2 (verdict_judged _ _ fit r _ _ _ R) eq_refl) as J.
  pose proof (fun d => within_reply t me you d p R W) as Within.
  simpl verdict_of in J, Within. destruct (judge _ _ _ _ _ _) as [c| |].
  - apply Already. destruct (is_side c t) eqn:E.
    + apply is_side_eq in E. destruct H. now subst.
    + destruct H as [H _]. assert (c = w) by (destruct c, t, w; simpl in *; auto; discriminate).
      now subst.
  - tauto.
  - pose proof (best_is value_of (replies (table files ranks) (Pos t me you))) as B.
    destruct (best _ _) as [m|m|]; [| |tauto].
    + destruct H as [-> L]. destruct B as [(d & I & j & X & ->) _].
      destruct n as [|n]; [lia|].
      destruct (replies_sound _ _ fit _ _ _ _ _ R I) as (q & M & Rd).
      eapply By_a_move; eauto. apply (IH n ltac:(lia) d); auto.
      destruct (reply_turn _ _ _ _ I) as (a & b & ->). unfold wins_in. rewrite X.
      split; [apply other_other|lia].
    + destruct H as [H L]. destruct B as [B C].
      destruct C as [[C _]|(d0 & j0 & _ & _ & ->)]; [now apply replies_some in C|].
      destruct n as [|n]; [lia|].
      apply Against_all; auto.
      { rewrite Tp, <- H. now rewrite other_other. }
      intros q M. destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & I & Rd).
      apply (IH n ltac:(lia) d); auto.
      destruct (B d I) as (j & X & Lj). destruct (reply_turn _ _ _ _ I) as (a & b & ->).
      unfold wins_in. rewrite X. split; [auto|lia].
Qed.
End Table.

(** Every position of a board *)

Section Every.
Variable f : int -> int -> bool.
Fixpoint every (l : list int) (k j : nat) (a b : int) : bool :=
  match l with
  | [] => f a b
  | s :: l =>
    if every l k j a b then
      if (match k with O => true | S k => every l k j (a lor s)%uint63 b end)
      then (match j with O => true | S j => every l k j a (b lor s)%uint63 end)
      else false
    else false
  end.

Lemma lor_assoc a b c : ((a lor b) lor c = a lor (b lor c))%uint63.
Proof. apply has_ext. intros i _. rewrite !has_lor. now rewrite orb_assoc. Qed.
Lemma lor_0 a : (a lor 0 = a)%uint63.
Proof. apply has_ext. intros i _. rewrite has_lor, has_0. apply orb_false_r. Qed.

Lemma lor_0_l a : (0 lor a = a)%uint63.
Proof. apply has_ext. intros i _. now rewrite has_lor, has_0. Qed.

Lemma every_all files (P Q : square -> bool) l : forall k j a b,
  every (map (fun s => bit_at (index files s)) l) k j a b = true ->
  (forall s, P s = true -> Q s = false) ->
  length (filter P l) <= k -> length (filter Q l) <= j ->
  f (a lor mask files (filter P l))%uint63 (b lor mask files (filter Q l))%uint63 = true.
Proof.
  induction l as [|s l IH]; intros k j a b E D K J; simpl in *.
  - now rewrite !lor_0.
  - destruct (every _ k j a b) eqn:E0; [|discriminate].
    destruct (match k with O => true | S k => _ end) eqn:E1; [|discriminate].
    destruct (P s) eqn:Ps.
    + rewrite (D s Ps) in *. destruct k as [|k]; simpl in K; [lia|].
      simpl. rewrite <- lor_assoc. apply (IH k j); auto; lia.
    + destruct (Q s) eqn:Qs.
      * destruct j as [|j]; simpl in J; [lia|].
        simpl. rewrite <- (lor_assoc b). apply (IH k j); auto; lia.
      * eapply IH; eauto.
Qed.
End Every.

(* A table as a tree, made from a list of numbers. Nothing is proved about it. *)
Inductive dict := Nil | Leaf (a b : int) (v : value) | Fork (x y : dict).
Fixpoint get (d : dict) (h a b : int) : value :=
  match d with
  | Nil => Even
  | Leaf x y v => if (x =? a)%uint63 then if (y =? b)%uint63 then v else Even else Even
  | Fork x y => if (h land 1 =? 0)%uint63 then get x (h >> 1)%uint63 a b else get y (h >> 1)%uint63 a b
  end.
Fixpoint leaves (bits : nat) (h a b : int) (v : value) (i c d : int) (w : value) : dict :=
  match bits with
  | O => Leaf a b v
  | S bits =>
    if (h land 1 =? 0)%uint63
    then if (i land 1 =? 0)%uint63 then Fork (leaves bits (h >> 1)%uint63 a b v (i >> 1)%uint63 c d w) Nil
         else Fork (Leaf a b v) (Leaf c d w)
    else if (i land 1 =? 0)%uint63 then Fork (Leaf c d w) (Leaf a b v)
         else Fork Nil (leaves bits (h >> 1)%uint63 a b v (i >> 1)%uint63 c d w)
  end.
Fixpoint put (t : dict) (depth h a b : int) (v : value) : dict :=
  match t with
  | Nil => Leaf a b v
  | Leaf c d w => leaves 62 h a b v (mix c d >> depth)%uint63 c d w
  | Fork x y =>
    if (h land 1 =? 0)%uint63 then Fork (put x (depth + 1)%uint63 (h >> 1)%uint63 a b v) y
    else Fork x (put y (depth + 1)%uint63 (h >> 1)%uint63 a b v)
  end.

(* Nine values of seven bits in a number: 0 is a draw, 2 n + 1 a win and 2 n + 2 a loss in n. *)
Definition values : list value :=
  Even :: flat_map (fun n => [Winning n; Losing n]) (seq 0 63).
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
    else (put d 0%uint63 (mix a b) a b (match nth_int values x with Some v => v | None => Even end), n)
  | s' :: l =>
    let s := build l k j a b s in
    let s := match k with O => s | S k => build l k j (a lor s')%uint63 b s end in
    match j with O => s | S j => build l k j a (b lor s')%uint63 s end
  end.

Definition bits_of (files ranks : Z) : list int :=
  map (fun s => bit_at (index files s)) (squares files ranks).

Definition check_table (files ranks : Z) (r : rules) (most : side -> nat) (d : dict) : bool :=
  if fits files ranks then
    let val := fun a b => get d (mix a b) a b in
    let tab := table files ranks in
    let above := up files in
    every (fun a b =>
        if (a =? 0)%uint63 then true else if (b =? 0)%uint63 then true
        else if fair r val tab above (Pos Black a b) then fair r val tab above (Pos White b a)
        else false)
      (bits_of files ranks) (most Black) (most White) 0 0
  else false.

(* The values with Black to move; those with White to move are the same if both sides may have
   the same number of stones. *)
Definition make_table (files ranks : Z) (most : side -> nat) (l : list int) : dict :=
  let all := build (bits_of files ranks) in
  let s := all (most Black) (most White) 0%uint63 0%uint63 (Nil, (0, 0, l)%uint63) in
  fst (if Nat.eqb (most Black) (most White) then s
       else all (most White) (most Black) 0%uint63 0%uint63 s).

(* The number of stones of a side. All are on the board. *)
Definition stones_of (files ranks : Z) (p : position) (c : side) : nat :=
  length (filter (fun s => match stone p s with Some d => is_side d c | None => false end)
    (squares files ranks)).

(* The table says that side w wins within n plies. *)
Definition table_says (d : dict) : side -> nat -> pos -> Prop :=
  wins_in (fun a b => get d (mix a b) a b).

Theorem check_table_right files ranks r most d p w n :
  check_table files ranks r most d = true ->
  within_board files ranks p ->
  (forall c, 1 <= stones_of files ranks p c <= most c) ->
  (Wins files ranks r w n p <-> table_says d w n (encode files ranks p)).
Proof.
  unfold check_table. destruct (fits files ranks) eqn:F; [|discriminate]. intros C O B. unfold table_says.
  set (val := fun a b => get d (mix a b) a b) in *.
  assert (All : forall c p, rel files ranks c p -> within most c ->
    fair r val (table files ranks) (up files) c = true).
  { intros [t me you] q (T & Oq & Me & You) [Cm Cy].
    assert (L : forall m c, holds files ranks m (fun s => stone q s = Some c) ->
      m = mask files (filter (fun s => match stone q s with Some d => is_side d c | None => false end)
        (squares files ranks)) /\ count m = stones_of files ranks q c).
    { intros m c H.
      assert (X : forall s, (match stone q s with Some d => is_side d c | None => false end) = true <->
        stone q s = Some c).
      { intros s. destruct (stone q s) as [e|]; [|split; discriminate].
        split; [intros E; apply is_side_eq in E; congruence|]. intros [= ->]. now destruct c. }
      split.
      - apply has_ext. intros i _. apply eq_true_iff_eq. rewrite (H i).
        rewrite (has_mask_squares files ranks F).
        split; intros (s & S1 & S2 & S3); exists s; repeat split; auto; now apply X.
      - apply (count_as _ (index files) _ m (squares_NoDup files ranks)).
        intros i. rewrite (H i).
        split; intros (s & S1 & S2 & S3); exists s; rewrite ?squares_In in *; repeat split; auto;
          try (now apply X); now apply squares_In. }
    assert (Some_stone : forall m, 1 <= count m -> (m =? 0)%uint63 = false).
    { intros m Hm. apply not_true_iff_false. rewrite Uint63.eqb_spec. intros ->. now inversion Hm. }
    pose proof (Some_stone me (proj1 Cm)) as Nm. pose proof (Some_stone you (proj1 Cy)) as Ny.
    destruct (L me t Me) as [-> K1]. destruct (L you (other t) You) as [-> K2].
    rewrite K1 in Cm. rewrite K2 in Cy.
    apply (every_all _ files
      (fun s => match stone q s with Some d => is_side d Black | None => false end)
      (fun s => match stone q s with Some d => is_side d White | None => false end)) in C;
      try (destruct t; tauto).
    - rewrite !lor_0_l in C.
      destruct t; simpl other in *; rewrite Nm, Ny in C;
        destruct (fair _ _ _ _ (Pos Black _ _)) eqn:E1; congruence.
    - intros s. now destruct (stone q s) as [[]|]. }
  assert (R : rel files ranks (encode files ranks p) p) by now apply encode_rel.
  assert (In : within most (encode files ranks p)).
  { assert (K : forall c, count (stones files ranks p c) = stones_of files ranks p c).
    { intros c. apply (count_as _ (index files) _ _ (squares_NoDup files ranks)).
      intros i. unfold stones. rewrite (has_mask_squares files ranks F).
      split; intros (s & S1 & S2 & S3); exists s; rewrite ?squares_In in *; auto;
      repeat split; auto; now apply squares_In. }
    unfold encode. simpl. now rewrite !K. }
  split; intros H.
  - eapply table_only; eauto.
  - eapply table_all; eauto.
Qed.
