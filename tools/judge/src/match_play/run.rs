//! All games of a match, in parallel.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use loa_engine::{EngineSource, Failed, Fault};
use loa_record::Game;
use loa_solver::{Color, Control, Move, Position, Preset};
use loa_tablebase::Tablebase;

use super::adjudication::{ScoreRule, Scores};
use super::clock::{Clocks, TimeControl};
use super::one_game::{Ending, MatchGame, decided, if_covered, table_end};
use super::sprt::{Sprt, SprtVerdict};
use super::tournament::{MatchScore, Pairing, Tournament};
use crate::crew::{CheckedEngine, Crew};
use crate::judging::JudgeError;

/// A match between two engines or more.
///
/// # Examples
///
/// ```no_run
/// use loa_engine::client::Setup;
/// use loa_judge::match_play::{Match, random_openings};
/// use loa_solver::{Position, Preset};
///
/// let (first, second) = (Setup::new("loa engine"), Setup::new("./my-engine"));
/// let start = "start 6x6".parse::<Position>()?;
/// let openings = random_openings(Preset::default(), start, 4, 50, 1);
/// let result = Match::new(&[&first, &second]).play(&openings)?;
/// println!("{:?}", result.total(0).pairs.elo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Match<'a> {
    /// Start the engines.
    pub sources: Vec<&'a dyn EngineSource>,
    /// The engines that play each other, if they are more than two.
    pub tournament: Tournament,
    /// The tables that end a game when they contain its position; `None` to play games out.
    pub tables: Option<&'a Tablebase>,
    /// The maximum number of plies, after which a game is drawn.
    pub most_plies: usize,
    /// The maximum number of games of each pairing, if not all openings are played from both sides.
    pub most_games: usize,
    /// The number of pairs played at a time.
    pub workers: usize,
    /// The number of failures after which a match is stopped.
    pub most_failures: usize,
    /// The clocks of each game; `None` if the engines have other limits.
    pub time_control: Option<TimeControl>,
    /// The scores at which an engine resigns; `None` to play on.
    pub resign: Option<ScoreRule>,
    /// The scores of both engines at which a game is drawn; `None` to play on.
    pub draw: Option<ScoreRule>,
    /// The test that ends a match of two engines early; `None` to play all games.
    pub sprt: Option<Sprt>,
    /// The stop and the progress of the work.
    pub control: &'a Control<'a>,
}

/// The result of a match.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct MatchResult {
    /// The games in the order of their openings. The pairings follow each other in each opening,
    /// beginning with the first engine as Black.
    pub games: Vec<MatchGame>,
    /// The names that the engines give themselves.
    pub names: Vec<Option<String>>,
    /// The engines that play each other, with their scores.
    pub pairings: Vec<Pairing>,
    /// The verdict of the sequential test; `None` without a test or before its end.
    pub verdict: Option<SprtVerdict>,
    /// The index of an engine that did not become ready, and its failure: the match was stopped.
    pub not_started: Option<(usize, Failed)>,
    /// True if the match was stopped because of too many failures.
    pub gave_up: bool,
}

impl MatchResult {
    /// Returns the score of an engine against all others.
    pub fn total(&self, engine: usize) -> MatchScore {
        let mut total = MatchScore::default();
        self.pairings.iter().filter_map(|it| it.score_of(engine)).for_each(|it| total += it);
        total
    }

    /// Returns the score of an engine against another; `None` if they do not play each other.
    pub fn against(&self, engine: usize, opponent: usize) -> Option<MatchScore> {
        let has_both = |it: &&Pairing| it.engines.contains(&opponent) && engine != opponent;
        self.pairings.iter().filter(has_both).find_map(|it| it.score_of(engine))
    }
}

/// A match that workers play together.
struct Play<'m, 'a> {
    of: &'m Match<'a>,
    openings: &'m [Game],
    told: Told<'m>,
    crew: Crew<'a>,
    next: AtomicUsize,
    pairings: Vec<[usize; 2]>,
    state: Mutex<MatchState>,
}

#[derive(Default)]
struct MatchState {
    /// The games of an interrupted match that have not been counted yet, by number.
    earlier: BTreeMap<usize, MatchGame>,
    /// The games counted so far, by number.
    games: BTreeMap<usize, MatchGame>,
    /// The result, except for the games.
    result: MatchResult,
    /// The pairs of games so far: the index of the pairing, the position after the opening, and the
    /// engines' moves from there in both games.
    known: HashSet<(usize, Position, [Vec<Move>; 2])>,
    error: Option<JudgeError>,
    failures: usize,
}

/// Called with each finished game and the names that the engines give themselves.
type Told<'a> = &'a (dyn Fn(&MatchGame, &[Option<String>]) + Sync);

/// The engines of a worker, by their indexes in the match.
type Engines<'a> = [Option<CheckedEngine<'a>>];

impl<'a> Match<'a> {
    /// Returns a match without tables, one pair at a time.
    pub fn new(sources: &[&'a dyn EngineSource]) -> Match<'a> {
        Match {
            sources: sources.to_vec(),
            tournament: Tournament::default(),
            tables: None,
            most_plies: 400,
            most_games: usize::MAX,
            workers: 1,
            most_failures: 20,
            time_control: None,
            resign: None,
            draw: None,
            sprt: None,
            control: Control::none(),
        }
    }

    /// Lets each pairing play every opening twice under its rules, until the sequential test ends or
    /// all are played.
    ///
    /// # Errors
    /// If a table is damaged, the tables are for other rules than an opening, or a sequential test
    /// has other than two engines.
    pub fn play(&self, openings: &[Game]) -> Result<MatchResult, JudgeError> {
        self.resume(openings, |_| Ok(BTreeMap::new()), &|_, _| {})
    }

    /// Plays as [`Match::play`] does, except the games of an interrupted match, which `earlier`
    /// returns by their numbers once the names of all engines are known. They count for the result.
    /// Each new game is passed to `told` as soon as it ends, on the thread that played it, with the
    /// names that the engines give themselves.
    ///
    /// # Errors
    /// As for [`Match::play`], and if `earlier` fails.
    pub fn resume<E: From<JudgeError>>(
        &self,
        openings: &[Game],
        earlier: impl FnOnce(&[Option<String>]) -> Result<BTreeMap<usize, MatchGame>, E>,
        told: Told<'_>,
    ) -> Result<MatchResult, E> {
        if let Some(tables) = self.tables {
            for opening in openings {
                JudgeError::check_tables(tables, opening.preset().rules)?;
            }
        }
        let engines = self.sources.len();
        if self.sprt.is_some() && engines != 2 {
            return Err(JudgeError::SprtOfSeveral { engines }.into());
        }
        let pairings = self.tournament.pairings(engines);
        let pairs = openings.len().saturating_mul(pairings.len());
        let games = self.most_games.min(2 * openings.len()).saturating_mul(pairings.len());
        let result = MatchResult {
            pairings: pairings.iter().copied().map(Pairing::new).collect(),
            ..MatchResult::default()
        };
        let play = Play {
            of: self,
            openings,
            told,
            crew: Crew::new(&self.sources, self.control),
            next: AtomicUsize::default(),
            pairings,
            state: Mutex::new(MatchState { result, ..MatchState::default() }),
        };
        // All engines start before the first game, so that one that does not start is known early,
        // and all games have the same names.
        let mut own = play.crew.none();
        if let Some(opening) = openings.first() {
            for place in 0..engines {
                play.ready(&mut own, place, opening.preset());
            }
        }
        if play.goes_on() {
            play.lock().earlier = earlier(&play.crew.names())?;
        }
        self.control.begin("playing games", games as u64);
        play.crew.work(self.workers.min(pairs), own, |engines| {
            while play.goes_on() {
                let place = play.next.fetch_add(1, Relaxed);
                if place >= pairs {
                    break;
                }
                play.play_pair(engines, place);
            }
        });
        let names = play.crew.names();
        let state = play.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error.into());
        }
        Ok(MatchResult {
            games: state.games.into_values().collect(),
            names,
            gave_up: state.failures >= self.most_failures,
            ..state.result
        })
    }

    /// Lets two engines continue an opening.
    ///
    /// # Errors
    /// If an engine is interrupted, which does not end the game, or a table is missing or damaged.
    fn play_game(
        &self,
        opening: &Game,
        [black, white]: [&mut CheckedEngine<'_>; 2],
    ) -> Result<(Game, Ending), JudgeError> {
        let mut game = opening.clone();
        black.begin_game();
        white.begin_game();
        // If a table contains the opening, every game would end immediately.
        let table = self.tables.map(|tables| tables.table_path(game.position()));
        let has_begun_outside = table.map_or(Ok(None), if_covered)?.is_none();
        let mut clocks = self.time_control.map(Clocks::new);
        let mut scores = Scores::new(self.resign, self.draw);
        let mut verdict = None;
        let ending = loop {
            if let Some(ending) = self.ending(&game, has_begun_outside)? {
                break ending;
            }
            if let Some(verdict) = verdict {
                break decided(&mut game, verdict);
            }
            let color = game.position().turn();
            let engine = match color {
                Color::Black => &mut *black,
                Color::White => &mut *white,
            };
            let (asked, go) = (Instant::now(), clocks.as_ref().map(Clocks::go));
            let answer = engine.best_move(&game, go.as_ref());
            let is_late = clocks.as_mut().is_some_and(|it| !it.spend(color, asked.elapsed()));
            match answer {
                Err(Failed { fault: Fault::Interrupted, .. }) => {
                    return Err(JudgeError::Interrupted);
                }
                Ok(_) | Err(Failed { fault: Fault::Hung(_), .. }) if is_late => {
                    break Ending::Time { color };
                }
                Ok(answer) => {
                    game.play(answer.played).map_err(|_| JudgeError::NoMove)?;
                    verdict = scores.add(color, answer.score);
                }
                Err(failed) => break Ending::Failed { color, failed: Box::new(failed) },
            }
        };
        Ok((game, ending))
    }

    fn ending(&self, game: &Game, asks_tables: bool) -> Result<Option<Ending>, JudgeError> {
        if let Some(end) = game.end() {
            return Ok(Some(Ending::Played(end)));
        }
        if let Some(tables) = self.tables.filter(|_| asks_tables)
            && let Some(end) = if_covered(table_end(tables, game))?.flatten()
        {
            return Ok(Some(Ending::Tables(end)));
        }
        Ok((game.moves().len() >= self.most_plies).then_some(Ending::TooLong))
    }
}

impl<'a> Play<'_, 'a> {
    fn goes_on(&self) -> bool {
        let state = self.lock();
        let has_ended = state.result.verdict.is_some()
            || state.result.not_started.is_some()
            || state.error.is_some()
            || state.failures >= self.of.most_failures;
        !has_ended && !self.of.control.is_stopped()
    }

    /// Plays the pair of games at a place of the match, from 0: an opening with the first engine of
    /// a pairing as Black, then as White. The pairings follow each other in each opening. Adds both
    /// games to the score of their pairing, unless they repeat earlier ones.
    fn play_pair(&self, engines: &mut Engines<'a>, pair: usize) {
        let (opening_place, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        let (opening, places) = (&self.openings[opening_place], self.pairings[pairing]);
        let mut half_points = 0;
        let mut moves = [Vec::new(), Vec::new()];
        for (turn, first) in [Color::Black, Color::White].into_iter().enumerate() {
            if 2 * opening_place + turn >= self.of.most_games {
                return;
            }
            let number = 2 * pair + turn + 1;
            let earlier = self.lock().earlier.remove(&number);
            let is_new = earlier.is_none();
            let game = earlier.or_else(|| self.play_one(engines, number, opening, places, first));
            let Some(game) = game else {
                return;
            };
            half_points += game.half_points();
            moves[turn] = game.game.moves()[game.opening_moves..].to_vec();
            if is_new {
                (self.told)(&game, &self.crew.names());
            }
            let mut state = self.lock();
            if is_new && matches!(game.ending, Ending::Failed { .. }) {
                state.failures += 1;
            }
            state.result.pairings[pairing].score.add(game.half_points());
            state.games.insert(number, game);
            drop(state);
            self.of.control.step();
        }
        let mut state = self.lock();
        let is_repeat = !state.known.insert((pairing, *opening.position(), moves));
        let score = &mut state.result.pairings[pairing].score;
        if is_repeat {
            score.repeats += 1;
            return;
        }
        score.pairs.add(half_points);
        let pairs = score.pairs;
        if let Some(sprt) = self.of.sprt.filter(|_| state.result.verdict.is_none()) {
            state.result.verdict = sprt.verdict(&pairs);
        }
    }

    /// Plays the game with a number, in which the engine at the first place is `first`; `None` if the
    /// match has ended.
    fn play_one(
        &self,
        engines: &mut Engines<'a>,
        number: usize,
        opening: &Game,
        places: [usize; 2],
        first: Color,
    ) -> Option<MatchGame> {
        for place in places {
            self.ready(engines, place, opening.preset())?;
        }
        let Ok([Some(one), Some(two)]) = engines.get_disjoint_mut(places) else {
            return None;
        };
        let sides = match first {
            Color::Black => [one, two],
            Color::White => [two, one],
        };
        let (game, ending) = match self.of.play_game(opening, sides) {
            Ok(played) => played,
            Err(JudgeError::Interrupted) => return None,
            Err(error) => {
                self.lock().error = Some(error);
                return None;
            }
        };
        let unusable = match &ending {
            Ending::Failed { color, failed } if !failed.fault.leaves_it_usable() => Some(*color),
            // It may still be thinking.
            Ending::Time { color } => Some(*color),
            _ => None,
        };
        if let Some(color) = unusable {
            engines[places[usize::from(color != first)]] = None;
        }
        Some(MatchGame::new(number, places, game, opening.moves().len(), ending))
    }

    /// Gets an engine ready; `None` if that fails, which ends the match.
    fn ready(&self, engines: &mut Engines<'a>, place: usize, preset: Preset) -> Option<()> {
        let Err(failed) = self.crew.ready(&mut engines[place], place, preset) else {
            return Some(());
        };
        let mut state = self.lock();
        if state.result.not_started.is_none() && !self.of.control.is_stopped() {
            state.result.not_started = Some((place, failed));
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, MatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use loa_engine::protocol::command::Go;
    use loa_engine::protocol::reply::Score;
    use loa_engine::{Engine, EngineMove};
    use loa_record::Basis;
    use loa_record::review::choices;
    use loa_solver::{Preset, Square, Stop, Value};
    use std::time::Duration;

    use super::*;
    use crate::match_play::random_openings;

    fn first_move(game: &Game) -> Result<EngineMove, Failed> {
        let moves = game.preset().rules.moves(game.position());
        Ok(EngineMove::new(moves[0]))
    }

    fn perfect_move(game: &Game) -> Result<EngineMove, Failed> {
        let tables = Tablebase::embedded(game.preset().rules);
        let (repetition, positions) = (game.preset().repetition, game.positions());
        let choices = choices(&tables, repetition, positions, Basis::Tables);
        Ok(EngineMove::new(choices.unwrap()[0].played))
    }

    fn no_move(_: &Game) -> Result<EngineMove, Failed> {
        Err(Failed::from(Fault::Nonsense("no".to_owned())))
    }

    fn source(
        play: fn(&Game) -> Result<EngineMove, Failed>,
    ) -> impl Fn() -> Result<Box<dyn Engine>, Failed> + Sync {
        move || Ok(Box::new(play) as Box<dyn Engine>)
    }

    fn openings(count: usize) -> Vec<Game> {
        let start = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
        random_openings(Preset::default(), start, 2, count, 3)
    }

    /// A source of engines that notes the rules requested.
    #[derive(Default)]
    struct Noting(Mutex<Vec<Preset>>);

    impl EngineSource for Noting {
        fn start(&self, preset: Preset) -> Result<Box<dyn Engine + '_>, Failed> {
            self.0.lock().unwrap().push(preset);
            Ok(Box::new(first_move))
        }
    }

    #[test]
    fn engines_get_the_rules_of_the_openings() {
        let start = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
        let presets = ["soucie", "tournament", "openspiel"].map(|name| name.parse().unwrap());
        let openings = presets.map(|preset| Game::new(preset, start));
        let (noting, other) = (Noting::default(), source(first_move));
        let mut games = Match::new(&[&noting, &other]);
        games.most_plies = 20;
        let result = games.play(&openings).unwrap();
        assert_eq!(*noting.0.lock().unwrap(), presets);
        assert!(result.games.iter().all(|game| presets.contains(&game.game.preset())));
        let tables = Tablebase::embedded(Preset::default().rules);
        games.tables = Some(&tables);
        let refused = games.play(&openings).unwrap_err();
        assert!(matches!(refused, JudgeError::TablesOfOtherRules { .. }), "{refused}");
    }

    #[test]
    fn pairs_that_repeat_earlier_ones_decide_nothing() {
        let (perfect, first) = (source(perfect_move), source(first_move));
        let mut games = Match::new(&[&perfect, &first]);
        games.sprt = Some(Sprt::new(0.0, 20.0));
        let once = games.play(&openings(1)).unwrap();
        let again = games.play(&vec![openings(1).remove(0); 200]).unwrap();
        assert_eq!((once.games.len(), once.total(0).repeats), (2, 0));
        assert_eq!((again.games.len(), again.total(0).repeats), (400, 199));
        assert_eq!((again.total(0).pairs, again.verdict), (once.total(0).pairs, None));
    }

    #[test]
    fn each_game_is_told_at_its_end_and_no_more_are_played_than_requested() {
        let (first, other) = (source(first_move), source(first_move));
        for (most_games, pairs) in [(1, 0), (2, 1), (3, 1), (usize::MAX, 2)] {
            let mut games = Match::new(&[&first, &other]);
            (games.most_games, games.most_plies, games.workers) = (most_games, 30, 2);
            let told = Mutex::new(Vec::new());
            let tell = |game: &MatchGame, names: &[Option<String>]| {
                assert_eq!(*names, [None, None]);
                told.lock().unwrap().push(game.game.clone());
            };
            let none = |_: &[Option<String>]| Ok::<_, JudgeError>(BTreeMap::new());
            let result = games.resume(&openings(2), none, &tell).unwrap();
            let mut told = told.into_inner().unwrap();
            assert_eq!(
                (told.len(), result.pairings[0].score.pairs.pairs()),
                (most_games.min(4), pairs)
            );
            for game in &result.games {
                let place = told.iter().position(|told| *told == game.game).unwrap();
                told.swap_remove(place);
            }
        }
    }

    #[test]
    fn scores_end_games() {
        let scored = |points: i32| {
            move || {
                Ok(Box::new(move |game: &Game| {
                    first_move(game).map(|found| found.with_score(Score::Estimate(points)))
                }) as Box<dyn Engine>)
            }
        };
        let start = "start 6x6".parse().unwrap();
        let openings = random_openings(Preset::default(), start, 2, 3, 3);
        let (hopeless, level) = (scored(-700), scored(5));
        let rule = |points, moves| Some(ScoreRule { points, moves });
        let mut games = Match::new(&[&hopeless, &level]);
        (games.resign, games.draw) = (rule(600, 2), rule(10, 2));
        let result = games.play(&openings).unwrap();
        for game in &result.games {
            assert_eq!((game.ending.kind(), game.half_points()), ("resignation", 0));
            assert_eq!(game.game.conceded().map(|(color, _)| color), Some(game.first));
        }
        let mut games = Match::new(&[&level, &level]);
        games.draw = rule(10, 2);
        let result = games.play(&openings).unwrap();
        for game in &result.games {
            assert_eq!((game.ending.kind(), game.half_points()), ("agreement", 1));
            assert_eq!(game.game.moves().len(), game.opening_moves + 4);
        }
    }

    /// An engine that takes the time on its clock, unless that is short.
    #[derive(Clone, Copy)]
    struct Slow;

    impl Engine for Slow {
        fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
            first_move(game)
        }

        fn best_move_within(
            &mut self,
            game: &Game,
            go: &Go,
            _: &Stop,
        ) -> Result<EngineMove, Failed> {
            let left = go.clock(game.position().turn()).left.unwrap();
            std::thread::sleep(left.max(Duration::from_millis(60)));
            first_move(game)
        }
    }

    #[test]
    fn time_that_runs_out_loses() {
        let slow = || Ok(Box::new(Slow) as Box<dyn Engine>);
        let quick = source(first_move);
        let mut games = Match::new(&[&slow, &quick]);
        games.time_control = Some(TimeControl::new(Duration::from_millis(30), Duration::ZERO));
        let result = games.play(&openings(2)).unwrap();
        assert_eq!(result.games.len(), 4);
        for game in &result.games {
            assert_eq!((game.ending.kind(), game.half_points()), ("time", 0));
        }
        assert!(!result.gave_up);
    }

    /// An engine that plays itself plays the same game twice.
    #[test]
    fn an_engine_draws_with_itself() {
        let same = source(first_move);
        let mut games = Match::new(&[&same, &same]);
        games.workers = 3;
        games.most_plies = 60;
        let result = games.play(&openings(20)).unwrap();
        assert_eq!(result.pairings[0].score.pairs.counts(), [0, 0, 20, 0, 0]);
        assert_eq!(result.games.len(), 40);
        for pair in result.games.chunks(2) {
            assert_eq!(pair[0].game, pair[1].game);
            assert_eq!((pair[0].first, pair[1].first), (Color::Black, Color::White));
        }
        assert!(result.pairings[0].score.pairs.elo().is_none());
    }

    #[test]
    fn a_perfect_engine_never_loses_a_pair_and_the_test_ends_early() {
        let (perfect, first) = (source(perfect_move), source(first_move));
        let mut games = Match::new(&[&perfect, &first]);
        games.sprt = Some(Sprt::new(0.0, 100.0));
        let result = games.play(&openings(100)).unwrap();
        let [none, half, ..] = result.pairings[0].score.pairs.counts();
        assert_eq!((none, half), (0, 0), "{:?}", result.pairings[0].score.pairs);
        assert_eq!(result.verdict, Some(SprtVerdict::Stronger));
        assert!(result.pairings[0].score.pairs.pairs() < 100);
    }

    /// Gathers its stones, but connects them only if it must.
    fn blind_move(game: &Game) -> Result<EngineMove, Failed> {
        let legal = game.legal_moves();
        let them = |played: &Move| game.position().play_unchecked(*played).them();
        let far = |square: Square| square.file().abs_diff(3) + square.rank().abs_diff(3);
        let spread = |played: &&Move| them(played).into_iter().map(far).sum::<u32>();
        let open = legal.iter().filter(|played| !them(played).is_connected());
        Ok(EngineMove::new(*open.min_by_key(spread).unwrap_or(&legal[0])))
    }

    #[test]
    fn no_look_ahead_ends_a_game_and_failures_lose() {
        let start = "start 6x6".parse().unwrap();
        let openings = random_openings(Preset::default(), start, 4, 10, 3);
        let tables = Tablebase::embedded(Preset::default().rules);
        let (blind, fails) = (source(blind_move), source(no_move));
        let mut games = Match::new(&[&blind, &blind]);
        games.most_plies = 60;
        for tables in [None, Some(&tables)] {
            games.tables = tables;
            let mut connectable = 0;
            for game in games.play(&openings).unwrap().games {
                let mut positions = game.game.positions()[game.opening_moves..].iter();
                connectable += usize::from(positions.any(|position| {
                    tables.is_some_and(|it| it.answer(position).is_ok_and(|it| it == Value::Win(1)))
                }));
                let winner = game.ending.winner();
                // The winner was connected by a capture of the other side.
                assert!(winner.is_none_or(|winner| winner == game.game.position().turn()));
                assert!(["rules", "too-long"].contains(&game.ending.kind()), "{:?}", game.ending);
            }
            assert_eq!(connectable > 10, tables.is_some());
        }
        let mut games = Match::new(&[&blind, &fails]);
        games.most_plies = 60;
        let result = games.play(&openings).unwrap();
        assert_eq!(result.pairings[0].score.pairs.counts(), [0, 0, 0, 0, 10]);
        assert!(result.games.iter().all(|game| game.ending.kind() == "failure"));
    }

    #[test]
    fn tables_that_contain_the_opening_end_no_game() {
        let tables = Tablebase::embedded(Preset::default().rules);
        let first = source(first_move);
        let mut known = Match::new(&[&first, &first]);
        known.tables = Some(&tables);
        known.most_plies = 60;
        let result = known.play(&openings(4)).unwrap();
        assert!(result.games.iter().all(|game| game.ending.kind() != "tables"));
    }

    /// Three engines of different strength, one pairing after another in each opening.
    #[test]
    fn several_engines_play_the_same_openings() {
        let (perfect, first) = (source(perfect_move), source(first_move));
        let last = source(|game| {
            let moves = game.preset().rules.moves(game.position());
            Ok(EngineMove::new(moves[moves.len() - 1]))
        });
        let openings = openings(6);
        let mut games = Match::new(&[&first, &last, &perfect]);
        (games.most_plies, games.workers) = (60, 2);
        for (tournament, pairings) in [
            (Tournament::RoundRobin, vec![[0, 1], [0, 2], [1, 2]]),
            (Tournament::Gauntlet, vec![[0, 1], [0, 2]]),
        ] {
            games.tournament = tournament;
            let result = games.play(&openings).unwrap();
            assert_eq!(result.games.len(), 12 * pairings.len());
            let pair_of = |number: usize| (number - 1) / 2;
            for (game, number) in result.games.iter().zip(1..) {
                assert_eq!(game.number, number);
                assert_eq!(game.engines, pairings[pair_of(number) % pairings.len()]);
                let opening = &openings[pair_of(number) / pairings.len()];
                assert!(game.game.moves().starts_with(opening.moves()));
                assert_eq!(game.first == Color::Black, number % 2 == 1);
            }
            assert_eq!(result.pairings.iter().map(|it| it.engines).collect::<Vec<_>>(), pairings);
            let points: f64 = (0..3).map(|engine| result.total(engine).points()).sum();
            assert_eq!(points, result.games.len() as f64);
            assert_eq!(result.against(2, 1).is_some(), tournament == Tournament::RoundRobin);
            assert_eq!(result.against(1, 1), None);
            let of_perfect = result.against(2, 0).unwrap();
            assert_eq!(of_perfect, result.against(0, 2).unwrap().of_opponent());
            assert!(of_perfect.points() > 6.0, "{of_perfect:?}");
        }
        games.most_games = 3;
        assert_eq!(games.play(&openings).unwrap().games.len(), 6);
        games.sprt = Some(Sprt::new(0.0, 10.0));
        let refused = games.play(&openings).unwrap_err();
        assert!(matches!(refused, JudgeError::SprtOfSeveral { engines: 3 }), "{refused}");
    }

    /// An engine that does not start is known before any game.
    #[test]
    fn all_engines_start_before_the_first_game() {
        let first = source(first_move);
        let broken = || Err(Failed::from(Fault::Nonsense("no".to_owned())));
        let result = Match::new(&[&first, &first, &broken]).play(&openings(3)).unwrap();
        assert_eq!(result.not_started.map(|(place, _)| place), Some(2));
        assert!(result.games.is_empty());
    }
}
