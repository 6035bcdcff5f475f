(* What certificates and tables prove: each claim of README.md, written by hand, and closed by the theorem that
   `loa proof coq` writes with the moves of a certificate, or table.py with the values of a table.
   `make 6x6` compiles the claim about 6x6 with these first lines. A test compares the claims with those of `loa`. *)

From Coq Require Import ZArith List Ascii String.
Import ListNotations.
From LOA Require Import Rules Check.
Open Scope Z_scope.

(* A position as text: the ranks from the highest, x for Black, o for White, digits for empty squares. *)
Fixpoint letters (text : string) (x y : Z) : list (square * ascii) :=
  match text with
  | EmptyString => []
  | String "/" text => letters text 0 (y - 1)
  | String c text =>
    let n := Z.of_nat (nat_of_ascii c) - Z.of_nat (nat_of_ascii "0") in
    if ((0 <=? n) && (n <=? 9))%bool then letters text (x + n) y else ((x, y), c) :: letters text (x + 1) y
  end.
Definition shown (files ranks : Z) (turn : side) (text : string) : position :=
  let all := flat_map (fun y => map (fun x => (x, y)) (upto files)) (upto ranks) in
  let stone c s := existsb (fun l => Ascii.eqb (snd l) c && stands_on [fst l] s)%bool (letters text 0 (ranks - 1)) in
  placed turn (filter (stone "x"%char) all) (filter (stone "o"%char) all).

(* Within so many plies. *)

Theorem black_wins_5x5 r : normal r -> Wins 5 5 r Black 13 (start 5 5).
Proof. exact (Board_5x5.black_wins_5x5 r). Qed.

Theorem white_wins_5x6 r : normal r -> Wins 5 6 r White 22 (start 5 6).
Proof. exact (Board_5x6.white_wins_5x6 r). Qed.

Theorem black_wins_6x5 r : normal r -> Wins 6 5 r Black 17 (start 6 5).
Proof. exact (Board_6x5.black_wins_6x5 r). Qed.

Theorem white_wins_5x7 r : normal r -> Wins 5 7 r White 20 (start 5 7).
Proof. exact (Board_5x7.white_wins_5x7 r). Qed.

Theorem black_wins_7x5 r : normal r -> Wins 7 5 r Black 19 (start 7 5).
Proof. exact (Board_7x5.black_wins_7x5 r). Qed.

Theorem white_wins_5x8 r : normal r -> Wins 5 8 r White 24 (start 5 8).
Proof. exact (Board_5x8.white_wins_5x8 r). Qed.

Theorem black_wins_8x5 r : normal r -> Wins 8 5 r Black 21 (start 8 5).
Proof. exact (Board_8x5.black_wins_8x5 r). Qed.

Theorem black_wins_6x6 r : normal r -> Wins 6 6 r Black 59 (start 6 6).
Proof. exact (Board_6x6.black_wins_6x6 r). Qed.

Theorem black_wins_7x6 r : normal r -> Wins 7 6 r Black 53 (start 7 6).
Proof. exact (Board_7x6.black_wins_7x6 r). Qed.

Theorem white_wins_6x7 r : normal r -> Wins 6 7 r White 60 (start 6 7).
Proof. exact (Board_6x7.white_wins_6x7 r). Qed.

Theorem black_wins_8x6 r : normal r -> Wins 8 6 r Black 55 (start 8 6).
Proof. exact (Board_8x6.black_wins_8x6 r). Qed.

Theorem white_wins_6x8 r : normal r -> Wins 6 8 r White 84 (start 6 8).
Proof. exact (Board_6x8.white_wins_6x8 r). Qed.

Theorem white_wins_6x6_c1_c3 r : normal r ->
  Wins 6 6 r White 47 (shown 6 6 White "1xxxx1/o4o/o4o/o1x2o/o4o/1x1xx1").
Proof. exact (Board_6x6_c1_c3.white_wins_6x6 r). Qed.

Theorem white_wins_6x6_b1_d3 r : normal r ->
  Wins 6 6 r White 53 (shown 6 6 White "1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1").
Proof. exact (Board_6x6_b1_d3.white_wins_6x6 r). Qed.

Theorem white_wins_6x6_b1_f1 r : normal r ->
  Wins 6 6 r White 65 (shown 6 6 White "1xxxx1/o4o/o4o/o4o/o4o/2xxxx").
Proof. exact (Board_6x6_b1_f1.white_wins_6x6 r). Qed.

Theorem black_wins_6x6_c1_e3 r : normal r ->
  Wins 6 6 r Black 70 (shown 6 6 White "1xxxx1/o4o/o4o/o3xo/o4o/1x1xx1").
Proof. exact (Board_6x6_c1_e3.black_wins_6x6 r). Qed.

Theorem black_wins_8x8_ending r : normal r ->
  Wins 8 8 r Black 53 (shown 8 8 Black "6o1/x7/8/3o2x1/o7/8/8/x4o2").
Proof. exact (Board_8x8_ending.black_wins_8x8 r). Qed.

Theorem black_wins_5x5_misere :
  Wins 5 5 {| both := Mover; without := Pass; misere := true |} Black 133 (start 5 5).
Proof. apply Board_5x5_misere.black_wins_5x5. simpl. auto. Qed.

(* The fewest plies. *)

Theorem exactly_11_5x5 r : normal r ->
  Wins 5 5 r Black 11 (start 5 5) /\ ~ Wins 5 5 r Black 10 (start 5 5).
Proof. exact (Exact_5x5.exactly_11 r). Qed.

(* All positions with one to so many stones of Black and of White. *)

Theorem values_3x3_mover_pass : Small.right_values 3 3
  {| both := Mover; without := Pass; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_3x3_mover_pass.table.
Proof. exact Values_3x3_mover_pass.values_3x3. Qed.

Theorem values_3x4_mover_pass : Small.right_values 3 4
  {| both := Mover; without := Pass; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_3x4_mover_pass.table.
Proof. exact Values_3x4_mover_pass.values_3x4. Qed.

Theorem values_4x3_mover_pass : Small.right_values 4 3
  {| both := Mover; without := Pass; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x3_mover_pass.table.
Proof. exact Values_4x3_mover_pass.values_4x3. Qed.

Theorem values_3x5_mover_pass : Small.right_values 3 5
  {| both := Mover; without := Pass; misere := false |}
  (fun c => match c with Black => 2 | White => 6 end)%nat Values_3x5_mover_pass.table.
Proof. exact Values_3x5_mover_pass.values_3x5. Qed.

Theorem values_5x3_mover_pass : Small.right_values 5 3
  {| both := Mover; without := Pass; misere := false |}
  (fun c => match c with Black => 6 | White => 2 end)%nat Values_5x3_mover_pass.table.
Proof. exact Values_5x3_mover_pass.values_5x3. Qed.

Theorem values_4x4_mover_pass : Small.right_values 4 4
  {| both := Mover; without := Pass; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x4_mover_pass.table.
Proof. exact Values_4x4_mover_pass.values_4x4. Qed.

Theorem values_4x4_mover_loss : Small.right_values 4 4
  {| both := Mover; without := Loss; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x4_mover_loss.table.
Proof. exact Values_4x4_mover_loss.values_4x4. Qed.

Theorem values_4x4_draw_pass : Small.right_values 4 4
  {| both := Draw; without := Pass; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x4_draw_pass.table.
Proof. exact Values_4x4_draw_pass.values_4x4. Qed.

Theorem values_4x4_draw_draw : Small.right_values 4 4
  {| both := Draw; without := Draws; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x4_draw_draw.table.
Proof. exact Values_4x4_draw_draw.values_4x4. Qed.

Theorem values_4x4_own_loss : Small.right_values 4 4
  {| both := Own; without := Loss; misere := false |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x4_own_loss.table.
Proof. exact Values_4x4_own_loss.values_4x4. Qed.

Theorem values_4x4_mover_pass_misere : Small.right_values 4 4
  {| both := Mover; without := Pass; misere := true |}
  (fun c => match c with Black => 4 | White => 4 end)%nat Values_4x4_mover_pass_misere.table.
Proof. exact Values_4x4_mover_pass_misere.values_4x4. Qed.
