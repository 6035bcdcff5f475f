//! Games as SGF.

use loa_record::Game;
use loa_record::notation::{Players, Record, ScoreSheet};

/// Returns the sheet of a game with everything else in its record. Names of players that are not
/// empty replace those of the record.
pub(crate) fn sheet(game: &Game, record: Option<&Record>, black: &str, white: &str) -> ScoreSheet {
    let players = Players { black: black.to_owned(), white: white.to_owned() };
    let Some(record) = record else {
        return ScoreSheet::new(game, &players);
    };
    let mut sheet = record.score_sheet(game);
    sheet.set_players(&players);
    sheet
}
