//! The checker proved correct in Coq and this one agree on thousands of certificates: valid,
//! changed, and forged. `.ci/verified` runs this with the program of `tools/verified`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use super::draft::{Draft, shipped, shut_in};
use loa_checker::{Board, Certificate, Stones, check};

/// The number of certificates that one process of the other checker reads.
const BATCH: usize = 400;

/// Random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

/// A kind of certificate, and its bytes.
type Named = (&'static str, Vec<u8>);

/// Returns a certificate with every `step`th move changed, omitted and doubled.
fn moves_changed(board: &str, step: usize) -> Vec<Named> {
    let all = Draft::of(&shipped(board)).with_moves_changed(step).into_iter();
    all.map(|bytes| ("moves changed", bytes)).collect()
}

/// Returns a certificate with every claim changed: ids, sides, stones, plies.
fn claims_changed(board: &str) -> Vec<Named> {
    let draft = Draft::of(&shipped(board));
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut other = draft.clone();
        change(&mut other.header);
        all.push(("claims changed", other.bytes()));
    };
    for id in 0..15u32 {
        let bit = (1u16 << id).to_le_bytes();
        add(&|header| header[16..18].copy_from_slice(&bit));
        add(&|header| header[16 + id as usize / 8] ^= 1 << (id % 8));
    }
    add(&|header| header[20] ^= 1);
    add(&|header| header[21] ^= 1);
    for less in 1..=draft.header[40] {
        add(&|header| header[40] -= less);
    }
    for bit in 0..64 {
        add(&|header| header[24 + bit / 8] ^= 1 << (bit % 8));
        add(&|header| header[32 + bit / 8] ^= 1 << (bit % 8));
    }
    all
}

/// Returns claims that a move wins, under each rules id. After the move each case occurs of which sides
/// are connected and which can move. Blocked sides are rare: it takes a hundred thousand positions.
fn cases(random: &mut Random) -> Vec<Named> {
    let (mut all, mut found) = (Vec::new(), BTreeMap::<_, usize>::new());
    for _ in 0..100_000 {
        let (files, ranks) = (3 + random.below(2), 3 + random.below(2));
        let mut stones = Stones { us: 0, them: 0 };
        for square in 0..files * ranks {
            match random.below(5) {
                0..2 => stones.us |= 1 << square,
                2..4 => stones.them |= 1 << square,
                _ => {}
            }
        }
        let board = Board::new(files as u32, ranks as u32).unwrap();
        let moves = board.stone_moves(stones).map(|(_, after)| after);
        let Some(after) = moves.filter(|after| after.us != 0).last() else {
            continue;
        };
        let connected = [after.them, after.us].map(|side| board.is_connected(side));
        let can_move = [after, after.turned()].map(|stones| board.can_move(stones));
        let count = found.entry((connected, can_move)).or_default();
        *count += 1;
        if *count > 6 {
            continue;
        }
        for (id, winner) in (0..15).flat_map(|id| [(id, 0), (id, 1)]) {
            let sides = [files as u8, ranks as u8, winner, 0];
            let claim = Draft::claim(1 << id, sides, [stones.us, stones.them], 3, &[]);
            all.push(("cases", claim.bytes()));
        }
    }
    assert_eq!(found.len(), 16, "{found:?}");
    all
}

/// Returns claims about random positions, with few moves or none.
fn forged(random: &mut Random, count: usize) -> Vec<Named> {
    let mut forge = || {
        let (files, ranks) = (3 + random.below(4) as u8, 3 + random.below(4) as u8);
        let squares = u64::from(files) * u64::from(ranks);
        let (mut black, mut white) = (0u64, 0u64);
        for _ in 0..2 + random.below(4) {
            black |= 1 << random.below(squares);
            white |= 1 << random.below(squares);
        }
        // Some sides are packed together, so that a stone may be blocked.
        if random.below(3) == 0 {
            white |= 0b11 | 0b11 << files;
            black |= 1 << random.below(u64::from(files) + 2);
        }
        white &= !black;
        let ids = match random.below(4) {
            0 => 0x01ff,
            1 => 1 << random.below(15),
            2 => 0x0180 | 1 << random.below(9),
            _ => 1 + random.below(0x7fff) as u16,
        };
        let sides = [files, ranks, random.below(2) as u8, random.below(2) as u8];
        let plies = random.below(12) as u8;
        let places: Vec<u32> = (0..random.below(3)).map(|_| random.below(9) as u32).collect();
        let places = if random.below(2) == 0 { &[] } else { &places[..] };
        ("forged", Draft::claim(ids, sides, [black, white], plies, places).bytes())
    };
    (0..count).map(|_| forge()).collect()
}

/// Returns the fewest plies with which a certificate is accepted.
fn least(bytes: &[u8]) -> u32 {
    let mut draft = Draft::of(bytes);
    let mut is_accepted = |plies| {
        draft.header[40] = plies;
        check(&Certificate::read(draft.bytes()).unwrap(), &|_| true).is_ok()
    };
    (0..).find(|&plies| is_accepted(plies)).unwrap().into()
}

/// Returns a program that `tools/verified` has built.
fn built(name: &str) -> PathBuf {
    PathBuf::from(std::env::var_os("LOA_VERIFIED").unwrap()).join(name)
}

/// The checker for 8x8, with sets of two integers, accepts an ending, and refuses it after any change.
#[test]
#[ignore = "needs the program of tools/verified: .ci/verified"]
fn the_checker_of_8x8_refuses_changes() {
    let certificate = Certificate::read(shipped("8x8-ending")).unwrap();
    let honest = check(&certificate, &|_| true).unwrap().coq().unwrap();
    let head = "(* certificate 8 8 x x 53 511 281749854617601 4611686052803903520 *)";
    let (first, moves) = honest.split_once('\n').unwrap();
    assert_eq!(first, head);
    let mut changed: Vec<String> = [
        "(* certificate 8 8 x x 52 511 281749854617601 4611686052803903520 *)",
        "(* certificate 8 8 o x 53 511 281749854617601 4611686052803903520 *)",
        "(* certificate 8 8 x o 53 511 281749854617601 4611686052803903520 *)",
        "(* certificate 8 8 x x 53 512 281749854617601 4611686052803903520 *)",
        "(* certificate 8 8 x x 53 511 281749854617602 4611686052803903520 *)",
        "(* certificate 8 8 x x 53 511 281749854617601 9223372071231291424 *)",
        "(* certificate 8 9 x x 53 511 281749854617601 4611686052803903520 *)",
    ]
    .map(|head| format!("{head}\n{moves}"))
    .to_vec();
    // A bit of a move, here and there.
    let numbers: Vec<&str> = honest.split([';', '[', ']', '\n', ' ']).collect();
    let numbers = numbers.iter().filter_map(|word| word.parse::<u64>().ok()).skip(8);
    for (at, number) in numbers.enumerate().step_by(1700) {
        let other = number ^ 1 << (at % 63);
        changed.push(honest.replacen(&number.to_string(), &other.to_string(), 1));
    }
    let folder = tempfile::tempdir().unwrap();
    let is_accepted = |text: &str| {
        let path = folder.path().join("ending.v");
        std::fs::write(&path, text).unwrap();
        Command::new(built("wide/checker")).arg(path).output().unwrap().status.success()
    };
    assert!(is_accepted(&honest));
    assert!(changed.len() > 10, "{}", changed.len());
    for text in changed {
        assert!(text != honest && !is_accepted(&text), "{}", &text[..500]);
    }
}

#[test]
#[ignore = "needs the program of tools/verified: .ci/verified"]
fn the_checker_that_is_proved_correct_never_differs() {
    let program = built("compare");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let honest = ["5x5", "6x5", "7x5", "5x6", "5x7", "8x5"].map(|board| ("honest", shipped(board)));
    let all: Vec<Named> = [
        honest.to_vec(),
        moves_changed("5x5", 1),
        moves_changed("6x5", 60),
        claims_changed("5x5"),
        claims_changed("6x5"),
        shut_in().map(|(draft, _)| ("shut in", draft.bytes())).collect(),
        cases(&mut random),
        forged(&mut random, 5000),
    ]
    .concat();
    let folder = tempfile::tempdir().unwrap();
    let mut counts: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    let mut differ = Vec::new();
    for batch in all.chunks(BATCH) {
        let path = |at: usize| folder.path().join(format!("{at}.proof"));
        for (at, (_, bytes)) in batch.iter().enumerate() {
            std::fs::write(path(at), bytes).unwrap();
        }
        let output = Command::new(&program).args((0..batch.len()).map(path)).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), batch.len(), "{}", String::from_utf8_lossy(&output.stderr));
        for (at, (kind, bytes)) in batch.iter().enumerate() {
            let found = Certificate::open(path(at))
                .map_err(|error| error.to_string())
                .and_then(|file| check(&file, &|_| true).map_err(|error| error.to_string()));
            *counts.entry((kind, found.is_ok())).or_default() += 1;
            let within = lines[at].strip_prefix("within ").map(|plies| plies.parse().unwrap());
            let least = found.as_ref().ok().filter(|_| *kind != "honest").map(|_| least(bytes));
            if found.is_ok() != within.is_some() || (least.is_some() && within != least) {
                differ.push(format!("{kind}: {least:?} {found:?}, and in Coq {}", lines[at]));
            }
        }
    }
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
    assert!(counts[&("shut in", true)] > 0 && counts[&("shut in", false)] > 0, "{counts:?}");
    // Both verdicts are common among the forgeries.
    assert!(counts[&("forged", true)] > 300 && counts[&("forged", false)] > 300, "{counts:?}");
}
