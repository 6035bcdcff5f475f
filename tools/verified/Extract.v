(* The checker as an OCaml program. Trusted besides Coq: extraction, OCaml, and that its
   integers of 63 bits are those of Uint63, as this file says. *)

From Coq Require Import Extraction Uint63 PrimInt63.
From LOA Require Import Rules Walk Bitboard Refinement Images Check Values Parts.

Extraction Language OCaml.
Extract Inductive bool => bool [ true false ].
Extract Inductive prod => "( * )" [ "" ].
Extract Inductive list => list [ "[]" "( :: )" ].
Extract Inductive option => option [ Some None ].

Extract Inlined Constant PrimInt63.int => "int".
Extract Inlined Constant PrimInt63.land => "( land )".
Extract Inlined Constant PrimInt63.lor => "( lor )".
Extract Inlined Constant PrimInt63.lxor => "( lxor )".
Extract Inlined Constant PrimInt63.add => "( + )".
Extract Inlined Constant PrimInt63.sub => "( - )".
Extract Inlined Constant PrimInt63.mul => "( * )".
Extract Inlined Constant PrimInt63.eqb => "(fun (a : int) (b : int) -> a = b)".
Extract Inlined Constant PrimInt63.ltb => "(fun a b -> a lxor min_int < b lxor min_int)".
Extract Inlined Constant PrimInt63.lsl => "(fun a k -> if k < 0 || k > 62 then 0 else a lsl k)".
Extract Inlined Constant PrimInt63.lsr => "(fun a k -> if k < 0 || k > 62 then 0 else a lsr k)".
Extract Inlined Constant PrimInt63.tail0 => "Uint63.tail0".

Extraction "loa.ml" certifies run normal_ids start placed
  game_of encode replies least quick status_of verdict_of
  table up derived parts check_part.
