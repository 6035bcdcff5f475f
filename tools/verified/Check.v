(* The checker of certificates, and the consequences if it accepts one. *)

From Coq Require Import ZArith List Bool Uint63 Lia Mergesort Orders Permutation.
Import ListNotations.
From LOA Require Import Rules Squares Symmetry Sets Walk Bitboard Refinement Images.

(** A win in the walk is a win in the game *)

Section Board.
Variables files ranks : Z.
Hypothesis fit : fits files ranks = true.
Variable ids : list rules.
Variable w : side.
Variable tells : pos -> status.
Hypothesis tells_is : forall c,
  tells c = status_of (table files ranks) (up files) (tree_of ids w) c.
Variable s : swaps.
Hypothesis s_fits : swaps_fit files ranks s = true.

Lemma move_turn p q : move files ranks p q -> turn q = other (turn p).
Proof. intros [[]|]; auto. Qed.

Variable r : rules.
Hypothesis I : In r ids.

(* What is known elsewhere of a position. *)
Definition known (n : nat) (c : pos) : Prop :=
  forall p, rel files ranks c p -> Wins files ranks r w n p.

Definition winning : bool -> nat -> pos -> Prop :=
  Win _ _ tells (play (table files ranks)) (replies (table files ranks)) (least s) known.

Theorem Win_Wins b n c : winning b n c ->
  forall p, rel files ranks c p -> turn p = (if b then w else other w) ->
  Wins files ranks r w n p.
Proof.
  induction 1 as [b n c D|n c a d St P _ IH|n c St _ IH|b n c _ IH|n m c K L]; intros p R T;
    try rewrite tells_is in *.
  - apply Already. now apply (status_judged files ranks fit ids w c p r R I).
  - destruct (status_judged files ranks fit ids w c p r R I) as [_ J].
    destruct (J St) as [J'|J']; [now apply Already|].
    destruct c as [t me you]. apply play_reply in P.
    destruct (replies_sound _ _ fit _ _ _ _ _ R P) as (q & M & Q).
    eapply By_a_move; eauto. apply IH; auto. rewrite (move_turn _ _ M). congruence.
  - destruct (status_judged files ranks fit ids w c p r R I) as [_ J].
    destruct (J St) as [J'|J']; [now apply Already|].
    destruct c as [t me you]. apply Against_all; auto. intros q M.
    destruct (replies_complete _ _ fit _ _ _ _ _ R M) as (d & D & Q).
    apply (IH d D); auto. rewrite (move_turn _ _ M), T. apply other_other.
  - destruct (twin_least files ranks fit s c s_fits p R) as (q & Q & Tq & W).
    apply W, IH; auto. congruence.
  - eapply Wins_longer; eauto.
Qed.

(* Positions with the same code are equal. *)
Lemma rel_equal c p q : rel files ranks c p -> rel files ranks c q -> equal p q.
Proof.
  destruct c as [t me you]. intros (T & O & M & Y) (T' & O' & M' & Y'). split; [congruence|].
  intros u. destruct (on_board files ranks u) eqn:On; [|now rewrite O, O'].
  assert (E : forall d, stone p u = Some d <-> stone q u = Some d).
  { intros d. destruct (is_side d t) eqn:D.
    - apply is_side_eq in D. subst d.
      rewrite <- (holds_at _ _ _ _ u M On). exact (holds_at _ _ _ _ u M' On).
    - assert (d = other t) as -> by (destruct d, t; easy).
      rewrite <- (holds_at _ _ _ _ u Y On). exact (holds_at _ _ _ _ u Y' On). }
  destruct (stone p u) as [d|], (stone q u) as [e|]; auto; [|specialize (E d)|specialize (E e)].
  - symmetry. now apply E.
  - assert (Some d = None) by (symmetry; now apply E). discriminate.
  - assert (None = Some e) by (now apply E). discriminate.
Qed.

(* The representative of a position that is known to be won. *)
Definition code (p : position) : pos := least s (encode files ranks p).

Lemma known_code p n : within_board files ranks p -> Wins files ranks r w n p -> known n (code p).
Proof.
  intros O W q R.
  destruct (twin_least files ranks fit s _ s_fits p (encode_rel files ranks fit p O)) as (p' & R' & _ & W').
  eapply Wins_same; [eapply rel_equal; eauto|]. now apply W'.
Qed.

Lemma winning_code p n : within_board files ranks p -> turn p = w -> winning true n (code p) ->
  Wins files ranks r w n p.
Proof.
  intros O T W. apply (Win_Wins true n (encode files ranks p)); auto.
  - now apply Win_image.
  - now apply encode_rel.
Qed.
End Board.

(** The checker *)

Definition hash (p : pos) : int := let (_, a, b) := p in mix a b.

(* The data made once for a board, a set of rules ids and a winner. *)
Record game := { entries : list entry; above : int; tells : pos -> status; images : swaps }.
Definition game_of (files ranks : Z) (ids : list rules) (winner : side) : game :=
  let entries := table files ranks in
  let above := up files in
  let black := tree_of ids winner Black in
  let white := tree_of ids winner White in
  {| entries := entries; above := above; images := swaps_of files ranks;
     tells := status_of entries above (fun c => match c with Black => black | White => white end) |}.

Definition remember (files ranks : Z) (g : game) (m : memo pos) (won : nat * position) : memo pos :=
  let c := code files ranks (images g) (snd won) in add pos hash m 62 0%uint63 (hash c) c (fst won).

(* The number of plies within which the winner wins from p, if the advice is good and the given positions
   are won, and that of each position that the walk has finished. *)
Definition run_from {state} (files ranks : Z) (ids : list rules) (winner : side)
    (at_once : game -> pos -> option advice) (ask : game -> state -> pos -> advice * state)
    (depth : nat) (given : list (nat * position)) (s : state) (p : position) :
    option (nat * (position -> option nat)) :=
  if fits files ranks then
    let g := game_of files ranks ids winner in
    if swaps_fit files ranks (images g) then
      match check pos advice state (tells g) (play (entries g)) (replies (entries g)) (least (images g))
        (at_once g) (ask g) same hash (is_side (turn p) winner) depth
        (fold_left (remember files ranks g) given Empty) s (encode files ranks p) with
      | Some (n, m) =>
        Some (n, fun q => let c := code files ranks (images g) q in find pos same m (hash c) c)
      | None => None
      end
    else None
  else None.

Definition run {state} (files ranks : Z) (ids : list rules) (winner : side)
    (at_once : game -> pos -> option advice) (ask : game -> state -> pos -> advice * state)
    (depth : nat) (s : state) (p : position) : option nat :=
  match run_from files ranks ids winner at_once ask depth [] s p with
  | Some (n, _) => Some n
  | None => None
  end.

Theorem run_from_right {state} files ranks ids winner at_once ask depth given (s : state) p n finished :
  within_board files ranks p ->
  run_from files ranks ids winner at_once ask depth given s p = Some (n, finished) ->
  forall r, In r ids ->
  (forall k q, In (k, q) given -> within_board files ranks q /\ Wins files ranks r winner k q) ->
  Wins files ranks r winner n p /\
  forall k q, within_board files ranks q -> turn q = winner -> finished q = Some k ->
    Wins files ranks r winner k q.
Proof.
  intros O. unfold run_from. destruct (fits files ranks) eqn:F; [|discriminate].
  destruct (swaps_fit files ranks _) eqn:S; [|discriminate].
  set (g := game_of files ranks ids winner) in *.
  assert (T : forall c, tells g c =
    status_of (table files ranks) (up files) (tree_of ids winner) c) by (intros [[] me you]; reflexivity).
  intros C r I K. set (won := winning files ranks winner (tells g) (images g) r).
  assert (G : forall l m, (forall k q, In (k, q) l -> within_board files ranks q /\
      Wins files ranks r winner k q) -> good pos (won true) m ->
    good pos (won true) (fold_left (remember files ranks g) l m)).
  { induction l as [|[k q] l IH]; intros m H G; auto. simpl. apply IH; [intros; apply H; simpl; auto|].
    destruct (H k q (or_introl eq_refl)) as [Oq W]. apply add_good; auto.
    apply Win_known with k; auto. now apply known_code. }
  specialize (G given Empty K Logic.I).
  destruct (check _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [[j m]|] eqn:E; [|discriminate].
  injection C as <- <-. eapply check_right in E; [|exact same_is|exact G]. destruct E as [W M]. split.
  - eapply Win_Wins with (ids := ids); try exact W; auto.
    + now apply encode_rel.
    + destruct (turn p), winner; reflexivity.
  - intros k q Oq Tq Q. eapply winning_code with (ids := ids); eauto.
    exact (find_good _ _ hash same_is _ _ _ _ _ M Q).
Qed.

Theorem run_right {state} files ranks ids winner at_once ask depth (s : state) p n :
  within_board files ranks p ->
  run files ranks ids winner at_once ask depth s p = Some n ->
  forall r, In r ids -> Wins files ranks r winner n p.
Proof.
  intros O. unfold run. destruct (run_from _ _ _ _ _ _ _ _ _ _) as [[k f]|] eqn:R; [|discriminate].
  intros [= ->] r I. edestruct @run_from_right as [W _]; [exact O|exact R|exact I| |exact W].
  intros j q [].
Qed.

(** Advice. It is not trusted, and nothing is proved about it *)

(* The groups of a set, each with the squares on and beside it. *)
Fixpoint groups (fuel : nat) (up : int) (m : set) (l : list (set * set)) : list (set * set) :=
  match fuel with
  | O => l
  | S fuel =>
    if (m =? empty)%set then l
    else let g := fill enough up (lowest m) m in
         groups fuel up (m lxor g)%set ((g, spread up g) :: l)
  end.
(* The squares beside all groups but one. *)
Fixpoint meet (g : set) (l : list (set * set)) (a : set) : set :=
  match l with
  | [] => a
  | (h, r) :: l => if (h =? g)%set then meet g l a else meet g l (a land r)%set
  end.

Definition try_lines (tells : pos -> status) (t : side) (me you from : set) (i : int) (goal : set) :=
  fix go (j : int) (lines : list line) : option advice :=
    match lines with
    | [] => None
    | (squares, steps) :: lines =>
      match pick (squares land (me lor you))%set steps with
      | None => go (j + 1)%uint63 lines
      | Some (Step over1 to1 over2 to2) =>
        let try over to :=
          if (to land goal =? empty)%set then false
          else if legal me you over to
               then match tells (after t me you from to) with Done => true | _ => false end
               else false in
        if try over1 to1 then Some (Play i j true)
        else if try over2 to2 then Some (Play i j false)
        else go (j + 1)%uint63 lines
      end
    end.

Definition try_stones (tells : pos -> status) (t : side) (me you group goal : set) :=
  fix go (i : int) (tab : list entry) : option advice :=
    match tab with
    | [] => None
    | (from, lines) :: tab =>
      if (from land group =? empty)%set then go (i + 1)%uint63 tab
      else match try_lines tells t me you from i goal 0%uint63 lines with
           | Some a => Some a
           | None => go (i + 1)%uint63 tab
           end
    end.

(* An immediately winning move, among those that land beside every group except
   the one of the stone. *)
Definition quick (g : game) (p : pos) : option advice :=
  let (t, me, you) := p in
  let all := groups enough (above g) me [] in
  (fix each (l : list (set * set)) : option advice :=
    match l with
    | [] => None
    | (h, _) :: l =>
      let goal := meet h all full in
      if (goal =? empty)%set then each l
      else match try_stones (tells g) t me you h goal 0%uint63 (entries g) with
           | Some a => Some a
           | None => each l
           end
    end) all.

(* Moves as a list, seven in each number: nine bits each, the first move lowest. *)
Definition stream : Set := int * int * list int.
Definition decode (x : int) : advice :=
  Play (x >> 3 land 63)%uint63 (x >> 1 land 3)%uint63 (x land 1 =? 0)%uint63.
Definition next (s : stream) : advice * stream :=
  let '(now, more, rest) := s in
  if (more =? 0)%uint63
  then match rest with
       | [] => (Play 63%uint63 0%uint63 true, s)
       | now :: rest => (decode (now land 511)%uint63, (now >> 9, 6, rest)%uint63)
       end
  else (decode (now land 511)%uint63, (now >> 9, more - 1, rest)%uint63).

(** The theorems that certificates use *)

(* Whether these moves win from p within some plies. *)
Definition certifies (files ranks : Z) (ids : list rules) (winner : side) (plies : nat)
    (p : position) (moves : list int) : bool :=
  match run files ranks ids winner quick (fun _ s _ => next s) 1000 (0, 0, moves)%uint63 p with
  | Some n => Nat.leb n plies
  | None => false
  end.

Theorem certifies_right files ranks ids winner plies p moves :
  within_board files ranks p ->
  certifies files ranks ids winner plies p moves = true ->
  forall r, In r ids -> Wins files ranks r winner plies p.
Proof.
  intros O C r I. unfold certifies in C. destruct (run _ _ _ _ _ _ _ _ _) as [n|] eqn:R; [|discriminate].
  eapply Wins_longer; [eapply run_right; eauto|]. now apply PeanoNat.Nat.leb_le.
Qed.

(* From the start of a game, under a set of ids or all that are normal. *)
Theorem start_under files ranks ids winner plies moves :
  certifies files ranks ids winner plies (start files ranks) moves = true ->
  forall r, In r ids -> Wins files ranks r winner plies (start files ranks).
Proof.
  intros C. apply (certifies_right _ _ _ _ _ _ moves); auto.
  intros s. apply start_on. unfold certifies, run, run_from in C. now destruct (fits files ranks).
Qed.

Definition normal_ids : list rules :=
  map (fun x => {| both := fst x; without := snd x; misere := false |})
    (list_prod [Mover; Draw; Own] [Pass; Loss; Draws]).
Lemma normal_In r : normal r -> In r normal_ids.
Proof.
  unfold normal. destruct r as [b u m]. simpl. intros ->.
  destruct b, u; simpl; tauto.
Qed.

Theorem start_normal files ranks winner plies moves :
  certifies files ranks normal_ids winner plies (start files ranks) moves = true ->
  forall r, normal r -> Wins files ranks r winner plies (start files ranks).
Proof. intros C r N. eapply start_under; eauto using normal_In. Qed.

(* From any position. *)
Definition stands_on (l : list square) (s : square) : bool :=
  existsb (fun t => (fst s =? fst t) && (snd s =? snd t))%Z l.
Definition placed (c : side) (black white : list square) : position := {|
  stone s := if stands_on black s then Some Black
             else if stands_on white s then Some White else None;
  turn := c |}.

Lemma stands_on_In l s : stands_on l s = true -> In s l.
Proof.
  unfold stands_on. rewrite existsb_exists. intros ([x y] & I & E). apply andb_true_iff in E.
  rewrite !Z.eqb_eq in E. destruct s. simpl in E. destruct E. now subst.
Qed.

Theorem placed_under files ranks ids winner plies c black white moves :
  forallb (on_board files ranks) (black ++ white) = true ->
  certifies files ranks ids winner plies (placed c black white) moves = true ->
  forall r, In r ids -> Wins files ranks r winner plies (placed c black white).
Proof.
  intros On. rewrite forallb_forall in On. apply certifies_right. intros s O. simpl.
  destruct (stands_on black s) eqn:B; [|destruct (stands_on white s) eqn:W; auto];
    apply stands_on_In in B || apply stands_on_In in W;
    rewrite On in O by (rewrite in_app_iff; auto); discriminate.
Qed.

(** Certificates in parts: what they take from others, and what others take from them *)

(* A position by numbers: the square of file x and rank y is bit x + files * y. *)
Definition numbered (files ranks : Z) (c : side) (black white : Z) : position := {|
  stone s := if on_board files ranks s then
      let i := (fst s + files * snd s)%Z in
      if Z.testbit black i then Some Black else if Z.testbit white i then Some White else None
    else None;
  turn := c |}.

(* Plies, black and white stones. *)
Definition turns : Set := list (nat * Z * Z).

(* The winner wins all of these turns. *)
Definition won (files ranks : Z) (r : rules) (winner : side) (l : turns) : Prop :=
  forall n black white, In (n, black, white) l ->
  Wins files ranks r winner n (numbered files ranks winner black white).

Lemma numbered_within files ranks c black white : within_board files ranks (numbered files ranks c black white).
Proof. intros s O. simpl. now rewrite O. Qed.

Definition certifies_from (files ranks : Z) (ids : list rules) (winner : side) (plies : nat)
    (p : position) (moves : list int) (taken lent : turns) : bool :=
  let at_turn '(n, black, white) := (n, numbered files ranks winner black white) in
  match run_from files ranks ids winner quick (fun _ s _ => next s) 1000 (map at_turn taken)
    (0, 0, moves)%uint63 p with
  | Some (n, finished) =>
    Nat.leb n plies && forallb (fun t => let (n, q) := at_turn t in
      match finished q with Some k => Nat.leb k n | None => false end) lent
  | None => false
  end.

Theorem certifies_from_right files ranks ids winner plies p moves taken lent :
  within_board files ranks p ->
  certifies_from files ranks ids winner plies p moves taken lent = true ->
  forall r, In r ids -> won files ranks r winner taken ->
  Wins files ranks r winner plies p /\ won files ranks r winner lent.
Proof.
  intros O C r I W. unfold certifies_from in C.
  destruct (run_from _ _ _ _ _ _ _ _ _ _) as [[n finished]|] eqn:R; [|discriminate].
  apply andb_true_iff in C. destruct C as [L F]. apply PeanoNat.Nat.leb_le in L.
  eapply run_from_right in R; eauto.
  - destruct R as [P Q]. split; [eapply Wins_longer; eauto|]. intros k black white J.
    rewrite forallb_forall in F. specialize (F _ J). simpl in F.
    destruct (finished _) as [j|] eqn:E; [|discriminate]. apply PeanoNat.Nat.leb_le in F.
    eapply Wins_longer; [|exact F]. apply Q; auto using numbered_within.
  - intros k q J. apply in_map_iff in J. destruct J as ([[j black] white] & E & J).
    injection E as <- <-. split; auto using numbered_within.
Qed.

(* A part of a proof, from the start or from another position. *)
Theorem part_under files ranks ids winner plies p moves taken lent :
  p = start files ranks \/ (exists c black white, p = numbered files ranks c black white) ->
  certifies_from files ranks ids winner plies p moves taken lent = true ->
  forall r, In r ids -> won files ranks r winner taken ->
  Wins files ranks r winner plies p /\ won files ranks r winner lent.
Proof.
  intros P C. eapply certifies_from_right; eauto. destruct P as [->|(c & b & o & ->)].
  - intros s. apply start_on. unfold certifies_from, run_from in C. now destruct (fits files ranks).
  - apply numbered_within.
Qed.

(* Whether turns that are lent include those taken. Both must be in order: turns of `lent` are not
   looked at twice. *)
Fixpoint covers (lent taken : turns) : bool :=
  match lent, taken with
  | _, [] => true
  | [], _ => false
  | (k, b, o) :: lent, (n, black, white) :: rest =>
    covers lent (if Nat.leb k n && (b =? black)%Z && (o =? white)%Z then rest else taken)
  end.

Theorem covers_won files ranks r winner lent taken : covers lent taken = true ->
  won files ranks r winner lent -> won files ranks r winner taken.
Proof.
  intros C W. revert taken C.
  induction lent as [|[[k b] o] lent IH]; intros [|[[n black] white] rest] C; try easy. simpl in C.
  assert (L : won files ranks r winner lent) by (intros m x y I; apply W; now right).
  destruct (Nat.leb k n && (b =? black)%Z && (o =? white)%Z) eqn:E; [|now apply (IH L)].
  rewrite !andb_true_iff in E. destruct E as [[K B] O].
  apply PeanoNat.Nat.leb_le in K. apply Z.eqb_eq in B, O. subst.
  intros m x y [I|I]; [injection I as <- <- <-|now apply (IH L rest C)].
  eapply Wins_longer; [apply W; now left|exact K].
Qed.

Lemma won_nil files ranks r winner : won files ranks r winner [].
Proof. intros n black white []. Qed.

(* The order of turns: by Black's stones, then by White's. *)
Module Ordered <: TotalLeBool.
  Definition t : Set := (nat * Z * Z)%type.
  Definition leb : t -> t -> bool := fun '(_, b, o) '(_, black, white) =>
    (b <? black)%Z || (b =? black)%Z && (o <=? white)%Z.
  Theorem leb_total x y : leb x y = true \/ leb y x = true.
  Proof.
    destruct x as [[n b] o], y as [[m black] white]. unfold leb.
    rewrite !orb_true_iff, !andb_true_iff, !Z.ltb_lt, !Z.eqb_eq, !Z.leb_le. lia.
  Qed.
End Ordered.
Module Import Turns := Sort Ordered.

(* A part whose turns are won as earlier parts show also lends its own. *)
Theorem join {files ranks r winner have taken lent} {P : Prop} : won files ranks r winner have ->
  (won files ranks r winner taken -> P /\ won files ranks r winner lent) ->
  covers have taken = true -> P /\ won files ranks r winner (merge lent have).
Proof.
  intros H W C. destruct (W (covers_won _ _ _ _ _ _ C H)) as [p L]. split; auto.
  intros n black white I. eapply Permutation_in in I; [|symmetry; apply Permuted_merge].
  apply in_app_iff in I. destruct I; auto.
Qed.
