//! All games of a match, in parallel.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use loa_engine::{EngineSource, Failed};
use loa_record::Game;
use loa_solver::{Color, Move, Position, Preset};
use loa_tablebase::Tablebase;

use super::adjudication::ScoreRule;
use super::clock::TimeControl;
use super::one_game::{Ending, MatchGame, Umpire};
use super::score::PairCounts;
use super::sprt::{Sprt, SprtVerdict};
use crate::judging::{CheckedEngine, JudgeError};
use crate::watch::{NoWatch, StageWatch};

/// A match between two engines.
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
/// let result = Match::new([&first, &second]).play(&openings)?;
/// println!("{:?}", result.pairs.elo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Match<'a> {
    /// Start the two engines.
    pub sources: [&'a dyn EngineSource; 2],
    /// The tables that end games; `None` to play games out.
    pub tables: Option<&'a Tablebase>,
    /// The maximum number of plies, after which a game is drawn.
    pub most_plies: usize,
    /// The maximum number of games, if not all openings are played from both sides.
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
    /// The test that ends the match early; `None` to play all games.
    pub sprt: Option<Sprt>,
    /// The watcher of the work.
    pub watch: &'a dyn StageWatch,
}

/// The result of a match.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct MatchResult {
    /// The games in the order of their openings, beginning with the first engine as Black.
    pub games: Vec<MatchGame>,
    /// The names that the engines give themselves.
    pub names: [Option<String>; 2],
    /// The pairs by their score, without repeats. A game without its twin belongs to no pair.
    pub pairs: PairCounts,
    /// The number of pairs that repeat an earlier pair move by move, and so add no information.
    pub repeats: u64,
    /// The verdict of the sequential test; `None` without a test or before its end.
    pub verdict: Option<SprtVerdict>,
    /// The index of an engine that did not become ready, and its failure: the match was stopped.
    pub not_started: Option<(usize, Failed)>,
    /// True if the match was stopped because of too many failures.
    pub gave_up: bool,
}

/// The state that workers share.
#[derive(Default)]
struct SharedState {
    next: AtomicUsize,
    /// The games of an interrupted match, by number.
    earlier: Mutex<BTreeMap<usize, MatchGame>>,
    state: Mutex<MatchState>,
}

#[derive(Default)]
struct MatchState {
    /// The games by number.
    games: BTreeMap<usize, MatchGame>,
    /// The result, except for the games.
    result: MatchResult,
    /// The pairs so far: for each game the position after the opening, and the engines' moves.
    known: HashSet<[(Position, Vec<Move>); 2]>,
    error: Option<JudgeError>,
    failures: usize,
}

/// Called with each finished game and the names that the engines give themselves.
type Told<'a> = &'a (dyn Fn(&MatchGame, &[Option<String>; 2]) + Sync);

impl<'a> Match<'a> {
    /// Returns a match without tables, one pair at a time.
    pub fn new(sources: [&'a dyn EngineSource; 2]) -> Match<'a> {
        Match {
            sources,
            tables: None,
            most_plies: 400,
            most_games: usize::MAX,
            workers: 1,
            most_failures: 20,
            time_control: None,
            resign: None,
            draw: None,
            sprt: None,
            watch: &NoWatch,
        }
    }

    /// Plays every opening twice under its rules, until the sequential test ends or all are played.
    ///
    /// # Errors
    /// If a table is damaged, or the tables are for other rules than an opening.
    pub fn play(&self, openings: &[Game]) -> Result<MatchResult, JudgeError> {
        self.play_with(openings, &|_, _| {})
    }

    /// Plays as [`Match::play`] does. Passes each game to `told` as soon as it ends, on the thread
    /// that played it, with the names that the engines give themselves.
    ///
    /// # Errors
    /// As for [`Match::play`].
    pub fn play_with(&self, openings: &[Game], told: Told<'_>) -> Result<MatchResult, JudgeError> {
        self.resume(openings, BTreeMap::new(), told)
    }

    /// Plays as [`Match::play_with`] does, except the games of an interrupted match, which are
    /// given by their numbers. They count for the result and are not told again.
    ///
    /// # Errors
    /// As for [`Match::play`].
    pub fn resume(
        &self,
        openings: &[Game],
        earlier: BTreeMap<usize, MatchGame>,
        told: Told<'_>,
    ) -> Result<MatchResult, JudgeError> {
        if let Some(tables) = self.tables {
            for opening in openings {
                JudgeError::check_tables(tables, opening.preset().rules)?;
            }
        }
        self.watch.begin("playing games", self.most_games.min(2 * openings.len()));
        let shared = SharedState { earlier: Mutex::new(earlier), ..SharedState::default() };
        std::thread::scope(|scope| {
            for _ in 1..self.workers.min(openings.len()) {
                // If the system cannot start more threads, the running ones do the work.
                let worker = || self.worker(&shared, openings, told);
                let _ = std::thread::Builder::new().spawn_scoped(scope, worker);
            }
            self.worker(&shared, openings, told);
        });
        let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = state.error {
            return Err(error);
        }
        Ok(MatchResult {
            games: state.games.into_values().collect(),
            gave_up: state.failures >= self.most_failures,
            ..state.result
        })
    }

    fn worker(&self, shared: &SharedState, openings: &[Game], told: Told<'_>) {
        let mut engines: [Option<CheckedEngine<'a>>; 2] = [None, None];
        while self.goes_on(&shared.lock()) {
            let number = shared.next.fetch_add(1, Relaxed);
            let Some(opening) = openings.get(number) else {
                break;
            };
            self.play_pair(shared, &mut engines, opening, number, told);
        }
        if !self.watch.interrupted() {
            engines.into_iter().flatten().for_each(CheckedEngine::quit);
        }
    }

    fn goes_on(&self, state: &MatchState) -> bool {
        let has_ended = state.result.verdict.is_some()
            || state.result.not_started.is_some()
            || state.error.is_some()
            || state.failures >= self.most_failures;
        !has_ended && !self.watch.interrupted()
    }

    /// Plays an opening with the first engine as Black, then as White.
    fn play_pair(
        &self,
        shared: &SharedState,
        engines: &mut [Option<CheckedEngine<'a>>; 2],
        opening: &Game,
        number: usize,
        told: Told<'_>,
    ) {
        let mut half_points = 0;
        let mut pair = [Color::Black, Color::White].map(|_| (*opening.position(), Vec::new()));
        for (turn, first) in [Color::Black, Color::White].into_iter().enumerate() {
            if 2 * number + turn >= self.most_games {
                return;
            }
            let place = 2 * number + turn;
            let earlier = shared.take_earlier(place + 1);
            let is_new = earlier.is_none();
            let played = || self.play_one(shared, engines, opening, (place + 1, first));
            let Some(game) = earlier.or_else(played) else {
                return;
            };
            half_points += game.half_points();
            pair[turn].1 = game.game.moves()[game.opening_moves..].to_vec();
            if is_new {
                let names = shared.lock().result.names.clone();
                told(&game, &names);
            }
            let mut state = shared.lock();
            if is_new && matches!(game.ending, Ending::Failed { .. }) {
                state.failures += 1;
            }
            state.games.insert(place, game);
            drop(state);
            self.watch.step();
        }
        let mut state = shared.lock();
        if !state.known.insert(pair) {
            state.result.repeats += 1;
            return;
        }
        state.result.pairs.add(half_points);
        if let Some(sprt) = self.sprt.filter(|_| state.result.verdict.is_none()) {
            state.result.verdict = sprt.verdict(&state.result.pairs);
        }
    }

    /// Plays one game; `None` if the match has ended.
    fn play_one(
        &self,
        shared: &SharedState,
        engines: &mut [Option<CheckedEngine<'a>>; 2],
        opening: &Game,
        (number, first): (usize, Color),
    ) -> Option<MatchGame> {
        let preset = opening.preset();
        for (place, engine) in engines.iter_mut().enumerate() {
            *engine =
                CheckedEngine::kept(engine, preset).or_else(|| self.start(shared, place, preset));
        }
        let [Some(one), Some(two)] = engines else {
            return None;
        };
        let umpire = Umpire {
            tables: self.tables,
            most_plies: self.most_plies,
            time_control: self.time_control,
            resign: self.resign,
            draw: self.draw,
        };
        let sides = match first {
            Color::Black => [one, two],
            Color::White => [two, one],
        };
        let game = match umpire.play(number, opening, sides) {
            Ok(game) => game,
            Err(JudgeError::Interrupted) => return None,
            Err(error) => {
                shared.lock().error = Some(error);
                return None;
            }
        };
        let unusable = match &game.ending {
            Ending::Failed { color, failed } if !failed.fault.leaves_it_usable() => Some(*color),
            // It may still be thinking.
            Ending::Time { color } => Some(*color),
            _ => None,
        };
        if let Some(color) = unusable {
            engines[usize::from(color != first)] = None;
        }
        Some(game)
    }

    fn start(
        &self,
        shared: &SharedState,
        place: usize,
        preset: Preset,
    ) -> Option<CheckedEngine<'a>> {
        match CheckedEngine::start(self.sources[place], preset) {
            Ok(engine) => {
                let name = engine.get().name().map(str::to_owned);
                let mut state = shared.lock();
                if state.result.names[place].is_none() {
                    for remark in engine.get().remarks() {
                        self.watch.remark(remark);
                    }
                    state.result.names[place] = name;
                }
                drop(state);
                Some(engine)
            }
            Err(failed) => {
                let mut state = shared.lock();
                if state.result.not_started.is_none() && !self.watch.interrupted() {
                    state.result.not_started = Some((place, failed));
                }
                None
            }
        }
    }
}

impl SharedState {
    fn take_earlier(&self, number: usize) -> Option<MatchGame> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner).remove(&number)
    }

    fn lock(&self) -> MutexGuard<'_, MatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use loa_engine::alpha_beta::StopSign;
    use loa_engine::protocol::command::Go;
    use loa_engine::protocol::reply::Score;
    use loa_engine::{Engine, EngineMove, Fault};
    use loa_record::review::choices;
    use loa_solver::Preset;

    use super::*;
    use crate::match_play::random_openings;

    fn first_move(game: &Game) -> Result<EngineMove, Failed> {
        let moves = game.preset().rules.moves(game.position());
        Ok(EngineMove::new(moves[0]))
    }

    fn perfect_move(game: &Game) -> Result<EngineMove, Failed> {
        let tables = Tablebase::embedded(game.preset().rules);
        let choices = choices(&tables, game.preset().repetition, game.positions());
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
        let mut games = Match::new([&noting, &other]);
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
        let mut games = Match::new([&perfect, &first]);
        games.sprt = Some(Sprt::new(0.0, 20.0));
        let once = games.play(&openings(1)).unwrap();
        let again = games.play(&vec![openings(1).remove(0); 200]).unwrap();
        assert_eq!((once.games.len(), once.repeats), (2, 0));
        assert_eq!((again.games.len(), again.repeats), (400, 199));
        assert_eq!((again.pairs, again.verdict), (once.pairs, None));
    }

    #[test]
    fn each_game_is_told_at_its_end_and_no_more_are_played_than_requested() {
        let (first, other) = (source(first_move), source(first_move));
        for (most_games, pairs) in [(1, 0), (2, 1), (3, 1), (usize::MAX, 2)] {
            let mut games = Match::new([&first, &other]);
            (games.most_games, games.most_plies, games.workers) = (most_games, 30, 2);
            let told = Mutex::new(Vec::new());
            let tell = |game: &MatchGame, names: &[Option<String>; 2]| {
                assert_eq!(*names, [None, None]);
                told.lock().unwrap().push(game.game.clone());
            };
            let result = games.play_with(&openings(2), &tell).unwrap();
            let mut told = told.into_inner().unwrap();
            assert_eq!((told.len(), result.pairs.pairs()), (most_games.min(4), pairs));
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
        let mut games = Match::new([&hopeless, &level]);
        (games.resign, games.draw) = (rule(600, 2), rule(10, 2));
        let result = games.play(&openings).unwrap();
        for game in &result.games {
            assert_eq!((game.ending.kind(), game.half_points()), ("resignation", 0));
            assert_eq!(game.game.resigned(), Some(game.first));
        }
        let mut games = Match::new([&level, &level]);
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
            _: &StopSign,
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
        let mut games = Match::new([&slow, &quick]);
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
        let mut games = Match::new([&same, &same]);
        games.workers = 3;
        games.most_plies = 60;
        let result = games.play(&openings(20)).unwrap();
        assert_eq!(result.pairs.counts(), [0, 0, 20, 0, 0]);
        assert_eq!(result.games.len(), 40);
        for pair in result.games.chunks(2) {
            assert_eq!(pair[0].game, pair[1].game);
            assert_eq!((pair[0].first, pair[1].first), (Color::Black, Color::White));
        }
        assert!(result.pairs.elo().is_none());
    }

    #[test]
    fn a_perfect_engine_never_loses_a_pair_and_the_test_ends_early() {
        let (perfect, first) = (source(perfect_move), source(first_move));
        let mut games = Match::new([&perfect, &first]);
        games.sprt = Some(Sprt::new(0.0, 100.0));
        let result = games.play(&openings(100)).unwrap();
        let [none, half, ..] = result.pairs.counts();
        assert_eq!((none, half), (0, 0), "{:?}", result.pairs);
        assert_eq!(result.verdict, Some(SprtVerdict::Stronger));
        assert!(result.pairs.pairs() < 100);
    }

    #[test]
    fn tables_end_games_that_reach_them_and_failures_lose() {
        let start = "2o1x/1x3/5/3o1/x1o1x x".parse().unwrap();
        let opening = vec![Game::new(Preset::default(), start)];
        let tables = Tablebase::embedded(Preset::default().rules);
        let (first, fails) = (source(first_move), source(no_move));
        let mut games = Match::new([&first, &fails]);
        let result = games.play(&opening).unwrap();
        assert_eq!(result.pairs.counts(), [0, 0, 0, 0, 1]);
        let ended = |result: &MatchResult, kind: &str| {
            let endings = result.games.iter().map(|game| game.ending.kind());
            endings.filter(|ending| *ending == kind).count()
        };
        assert_eq!(ended(&result, "failure"), 2);
        // White can connect after Black's first move, which is known without a table.
        games.tables = Some(&tables);
        let result = games.play(&opening).unwrap();
        assert_eq!(ended(&result, "tables"), 1);
        // On 4x4 the tables know the openings, so the games are played out.
        let mut known = Match::new([&first, &first]);
        known.tables = Some(&tables);
        known.most_plies = 60;
        let result = known.play(&openings(4)).unwrap();
        assert_eq!(ended(&result, "tables"), 0);
    }
}
