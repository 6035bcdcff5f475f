(* table VALUES FOLDER RULES BOARD STONES LOG PROCESSES [PART]: checks all values of the tables of a
   board, with up to STONES, such as 6v6, on the two sides. VALUES is the program all_values, which
   reads the tables in FOLDER. LOG gets a line for each part that the checker has accepted, with the
   SHA-256 of this program and of the values that it is about, and parts with a line are left out; so
   a run that was stopped goes on. At the end LOG gets the lines of digests.txt about these tables. With PART only
   one part is checked: a number, from which a material and a part of it follow.

   Trusted are the lines that name a part and put the parts together (`line`, `whole`), and print
   the claim; of decoder.c, that it answers the same question in the same way. *)
open Loa
open Numbers

external prepare : int -> int -> int -> int -> unit = "decoder_board"
external block : int -> int -> unit = "decoder_block"
external choice : (int [@untagged]) -> (int [@untagged]) = "decoder_choice_boxed" "decoder_choice" [@@noalloc]
external raw : (int [@untagged]) -> (int [@untagged]) -> (int [@untagged]) = "decoder_raw_boxed" "decoder_raw" [@@noalloc]

type bytes_of_values = (int, Bigarray.int8_unsigned_elt, Bigarray.c_layout) Bigarray.Array1.t
external table : int -> int -> int -> bytes_of_values = "decoder_table"
external loaded : bytes_of_values -> unit = "decoder_loaded"

let fail format = Printf.ksprintf (fun text -> prerr_endline text; exit 2) format

let sha256 path =
  let input = Unix.open_process_in ("sha256sum < " ^ Filename.quote path) in
  let line = input_line input in
  if Unix.close_process_in input <> Unix.WEXITED 0 then fail "%s: not read" path;
  String.sub line 0 64

(* Loads a table, and returns the SHA-256 of all that was read. *)
let load command bytes us them =
  let input = Unix.open_process_in command in
  let output, read = Unix.open_process "sha256sum" in
  let blocks, length = Scanf.sscanf (input_line input) "%d %d" (fun a b -> a, b) in
  Printf.fprintf read "%d %d\n" blocks length;
  let values = table us them (blocks * length * bytes) in
  let squares = Bytes.create 8 and codes = Bytes.create (2 * length) in
  for b = 0 to blocks - 1 do
    really_input input squares 0 8;
    really_input input codes 0 (2 * length);
    output_bytes read squares;
    output_bytes read codes;
    block b (Int64.to_int (Bytes.get_int64_le squares 0));
    for i = 0 to length - 1 do
      let code = Bytes.get_uint16_le codes (2 * i) in
      let at = (b * length + i) * bytes in
      values.{at} <- code land 255;
      if bytes = 2 then values.{at + 1} <- code lsr 8
      else if code > 255 then fail "a value of more than a byte"
    done
  done;
  if Unix.close_process_in input <> Unix.WEXITED 0 then fail "failed: %s" command;
  close_out read;
  let line = input_line output in
  ignore (Unix.close_process (output, read));
  loaded values;
  String.sub line 0 64

let lines log =
  match open_in_bin log with
  | exception Sys_error _ -> []
  | file ->
    let rec from found = match input_line file with
      | line -> from (line :: found)
      | exception End_of_file -> close_in file; found in
    from []

(* A line that was not written to its end has no effect. *)
let append log line =
  let file = Unix.openfile log [O_WRONLY; O_APPEND; O_CREAT] 0o644 in
  let text = "\n" ^ line ^ "\n" in
  if Unix.write_substring file text 0 (String.length text) <> String.length text then fail "%s: not written" log;
  Unix.close file

let () =
  let argument = Array.get Sys.argv in
  let values, folder, rules, board, log = argument 1, argument 2, argument 3, argument 4, argument 6 in
  let processes = int_of_string (argument 7) in
  let files, ranks = Scanf.sscanf board "%dx%d" (fun a b -> a, b) in
  let x, o = Scanf.sscanf (argument 5) "%dv%d" (fun a b -> a, b) in
  let rule = match List.find_opt (fun rule -> Numbers.name rule = rules) all_ids with
    | Some rule -> rule
    | None -> fail "no rules id: %s" rules in
  let bytes = if rule.misere then 2 else 1 in
  prepare files ranks (max x o) bytes;
  let entries = Loa.table (z_of_int files) (z_of_int ranks) and above = up (z_of_int files) in
  let single set = set land (set - 1) = 0 in
  (* Tables begin at two stones; with fewer the game is over at once or after a move. *)
  let rec value me you =
    if single me || single you then derived rule entries above value me you else raw me you in
  let name (us, them) = Printf.sprintf "%s/%s/%dv%d" rules board us them in
  let program = sha256 Sys.executable_name in
  let digests = Hashtbl.create 50 in
  let digest (us, them) =
    if us < 2 || them < 2 || us + them > files * ranks then "-"
    else match Hashtbl.find_opt digests (us, them) with
      | Some (values, _) -> values
      | None ->
        let file = sha256 (Printf.sprintf "%s/%s.loa" folder (name (us, them))) in
        let command = Printf.sprintf "%s %s %s %s %dv%d" values (Filename.quote folder) rules board us them in
        let values = load command bytes us them in
        Hashtbl.add digests (us, them) (values, file);
        values in
  (* A part asks for no other tables than these: a decoder without the table ends the program. *)
  let line (a, b) part =
    Printf.sprintf "accepted by %s: %s, part %d of %d, with values %s %s %s" program (name (a, b)) part (List.length parts)
      (digest (a, b)) (digest (b, a)) (digest (b - 1, a)) in
  let accepts (a, b) part =
    check_part (z_of_int files) (z_of_int ranks) rule choice value (nat_of_int a) (nat_of_int b) part in
  let covered (a, b) = (a <= x && b <= o) || (a <= o && b <= x) in
  let upto n = List.init n (fun i -> i + 1) in
  let materials =
    List.concat_map (fun a -> List.map (fun b -> a, b) (upto (max x o))) (upto (max x o))
    |> List.filter covered |> List.stable_sort (fun (a, b) (c, d) -> compare (a + b) (c + d)) in
  let start = Unix.gettimeofday () in
  let refused = ref false in
  let check material part =
    if accepts material part then append log (line material part)
    else begin
      Printf.printf "refused: %s %s %dv%d, part %d\n%!" rules board (fst material) (snd material) part;
      exit 3
    end in
  let check_all material parts =
    ignore (line material 0);
    let logged = lines log in
    let open_parts = List.filter (fun part -> not (List.mem (line material part) logged)) parts in
    let child number =
      match Unix.fork () with
      | 0 ->
        List.iteri (fun i part -> if i mod processes = number then check material part) open_parts;
        exit 0
      | child -> child in
    let wait child = if snd (Unix.waitpid [] child) <> Unix.WEXITED 0 then refused := true in
    if processes = 1 then List.iter (check material) open_parts
    else List.iter wait (List.init processes child);
    if !refused then exit 3;
    Printf.printf "%dv%d: %d parts, %.0f seconds\n%!" (fst material) (snd material) (List.length open_parts)
      (Unix.gettimeofday () -. start) in
  if Array.length Sys.argv > 8 then begin
    let number = int_of_string (argument 8) in
    let count = List.length materials in
    check_all (List.nth materials (number mod count)) [number / count mod List.length parts]
  end else begin
    List.iter (fun material -> check_all material parts) materials;
    let logged = lines log in
    let whole = List.for_all (fun material ->
      List.for_all (fun part -> List.mem (line material part) logged) parts) materials in
    if not whole then exit 3;
    let sides (us, them) =
      (if us <= x && them <= o then "x" else "") ^ (if us <= o && them <= x then "o" else "") in
    let date = Unix.gmtime (Unix.time ()) in
    append log (Printf.sprintf "# %s-%s to %s: every value accepted by make table-%s on %d-%02d-%02d" rules board
      (argument 5) board (date.tm_year + 1900) (date.tm_mon + 1) date.tm_mday);
    List.iter (fun (us, them) -> match Hashtbl.find_opt digests (us, them) with
      | None -> ()
      | Some (_, file) -> append log (Printf.sprintf "%s  %s %s" file (name (us, them)) (sides (us, them)))) materials;
    Printf.printf "every value of %s with up to %s stones under %s is right\n%!" board (argument 5) rules
  end
