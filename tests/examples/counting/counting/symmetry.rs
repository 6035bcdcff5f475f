//! The symmetries of a board: eight of a square one, four of any other.

use super::board::{Board, Set};

/// The symmetries of a board, as maps of its sets of squares.
pub(super) struct Symmetries {
    /// For each symmetry, the images of a set's four bytes.
    images: Vec<[[Set; 256]; 4]>,
    inverses: Vec<usize>,
}

impl Symmetries {
    pub(super) fn new(board: Board) -> Self {
        let turned = [false, true].into_iter();
        let turned = turned.filter(|&turned| !turned || board.files == board.ranks);
        let maps = Vec::from_iter(turned.flat_map(|turned| {
            [(false, false), (false, true), (true, false), (true, true)]
                .map(|mirrored| square_map(board, turned, mirrored))
        }));
        let undoes =
            |map: &[u32], other: &[u32]| (0..).zip(map).all(|(s, &m)| other[m as usize] == s);
        Self {
            inverses: maps
                .iter()
                .filter_map(|map| maps.iter().position(|other| undoes(map, other)))
                .collect(),
            images: maps.iter().map(|map| images(map)).collect(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.images.len()
    }

    pub(super) fn inverse(&self, symmetry: usize) -> usize {
        self.inverses[symmetry]
    }

    pub(super) fn image(&self, symmetry: usize, set: Set) -> Set {
        let images = &self.images[symmetry];
        let [a, b, c, d] = set.to_le_bytes().map(usize::from);
        images[0][a] | images[1][b] | images[2][c] | images[3][d]
    }
}

/// Returns the image of each square under a symmetry.
fn square_map(board: Board, turned: bool, (mirror_files, mirror_ranks): (bool, bool)) -> Vec<u32> {
    let Board { files, ranks } = board;
    let squares = 0..board.squares();
    squares
        .map(|square| {
            let (file, rank) = (square % files, square / files);
            let file = if mirror_files { files - 1 - file } else { file };
            let rank = if mirror_ranks { ranks - 1 - rank } else { rank };
            if turned { rank + files * file } else { file + files * rank }
        })
        .collect()
}

fn images(map: &[u32]) -> [[Set; 256]; 4] {
    let mut images = [[0; 256]; 4];
    for (byte, images) in images.iter_mut().enumerate() {
        for (bits, image) in images.iter_mut().enumerate() {
            let squares = map.iter().enumerate().skip(8 * byte).take(8);
            *image = squares
                .filter(|(square, _)| bits >> (square - 8 * byte) & 1 == 1)
                .map(|(_, to)| 1 << to)
                .sum();
        }
    }
    images
}
