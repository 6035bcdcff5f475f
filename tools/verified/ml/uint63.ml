(* What extracted code takes from here: a literal, and the number of zeros below the lowest one. *)
external of_int : int -> int = "%identity"

let tail0 x =
  let rec from x n = if x land 1 = 1 then n else from (x lsr 1) (n + 1) in
  let skip bits (x, n) = if x land (1 lsl bits - 1) = 0 then x lsr bits, n + bits else x, n in
  if x = 0 then 63 else let x, n = skip 8 (skip 16 (skip 32 (x, 0))) in from x n
