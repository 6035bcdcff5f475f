(* compare FILE ..: reads certificates as solver/PROOF.md says, and gives their moves to the
   extracted checker as advice. One line for each: the plies within which the winner wins by the
   checker, or why the certificate is refused. It is written from that document, shares nothing
   with the checker in Rust, and is not trusted: the extracted checker decides. *)
open Loa
open Numbers

exception Refused of string
let refuse reason = raise (Refused reason)

type certificate = {
  files : int; ranks : int; ids : rules list; winner : side; turn : side;
  black : int64; white : int64; plies : int; moves : int array }

let read name =
  let file = open_in_bin name in
  let s = really_input_string file (in_channel_length file) in
  close_in file;
  let u8 i = Char.code s.[i] and u32 i = Int32.to_int (String.get_int32_le s i) land 0xFFFFFFFF in
  let u64 i = String.get_int64_le s i in
  if String.length s < 80 || String.sub s 0 8 <> "LOAPROOF" || u32 8 <> 2 then refuse "no certificate";
  let count = Int64.to_int (u64 48) in
  if count < 0 || count > 4 * (String.length s - 80) then refuse "count";
  let at = ref 640 in
  let bit () =
    if !at / 8 >= String.length s then refuse "bits";
    let b = u8 (!at / 8) lsr (7 - !at land 7) land 1 in incr at; b in
  let number _ =
    let zeros = ref 0 in
    while bit () = 0 do incr zeros done;
    2 * !zeros + bit () in
  let side i = if u8 i = 0 then Black else White in
  { files = u8 18; ranks = u8 19; ids = ids_of_bits (String.get_uint16_le s 16); winner = side 20;
    turn = side 21; black = u64 24; white = u64 32; plies = u32 40;
    moves = Array.init count number }

(* A board as an array: the square of a bit, and bits as lists. *)
let rec bits x = if x = 0 then [] else Uint63.tail0 x :: bits (x land (x - 1))
let count x = List.length (bits x)

let check c =
  let width = c.files + 1 in
  let zf, zr = z_of_int c.files, z_of_int c.ranks in
  let g = game_of zf zr c.ids c.winner in
  let xy s = s mod width, s / width in
  let set = List.fold_left (fun a s -> a lor (1 lsl s)) 0 in
  let stones (Pos (_, me, you)) = me, you in
  (* Moves by the squares that they leave and where they land, with the positions after them. *)
  let by_squares ((from, dest : int * int), _) ((from', dest' : int * int), _) =
    if from = from' then Int.compare dest dest' else Int.compare from from' in
  let moves p =
    let me, _ = stones p in
    let key q =
      let _, after = stones q in
      match bits (me land lnot after), bits (after land lnot me) with
      | [from], [dest] -> from, dest
      | _ -> -1, -1 in
    List.sort by_squares (List.map (fun q -> key q, q) (replies g.entries p)) in
  let neighbours m =
    let on s = let x, y = xy s in x < c.files && y < c.ranks && s >= 0 in
    List.filter on (List.concat_map (fun s ->
      let x, y = xy s in
      List.filter_map (fun (dx, dy) -> if x + dx < 0 || y + dy < 0 then None else Some (s + dy * width + dx))
        [-1, -1; 0, -1; 1, -1; -1, 0; 0, 0; 1, 0; -1, 1; 0, 1; 1, 1]) (bits m)) in
  let rec groups m =
    if m = 0 then 0
    else begin
      let rec grow g = let h = set (neighbours g) land m in if h = g then g else grow h in
      1 + groups (m lxor grow (m land (- m)))
    end in
  (* After a move of the winner. *)
  let score q =
    let loser, winner = stones q in
    let squares = List.map xy (bits winner) in
    let sum f = List.fold_left (fun a s -> a + f s) 0 squares in
    let n = count winner and x, y = sum fst, sum snd in
    n * (4 * groups winner + 2 * count loser + sum (fun (x, y) -> x * x + y * y)) - x * x - y * y in
  let ordered p =
    let scored = List.map (fun (key, q) -> score q, (key, q)) (moves p) in
    List.map snd (List.stable_sort (fun (a, _) (b, _) -> Int.compare a b) scored) in
  let open_ p = g.tells p = Open and won p = g.tells p = Done in
  let at_once p = List.exists won (replies g.entries p) in
  let answered p = won p || open_ p && at_once p in
  let wins_next q = open_ q && List.for_all answered (replies g.entries q) in
  let in_three p = List.exists wins_next (replies g.entries p) in
  let known = Hashtbl.create 1000 in
  let is_turn p =
    let p = least g.images p in
    match Hashtbl.find_opt known p with
    | Some answer -> answer
    | None -> let answer = not (at_once p || in_three p) in Hashtbl.add known p answer; answer in
  (* The walk: turns get numbers, and each its move. *)
  let numbers = Hashtbl.create 1000 and queue = Queue.create () in
  let meet p =
    let p = least g.images p in
    if not (Hashtbl.mem numbers p) then begin
      Hashtbl.add numbers p (Hashtbl.length numbers);
      Queue.add p queue
    end in
  let follow q =
    List.iter (fun (_, p) -> match g.tells p with
      | Done -> () | Failed -> refuse "not won" | Open -> if is_turn p then meet p) (moves q) in
  let all = Int64.(shift_right_logical minus_one (64 - c.files * c.ranks)) in
  let off_board = Int64.(logand (logor c.black c.white) (lognot all)) in
  if off_board <> 0L || Int64.logand c.black c.white <> 0L || c.black = 0L || c.white = 0L then
    refuse "stones";
  let start = placed c.turn (squares c.files c.black) (squares c.files c.white) in
  let p = encode zf zr start in
  let goes_on r = verdict_of r g.entries g.above p = Goes_on in
  if not (List.for_all goes_on c.ids) then refuse "over";
  if c.turn = c.winner then begin if is_turn p then meet p end else follow p;
  let chosen = Hashtbl.create 1000 in
  let rec take n =
    match Queue.take_opt queue with
    | None -> if n < Array.length c.moves then refuse "too many moves"
    | Some p ->
      if n >= Array.length c.moves then refuse "too few moves";
      (match List.nth_opt (ordered p) c.moves.(n) with
       | None -> refuse "no such move"
       | Some (key, q) ->
         if not (open_ q) then refuse "not won by the move";
         Hashtbl.add chosen p key;
         follow q);
      take (n + 1) in
  take 0;
  (* The adviser plays the move that wins at once, in three, or by the certificate. *)
  let number_of = Hashtbl.create 64 in
  List.iteri (fun i (x, y) -> Hashtbl.add number_of (y * width + x) i)
    (List.concat_map (fun x -> List.init c.ranks (fun y -> x, y)) (List.init c.files Fun.id));
  let advice (from, dest) =
    if from < 0 then Play (63, 0, true)
    else begin
      let (x, y), (u, v) = xy from, xy dest in
      let dx, dy = compare u x, compare v y in
      let axis, way =
        if dy = 0 then 0, dx > 0 else if dx = 0 then 1, dy > 0
        else if dx = dy then 2, dx > 0 else 3, dx > 0 in
      Play (Hashtbl.find number_of from, axis, way)
    end in
  let ask _ () p =
    let found =
      match List.find_opt (fun (_, q) -> won q) (moves p) with
      | Some (key, _) -> key
      | None ->
        match Hashtbl.find_opt chosen p with
        | Some key -> key
        | None ->
          match List.find_opt (fun (_, q) -> wins_next q) (moves p) with
          | Some (key, _) -> key
          | None -> refuse "no advice" in
    advice found, () in
  match run zf zr c.ids c.winner quick ask (nat_of_int 1000) () start with
  | None -> refuse "by the checker"
  | Some n ->
    let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n in
    let n = int_of_nat n in
    if n > c.plies then refuse "too long" else Printf.printf "within %d\n%!" n

let () =
  List.iter (fun name -> try check (read name) with Refused reason -> Printf.printf "refused: %s\n%!" reason)
    (List.tl (Array.to_list Sys.argv))
