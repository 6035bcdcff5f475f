(* The list of all squares of a board has each of them once. *)

From Coq Require Import ZArith List Bool Lia FinFun.
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
