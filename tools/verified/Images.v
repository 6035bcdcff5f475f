(* Images of a position under the symmetries of its board, as sets: one of them stands for all. *)

From Coq Require Import ZArith List Bool Uint63 Lia.
Import ListNotations.
From LOA Require Import Rules Squares Symmetry Sets Walk Bitboard Refinement.
Open Scope Z_scope.

(** Programs *)

(* Exchanges each bit of a set with the bit a distance above it. *)
Definition swap : Set := set * int.
Definition exchanged (x : set) (s : swap) : set :=
  let (m, d) := s in
  let t := (((x >> d) lxor x) land m)%set in (x lxor t lxor (t << d))%set.
Definition permute (l : list swap) (x : set) : set := fold_left exchanged l x.

Definition permuted (l : list swap) (p : pos) : pos :=
  let (t, me, you) := p in Pos t (permute l me) (permute l you).

(* The order by the key of solver/PROOF.md: the highest square that differs decides. A stone of
   the side to move is greater than a stone of the other side, which is greater than an empty
   square. The proof does not depend on this order. *)
Definition more (a b c d : set) : set :=
  ((a lxor (a land c)) lor (b lxor (b land (c lor d))))%set.
Definition lesser (p q : pos) : pos :=
  let (_, a, b) := p in
  let (_, c, d) := q in
  if (more a b c d <? more c d a b)%set then p else q.

(* The swaps that reflect files, ranks, and on a square board exchange files and ranks. *)
Definition swaps : Set := list swap * list swap * option (list swap).

Definition least_mirrored (f r : list swap) (p : pos) : pos :=
  let q := permuted f p in lesser (lesser p q) (lesser (permuted r p) (permuted r q)).
Definition least (s : swaps) (p : pos) : pos :=
  let '(f, r, e) := s in
  let a := least_mirrored f r p in
  match e with
  | None => a
  | Some e => lesser a (least_mirrored f r (permuted e p))
  end.

Definition swaps_of (files ranks : Z) : swaps :=
  let squares_where P := mask files (filter P (squares files ranks)) in
  (map (fun x => (squares_where (fun s => fst s =? x), of_Z (files - 1 - 2 * x)))
     (upto (files / 2)),
   map (fun y => (squares_where (fun s => snd s =? y), of_Z ((ranks - 1 - 2 * y) * width files)))
     (upto (ranks / 2)),
   if files =? ranks
   then Some (map (fun k => (squares_where (fun s => fst s - snd s =? k + 1), of_Z ((k + 1) * files)))
     (upto (files - 1)))
   else None).

(** A test whether swaps render a symmetry of the board, made once for a board *)

Definition swap_fits (s : swap) : bool :=
  let (m, d) := s in
  forallb (fun i => if has m i then (i + to_Z d <? size) && negb (has m (i + to_Z d)) else true)
    (upto size).

(* The origin of the bit that swaps bring to i. *)
Definition brought (s : swap) (i : Z) : Z :=
  let (m, d) := s in
  if has m i then i + to_Z d else if has m (i - to_Z d) then i - to_Z d else i.
Definition source (l : list swap) (i : Z) : Z := fold_right brought i l.

Section Board.
Variables files ranks : Z.
Hypothesis fit : fits files ranks = true.

Definition square_at (i : Z) : square := (i mod width files, i / width files).

Definition renders (l : list swap) (g : symmetry files ranks) : bool :=
  forallb swap_fits l &&
  forallb (fun i => source l i =?
    let s := square_at i in
    if on_board files ranks s then index files (to _ _ g s) else i) (upto size).

Definition swaps_fit (s : swaps) : bool :=
  let '(f, r, e) := s in
  renders f (mirror_files files ranks) && renders r (mirror_ranks files ranks) &&
  match e with
  | None => true
  | Some e => match Z.eq_dec files ranks with
              | left same => renders e (exchange files ranks same)
              | right _ => false
              end
  end.

(** The effect of swaps on a set *)

Lemma has_exchanged x s i : swap_fits s = true -> 0 <= i < size ->
  has (exchanged x s) i = has x (brought s i) /\ 0 <= brought s i < size.
Proof.
  destruct s as [m d]. intros F I. unfold swap_fits in F. rewrite forallb_forall in F.
  pose proof (to_Z_bounded d) as D. unfold exchanged, brought.
  rewrite !has_lxor, has_lsl, has_land, has_lxor, has_lsr, has_land, has_lxor by lia.
  assert (Up : forall j, has m j = true -> j + to_Z d < size /\ has m (j + to_Z d) = false).
  { intros j H. specialize (F j (proj2 (upto_In size j) (has_range _ _ H))). rewrite H in F.
    apply andb_true_iff in F. now rewrite Z.ltb_lt, negb_true_iff in F. }
  destruct (has m i) eqn:H, (has m (i - to_Z d)) eqn:K.
  - destruct (Up _ K) as [_ N]. replace (i - to_Z d + to_Z d) with i in N by lia. congruence.
  - split; [|apply Up in H; lia]. now destruct (has x i), (has x (i + to_Z d)), (has (x >> d)%set (i - to_Z d)), (has x (i - to_Z d)).
  - pose proof (has_range _ _ K). split; [|lia]. rewrite has_lsr by lia.
    replace (i - to_Z d + to_Z d) with i by lia.
    now destruct (has x i), (has x (i + to_Z d)), (has x (i - to_Z d)).
  - split; [|lia]. now destruct (has x i), (has x (i + to_Z d)), (has (x >> d)%set (i - to_Z d)), (has x (i - to_Z d)).
Qed.

Lemma has_permute l : forallb swap_fits l = true -> forall x i, 0 <= i < size ->
  has (permute l x) i = has x (source l i) /\ 0 <= source l i < size.
Proof.
  intros F. induction l as [|s l IH]; intros x i I; simpl; auto.
  simpl in F. apply andb_true_iff in F. destruct F as [Fs F].
  destruct (IH F (exchanged x s) i I) as [E B].
  destruct (has_exchanged x s (source l i) Fs B) as [E' B'].
  split; auto. unfold permute in *. simpl. now rewrite E, E'.
Qed.

Lemma square_at_index s : on_board files ranks s = true -> square_at (index files s) = s.
Proof.
  rewrite on_iff. unfold square_at, index, width. destruct s as [x y]. simpl. intros H.
  replace (y * (files + 1) + x) with (x + y * (files + 1)) by lia.
  rewrite Z.mod_add, Z.div_add, Z.mod_small, Z.div_small by lia. reflexivity.
Qed.

Lemma index_square_at i : 0 <= i -> index files (square_at i) = i.
Proof.
  intros I. pose proof (fits_size _ _ fit) as S. unfold index, square_at. simpl.
  assert (W : width files <> 0) by (unfold width; lia).
  pose proof (Z.div_mod i _ W). lia.
Qed.

(* If a set holds the squares with a property, its permutation holds their images. *)
Lemma permute_holds l g m P : renders l g = true -> holds files ranks m P ->
  holds files ranks (permute l m) (fun s => P (to _ _ g s)).
Proof.
  intros R H i. apply andb_true_iff in R. destruct R as [F R]. rewrite forallb_forall in R.
  destruct (Z_le_dec 0 i) as [I|I]; [destruct (Z_lt_dec i size) as [J|J]|].
  - destruct (has_permute l F m i (conj I J)) as [-> _].
    specialize (R i (proj2 (upto_In size i) (conj I J))). apply Z.eqb_eq in R.
    simpl in R. rewrite R.
    destruct (on_board files ranks (square_at i)) eqn:O.
    + pose proof (to_on _ _ g (square_at i)) as Og. rewrite O in Og.
      rewrite (holds_at _ _ m P _ H Og). split.
      * intros Ps. exists (square_at i). rewrite index_square_at; auto.
      * intros (s & S & E & Ps). subst i. now rewrite square_at_index.
    + rewrite (H i). split; intros (s & S & <- & _); rewrite square_at_index in O; congruence.
  - rewrite has_high by lia. split; [discriminate|]. intros (s & S & <- & _).
    pose proof (index_range _ _ fit s S). lia.
  - rewrite has_low by lia. split; [discriminate|]. intros (s & S & <- & _).
    pose proof (index_range _ _ fit s S). lia.
Qed.

(** Twins: what is won for one is won for the other *)

Definition twin (c d : pos) : Prop := forall p, rel files ranks c p ->
  exists q, rel files ranks d q /\ turn q = turn p /\
  forall r w n, Wins files ranks r w n q <-> Wins files ranks r w n p.

Lemma twin_refl c : twin c c.
Proof. intros p R. exists p. repeat split; auto. Qed.
Lemma twin_trans c d e : twin c d -> twin d e -> twin c e.
Proof.
  intros A B p R. destruct (A p R) as (q & Q & T & W). destruct (B q Q) as (q' & Q' & T' & W').
  exists q'. split; auto. split; [congruence|]. intros r w n. now rewrite W', W.
Qed.

Lemma twin_permuted l g c : renders l g = true -> twin c (permuted l c).
Proof.
  intros H p R. destruct c as [t me you]. destruct R as (T & O & Me & You).
  exists (image _ _ g p). split; [|split; [auto|intros; apply (Wins_image _ _ g)]].
  split; [auto|]. split.
  2:{ split; [apply (permute_holds l g me (fun s => stone p s = Some t))|
              apply (permute_holds l g you (fun s => stone p s = Some (other t)))]; auto. }
  intros s S. simpl. apply O. now rewrite to_on.
Qed.

Lemma twin_lesser c d e : twin c d -> twin c e -> twin c (lesser d e).
Proof. intros A B. unfold lesser. destruct d, e. now destruct (_ <? _)%set. Qed.

Lemma twin_mirrored f r c : renders f (mirror_files _ _) = true ->
  renders r (mirror_ranks _ _) = true -> twin c (least_mirrored f r c).
Proof.
  intros F R. unfold least_mirrored. repeat apply twin_lesser; eauto using twin_refl, twin_permuted, twin_trans.
Qed.

Theorem twin_least s c : swaps_fit s = true -> twin c (least s c).
Proof.
  destruct s as [[f r] e]. unfold swaps_fit, least. rewrite !andb_true_iff.
  intros [[F R] E]. destruct e as [e|]; [|now apply twin_mirrored].
  apply twin_lesser; [now apply twin_mirrored|].
  destruct (Z.eq_dec files ranks); [|discriminate].
  eapply twin_trans; [eapply twin_permuted; eauto|now apply twin_mirrored].
Qed.

End Board.
