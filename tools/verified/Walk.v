(* A checker of strategies for any game of two players, and the proof that it is right. Moves
   are advised from outside. The advice is not trusted: with any advice, a position that
   the walk accepts is won (`check_right`). *)

From Coq Require Import List Bool Uint63 Lia.
Import ListNotations.

(* Has the winner won, can it still win, or is the game over without its win? *)
Inductive status := Done | Open | Failed.

(** Positions with a number, in a tree by the bits of their hashes *)

Section Memo.
Variable pos : Type.
Variable same : pos -> pos -> bool.
Variable hash : pos -> int.
Hypothesis same_is : forall p q, same p q = true -> p = q.

Inductive memo :=
| Empty
| One (p : pos) (n : nat)
| Two (even odd : memo).

Definition is_even (h : int) : bool := (h land 1 =? 0)%uint63.
Definition half (h : int) : int := (h >> 1)%uint63.

Fixpoint find (m : memo) (h : int) (p : pos) : option nat :=
  match m with
  | Empty => None
  | One q n => if same q p then Some n else None
  | Two a b => if is_even h then find a (half h) p else find b (half h) p
  end.

(* The tree of two positions. If all remaining bits of their hashes agree, it keeps the first. *)
Fixpoint two (bits : nat) (h : int) (p : pos) (n : nat) (k : int) (q : pos) (m : nat) : memo :=
  match bits with
  | O => One p n
  | S bits =>
    if is_even h
    then if is_even k then Two (two bits (half h) p n (half k) q m) Empty
         else Two (One p n) (One q m)
    else if is_even k then Two (One q m) (One p n)
         else Two Empty (two bits (half h) p n (half k) q m)
  end.

Fixpoint add (m : memo) (bits : nat) (depth : int) (h : int) (p : pos) (n : nat) : memo :=
  match m with
  | Empty => One p n
  | One q k => two bits h p n (hash q >> depth)%uint63 q k
  | Two a b =>
    if is_even h then Two (add a (Nat.pred bits) (depth + 1)%uint63 (half h) p n) b
    else Two a (add b (Nat.pred bits) (depth + 1)%uint63 (half h) p n)
  end.

(* Every position in it has a property with its number. *)
Variable holds : nat -> pos -> Prop.
Fixpoint good (m : memo) : Prop :=
  match m with
  | Empty => True
  | One p n => holds n p
  | Two a b => good a /\ good b
  end.

Lemma find_good m : forall h p n, good m -> find m h p = Some n -> holds n p.
Proof.
  induction m as [|q k|a IHa b IHb]; simpl; intros h p n G F.
  - discriminate.
  - destruct (same q p) eqn:E; [|discriminate]. apply same_is in E. congruence.
  - destruct (is_even h); [eapply IHa|eapply IHb]; eauto; tauto.
Qed.

Lemma two_good bits : forall h p n k q m,
  holds n p -> holds m q -> good (two bits h p n k q m).
Proof.
  induction bits; simpl; intros; auto.
  destruct (is_even h), (is_even k); simpl; auto.
Qed.

Lemma add_good m : forall bits depth h p n,
  good m -> holds n p -> good (add m bits depth h p n).
Proof.
  induction m; simpl; intros; auto using two_good.
  destruct (is_even h); simpl; intuition auto.
Qed.
End Memo.

Arguments Empty {pos}.
Arguments One {pos}.
Arguments Two {pos}.

Section Walk.

Variables pos advice : Type.
Variable state : Type.                        (* the adviser's state *)
Variable status_of : pos -> status.
Variable play : pos -> advice -> option pos.  (* a move of the winner; None if it is illegal *)
Variable replies : pos -> list pos.           (* the positions after all moves of the loser *)
Variable image : pos -> pos.                  (* the same for all symmetric positions *)
Variable at_once : pos -> option advice.      (* an immediately winning move, if found *)
Variable ask : state -> pos -> advice * state.
Variable same : pos -> pos -> bool.
Variable hash : pos -> int.
Hypothesis same_is : forall p q, same p q = true -> p = q.
Variable known : nat -> pos -> Prop.          (* won, the winner to move, as is known from elsewhere *)

(** The claim *)

(* Won within n plies; the flag says whether the winner is to move. *)
Inductive Win : bool -> nat -> pos -> Prop :=
| Win_done b n p : status_of p = Done -> Win b n p
| Win_move n p a q : status_of p = Open -> play p a = Some q -> Win false n q ->
    Win true (S n) p
| Win_reply n p : status_of p = Open -> (forall q, In q (replies p) -> Win true n q) ->
    Win false (S n) p
| Win_image b n p : Win b n (image p) -> Win b n p
| Win_known n m p : known n p -> n <= m -> Win true m p.

Lemma Win_more b n p : Win b n p -> forall m, n <= m -> Win b m p.
Proof.
  induction 1; intros m' Hm.
  - now apply Win_done.
  - destruct m'; [lia|]. eapply Win_move; eauto. apply IHWin; lia.
  - destruct m'; [lia|]. eapply Win_reply; eauto. intros. eapply H1; auto; lia.
  - apply Win_image. auto.
  - apply Win_known with n; auto; lia.
Qed.

(** The walk *)

(* Plies, finished positions and the state of the adviser; or a failure. *)
Definition outcome : Type := option (nat * memo pos * state).

Definition greater (a b : nat) : nat := if Nat.leb a b then b else a.

Section Every.
  Variable visit : memo pos -> state -> pos -> outcome.

  (* The plies within which the winner wins from each position of a list; at least n. *)
  Fixpoint every (m : memo pos) (s : state) (l : list pos) (n : nat) : outcome :=
    match l with
    | [] => Some (n, m, s)
    | p :: l =>
      match status_of p with
      | Done => every m s l n
      | Failed => None
      | Open =>
        match visit m s p with
        | None => None
        | Some (k, m, s) => every m s l (greater n k)
        end
      end
    end.
End Every.

(* The winner, who is to move, takes this advice. *)
Definition follow (visit : memo pos -> state -> pos -> outcome) (m : memo pos) (s : state) (p : pos)
    (a : advice) : outcome :=
  match play p a with
  | None => None
  | Some q =>
    match status_of q with
    | Done => Some (1, m, s)
    | Failed => None
    | Open =>
      match every visit m s (replies q) 0 with
      | None => None
      | Some (n, m, s) =>
        let n := S (S n) in Some (n, add pos hash m 62 0%uint63 (hash p) p n, s)
      end
    end
  end.

(* The plies within which the winner, who is to move, wins an open position. *)
Fixpoint walk (fuel : nat) (m : memo pos) (s : state) (p : pos) : outcome :=
  match fuel with
  | O => None
  | S fuel =>
    match at_once p with
    | Some a => follow (walk fuel) m s p a
    | None =>
      let p := image p in
      match find pos same m (hash p) p with
      | Some n => Some (n, m, s)
      | None =>
        match status_of p with
        | Open => let (a, s) := ask s p in follow (walk fuel) m s p a
        | _ => None
        end
      end
    end
  end.

Lemma greater_left a b : a <= greater a b.
Proof. unfold greater. destruct (PeanoNat.Nat.leb_spec a b); lia. Qed.
Lemma greater_right a b : b <= greater a b.
Proof. unfold greater. destruct (PeanoNat.Nat.leb_spec a b); lia. Qed.

Definition correct (visit : memo pos -> state -> pos -> outcome) : Prop :=
  forall m s p n m' s', status_of p = Open -> good pos (Win true) m -> visit m s p = Some (n, m', s') ->
  Win true n p /\ good pos (Win true) m'.

Lemma every_right visit : correct visit -> forall l m s n k m' s',
  good pos (Win true) m -> every visit m s l n = Some (k, m', s') ->
  n <= k /\ (forall q, In q l -> Win true k q) /\ good pos (Win true) m'.
Proof.
  intros V. induction l as [|p l IH]; simpl; intros m s n k m' s' G E.
  - inversion E; subst. repeat split; auto. intros q [].
  - destruct (status_of p) eqn:St; [| |discriminate].
    + destruct (IH _ _ _ _ _ _ G E) as (A & B & C). repeat split; auto.
      intros q [<-|Hq]; auto. now apply Win_done.
    + destruct (visit m s p) as [[[j m1] s1]|] eqn:Vi; [|discriminate].
      destruct (V _ _ _ _ _ _ St G Vi) as (Wp & G1).
      destruct (IH _ _ _ _ _ _ G1 E) as (A & B & C).
      pose proof (greater_left n j). pose proof (greater_right n j).
      repeat split; auto; [lia|]. intros q [<-|Hq]; auto.
      apply (Win_more true j p Wp); lia.
Qed.

Lemma follow_right visit : correct visit -> forall a, correct (fun m s p => follow visit m s p a).
Proof.
  intros V a m s p n m' s' St G F. unfold follow in F.
  destruct (play p a) as [q|] eqn:Pl; [|discriminate].
  destruct (status_of q) eqn:Sq; [| |discriminate].
  - inversion F; subst. split; auto. eapply Win_move; eauto. now apply Win_done.
  - destruct (every visit m s (replies q) 0) as [[[k m1] s1]|] eqn:E; [|discriminate].
    destruct (every_right _ V _ _ _ _ _ _ _ G E) as (_ & B & C).
    assert (Win true (S (S k)) p) by (eapply Win_move; eauto; now apply Win_reply).
    inversion F; subst. split; auto. now apply add_good.
Qed.

Lemma walk_right fuel : correct (walk fuel).
Proof.
  induction fuel as [|fuel IH]; intros m s p n m' s' St G W; cbn [walk] in W; [discriminate|].
  destruct (at_once p) as [a|]; [eapply follow_right; eauto|].
  set (c := image p) in W. enough (Win true n c /\ good pos (Win true) m').
  { split; [apply Win_image|]; tauto. }
  destruct (find pos same m (hash c) c) as [k|] eqn:F.
  - inversion W; subst. split; auto. exact (find_good _ _ hash same_is _ _ _ _ _ G F).
  - destruct (status_of c) eqn:Sc; try discriminate. destruct (ask s c) as [a s1].
    eapply follow_right; eauto.
Qed.

(* From a start with either the winner or the loser to move, and from positions that are known to be
   won. Also returns the positions that it has finished. *)
Definition check (winner_begins : bool) (fuel : nat) (m : memo pos) (s : state) (p : pos) :
    option (nat * memo pos) :=
  match status_of p with
  | Open =>
    if winner_begins
    then match walk fuel m s p with Some (n, m, _) => Some (n, m) | None => None end
    else match every (walk fuel) m s (replies p) 0 with
         | Some (n, m, _) => Some (S n, m)
         | None => None
         end
  | _ => None
  end.

Theorem check_right b fuel m s p n m' : good pos (Win true) m -> check b fuel m s p = Some (n, m') ->
  Win b n p /\ good pos (Win true) m'.
Proof.
  intros G. unfold check. destruct (status_of p) eqn:St; try discriminate. destruct b.
  - destruct (walk fuel m s p) as [[[k m1] s1]|] eqn:W; [|discriminate].
    intros E; inversion E; subst. eapply walk_right; eauto.
  - destruct (every (walk fuel) m s (replies p) 0) as [[[k m1] s1]|] eqn:W; [|discriminate].
    intros E; inversion E; subst.
    eapply every_right in W; [| apply walk_right | exact G]. split; [apply Win_reply|]; tauto.
Qed.

End Walk.
