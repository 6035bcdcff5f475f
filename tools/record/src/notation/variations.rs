//! The lines of a record, and what its reader should know about them.

use std::collections::HashSet;
use std::iter;
use std::sync::Arc;

use loa_solver::Preset;

use super::claims::contradiction;
use super::entry::RecordedMove;
use super::error::{Location, RecordError, UnplayableMove};
use super::notice::Notice;
use super::record::Record;
use super::sgf_read;
use crate::game::Game;

/// The maximum number of moves in variations that are checked against the rules.
const MOST_CHECKED: usize = 20_000;
/// The maximum number of notices about variations.
const MOST_NOTICES: usize = 100;

impl Record {
    /// Returns every line of the game as a record from the start: this one, then its variations. If
    /// the text has an error after the main line, the error comes last.
    ///
    /// A text can have as many lines as characters, and each can be as long as the text. Take only
    /// a limited number of lines from untrusted text.
    pub fn into_lines(self) -> impl Iterator<Item = Result<Record, RecordError>> + use<> {
        let tree = Arc::clone(&self.tree);
        let fault = tree.fault.clone().map(Err);
        let others = (1..tree.count()).map(move |number| sgf_read::line(&tree, number));
        let alone = Record { has_variations: false, ..self };
        iter::once(Ok(alone)).chain(others).chain(fault)
    }

    /// Returns what a reader of the record should know: ignored parts that could change the game,
    /// marked captures that take nothing, results that contradict each other or the game, and
    /// variations that are illegal under the rules of `preset`.
    pub fn notices(&self, preset: Preset) -> Vec<Notice> {
        let mut notices = self.notices.clone();
        let mut signs = Signs::default();
        let (game, stop) = self.replay_with(preset, |entry, game| signs.check(entry, game));
        let mut of_variations = Vec::new();
        if self.has_variations {
            of_variations = self.notices_of_variations(preset, stop.as_ref(), &mut signs);
        }
        notices.extend(signs.notice());
        notices.extend(contradiction(game.end(), &self.claims));
        notices.extend(of_variations);
        notices.extend(self.tree.fault.clone().map(Notice::UnreadRest));
        notices
    }

    fn notices_of_variations(
        &self,
        preset: Preset,
        stop: Option<&UnplayableMove>,
        signs: &mut Signs,
    ) -> Vec<Notice> {
        let mut stops: HashSet<_> = stop.map(|stop| stop.location).into_iter().collect();
        let mut notices = Vec::new();
        let mut left = MOST_CHECKED;
        for number in 1..self.tree.count() {
            let length = self.tree.line(number).len();
            if length > left || notices.len() == MOST_NOTICES {
                notices.push(Notice::MoreVariations { variations: number - 1 });
                break;
            }
            left -= length;
            let found = match sgf_read::line(&self.tree, number) {
                Ok(variation) => {
                    let check = |entry: &RecordedMove, game: &Game| signs.check(entry, game);
                    let (_, stop) = variation.replay_with(preset, check);
                    let new = stop.filter(|stop| stops.insert(stop.location));
                    new.map(Notice::Variation)
                }
                Err(error) => Some(Notice::UnreadVariation(error)),
            };
            notices.extend(found.filter(|found| !notices.contains(found)));
        }
        notices
    }
}

/// Moves that are marked as captures but take nothing.
#[derive(Default)]
struct Signs {
    /// The nodes that have been seen.
    seen: HashSet<usize>,
    first: Option<(Location, String)>,
    others: usize,
}

impl Signs {
    fn check(&mut self, entry: &RecordedMove, game: &Game) {
        if !self.seen.insert(entry.node) || !entry.takes_nothing(game) {
            return;
        }
        match self.first {
            None => self.first = Some((entry.location, entry.text.clone())),
            Some(_) => self.others += 1,
        }
    }

    fn notice(self) -> Option<Notice> {
        let others = self.others;
        self.first.map(|(location, text)| Notice::TakesNothing { location, text, others })
    }
}
