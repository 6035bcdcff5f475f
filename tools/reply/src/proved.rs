//! Starts that are proved: who wins them, under all nine normal rules ids, by certificates
//! that `data/proofs` describes.

use std::fmt;

use loa_solver::proof::RuleSet;
use loa_solver::{Color, Position, Rules, Symmetry};
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
    /// The digest of the certificate.
    digest: u128,
}

const fn proved(start: &'static str, winner: Color, plies: u32, digest: u128) -> ProvedStart {
    ProvedStart {
        start,
        winner,
        plies,
        digest,
    }
}

use Color::{Black, White};

/// Proved starts of boards, and positions after the first moves of 6x6.
#[rustfmt::skip]
const PROVED: [ProvedStart; 15] = [
    proved("1xxx1/o3o/o3o/o3o/1xxx1 x", Black, 13, 0x0c775a954ffb4e130e35e037ed8645a7),
    proved("1xxx1/o3o/o3o/o3o/o3o/1xxx1 x", White, 22, 0x6f72bc126977208ecb1eb05d062e8d9a),
    proved("1xxxx1/o4o/o4o/o4o/1xxxx1 x", Black, 17, 0x0d941fb044b65037a98bb52804b2895f),
    proved("1xxx1/o3o/o3o/o3o/o3o/o3o/1xxx1 x", White, 20, 0x3f1e8e5cd411110b133a35790a74fcc2),
    proved("1xxxxx1/o5o/o5o/o5o/1xxxxx1 x", Black, 19, 0xf59e38c477daa58ab70dbd3005d6a879),
    proved("1xxx1/o3o/o3o/o3o/o3o/o3o/o3o/1xxx1 x", White, 24, 0x51aeb5a33ce0ad9b7e17b5d4f160fb5f),
    proved("1xxxxxx1/o6o/o6o/o6o/1xxxxxx1 x", Black, 21, 0xdbed81022d1973c3a993f02289dc1fa8),
    proved("1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x", Black, 59, 0x169d3e0161d1d7aff14a63206aea9125),
    proved("1xxxxx1/o5o/o5o/o5o/o5o/1xxxxx1 x", Black, 53, 0xa99015b3916c3ee9c8ed997202e3d75d),
    proved("1xxxx1/o4o/o4o/o4o/o4o/o4o/1xxxx1 x", White, 64, 0xe1d1feba2f41785519efea60a6e376b4),
    proved("1xxxxxx1/o6o/o6o/o6o/o6o/1xxxxxx1 x", Black, 73, 0x8d6611da28b1ce80843df131dca47386),
    proved("1xxxx1/o4o/o4o/o1x2o/o4o/1x1xx1 o", White, 47, 0xb53633aadde154542399d190377dcdb8),
    proved("1xxxx1/o4o/o4o/o2x1o/o4o/2xxx1 o", White, 53, 0xf8ba943b519594a706c56d372cf1dfa5),
    proved("1xxxx1/o4o/o4o/o4o/o4o/2xxxx o", White, 65, 0x859ce8ff81239ffe6843500f1488e1a9),
    proved("1xxxx1/o4o/o4o/o3xo/o4o/1x1xx1 o", Black, 70, 0x036d78ad7dc60ac95be92578926819f4),
];

/// The certificate of 5x5 under misere, which is checked as well.
const MISERE_5X5: u128 = 0x2d1c5a80207e877696fa3b77bdc59ef5;

/// Returns whether a certificate of this digest has passed `loa proof check`.
pub fn is_known(digest: u128) -> bool {
    digest == MISERE_5X5 || PROVED.iter().any(|proved| proved.digest == digest)
}

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
fn is_symmetric(position: &Position, start: &str) -> bool {
    let Ok(start) = start.parse::<Position>() else {
        return false;
    };
    let board = start.board();
    (position.board(), position.turn()) == (board, start.turn())
        && Symmetry::all(board).any(|symmetry| {
            let image = |set| symmetry.apply(board, set);
            (image(start.us()), image(start.them())) == (position.us(), position.them())
        })
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
            let winner = match image.colors_exchanged {
                true => proved.winner.other(),
                false => proved.winner,
            };
            Some(Proved {
                winner: winner.letter(),
                plies: proved.plies,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use loa_solver::proof::Certificate;
    use loa_solver::{Board, Symmetry};

    use super::*;

    fn all() -> impl Iterator<Item = (&'static ProvedStart, Position)> {
        PROVED
            .iter()
            .map(|proved| (proved, proved.start.parse().unwrap()))
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
            let certificate = Certificate::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
            let digest = certificate.digest();
            assert!(is_known(digest), "{}", path.display());
            let Some((proved, start)) = all().find(|(proved, _)| proved.digest == digest) else {
                assert_eq!(digest, MISERE_5X5);
                continue;
            };
            assert_eq!(certificate.rules, RuleSet::NORMAL);
            let of_file = (certificate.start, certificate.winner, certificate.plies);
            assert_eq!(of_file, (start, proved.winner, proved.plies));
            found += 1;
        }
        // Two are too large to lie there.
        assert_eq!(found, PROVED.len() - 2);
    }

    #[test]
    fn a_start_is_proved_in_all_its_images_under_normal_rules() {
        for (start, position) in all() {
            for image in Image::ALL {
                let seen = image.of(&position);
                for symmetry in Symmetry::all(seen.board()) {
                    let turned = |set| symmetry.apply(seen.board(), set);
                    let (us, them) = (turned(seen.us()), turned(seen.them()));
                    let turned = Position::new(seen.board(), us, them, seen.turn()).unwrap();
                    let proved = Proved::of(&turned, Rules::default()).unwrap();
                    let winner = match image.colors_exchanged {
                        true => start.winner.other(),
                        false => start.winner,
                    };
                    assert_eq!(
                        (proved.winner, proved.plies),
                        (winner.letter(), start.plies)
                    );
                }
            }
        }
        let start = "6x6".parse::<Board>().unwrap().start();
        assert_eq!(
            Proved::of(&start, "mover-pass-misere".parse().unwrap()),
            None
        );
        assert_eq!(
            Proved::of(&start.passed(), Rules::default())
                .unwrap()
                .winner,
            'o'
        );
        let open = "6x8".parse::<Board>().unwrap().start();
        assert_eq!(Proved::of(&open, Rules::default()), None);
    }
}
