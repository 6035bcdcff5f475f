(* The list of all squares of a board has each of them once. Counting the elements of a set. *)

From Coq Require Import ZArith List Bool Lia Permutation FinFun.
Import ListNotations.
From LOA Require Import Rules.
Open Scope Z_scope.

Lemma upto_In n i : In i (upto n) <-> 0 <= i < n.
Proof.
  unfold upto. rewrite in_map_iff. split.
  - intros (k & <- & I). apply in_seq in I. lia.
  - intros H. exists (Z.to_nat i). split; [lia|]. apply in_seq. lia.
Qed.

Lemma upto_NoDup n : NoDup (upto n).
Proof. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b H. lia. Qed.

Lemma app_NoDup {A} (l k : list A) :
  NoDup l -> NoDup k -> (forall x, In x l -> ~ In x k) -> NoDup (l ++ k).
Proof.
  intros L K D. induction l as [|x l IH]; simpl; auto. inversion L; subst.
  constructor.
  - rewrite in_app_iff. intros [I|I]; [auto|]. apply (D x); simpl; auto.
  - apply IH; auto. intros y I. apply D. simpl. auto.
Qed.

Lemma prod_NoDup {A B} (l : list A) (k : list B) : NoDup l -> NoDup k -> NoDup (list_prod l k).
Proof.
  intros L K. induction l as [|x l IH]; simpl; [constructor|]. inversion L; subst.
  apply app_NoDup; auto.
  - apply FinFun.Injective_map_NoDup; auto. intros a b E. congruence.
  - intros [a b] I J. apply in_map_iff in I. destruct I as (y & E & _). injection E as <- <-.
    apply in_prod_iff in J. tauto.
Qed.

Lemma square_eq_dec (a b : square) : {a = b} + {a <> b}.
Proof. decide equality; apply Z.eq_dec. Qed.

Section Board.
Variables files ranks : Z.

Lemma on_iff s : on_board files ranks s = true <-> 0 <= fst s < files /\ 0 <= snd s < ranks.
Proof. unfold on_board. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.

Lemma squares_In s : In s (squares files ranks) <-> on_board files ranks s = true.
Proof. destruct s as [x y]. rewrite on_iff, <- !upto_In. apply in_prod_iff. Qed.

Lemma squares_once : NoDup (squares files ranks).
Proof. apply prod_NoDup; apply upto_NoDup. Qed.

End Board.

(** Counting *)

(* The number of elements of a set below n. *)
Definition number_of (n : Z) (f : Z -> bool) : nat := length (filter f (upto n)).

Lemma NoDup_map_filter {A B} (f : A -> B) (P : A -> bool) l :
  NoDup (map f l) -> NoDup (map f (filter P l)).
Proof.
  induction l as [|a l IH]; simpl; intros N; auto. inversion N; subst.
  destruct (P a); simpl; auto. constructor; auto. intros I. apply H1.
  apply in_map_iff in I. destruct I as (x & E & I). apply filter_In in I.
  rewrite <- E. apply in_map. tauto.
Qed.

Lemma number_of_as {A} n f (l : list A) (g : A -> Z) (P : A -> bool) :
  (forall i, f i = true -> 0 <= i < n) -> NoDup (map g l) ->
  (forall i, f i = true <-> exists s, In s l /\ g s = i /\ P s = true) ->
  number_of n f = length (filter P l).
Proof.
  intros R N H. unfold number_of. rewrite <- (map_length g (filter P l)).
  apply Permutation_length, NoDup_Permutation.
  - apply NoDup_filter, upto_NoDup.
  - now apply NoDup_map_filter.
  - intros i. rewrite filter_In, upto_In, in_map_iff, H. split.
    + intros (_ & s & I & E & Ps). exists s. now rewrite filter_In.
    + intros (s & E & I). apply filter_In in I. split; [|exists s; tauto].
      apply R, H. exists s. tauto.
Qed.

Lemma filter_sub {A} (f g : A -> bool) l : (forall i, f i = true -> g i = true) ->
  (length (filter f l) <= length (filter g l))%nat.
Proof.
  intros H. induction l as [|i l IH]; simpl; auto. specialize (H i).
  destruct (f i); [rewrite H by auto; simpl; lia|]. destruct (g i); simpl; lia.
Qed.

Lemma number_of_sub n f g : (forall i, f i = true -> g i = true) ->
  (number_of n f <= number_of n g)%nat.
Proof. apply filter_sub. Qed.

Lemma number_of_same n f g : (forall i, f i = true -> g i = true) ->
  number_of n f = number_of n g -> forall i, 0 <= i < n -> f i = g i.
Proof.
  intros H E i Hi. apply upto_In in Hi. revert i Hi.
  unfold number_of in E. revert E. generalize (upto n). intros l.
  induction l as [|j l IH]; simpl; intros E i Hi; [tauto|].
  pose proof (filter_sub f g l H) as L. pose proof (H j) as Hj.
  destruct (f j) eqn:Fj.
  - rewrite Hj in E by auto. simpl in E. destruct Hi as [<-|Hi]; [rewrite Fj, Hj; auto|].
    apply IH; auto.
  - destruct (g j) eqn:Gj; simpl in E; [lia|].
    destruct Hi as [<-|Hi]; [congruence|]. apply IH; auto.
Qed.

Lemma number_of_max n f : (number_of n f <= Z.to_nat n)%nat.
Proof.
  unfold number_of. rewrite <- (seq_length (Z.to_nat n) 0), <- (map_length Z.of_nat).
  change (map Z.of_nat (seq 0 (Z.to_nat n))) with (upto n). generalize (upto n). intros l.
  induction l as [|i l IH]; simpl; auto. destruct (f i); simpl; lia.
Qed.
