//! The tables and certificates that theorems of `tools/verified` cover, by digest: another file with
//! the same name, rules or header is not one of them.

use std::collections::HashMap;
use std::sync::LazyLock;

use loa_solver::{Board, Material, Position, Rules};
use loa_tablebase::Tablebase;

/// Written and compared by `tools/verified/Makefile` together with the theorems.
const DIGESTS: &str = include_str!("../../../verified/digests.txt");

type Sha256 = [u8; 32];

struct Listed {
    /// The digest of each table, and the sides that may be to move: `x`, `o` or `xo`.
    tables: HashMap<(Rules, Board, Material), (Sha256, &'static str)>,
    certificates: Vec<Sha256>,
}

static LISTED: LazyLock<Listed> = LazyLock::new(|| {
    let mut listed = Listed { tables: HashMap::new(), certificates: Vec::new() };
    for line in DIGESTS.lines() {
        let mut words = line.split_whitespace();
        let sha256 = words.next().and_then(sha256);
        let (Some(sha256), Some(name)) = (sha256, words.next()) else {
            continue;
        };
        if let (Some(subject), Some(turns)) = (subject(name), words.next()) {
            listed.tables.insert(subject, (sha256, turns));
        } else if name.ends_with(".proof") {
            listed.certificates.push(sha256);
        }
    }
    listed
});

fn sha256(text: &str) -> Option<Sha256> {
    let mut bytes = Sha256::default();
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// Reads a name such as `mover-pass/4x4/3v4`.
fn subject(name: &str) -> Option<(Rules, Board, Material)> {
    let mut parts = name.split('/');
    let (rules, board) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((rules, board, parts.next()?.parse().ok()?))
}

/// True if a theorem covers a position with its side to move.
pub(crate) fn is_covered(position: &Position, rules: Rules) -> bool {
    let material = position.material();
    // Tables begin at two stones a side. The theorems of two stones cover one stone, too.
    let material = Material::new(material.us().max(2), material.them().max(2));
    let listed = LISTED.tables.get(&(rules, position.board(), material));
    listed.is_some_and(|(_, turns)| turns.contains(position.turn().letter()))
}

/// Returns whether theorems cover all tables that the values of a position and its moves come from.
/// `digest` is [`Tablebase::sha256`] or finds only what is known. `None` if it finds nothing.
pub(crate) fn are_tables(
    tables: &Tablebase,
    position: &Position,
    digest: impl Fn(&Tablebase, Board, Material) -> Option<(Board, Sha256)>,
) -> Option<bool> {
    if !is_covered(position, tables.rules()) {
        return Some(false);
    }
    let (us, them) = (position.material().us(), position.material().them());
    let (fewer_us, fewer_them) = (us - 1, them - 1);
    // The tables of the position, of its moves, and of the replies that decide their values.
    let needed = [
        (us, them),
        (them, us),
        (fewer_them, us),
        (fewer_us, them),
        (us, fewer_them),
        (fewer_us, fewer_them),
    ];
    for (us, them) in needed.into_iter().filter(|&(us, them)| us.min(them) > 1) {
        let material = Material::new(us, them);
        let (board, found) = digest(tables, position.board(), material)?;
        let listed = LISTED.tables.get(&(tables.rules(), board, material));
        if listed.is_none_or(|(sha256, _)| *sha256 != found) {
            return Some(false);
        }
    }
    Some(true)
}

/// True if Coq has accepted the certificate of this digest.
pub(crate) fn is_certificate(sha256: &Sha256) -> bool {
    LISTED.certificates.contains(sha256)
}

#[cfg(test)]
mod tests {
    use loa_tablebase::{Builder, Selection};

    use super::*;

    /// Solves the small boards again and compares all tables with the list.
    #[test]
    fn solved_and_built_in_tables_are_those_of_the_theorems() {
        let listed = |rules: Rules, board: Board| {
            let tables = LISTED.tables.iter();
            tables.filter(move |(subject, _)| (subject.0, subject.1) == (rules, board))
        };
        let mut compared = 0;
        let mut compare = |tables: &Tablebase, board: Board| {
            for (&(_, _, material), &(sha256, _)) in listed(tables.rules(), board) {
                let found = tables.sha256(board, material);
                assert_eq!(found, Some((board, sha256)), "{board} {material} {}", tables.rules());
                compared += 1;
            }
        };
        for (rules, board) in loa_tablebase::built_in() {
            compare(&Tablebase::embedded(rules), board);
        }
        for (board, material) in
            [("3x3", "4v4"), ("3x4", "4v4"), ("4x3", "4v4"), ("3x5", "2v6"), ("5x3", "6v2")]
        {
            let (folder, board) = (tempfile::tempdir().unwrap(), board.parse().unwrap());
            let selection = Selection::Material(material.parse().unwrap());
            Builder::new(folder.path(), Rules::default(), board, selection).run().unwrap();
            compare(&Tablebase::open(folder.path(), Rules::default()), board);
        }
        // Those of 5x5 take minutes to solve.
        let of_5x5 = |rules| listed(rules, "5x5".parse().unwrap()).count();
        compared += Rules::all().map(of_5x5).sum::<usize>();
        assert_eq!(compared, LISTED.tables.len());
        let lines = DIGESTS.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(compared + LISTED.certificates.len(), lines.count());
    }

    #[test]
    fn theorems_cover_positions_by_their_stones_and_the_side_to_move() {
        for (position, rules, covered) in [
            ("1xx1/o2o/o2o/1xx1 x", "mover-pass", true),
            ("1xx1/o2o/o2o/1xx1 o", "draw-draw", true),
            ("1xx1/o2o/o2o/1xx1 x", "own-pass", false),
            ("1xx1/o2o/4/4 o", "mover-pass", true),
            ("x3/o2o/o2o/4 o", "mover-pass", true),
            ("xxxx/4/1oo1/o2x x", "mover-pass", false),
            ("xxxx/4/1oo1/o2x o", "mover-pass", false),
            ("1x1/o1o/o1o/1x1 x", "mover-pass", true),
            ("1x1/o1o/o1o/1x1 x", "draw-pass", false),
            ("x1x1/o2o/1o2 x", "mover-pass", true),
            ("1x1/o1o/1x1 x", "mover-pass", true),
            ("1x1/o1o/o1o/o1o/1x1 x", "mover-pass", true),
            ("1x1/o1o/o1o/o1o/1x1 o", "mover-pass", true),
            ("1x1/o1o/o1o/o1o/1x1 x", "draw-pass", false),
            ("1o1/x1x/x1x/x1x/1o1 x", "mover-pass", false),
            ("1o1/x1x/x1x/x1x/1o1 o", "mover-pass", false),
            ("1x1/o1o/oxo/3/1x1 x", "mover-pass", false),
            ("ooo/o1o/o1o/3/1x1 x", "mover-pass", false),
            ("1xxx1/o3o/1xxx1 x", "mover-pass", true),
            ("1xxx1/o3o/1xxx1 o", "mover-pass", true),
            ("1xxx1/o3o/1xxx1 o", "mover-loss", false),
            ("1xxx1/o3o/o3o/o3o/1xxx1 o", "mover-pass", true),
            ("1xxx1/o3o/o3o/o3o/1xxx1 x", "draw-pass", true),
            ("1xxx1/o3o/o3o/o3o/1xxx1 x", "mover-loss", true),
            ("1xxx1/o3o/o3o/o3o/1xxx1 x", "draw-draw", true),
            ("1xxx1/o3o/o3o/o3o/1xxx1 x", "draw-loss", false),
            ("1ooo1/x3x/1ooo1 x", "mover-pass", false),
            ("1xxx1/o1o1o/1xxx1 x", "mover-pass", false),
            ("1xx1/o2o/o2o/o2o/1xx1 x", "mover-pass", false),
        ] {
            let (position, rules) = (position.parse().unwrap(), rules.parse().unwrap());
            assert_eq!(is_covered(&position, rules), covered, "{position} {rules}");
        }
    }
}
