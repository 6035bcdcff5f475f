(* checker FILE ..: certificates as `loa proof coq` writes them. Trusted are only the few
   lines that make the claim from the file, and print it. *)
open Loa
open Numbers

(* Lines of numbers are moves. *)
let rec moves file found =
  match input_line file with
  | exception End_of_file -> List.rev found
  | "" -> moves file found
  | line when line.[0] < '0' || line.[0] > '9' -> moves file found
  | line ->
    let numbers = String.split_on_char ';' (List.hd (String.split_on_char ']' line)) in
    let add found number =
      match String.trim number with
      | "" -> found
      | number -> Int64.to_int (Int64.of_string number) :: found in
    moves file (List.fold_left add found numbers)

let position files ranks stones turn =
  let stone file rank =
    match stones (z_of_int file, z_of_int rank) with
    | Some Black -> "x" | Some White -> "o" | None -> "." in
  let rank y = String.concat "" (List.init files (fun x -> stone x y)) in
  String.concat "/" (List.init ranks (fun y -> rank (ranks - 1 - y))) ^ " " ^ turn

let check path =
  let file = open_in_bin path in
  let files, ranks, winner, turn, plies, ids, black, white =
    Scanf.sscanf (input_line file) "(* certificate %d %d %c %c %d %d %Lu %Lu"
      (fun f r w t p i b o -> f, r, w, t, p, ids_of_bits i, squares f b, squares f o) in
  let start = placed (side_of_char turn) black white in
  let on_board (x, y) = List.mem x (List.init files z_of_int) && List.mem y (List.init ranks z_of_int) in
  let accepted =
    List.for_all on_board (black @ white)
    && certifies (z_of_int files) (z_of_int ranks) ids (side_of_char winner) (nat_of_int plies) start
         (moves file []) in
  close_in file;
  if accepted then
    Printf.printf "%c wins %dx%d within %d plies from %s under %s\n%!" winner files ranks plies
      (position files ranks start.stone (String.make 1 turn))
      (if ids = normal_ids then "normal" else String.concat ", " (List.map name ids))
  else Printf.printf "refused: %s\n%!" path;
  accepted

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  if not (List.for_all Fun.id (List.map check paths)) then exit 3
