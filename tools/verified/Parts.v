(* The check of an untrusted table, in parts, and the proof that a table is right if all parts are
   accepted. Only one image of the stones of the side to move is checked. *)

From Coq Require Import ZArith List Bool Uint63 Lia Permutation FinFun.
Import ListNotations.
From LOA Require Import Rules Squares Symmetry Sets Walk Bitboard Refinement Images Values Table.
Local Open Scope nat_scope.

(** An image of a position, chosen by the stones of the side to move *)

(* The reflections and the exchange of files and ranks, by the bits of k. *)
Definition turned (s : swaps) (k : int) (x : set) : set :=
  let '(f, r, e) := s in
  if (k =? 0)%uint63 then x else
  let x := if (k land 4 =? 0)%uint63 then x else match e with Some e => permute e x | None => x end in
  let x := if (k land 1 =? 0)%uint63 then x else permute f x in
  if (k land 2 =? 0)%uint63 then x else permute r x.

Lemma twin_turned files ranks s k t me you : swaps_fit files ranks s = true ->
  fits files ranks = true -> twin files ranks (Pos t me you) (Pos t (turned s k me) (turned s k you)).
Proof.
  destruct s as [[f r] e]. unfold swaps_fit, turned. rewrite !andb_true_iff. intros [[F R] E] Fit.
  assert (E' : forall e', e = Some e' -> exists g, renders files ranks e' g = true).
  { intros e' ->. destruct (Z.eq_dec files ranks); [eauto|discriminate]. }
  destruct (k =? 0)%uint63; [apply twin_refl|].
  destruct e as [e|]; [destruct (E' e eq_refl) as [g G]|];
    destruct (k land 4 =? 0)%uint63, (k land 1 =? 0)%uint63, (k land 2 =? 0)%uint63;
    repeat match goal with
    | |- twin _ _ ?c ?c => apply twin_refl
    | |- twin _ _ _ (Pos ?t (permute ?l ?a) (permute ?l ?b)) =>
      change (Pos t (permute l a) (permute l b)) with (permuted l (Pos t a b));
      eapply twin_trans; [|eapply twin_permuted; eauto]
    end.
Qed.

(* Images have as many stones. *)
Lemma brought_twice s i : swap_fits s = true -> brought s (brought s i) = i.
Proof.
  destruct s as [m d]. intros F. unfold swap_fits in F. rewrite forallb_forall in F.
  assert (Up : forall j, has m j = true -> has m (j + to_Z d) = false).
  { intros j H. specialize (F j (proj2 (upto_In size j) (has_range _ _ H))). rewrite H in F.
    apply andb_true_iff in F. now rewrite negb_true_iff in F. }
  simpl. destruct (has m i) eqn:H.
  - rewrite (Up i H). replace (i + to_Z d - to_Z d)%Z with i by lia. now rewrite H.
  - destruct (has m (i - to_Z d)) eqn:K; [rewrite K; lia|now rewrite H, K].
Qed.

Lemma count_exchanged s x : swap_fits s = true -> count (exchanged x s) = count x.
Proof.
  intros F. unfold count, number_of. rewrite <- (map_length (brought s)).
  apply Permutation_length, NoDup_Permutation.
  - apply FinFun.Injective_map_NoDup; [|apply NoDup_filter, upto_NoDup].
    intros i j E. rewrite <- (brought_twice s i F), E. now apply brought_twice.
  - apply NoDup_filter, upto_NoDup.
  - intros i. rewrite in_map_iff, filter_In, upto_In. split.
    + intros (j & <- & I). apply filter_In in I. rewrite upto_In in I. destruct I as [I H].
      destruct (has_exchanged x s j F I) as [E B]. split; auto. congruence.
    + intros [I H]. exists (brought s i). rewrite brought_twice by auto. split; auto.
      apply filter_In. rewrite upto_In. destruct (has_exchanged x s i F I) as [_ B].
      destruct (has_exchanged x s (brought s i) F B) as [E _].
      now rewrite E, brought_twice by auto.
Qed.
Lemma count_permute l : forallb swap_fits l = true -> forall x, count (permute l x) = count x.
Proof.
  unfold permute. induction l as [|s l IH]; simpl; intros F x; auto.
  apply andb_true_iff in F. destruct F as [Fs F]. now rewrite IH, count_exchanged.
Qed.

Lemma count_turned files ranks s k x : swaps_fit files ranks s = true ->
  count (turned s k x) = count x.
Proof.
  destruct s as [[f r] e]. unfold swaps_fit, turned. rewrite !andb_true_iff. intros [[F R] E].
  unfold renders in F, R. rewrite andb_true_iff in F, R.
  destruct (k =? 0)%uint63; auto.
  assert (C : forall e', e = Some e' -> forall x, count (permute e' x) = count x).
  { intros e' -> y. destruct (Z.eq_dec files ranks); [|discriminate]. apply andb_true_iff in E.
    now apply count_permute. }
  destruct (k land 2 =? 0)%uint63, (k land 1 =? 0)%uint63, (k land 4 =? 0)%uint63;
    rewrite ?count_permute by tauto; auto; destruct e; auto.
Qed.


(** The check, in parts: all positions with two numbers of stones, and a sixteenth of the sets of
    squares of the side that is not to move *)

(* Nothing is asked of the functions `choice` and `raw` but that they are functions: `choice` says
   which image of a position stands for it, by the stones of the side to move, with 0 for itself,
   and `raw` is the table of such images. *)
Definition value_in (s : swaps) (choice : int -> int) (raw : int -> int -> int) (me you : int) : int :=
  let k := choice me in
  ((if (k =? 0)%uint63 then raw me you else raw (turned s k me) (turned s k you)) land 65535)%uint63.

(* All sets of k elements of a list of sets of one square, each with the squares of a. *)
Fixpoint sets (l : list int) (k : nat) (a : int) (found : list int) : list int :=
  match k with
  | O => a :: found
  | S j => match l with [] => found | s :: l => sets l j (a lor s)%uint63 (sets l k a found) end
  end.

Fixpoint all (f : int -> bool) (l : list int) : bool :=
  match l with [] => true | a :: l => if f a then all f l else false end.

Definition bits_of (files ranks : Z) : list int :=
  map (fun s => bit_at (index files s)) (squares files ranks).

Definition part_of (you : int) : int := ((stir you >> 50) land 15)%uint63.
Definition parts : list int := [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15]%uint63.

Definition check_part (files ranks : Z) (r : rules) (choice : int -> int) (raw : int -> int -> int)
    (a b : nat) (part : int) : bool :=
  if fits files ranks then
    let s := swaps_of files ranks in
    if swaps_fit files ranks s then
      let value := value_in s choice raw in
      let must := derived r (table files ranks) (up files) value in
      let stands me := (choice me =? 0)%uint63 in
      let sets_of k := sets (bits_of files ranks) k 0%uint63 [] in
      if all (fun me => stands (turned s (choice me) me)) (sets_of a) then
        let mine := filter stands (sets_of a) in
        all (fun you =>
            if (part_of you =? part)%uint63 then
              all (fun me => if (me land you =? 0)%uint63 then (value me you =? must me you)%uint63 else true) mine
            else true)
          (sets_of b)
      else false
    else false
  else false.

Lemma all_In f l x : all f l = true -> In x l -> f x = true.
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. destruct (f a) eqn:F; [|discriminate].
  intros A [<-|I]; auto.
Qed.

Lemma part_of_In you : In (part_of you) parts.
Proof.
  unfold part_of. set (x := (stir you >> 50)%uint63).
  assert (H : (0 <= to_Z (x land 15) < 16)%Z).
  { rewrite land_spec'. change (to_Z 15) with (Z.ones 4). rewrite Z.land_ones by lia. now apply Z.mod_pos_bound. }
  rewrite <- (of_to_Z (x land 15)). revert H. generalize (to_Z (x land 15)). intros z H.
  assert (E : In z (upto 16)) by now apply upto_In.
  apply (in_map of_Z) in E. exact E.
Qed.

Lemma value_fits s choice raw me you : (to_Z (value_in s choice raw me you) < 65536)%Z.
Proof.
  unfold value_in. rewrite land_spec'. change (to_Z 65535) with (Z.ones 16). rewrite Z.land_ones by lia.
  now apply Z.mod_pos_bound.
Qed.

Lemma lor_assoc a b c : ((a lor b) lor c = a lor (b lor c))%uint63.
Proof. apply has_ext. intros i _. rewrite !has_lor. now rewrite orb_assoc. Qed.
Lemma lor_0 a : (a lor 0 = a)%uint63.
Proof. apply has_ext. intros i _. rewrite has_lor, has_0. apply orb_false_r. Qed.
Lemma lor_0_l a : (0 lor a = a)%uint63.
Proof. apply has_ext. intros i _. now rewrite has_lor, has_0. Qed.

Lemma sets_found l : forall k a found x, In x found -> In x (sets l k a found).
Proof. induction l as [|s l IH]; intros [|k] a found x I; simpl; auto. Qed.
Lemma sets_all files (P : square -> bool) l : forall a found,
  In (a lor mask files (filter P l))%uint63
    (sets (map (fun s => bit_at (index files s)) l) (length (filter P l)) a found).
Proof.
  induction l as [|s l IH]; intros a found; simpl.
  - rewrite lor_0. now left.
  - destruct (P s); simpl.
    + rewrite <- lor_assoc. apply IH.
    + specialize (IH a found). destruct (length (filter P l)) eqn:L; [|now apply sets_found].
      destruct l; simpl in IH |- *; auto.
Qed.

(* The number of stones of a side. All are on the board. *)
Definition stones_of (files ranks : Z) (p : position) (c : side) : nat :=
  length (filter (fun s => match stone p s with Some d => is_side d c | None => false end)
    (squares files ranks)).

Section Parts.
Variables files ranks : Z.
Hypothesis fit : fits files ranks = true.
Variable most : side -> nat.

Definition of_side (p : position) (c : side) (s : square) : bool :=
  match stone p s with Some d => is_side d c | None => false end.
Lemma of_side_is p c s : of_side p c s = true <-> stone p s = Some c.
Proof.
  unfold of_side. destruct (stone p s) as [e|]; [|split; discriminate].
  split; [intros E; apply is_side_eq in E; congruence|]. intros [= ->]. now destruct c.
Qed.

Lemma holds_mask m p c : holds files ranks m (fun s => stone p s = Some c) ->
  m = mask files (filter (of_side p c) (squares files ranks)) /\ count m = stones_of files ranks p c.
Proof.
  intros H. split.
  - apply has_ext. intros i _. apply eq_true_iff_eq. rewrite (H i), (has_mask_squares files ranks fit).
    split; intros (s & S1 & S2 & S3); exists s; repeat split; auto; now apply of_side_is.
  - apply (count_as _ (index files) _ m (squares_NoDup files ranks)). intros i. rewrite (H i).
    split; intros (s & S1 & S2 & S3); exists s; rewrite ?squares_In in *; repeat split; auto;
      try (now apply of_side_is); now apply squares_In.
Qed.

Lemma holds_sets m p c : holds files ranks m (fun s => stone p s = Some c) ->
  In m (sets (bits_of files ranks) (count m) 0%uint63 []).
Proof.
  intros H. apply holds_mask in H. destruct H as [-> ->]. rewrite <- (lor_0_l (mask _ _)). apply sets_all.
Qed.

Section Right.
Variable r : rules.
Variable choice : int -> int.
Variable raw : int -> int -> int.
Hypothesis accepted : forall t a b k, 1 <= a <= most t -> 1 <= b <= most (other t) -> In k parts ->
  check_part files ranks r choice raw a b k = true.

Definition value := value_in (swaps_of files ranks) choice raw.
Definition stands (p : pos) : pos :=
  let (t, me, you) := p in
  Pos t (turned (swaps_of files ranks) (choice me) me) (turned (swaps_of files ranks) (choice me) you).

Lemma part_right t me you p : rel files ranks (Pos t me you) p -> within most (Pos t me you) ->
  swaps_fit files ranks (swaps_of files ranks) = true /\
  (choice (turned (swaps_of files ranks) (choice me) me) =? 0)%uint63 = true /\
  ((choice me =? 0)%uint63 = true -> value me you = derived r (table files ranks) (up files) value me you).
Proof.
  intros (T & O & Me & You) [Cm Cy].
  pose proof (accepted t _ _ _ Cm Cy (part_of_In you)) as C. unfold check_part in C. rewrite fit in C.
  destruct (swaps_fit files ranks _); [|discriminate].
  destruct (all _ (sets _ (count me) _ _)) eqn:A in C; [|discriminate].
  pose proof (all_In _ _ _ A (holds_sets _ _ _ Me)) as S. split; [reflexivity|]. split; [exact S|]. intros Z.
  apply all_In with (x := you) in C; [|eapply holds_sets; exact You].
  rewrite (proj2 (Uint63.eqb_spec _ _) eq_refl) in C.
  apply all_In with (x := me) in C; [|apply filter_In; split; [eapply holds_sets; exact Me|exact Z]].
  assert (D : (me land you =? 0)%uint63 = true).
  { apply is_zero_has. intros i. rewrite has_land. apply not_true_iff_false. rewrite andb_true_iff.
    intros [H K]. apply Me in H. apply You in K. destruct H as (s & S1 & <- & S3), K as (u & U1 & U2 & U3).
    apply (index_inj files ranks) in U2; auto. subst u. destruct t; simpl in U3; congruence. }
  rewrite D in C. now apply Uint63.eqb_spec.
Qed.

Lemma value_stands t me you p : rel files ranks (Pos t me you) p -> within most (Pos t me you) ->
  within most (stands (Pos t me you)) /\
  value me you = let (_, a, b) := stands (Pos t me you) in derived r (table files ranks) (up files) value a b.
Proof.
  intros R W. destruct (part_right t me you p R W) as (S & Z & _). unfold stands.
  assert (W' : within most (stands (Pos t me you))).
  { unfold within, stands in *. now rewrite !(count_turned files ranks _ _ _ S). }
  split; auto. destruct (twin_turned files ranks _ (choice me) t me you S fit p R) as (q & Q & _).
  destruct (part_right _ _ _ q Q W') as (_ & _ & F). rewrite <- F by auto.
  unfold value, value_in at 2. rewrite Z. unfold value_in.
  destruct (choice me =? 0)%uint63 eqn:E; auto. apply Uint63.eqb_spec in E. rewrite E.
  unfold turned. now destruct (swaps_of files ranks) as [[f g] e].
Qed.
End Right.
End Parts.

Theorem check_parts_right files ranks r most choice raw p w n :
  (forall t a b k, 1 <= a <= most t -> 1 <= b <= most (other t) -> In k parts ->
     check_part files ranks r choice raw a b k = true) ->
  within_board files ranks p ->
  (forall c, 1 <= stones_of files ranks p c <= most c) ->
  (Wins files ranks r w n p <->
   table_says (value_in (swaps_of files ranks) choice raw) w n (encode files ranks p)).
Proof.
  intros A O B.
  assert (F : fits files ranks = true /\ swaps_fit files ranks (swaps_of files ranks) = true).
  { specialize (A Black _ _ 0%uint63 (B Black) (B White) ltac:(simpl; auto)). unfold check_part in A.
    destruct (fits files ranks); [|discriminate]. now destruct (swaps_fit _ _ _). }
  destruct F as [F S].
  assert (R : rel files ranks (encode files ranks p) p) by now apply encode_rel.
  apply (table_right files ranks F r most _ (value_fits _ _ _) (stands files ranks choice)); auto.
  - intros [t me you]. now apply twin_turned.
  - intros [t me you]. unfold stands, within. now rewrite !(count_turned files ranks _ _ _ S).
  - intros [t me you] q Q W. exact (proj2 (value_stands _ _ F most r choice raw A t me you q Q W)).
  - pose proof R as (_ & _ & Me & You). apply (holds_mask _ _ F) in Me, You.
    unfold within, encode. destruct Me as [_ ->], You as [_ ->]. auto.
Qed.
