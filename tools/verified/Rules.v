(* The rules of Lines of Action, for people to read. No program is in this file but a count of
   the stones on a line and a table of verdicts. Sentences in quotation marks are those of
   solver/PROOF.md and docs/rules.md; a test finds each of them there. *)

From Coq Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope.

(* Black is x, White is o. *)
Inductive side := Black | White.
Definition other (c : side) := match c with Black => White | White => Black end.

(* A square is its file and its rank, both from 0: a1 is (0, 0). *)
Definition square : Set := Z * Z.

(* A position says which stone stands on each square, and which side is to move. *)
Record position := { stone : square -> option side; turn : side }.

Definition is_some (o : option side) := match o with Some _ => true | None => false end.

Section Rules.

(* "A board has F files and R ranks" *)
Variables files ranks : Z.

Definition on_board (s : square) : bool :=
  (0 <=? fst s) && (fst s <? files) && (0 <=? snd s) && (snd s <? ranks).

Definition upto (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).   (* 0, 1 .. n - 1 *)
Definition squares : list square := list_prod (upto files) (upto ranks).

(* At the start Black stands on the first and last rank, White on the first and last file. The
   corners are empty, and Black moves first. *)
Definition start : position := {|
  stone s :=
    let x := fst s in let y := snd s in
    if (0 <? x) && (x <? files - 1) && ((y =? 0) || (y =? ranks - 1)) then Some Black
    else if (0 <? y) && (y <? ranks - 1) && ((x =? 0) || (x =? files - 1)) then Some White
    else None;
  turn := Black |}.

(** Moves *)

(* A direction is a step of files and one of ranks. *)
Definition directions : list square :=
  [(1, 0); (0, 1); (1, 1); (1, -1); (-1, 0); (0, -1); (-1, -1); (-1, 1)].

(* The square n steps from s. *)
Definition go (s d : square) (n : Z) : square := (fst s + n * fst d, snd s + n * snd d).

(* "the number of stones of both colours on that line, including itself" *)
Definition on_line (s d t : square) : bool :=
  (fst t - fst s) * snd d =? (snd t - snd s) * fst d.
Definition stones_on_line (p : position) (s d : square) : Z :=
  Z.of_nat (length (filter (fun t => on_line s d t && is_some (stone p t)) squares)).

Inductive stone_move (p q : position) : Prop :=
| Stone_move (s d t : square) (n : Z) :
    stone p s = Some (turn p) ->
    (* "A stone moves along a line (a rank, a file or a diagonal, from edge to edge), in either
       direction, by exactly the number of stones of both colours on that line" *)
    In d directions -> n = stones_on_line p s d -> t = go s d n ->
    (* "It must land on the board, on a square without a stone of its colour." *)
    on_board t = true -> stone p t <> Some (turn p) ->
    (* "It may pass over stones of its colour but not over stones of the other colour." *)
    (forall k, 0 < k < n -> stone p (go s d k) <> Some (other (turn p))) ->
    (* "A stone of the other colour on the square where it lands is removed." *)
    stone q s = None -> stone q t = Some (turn p) ->
    (forall u, u <> s -> u <> t -> stone q u = stone p u) ->
    turn q = other (turn p) ->
    stone_move p q.

Definition can_move (p : position) (c : side) : Prop :=
  exists q, stone_move {| stone := stone p; turn := c |} q.

(* "A player who can move a stone may not pass." A pass "leaves all stones where they are". *)
Inductive move (p q : position) : Prop :=
| Moves : stone_move p q -> move p q
| Passes : ~ can_move p (turn p) -> (forall s, stone q s = stone p s) ->
    turn q = other (turn p) -> move p q.

(** Connection *)

(* "each square has eight neighbours" *)
Definition neighbours (s t : square) : Prop :=
  Z.max (Z.abs (fst s - fst t)) (Z.abs (snd s - snd t)) = 1.

(* A path from stone to neighbouring stone of one colour. *)
Inductive reaches (p : position) (c : side) (s : square) : square -> Prop :=
| Here : stone p s = Some c -> reaches p c s s
| Further t u : reaches p c s t -> neighbours t u -> stone p u = Some c -> reaches p c s u.

(* "Stones of one colour are *connected* if they form one group" *)
Definition connected (p : position) (c : side) : Prop :=
  (exists s, stone p s = Some c) /\
  forall s t, stone p s = Some c -> stone p t = Some c -> reaches p c s t.

(** The end of the game: the fifteen rules ids *)

(* "both sides are connected after a move": "the mover wins", "the game is drawn", "only the
   mover's own connection counts"; "a side has no legal move": "the turn passes", "that side
   loses", "or the game is drawn"; "a connection loses instead of winning". *)
Inductive both_connected := Mover | Draw | Own.
Inductive without_move := Pass | Loss | Draws.
Record rules := { both : both_connected; without : without_move; misere : bool }.

Inductive verdict := Won (c : side) | Drawn | Goes_on.

(* After a move of a player, the mover: "Connection, by the first word of the id" *)
Definition by_connection (r : rules) (mover : side) (mover_is other_is : bool) : verdict :=
  match both r, mover_is, other_is with
  | _, false, false => Goes_on
  | _, true, false => Won mover
  | Mover, true, true | Own, true, true => Won mover
  | Draw, true, true => Drawn
  | Own, false, true => Goes_on
  | _, false, true => Won (other mover)
  end.

(* "If the id ends in `-misere`, the winner in this table is exchanged" *)
Definition exchanged (v : verdict) := match v with Won c => Won (other c) | v => v end.

(* "If the game continues by 1 and no stone of O can move, by the second word of the id: with
   `loss` M has won; with `draw` the game is drawn; with `pass` it is drawn if no stone of M can
   move either, and otherwise continues" *)
Definition judge (r : rules) (mover : side) (mover_is other_is other_can mover_can : bool) :=
  let v := by_connection r mover mover_is other_is in
  match (if misere r then exchanged v else v) with
  | Goes_on =>
    if other_can then Goes_on
    else match without r with
         | Loss => Won mover
         | Draws => Drawn
         | Pass => if mover_can then Goes_on else Drawn
         end
  | v => v
  end.

(* b says whether P holds. *)
Definition says (b : bool) (P : Prop) := if b then P else ~ P.

(* The verdict on a position with O to move, "as if M had just moved". *)
Definition judged (r : rules) (p : position) (v : verdict) : Prop :=
  let mover := other (turn p) in
  exists mover_is other_is other_can mover_can,
    says mover_is (connected p mover) /\ says other_is (connected p (turn p)) /\
    says other_can (can_move p (turn p)) /\ says mover_can (can_move p mover) /\
    v = judge r mover mover_is other_is other_can mover_can.

(** The claim: side w can force a win from p within n plies *)

Inductive Wins (r : rules) (w : side) : nat -> position -> Prop :=
| Already p n : judged r p (Won w) -> Wins r w n p
| By_a_move p q n : judged r p Goes_on -> turn p = w -> move p q -> Wins r w n q ->
    Wins r w (S n) p
| Against_all p n : judged r p Goes_on -> turn p = other w ->
    (forall q, move p q -> Wins r w n q) -> Wins r w (S n) p.

End Rules.

(* "The nine without `-misere` are called *normal*." *)
Definition normal (r : rules) : Prop := misere r = false.
