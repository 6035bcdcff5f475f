//! Starts whose winner is known. Some are solved, with the exact distance. Others are proved under
//! all nine normal rules ids by certificates that `data/proofs` describes. The checker that is
//! proved correct in Coq accepts each certificate.

use std::collections::HashMap;
use std::sync::LazyLock;

use loa_engine::Image;
use loa_record::{Basis, Proviso, RatedMove, Worth};
use loa_solver::{Board, Color, Material, Position, Preset, Rules, Wdl};
use loa_tablebase::Tablebase;

use super::starts::value_of_start;
use super::verified;

/// A start whose winner is proved.
struct ProvedStart {
    /// The position, as text.
    start: &'static str,
    winner: Color,
    /// The maximum number of plies to the win.
    plies: u32,
}

const fn proved(start: &'static str, winner: Color, plies: u32) -> ProvedStart {
    ProvedStart { start, winner, plies }
}

use Color::{Black, White};

/// The position after the first move of the certificate of 6x6. The certificate proves it, but no
/// theorem names it.
const NEXT: &str = "1xxxx1/o4o/o4o/ox3o/o4o/2xxx1 o";

/// Proved starts of boards, positions after the first moves of 6x6, and an ending of 8x8.
#[rustfmt::skip]
const PROVED: [ProvedStart; 18] = [
    proved("1xxx1/o3o/o3o/o3o/1xxx1 x", Black, 13),
    proved("1xxx1/o3o/o3o/o3o/o3o/1xxx1 x", White, 22),
    proved("1xxxx1/o4o/o4o/o4o/1xxxx1 x", Black, 17),
    proved("1xxx1/o3o/o3o/o3o/o3o/o3o/1xxx1 x", White, 20),
    proved("1xxxxx1/o5o/o5o/o5o/1xxxxx1 x", Black, 19),
    proved("1xxx1/o3o/o3o/o3o/o3o/o3o/o3o/1xxx1 x", White, 24),
    proved("1xxxxxx1/o6o/o6o/o6o/1xxxxxx1 x", Black, 21),
    proved("1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x", Black, 59),
    proved("1xxxxx1/o5o/o5o/o5o/o5o/1xxxxx1 x", Black, 53),
    proved("1xxxx1/o4o/o4o/o4o/o4o/o4o/1xxxx1 x", White, 60),
    proved("1xxxxxx1/o6o/o6o/o6o/o6o/1xxxxxx1 x", Black, 55),
    proved("1xxxx1/o4o/o4o/o4o/o4o/o4o/o4o/1xxxx1 x", White, 84),
    proved("1xxxx1/o4o/o4o/o1x2o/o4o/1x1xx1 o", White, 47),
    proved("1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1 o", White, 53),
    proved("1xxxx1/o4o/o4o/o4o/o4o/2xxxx o", White, 65),
    proved("1xxxx1/o4o/o4o/o3xo/o4o/1x1xx1 o", Black, 70),
    proved(NEXT, Black, 58),
    proved("6o1/x7/8/3o2x1/o7/8/8/x4o2 x", Black, 53),
];

/// The start whose exact distance under all normal rules ids is a theorem, `exactly_11`.
const EXACT: &str = "1xxx1/o3o/o3o/o3o/1xxx1 x";

/// Returns whether a position is a mirror image or a rotation of a start.
pub(crate) fn is_symmetric(position: &Position, start: &str) -> bool {
    // Most starts are of boards with other ranks.
    start.split('/').count() as u32 == position.board().ranks()
        && start.parse().is_ok_and(|start: Position| start.images().any(|image| image == *position))
}

/// Returns whether a position is an image of the one after the first move of the certificate of 6x6,
/// which answers there too.
pub(super) fn is_next(position: &Position) -> bool {
    Image::ALL.iter().any(|image| is_symmetric(&image.of(position), NEXT))
}

/// Returns the basis of a position's value and of its moves in tables. `digest` is
/// [`Tablebase::sha256`], or finds only known digests. `None` if it does not find one.
pub(crate) fn basis_of_tables(
    tables: &Tablebase,
    position: &Position,
    preset: Preset,
    digest: impl Fn(&Tablebase, Board, Material) -> Option<(Board, [u8; 32])>,
) -> Option<Basis> {
    let is_over = preset.rules.termination(position).is_some();
    let has_table = || tables.has_open_table(position) || tables.table_path(position).is_ok();
    if !is_over && !has_table() {
        return Some(Basis::Search);
    }
    if Proviso::of(preset).is_some() {
        return Some(Basis::Tables);
    }
    let is_verified = verified::are_tables(tables, position, digest)?;
    Some(if is_verified { Basis::Verified } else { Basis::Tables })
}

/// Returns a result under the rules of `preset`. The theorems do not cover its proviso.
fn under(known: Worth, preset: Preset) -> Worth {
    let proviso = Proviso::of(preset);
    let basis = match known.basis {
        Basis::Verified if proviso.is_some() && !known.bound => Basis::Solved,
        Basis::Verified if proviso.is_some() => Basis::Proof,
        basis => basis,
    };
    Worth { basis, proviso, ..known }
}

/// Returns the known value of a start under some rules, or of an equivalent image of a start.
pub(crate) fn known_start(position: &Position, preset: Preset) -> Option<Worth> {
    let solved = solved_start(position, preset.rules).map(|known| under(known, preset));
    solved.or_else(|| proved_start(position, preset))
}

/// Returns the moves to known starts, such as the positions after the first moves of 6x6.
pub(crate) fn known_moves(position: &Position, preset: Preset) -> Vec<RatedMove> {
    let known = preset.rules.moves(position).into_iter().filter_map(|played| {
        let worth = known_start(&position.play_unchecked(played), preset)?.before();
        // A theorem is about the position after the move.
        let basis = if worth.basis == Basis::Verified { Basis::Proof } else { worth.basis };
        Some(RatedMove::new(played, Worth { basis, ..worth }))
    });
    known.collect()
}

/// Returns the exact value of a solved start, if a side wins.
pub(crate) fn solved_start(position: &Position, rules: Rules) -> Option<Worth> {
    Image::ALL.into_iter().find_map(|image| {
        let seen = image.of(position);
        let board = seen.board();
        let starts = [(board.start(), false), (board.scrambled(), true)];
        starts.into_iter().find_map(|(start, is_scrambled)| {
            let value = value_of_start(board, rules, is_scrambled)?;
            if value.plies().is_none() || !seen.images().any(|image| image == start) {
                return None;
            }
            // No theorem about 5x5 exchanges the colours.
            let is_theorem = verified::is_covered(position, rules)
                || !image.colors_exchanged && is_symmetric(&seen, EXACT) && !rules.is_misere();
            let basis = if is_theorem { Basis::Verified } else { Basis::Solved };
            Some(Worth::exact(value, basis))
        })
    })
}

/// Returns the result that a certificate of `data/proofs` proves for a position under some rules.
/// The start may also be solved.
fn proved_start(position: &Position, preset: Preset) -> Option<Worth> {
    static KNOWN: LazyLock<HashMap<Position, Worth>> = LazyLock::new(proved_images);
    let known = KNOWN.get(position).filter(|_| !preset.rules.is_misere())?;
    Some(under(*known, preset))
}

/// Returns the results of all images of proved starts, with the best basis of each.
fn proved_images() -> HashMap<Position, Worth> {
    let mut known = HashMap::new();
    let all = Image::ALL.iter().flat_map(|image| PROVED.iter().map(move |proved| (image, proved)));
    for (image, proved) in all {
        let start: Position = proved.start.parse().expect("a position");
        // No theorem exchanges the colours, or the numbers of files and ranks.
        let is_theorem = !image.transposed && !image.colors_exchanged && proved.start != NEXT;
        let basis = if is_theorem { Basis::Verified } else { Basis::Proof };
        let result = if proved.winner == start.turn() { Wdl::Win } else { Wdl::Loss };
        for seen in image.of(&start).images() {
            known.entry(seen).or_insert(Worth::within(result, proved.plies, basis));
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use loa_checker::{Certificate, Ids};
    use loa_solver::{Board, Value};
    use sha2::{Digest, Sha256};

    use super::*;

    fn theorems() -> impl Iterator<Item = (&'static ProvedStart, Position)> {
        let named = PROVED.iter().filter(|proved| proved.start != NEXT);
        named.map(|proved| (proved, proved.start.parse().unwrap()))
    }

    #[test]
    fn the_first_moves_of_6x6_are_known() {
        let start = "6x6".parse::<Board>().unwrap().start();
        let of = |preset: &str| known_moves(&start, preset.parse().unwrap());
        for (played, worth) in [
            ("b1-b3", "wins within 59"),
            ("c1-e3", "wins within 71"),
            ("c1-c3", "loses within 48"),
            ("b1-d3", "loses within 54"),
            ("b1-f1", "loses within 66"),
        ] {
            let alike = of("club").into_iter().filter(|rated| rated.to_string() == worth);
            let alike: Vec<_> =
                alike.map(|rated| (rated.played.to_string(), rated.worth.basis)).collect();
            assert!(
                alike.len() == 4 && alike.contains(&(played.to_owned(), Basis::Proof)),
                "{alike:?}"
            );
        }
        assert_eq!(["club", "openspiel", "misere"].map(|preset| of(preset).len()), [20, 20, 0]);
    }

    #[test]
    fn the_list_is_that_of_the_certificates() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs");
        let mut found = 0;
        for path in super::super::files(folder.as_ref()).unwrap() {
            let certificate = Certificate::open(&path).unwrap();
            let claim = certificate.claim();
            if claim.ids != Ids::NORMAL {
                continue;
            }
            let start = claim.board.position_text(claim.start(), claim.to_move);
            let proved = PROVED.iter().find(|proved| proved.start == start).unwrap();
            assert_eq!(claim.winner.to_string(), proved.winner.letter().to_string());
            assert_eq!(claim.plies, proved.plies);
            let sha256 = Sha256::digest(std::fs::read(&path).unwrap()).into();
            assert!(verified::is_certificate(&sha256), "{}", path.display());
            found += 1;
        }
        assert_eq!(found, theorems().count());
    }

    /// The claims for people to read are those of this file.
    #[test]
    fn each_start_is_a_theorem() {
        let words = include_str!("../../../verified/Theorems.v").split_whitespace();
        let text = words.collect::<Vec<_>>().join(" ");
        for (proved, position) in theorems() {
            let (board, ProvedStart { winner, plies, .. }) = (position.board(), proved);
            let size = format!("{} {}", board.files(), board.ranks());
            let stones = proved.start.split(' ').next().unwrap();
            let shown = match board.start() == position {
                true => format!("(start {size})"),
                false => format!("(shown {size} {:?} \"{stones}\")", position.turn()),
            };
            let claim = format!("r : normal r -> Wins {size} r {winner:?} {plies} {shown}.");
            assert!(text.contains(&claim), "{claim}");
        }
    }

    #[test]
    fn a_start_is_proved_in_all_its_images_under_normal_rules() {
        for (start, position) in theorems() {
            for image in Image::ALL {
                let seen = image.of(&position);
                for turned in seen.images() {
                    let proved = proved_start(&turned, Preset::default()).unwrap();
                    let is_won = start.winner == position.turn();
                    let result = if is_won { Wdl::Win } else { Wdl::Loss };
                    let is_square = turned.board().files() == turned.board().ranks();
                    let is_theorem = !image.colors_exchanged && (!image.transposed || is_square);
                    let basis = if is_theorem { Basis::Verified } else { Basis::Proof };
                    let known = Worth::within(result, start.plies, basis);
                    assert_eq!(proved, known, "{turned}");
                }
            }
        }
        let start = "6x6".parse::<Board>().unwrap().start();
        assert_eq!(known_start(&start, "misere".parse().unwrap()), None);
        let passed = known_start(&start.passed(), Preset::default()).unwrap();
        assert_eq!(passed.category, Some(Wdl::Win));
        // 7x7 is unsolved.
        let start = "7x7".parse::<Board>().unwrap().start();
        assert_eq!(known_start(&start, Preset::default()), None);
    }

    #[test]
    fn a_start_that_is_solved_has_its_distance_in_all_its_images() {
        let start = |board: &str| board.parse::<Board>().unwrap().start();
        for (start, rules, value, basis) in [
            (start("5x5"), "mover-pass", Value::Win(11), Basis::Verified),
            (start("5x5"), "own-draw", Value::Win(11), Basis::Verified),
            (start("5x5"), "mover-pass-misere", Value::Win(55), Basis::Solved),
            (start("5x5").passed(), "mover-pass", Value::Win(11), Basis::Verified),
            (start("4x4"), "mover-pass", Value::Win(3), Basis::Verified),
            (start("4x5"), "mover-pass", Value::Loss(8), Basis::Solved),
            (start("5x4"), "mover-pass", Value::Win(3), Basis::Solved),
            (start("4x5").passed(), "mover-pass", Value::Win(3), Basis::Solved),
            (
                "5x5".parse::<Board>().unwrap().scrambled(),
                "draw-pass-misere",
                Value::Win(67),
                Basis::Solved,
            ),
        ] {
            let rules: Preset = rules.parse().unwrap();
            for turned in start.images() {
                let known = Some(Worth::exact(value, basis));
                assert_eq!(known_start(&turned, rules), known, "{turned} {}", rules.name);
            }
            if let Some(bound) = proved_start(&start, rules) {
                assert!(bound.category == Some(value.wdl()) && bound.bound);
                assert!(bound.plies >= value.plies().map(u32::from));
            }
        }
        assert_eq!(known_start(&start("4x5"), "draw-pass".parse().unwrap()), None);
    }

    /// The theorems do not say what happens if a board occurs with both sides to move.
    #[test]
    fn nothing_is_verified_where_boards_must_not_occur_twice() {
        let openspiel: Preset = "openspiel".parse().unwrap();
        let proviso = Some(Proviso::Boards);
        let start = |board: &str| board.parse::<Board>().unwrap().start();
        for start in theorems().map(|(_, start)| start) {
            let known = known_start(&start, openspiel).unwrap();
            let free = known_start(&start, "mover-loss".parse().unwrap()).unwrap();
            let basis = if known.bound { Basis::Proof } else { Basis::Solved };
            assert_eq!(known, Worth { basis, proviso, ..free }, "{start}");
            assert_eq!((free.basis, free.proviso), (Basis::Verified, None), "{start}");
            assert!(known.sentence().ends_with(", unless a board must occur twice"));
        }
        let tables = Tablebase::embedded(openspiel.rules);
        let basis = |preset: &str| {
            let (start, preset) = (start("4x4"), preset.parse().unwrap());
            basis_of_tables(&tables, &start, preset, Tablebase::sha256)
        };
        assert_eq!(basis("openspiel"), Some(Basis::Tables));
        assert_eq!(basis("mover-loss"), Some(Basis::Verified));
    }
}
