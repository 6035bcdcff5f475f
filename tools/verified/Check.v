(* The checker of certificates, and the consequences if it accepts one. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
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

Theorem Win_Wins b n c :
  Win _ _ tells (play (table files ranks)) (replies (table files ranks)) (least s) b n c ->
  forall p r, rel files ranks c p -> In r ids -> turn p = (if b then w else other w) ->
  Wins files ranks r w n p.
Proof.
  induction 1 as [b n c D|n c a d St P _ IH|n c St _ IH|b n c _ IH]; intros p r R I T;
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

(* The number of plies within which the winner wins from p, if the advice is good. *)
Definition run {state} (files ranks : Z) (ids : list rules) (winner : side)
    (at_once : game -> pos -> option advice) (ask : game -> state -> pos -> advice * state)
    (depth : nat) (s : state) (p : position) : option nat :=
  if fits files ranks then
    let g := game_of files ranks ids winner in
    if swaps_fit files ranks (images g) then
      check pos advice state (tells g) (play (entries g)) (replies (entries g)) (least (images g))
        (at_once g) (ask g) same hash (is_side (turn p) winner) depth s (encode files ranks p)
    else None
  else None.

Theorem run_right {state} files ranks ids winner at_once ask depth (s : state) p n :
  within_board files ranks p ->
  run files ranks ids winner at_once ask depth s p = Some n ->
  forall r, In r ids -> Wins files ranks r winner n p.
Proof.
  intros O. unfold run. destruct (fits files ranks) eqn:F; [|discriminate].
  destruct (swaps_fit files ranks _) eqn:S; [|discriminate].
  intros C r I. eapply check_right in C; [|exact same_is].
  eapply Win_Wins with (ids := ids); try exact C; auto.
  - intros [[] me you]; reflexivity.
  - now apply encode_rel.
  - destruct (turn p), winner; reflexivity.
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
  intros s. apply start_on. unfold certifies, run in C. now destruct (fits files ranks).
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
