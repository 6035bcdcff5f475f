(* Values of positions as codes in machine integers: the value that a position must have by those of
   the positions after its moves. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares Sets Walk Bitboard Refinement.
Local Open Scope nat_scope.

(** Values for the side to move, as codes: 0 is a draw, 2 n + 1 a win and 2 n + 2 a loss in n plies *)

(* A code says that the side to move wins, or loses, within n plies. *)
Definition says_win (c : int) (n : nat) : Prop := exists k, k <= n /\ to_Z c = Z.of_nat (2 * k + 1).
Definition says_loss (c : int) (n : nat) : Prop := exists k, k <= n /\ to_Z c = Z.of_nat (2 * k + 2).

(* The better of a value and that of a move after which the other side has the value `theirs`. *)
Definition better (mine theirs : int) : int := (
  if theirs =? 0 then if mine land 1 =? 0 then 0 else mine
  else if theirs land 1 =? 0
  then if mine land 1 =? 0 then theirs + 1 else if mine <? theirs + 1 then mine else theirs + 1
  else if mine =? 0 then 0
  else if mine land 1 =? 0 then if mine <? theirs + 3 then theirs + 3 else mine
  else mine)%uint63.

Lemma says_win_iff c n : says_win c n <->
  (to_Z c mod 2 = 1 /\ to_Z c <= 2 * Z.of_nat n + 1)%Z.
Proof.
  pose proof (to_Z_bounded c). pose proof (Z.div_mod (to_Z c) 2 ltac:(lia)). split.
  - intros (k & K & ->). split; [|lia]. replace (Z.of_nat (2 * k + 1)) with (1 + Z.of_nat k * 2)%Z by lia.
    now rewrite Z.mod_add.
  - intros [M L]. exists (Z.to_nat (to_Z c / 2)). lia.
Qed.
Lemma says_loss_iff c n : says_loss c n <->
  (to_Z c mod 2 = 0 /\ 0 < to_Z c <= 2 * Z.of_nat n + 2)%Z.
Proof.
  pose proof (to_Z_bounded c). pose proof (Z.div_mod (to_Z c) 2 ltac:(lia)). split.
  - intros (k & K & ->). split; [|lia]. replace (Z.of_nat (2 * k + 2)) with (0 + Z.of_nat (k + 1) * 2)%Z by lia.
    now rewrite Z.mod_add.
  - intros [M L]. exists (Z.to_nat (to_Z c / 2 - 1)). lia.
Qed.

Lemma is_even_iff c : (c land 1 =? 0)%uint63 = (to_Z c mod 2 =? 0)%Z.
Proof.
  apply eq_true_iff_eq. rewrite Uint63.eqb_spec, Z.eqb_eq. change 2%Z with (2 ^ 1)%Z.
  rewrite <- Z.land_ones by lia. change (Z.ones 1) with (to_Z 1). rewrite <- land_spec'.
  split; [now intros ->|intros E; now apply to_Z_inj].
Qed.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(* No sum of such codes is too large. *)
Definition small (c : int) : Prop := (to_Z c < 65540)%Z.

Lemma add_small c k : small c -> (0 <= to_Z k <= 3)%Z -> to_Z (c + k)%uint63 = (to_Z c + to_Z k)%Z.
Proof.
  unfold small. intros. pose proof (to_Z_bounded c). rewrite add_spec. apply Z.mod_small. rewrite wB_is. lia.
Qed.
Lemma eqb_Z a b : (a =? b)%uint63 = (to_Z a =? to_Z b)%Z.
Proof.
  apply eq_true_iff_eq. rewrite Uint63.eqb_spec, Z.eqb_eq. split; [now intros ->|apply to_Z_inj].
Qed.
Lemma ltb_Z a b : (a <? b)%uint63 = (to_Z a <? to_Z b)%Z.
Proof. apply eq_true_iff_eq. now rewrite Uint63.ltb_spec, Z.ltb_lt. Qed.

(* What is said of one ply earlier. *)
Definition earlier (P : nat -> Prop) (n : nat) : Prop := match n with O => False | S n => P n end.

Lemma better_is m t n : small m -> (to_Z t < 65536)%Z ->
  (says_win (better m t) n <-> says_win m n \/ earlier (says_loss t) n) /\
  (says_loss (better m t) n <-> says_loss m n /\ earlier (says_win t) n) /\
  small (better m t).
Proof.
  intros M T. assert (T' : small t) by (unfold small; lia).
  pose proof (to_Z_bounded m). pose proof (to_Z_bounded t).
  assert (E : forall P, earlier P n <-> (n <> 0 /\ P (Nat.pred n))) by (intros P; destruct n; simpl; intuition congruence).
  rewrite !E, !says_win_iff, !says_loss_iff. clear E. unfold better.
  rewrite !is_even_iff, !eqb_Z, !ltb_Z, !add_small by (auto; now vm_compute).
  change (to_Z 0) with 0%Z. change (to_Z 1) with 1%Z. change (to_Z 3) with 3%Z. unfold small in *.
  destruct (Z.eqb_spec (to_Z t) 0); [|destruct (Z.eqb_spec (to_Z t mod 2) 0)];
    repeat match goal with |- context [if ?b then _ else _] => destruct b eqn:? end;
    rewrite ?add_small by (auto; now vm_compute);
    change (to_Z 0) with 0%Z; change (to_Z 1) with 1%Z; change (to_Z 3) with 3%Z; lia.
Qed.

(** The value that a position must have by the values of the positions after its moves *)

Section Programs.
Variable r : rules.
Variable tab : list entry.
Variable above : int.
Variable code : int -> int -> int.       (* by the stones of the side to move, and the others; not trusted *)

Definition code_of (p : pos) : int := let (_, me, you) := p in code me you.

Fixpoint best (l : list pos) : int :=
  match l with [] => 2%uint63 | p :: l => better (best l) (code_of p) end.

Definition code_of_verdict (t : side) (v : verdict) (otherwise : int) : int :=
  match v with
  | Won c => if is_side c t then 1%uint63 else 2%uint63
  | Drawn => 0%uint63
  | Goes_on => otherwise
  end.

(* Connection comes first, and blocked sides only if there is no move. The value is the same for
   both colours, so this is that of Black. *)
Definition derived (me you : int) : int :=
  let v := by_connection r White (joined above you) (joined above me) in
  match (if misere r then Rules.exchanged v else v) with
  | Goes_on =>
    let p := Pos Black me you in
    match moves tab p with
    | [] => code_of_verdict Black (verdict_of r tab above p) (best [passed p])
    | l => best l
    end
  | v => code_of_verdict Black v 0%uint63
  end.

(* The table says that side w wins within n plies. *)
Definition table_says (w : side) (n : nat) (p : pos) : Prop :=
  let (t, me, you) := p in
  if is_side w t then says_win (code me you) n else says_loss (code me you) n.

(** Both colours have the same values *)

Definition bare (l : list pos) : list (int * int) := map (fun p : pos => let (_, a, b) := p in (a, b)) l.

Lemma best_bare l : forall k, bare l = bare k -> best l = best k.
Proof.
  induction l as [|[t a b] l IH]; intros [|[u c d] k] E; try discriminate; auto.
  injection E as -> -> E. simpl. now rewrite (IH k).
Qed.

Lemma bare_moves t u me you : bare (moves tab (Pos t me you)) = bare (moves tab (Pos u me you)).
Proof.
  unfold moves. induction tab as [|[from lines] l IH]; auto. simpl.
  destruct (from land me =? 0)%uint63; auto.
  induction lines as [|[squares steps] lines IHl]; auto. simpl.
  destruct (pick _ steps) as [[o1 t1 o2 t2]|]; auto.
  destruct (legal me you o1 t1), (legal me you o2 t2); simpl; now rewrite IHl.
Qed.

Lemma code_of_judge t a b c d x :
  code_of_verdict t (judge r (other t) a b c d) x = code_of_verdict Black (judge r White a b c d) x.
Proof. unfold judge, by_connection. now destruct (misere r), (both r), (without r), a, b, c, d, t. Qed.

Lemma derived_is t me you : derived me you =
  code_of_verdict t (verdict_of r tab above (Pos t me you)) (best (replies tab (Pos t me you))).
Proof.
  transitivity (code_of_verdict Black (verdict_of r tab above (Pos Black me you))
    (best (replies tab (Pos Black me you)))).
  - pose proof (can_moves tab Black me you) as C. unfold derived, replies.
    destruct (moves tab (Pos Black me you)) as [|q l].
    + unfold verdict_of, judge. simpl other. now destruct (if misere r then Rules.exchanged _ else _).
    + assert (G : can tab me you = true) by (apply C; exists q; simpl; auto).
      unfold verdict_of, judge. rewrite G. now destruct (if misere r then Rules.exchanged _ else _).
  - unfold verdict_of. rewrite (code_of_judge t). apply f_equal, best_bare. unfold replies.
    pose proof (bare_moves Black t me you) as B.
    destruct (moves tab (Pos Black me you)), (moves tab (Pos t me you)); auto; discriminate.
Qed.

Hypothesis codes_fit : forall me you, (to_Z (code me you) < 65536)%Z.

Lemma best_is n l :
  (says_win (best l) n <-> exists q, In q l /\ earlier (says_loss (code_of q)) n) /\
  (says_loss (best l) n <-> forall q, In q l -> earlier (says_win (code_of q)) n) /\
  small (best l).
Proof.
  induction l as [|p l (W & L & S)]; simpl.
  - split; [split; [|intros (q & [] & _)]|split; [split|reflexivity]].
    + intros V. apply says_win_iff in V. exfalso. now destruct V.
    + intros _ q [].
    + intros _. apply says_loss_iff. change (to_Z 2) with 2%Z. split; [reflexivity|clear; lia].
  - destruct (better_is (best l) (code_of p) n S) as (W' & L' & S'); [destruct p; apply codes_fit|].
    rewrite W', L', W, L. split; [|split; auto].
    + split; [intros [(q & I & E)|E]; eauto|]. intros (q & [->|I] & E); eauto.
    + split; [|auto]. intros [A B] q [->|I]; auto.
Qed.
End Programs.
