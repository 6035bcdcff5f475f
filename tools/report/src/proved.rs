//! Starts that are proved: who wins them, under all nine normal rules ids, by certificates
//! that `data/proofs` describes.

use std::fmt;

use loa_solver::proof::RuleSet;
use loa_solver::{Color, Position, Rules};
use schemars::JsonSchema;
use serde::Serialize;

use crate::proof_view::Image;

/// A start whose winner is proved.
struct ProvedStart {
    /// The position, as text.
    start: &'static str,
    winner: Color,
    /// The plies after which the winner has won at the latest.
    plies: u32,
}

const fn proved(start: &'static str, winner: Color, plies: u32) -> ProvedStart {
    ProvedStart { start, winner, plies }
}

use Color::{Black, White};

/// Proved starts of boards, and positions after the first moves of 6x6.
#[rustfmt::skip]
const PROVED: [ProvedStart; 15] = [
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
    proved("1xxxx1/o4o/o4o/o1x2o/o4o/1x1xx1 o", White, 47),
    proved("1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1 o", White, 53),
    proved("1xxxx1/o4o/o4o/o4o/o4o/2xxxx o", White, 65),
    proved("1xxxx1/o4o/o4o/o3xo/o4o/1x1xx1 o", Black, 70),
];

/// A proof that a player wins from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Proved {
    /// The player who wins, `x` or `o`.
    #[schemars(extend("enum" = ["x", "o"]))]
    pub winner: char,
    /// The plies after which the winner has won at the latest.
    pub plies: u32,
}

/// As a sentence.
impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = if self.winner == 'x' { "Black" } else { "White" };
        let plies = self.plies;
        write!(f, "it is proved that {winner} wins within {plies} plies")
    }
}

/// Returns whether a position is a mirror image or a turn of a start.
pub(crate) fn is_symmetric(position: &Position, start: &str) -> bool {
    start.parse().is_ok_and(|start: Position| start.images().any(|image| image == *position))
}

impl Proved {
    /// Returns what is proved of a position under some rules: of a start, or of an image of
    /// one by which nobody who plays can tell.
    pub fn of(position: &Position, rules: Rules) -> Option<Proved> {
        if RuleSet::NORMAL.bits() & RuleSet::one(rules).bits() == 0 {
            return None;
        }
        Image::ALL.into_iter().find_map(|image| {
            let seen = image.of(position);
            let is_image = |proved: &&ProvedStart| is_symmetric(&seen, proved.start);
            let proved = PROVED.iter().find(is_image)?;
            let winner = if image.colors_exchanged { proved.winner.other() } else { proved.winner };
            Some(Proved { winner: winner.letter(), plies: proved.plies })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use loa_checker::{Certificate, Ids};
    use loa_solver::Board;

    use super::*;

    fn all() -> impl Iterator<Item = (&'static ProvedStart, Position)> {
        PROVED.iter().map(|proved| (proved, proved.start.parse().unwrap()))
    }

    #[test]
    fn the_list_is_that_of_the_certificates() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/proofs");
        let mut found = 0;
        for file in folder.read_dir().unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|kind| kind != "proof") {
                continue;
            }
            let certificate = Certificate::open(&path).unwrap();
            let claim = certificate.claim();
            if claim.ids != Ids::NORMAL {
                continue;
            }
            let start = claim.board.position_text(claim.start(), claim.to_move);
            let proved = PROVED.iter().find(|proved| proved.start == start).unwrap();
            assert_eq!(claim.winner.to_string(), proved.winner.letter().to_string());
            assert_eq!(claim.plies, proved.plies);
            found += 1;
        }
        assert_eq!(found, PROVED.len());
    }

    #[test]
    fn a_start_is_proved_in_all_its_images_under_normal_rules() {
        for (start, position) in all() {
            for image in Image::ALL {
                let seen = image.of(&position);
                for turned in seen.images() {
                    let proved = Proved::of(&turned, Rules::default()).unwrap();
                    let winner =
                        if image.colors_exchanged { start.winner.other() } else { start.winner };
                    assert_eq!((proved.winner, proved.plies), (winner.letter(), start.plies));
                }
            }
        }
        let start = "6x6".parse::<Board>().unwrap().start();
        assert_eq!(Proved::of(&start, "mover-pass-misere".parse().unwrap()), None);
        assert_eq!(Proved::of(&start.passed(), Rules::default()).unwrap().winner, 'o');
        // The win of 6x8 is recorded, and 7x7 is open.
        for board in ["6x8", "7x7"] {
            let start = board.parse::<Board>().unwrap().start();
            assert_eq!(Proved::of(&start, Rules::default()), None);
        }
    }
}
