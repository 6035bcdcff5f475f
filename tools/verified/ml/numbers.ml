(* Numbers of Coq. *)
open Loa

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let z_of_int n = if n = 0 then Z0 else Zpos (positive n)
let nat_of_int n =
  let rec go n k = if n = 0 then k else go (n - 1) (S k) in
  go n O

(* The rules ids, in the order of the bits of solver/PROOF.md. *)
let all_ids =
  List.concat_map (fun misere ->
    List.concat_map (fun both ->
      List.map (fun without -> { both; without; misere }) [Pass; Loss; Draws])
      (if misere then [Mover; Draw] else [Mover; Draw; Own]))
    [false; true]

let name r =
  (match r.both with Mover -> "mover" | Draw -> "draw" | Own -> "own")
  ^ (match r.without with Pass -> "-pass" | Loss -> "-loss" | Draws -> "-draw")
  ^ (if r.misere then "-misere" else "")

let ids_of_bits bits = List.filteri (fun i _ -> bits lsr i land 1 = 1) all_ids
let side_of_char = function 'x' -> Black | 'o' -> White | _ -> failwith "no side"

(* The squares of a set of bits: square FILES x rank + file. *)
let squares files set =
  let squares = List.filter (fun s -> Int64.(logand (shift_right_logical set s) 1L) = 1L)
    (List.init 64 Fun.id) in
  List.map (fun s -> z_of_int (s mod files), z_of_int (s / files)) squares
