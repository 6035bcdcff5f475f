//! Games as SGF, and as text for pickle.

use std::sync::Arc;

use loa_record::Game;
use loa_record::notation::{self, GameTree, Players};
use pyo3::PyResult;

use crate::json::{json, of_json};

/// Returns the tree of a game with everything else in its record. Names of players that are not
/// empty replace those of the record.
pub(crate) fn sheet(game: &Game, record: Option<&GameTree>, black: &str, white: &str) -> GameTree {
    let players = Players { black: black.to_owned(), white: white.to_owned() };
    let Some(record) = record else {
        return GameTree::of(game, &players);
    };
    let mut tree = record.with(game);
    tree.set_players(&players);
    tree
}

/// A game as text, for pickle: its JSON, and the SGF from which it was read.
pub(crate) type Packed = (String, Option<String>);

/// Returns a game and its record as text.
pub(crate) fn packed(game: &Game, record: Option<&GameTree>) -> PyResult<Packed> {
    let sgf = record.map(|record| sheet(game, Some(record), "", "").to_sgf());
    Ok((json(game)?, sgf))
}

/// Returns the game and the record that [`packed`] has written.
pub(crate) fn unpacked((game, sgf): &Packed) -> PyResult<(Game, Option<Arc<GameTree>>)> {
    let record = sgf.as_ref().and_then(|sgf| notation::read(sgf).ok());
    Ok((of_json(game)?, record.map(Arc::new)))
}
