//! The tables, certificates and suites that answer questions.

use std::path::PathBuf;
use std::time::Duration;

use loa_engine::alpha_beta::Tables;
use loa_engine::{Estimator, Guide};
use loa_solver::{Board, Color, IndexError, Material, Position, Preset, Rules, position_count};
use loa_tablebase::{Layout, Tablebases};

use crate::advice::MissingTables;
use crate::certificates::{Certificates, Found, NamedProof};
use crate::failure::{Failure, failure};
use crate::named_suites::NamedSuite;
use crate::request::unreadable;

/// Bounds on the work that one question can cause.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum number of positions in one question.
    pub positions: usize,
    /// The maximum time that the engine thinks about a position.
    pub estimate: Duration,
    /// The maximum time that the engine thinks about all positions of a game. It considers at most
    /// `positions` of them.
    pub estimated_game: Duration,
    /// The maximum time of a search for positions. The search then returns the positions found.
    pub search: Duration,
    /// The maximum memory in bytes for the values of whole tables; by default all that is available.
    pub memory: Option<u64>,
    /// The maximum number of moves in a certificate whose check a user waits for. Others are
    /// checked in the background. Checks of at most a tenth of a second do not count.
    pub checked_moves: u64,
}

impl Limits {
    /// Returns no limits, for users who wait on their own machine.
    pub const fn none() -> Limits {
        let estimated_game = DAY.saturating_mul(1000);
        Limits {
            positions: usize::MAX,
            estimate: DAY,
            estimated_game,
            search: DAY,
            memory: None,
            checked_moves: u64::MAX,
        }
    }
}

/// Longer than any user waits, and short enough for a clock.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            positions: 256,
            estimate: Duration::from_secs(1),
            estimated_game: Duration::from_secs(10),
            search: Duration::from_secs(2),
            memory: Some(64 << 20),
            checked_moves: 0,
        }
    }
}

/// Tables, certificates and suites that answer questions.
#[derive(Debug)]
pub struct Library {
    /// The tables.
    pub tables: Tablebases,
    /// The folder of the tables.
    pub layout: Layout,
    /// True if the user has named the folder. Then its tables count, and not built-in ones instead of
    /// missing ones.
    pub is_named: bool,
    /// True if strangers ask. Then failures contain no file locations and no advice on commands.
    pub is_public: bool,
    pub(crate) limits: Limits,
    /// The certificates.
    pub certificates: Certificates,
    /// Receives a certificate before its check makes a user wait.
    pub on_check: Option<fn(&NamedProof)>,
    suites: Vec<NamedSuite>,
}

impl Library {
    /// Returns a library of the tables in a folder, with the certificates in its folder `proofs` and
    /// the built-in certificates and suites.
    pub fn new(folder: impl Into<PathBuf>, tables: Tablebases, limits: Limits) -> Library {
        let folder = folder.into();
        Library {
            tables,
            certificates: Certificates::beside(&folder),
            layout: Layout::new(folder),
            is_named: false,
            is_public: false,
            limits,
            on_check: None,
            suites: Vec::new(),
        }
    }

    /// Returns the library of the built-in tables, certificates and suites.
    #[cfg(test)]
    pub(crate) fn built_in() -> Library {
        Library::new("none", Tablebases::options().tablebases(), Limits::default())
    }

    /// Returns the library with these certificates.
    #[must_use]
    pub fn with_certificates(self, certificates: Certificates) -> Library {
        Library { certificates, ..self }
    }

    /// Returns the library with these suites in addition to the built-in ones. Of two suites with
    /// the same name, the one that was given first counts.
    #[must_use]
    pub fn with_suites(self, suites: &[NamedSuite]) -> Library {
        Library { suites: suites.to_vec(), ..self }
    }

    /// Looks for a certificate that proves something about a position. Its check makes a user wait if
    /// the limits allow it.
    pub(crate) fn look_up_proof(&self, position: &Position, preset: Preset) -> Found<'_> {
        self.certificates.find(position, preset, self.limits.checked_moves, self.on_check)
    }

    /// Returns the name and the moves of the certificate with which a player wins from a position.
    ///
    /// # Errors
    /// When no certificate proves that win.
    pub fn certificate_of_win(
        &self,
        start: &Position,
        color: Color,
        preset: Preset,
    ) -> Result<(String, Guide), Failure> {
        let found = self.look_up_proof(start, preset).proved();
        let found = found.map(|found| (found.proof.name.clone(), found.guide));
        found.filter(|(_, guide)| guide.winner() == color).ok_or_else(|| {
            let (letter, rules) = (color.letter(), preset.rules);
            failure!(
                Outside,
                "no certificate here proves that {letter} wins from {start} under {rules}: name a \
                 file, proof:FILE"
            )
        })
    }

    /// Returns all suites. Each name occurs once.
    pub(crate) fn suites(&self) -> impl Iterator<Item = &NamedSuite> {
        let all = || self.suites.iter().chain(NamedSuite::built_in());
        let is_first = move |place: usize, suite: &NamedSuite| {
            all().position(|known| known.name == suite.name) == Some(place)
        };
        let first = all().enumerate().filter(move |(place, suite)| is_first(*place, suite));
        first.map(|(_, suite)| suite)
    }

    /// Returns the named materials, or all that have tables.
    ///
    /// # Errors
    /// When a table is missing, or a material has more stones than the board has squares.
    pub fn materials(
        &self,
        rules: Rules,
        board: Board,
        named: &[Material],
    ) -> Result<Vec<Material>, Failure> {
        let misfit = named.iter().find_map(|&material| match position_count(board, material) {
            Err(error @ IndexError::DoesNotFit { .. }) => Some(unreadable(error)),
            _ => None,
        });
        misfit.map_or(Ok(()), Err)?;
        let known = self.tables.of(rules).materials(board)?;
        let missing = named.iter().find(|material| !known.contains(material)).copied();
        if known.is_empty() || missing.is_some() {
            let material = missing.filter(|_| !known.is_empty());
            return Err(self.no_tables(rules, board, material));
        }
        let named = if named.is_empty() { &known[..] } else { named };
        // Material that is named twice counts once.
        let is_first = |&(at, material): &(usize, &Material)| !named[..at].contains(material);
        Ok(named.iter().enumerate().filter(is_first).map(|(_, &material)| material).collect())
    }

    /// Returns the failure of a question about missing tables of a board.
    pub fn no_tables(&self, rules: Rules, board: Board, material: Option<Material>) -> Failure {
        let folder = self.layout.root().to_owned();
        Failure::no_tables(&MissingTables { folder, rules, board, material })
    }

    /// Returns the tables that the engine reads under some rules. The engine waits for the disk.
    pub fn engine_tables(&self, preset: Preset) -> Tables {
        Tables::new(self.tables.shared_of(preset.rules), true)
    }

    /// Returns the engine that estimates positions by search and by these tables.
    ///
    /// # Errors
    /// When the engine does not fit in memory.
    pub fn estimator(&self, preset: Preset) -> Result<Estimator, Failure> {
        Ok(Estimator::new(preset, Some(self.engine_tables(preset)))?)
    }

    /// Returns a failure in the form that its readers may see.
    pub fn shown(&self, failure: Failure) -> Failure {
        if self.is_public { failure.for_visitors(self.layout.root()) } else { failure }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_given_replaces_one_built_in() {
        let counts = |library: &Library| {
            library.suites().map(|suite| suite.problems.len()).collect::<Vec<_>>()
        };
        let built_in = NamedSuite::built_in();
        assert_eq!(counts(&Library::built_in()).len(), built_in.len());
        let problems = built_in[0].problems[..1].to_vec();
        let name = built_in[1].name.clone();
        let library = Library::built_in().with_suites(&[NamedSuite { name, problems }]);
        assert_eq!(counts(&library), [1, 40, 40, 100]);
    }
}
