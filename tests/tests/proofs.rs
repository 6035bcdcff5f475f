//! Compares proofs of positions with known values, and certificates with the checker that shares no
//! code with the search.

use loa_engine::Guide;
use loa_solver::proof::{Prover, Question, RuleSet, SearchStage, Verdict, Watch};
use loa_solver::{Bitboard, Board, Color, Position, Rules, Value};
use loa_tablebase::Tablebase;
use loa_tests::naive::NaiveBoard;
use loa_tests::plain::PlainBoard;
use loa_tests::random::Random;
use loa_tests::threads::threads;
use loa_tests::{project, solved};

const TABLE: u64 = 1 << 20;

/// Returns a new search with a table of this size.
fn new(question: Question, bytes: u64) -> Prover {
    Prover::new(question, bytes).expect("memory for a table")
}

/// Searches with one thread.
fn search(prover: &mut Prover, expansions: u64) -> Verdict {
    prover.search(expansions, 1, &|_| true).expect("threads")
}

/// Searches for `winner`'s win, and returns its certificate, checked; `None` if none is found.
fn proved(start: Position, rules: RuleSet, winner: Color, expansions: u64) -> Option<Guide> {
    let mut prover = new(Question::new(start, rules, winner), TABLE);
    (search(&mut prover, expansions) == Verdict::Proved).then(|| checked(&prover).0)
}

/// Returns the certificate of a search that has found a proof, which answers its question and which the
/// independent checker accepts with its stated bound; also as bytes.
fn checked(prover: &Prover) -> (Guide, Vec<u8>) {
    let Question { start, rules, winner, .. } = *prover.question();
    let bytes = prover.certificate(&|_| true);
    let bytes = bytes.unwrap_or_else(|error| panic!("{start} {rules}: {error}"));
    let guide = Guide::read(bytes.clone());
    let guide = guide.unwrap_or_else(|error| panic!("{start} {rules}: {error}"));
    assert_eq!((guide.start(), guide.winner(), guide.rules()), (start, winner, rules));
    let bound = guide.bound(&start);
    assert!(bound.is_some_and(|bound| bound <= guide.plies()), "{start} {rules}: {bound:?}");
    (guide, bytes)
}

/// Returns the question whether `winner` wins the start of a board.
fn question(board: &str, winner: Color) -> Question {
    Question::new(board.parse::<Board>().expect("a board").start(), RuleSet::NORMAL, winner)
}

/// White wins 5x6.
fn white_wins_5x6() -> Question {
    question("5x6", Color::White)
}

/// Asks both questions about a position that a connection has not ended.
fn compare(position: Position, rules: Rules, value: Value, expansions: u64, certain: bool) {
    let set = RuleSet::one(rules);
    let winner = match value {
        Value::Win(_) => Some(position.turn()),
        Value::Loss(_) => Some(position.turn().other()),
        Value::Draw => None,
    };
    for player in [Color::Black, Color::White] {
        let found = proved(position, set, player, expansions);
        if let Some(guide) = &found {
            assert_eq!(Some(player), winner, "{position} {rules}");
            let distance = value.plies().map_or(0, u32::from);
            assert!(guide.plies() >= distance, "{position} {rules}");
        }
        let missed = certain && found.is_none() && winner == Some(player);
        assert!(!missed, "{position} {rules}: {value} not proved");
    }
}

/// Every `step`-th position of 3x4 under all rules ids, with its exact distance.
#[test]
fn naive_values_are_proved_under_all_rules() {
    let plain = PlainBoard::new(3, 4);
    let naive = NaiveBoard::new(&plain, 4, 4);
    for rules in Rules::all() {
        let all = naive.positions().iter().zip(naive.solve(rules.id()));
        for (&stones, value) in all.step_by(1999) {
            let position = solved::position(&plain, stones, Color::White);
            if rules.termination(&position).is_some() {
                continue;
            }
            compare(position, rules, value, 3000, !rules.is_misere());
            compare_bounded(position, rules, value);
        }
    }
}

/// Compares searches within the distance of a position and within one ply less, for the winner. For
/// a draw, compares searches within some plies for either player.
fn compare_bounded(position: Position, rules: Rules, value: Value) {
    let ask = |winner: Color, plies: u8| {
        let question = Question::new(position, RuleSet::one(rules), winner).within(plies);
        let mut prover = new(question, TABLE);
        (search(&mut prover, u64::MAX), prover)
    };
    let (winner, plies) = match value {
        Value::Win(plies) => (position.turn(), plies),
        Value::Loss(plies) => (position.turn().other(), plies),
        Value::Draw => {
            for winner in [Color::Black, Color::White] {
                let (verdict, _) = ask(winner, 7);
                assert_eq!(verdict, Verdict::NotProved, "{position} {rules}");
            }
            return;
        }
    };
    let plies = u8::try_from(plies).expect("a small board");
    let (verdict, prover) = ask(winner, plies);
    assert_eq!(verdict, Verdict::Proved, "{position} {rules} {value}");
    let (guide, _) = checked(&prover);
    // Certificates count whole rounds, beginning with the loser's move.
    let rounds = plies + u8::from((position.turn() == winner) != (plies % 2 == 1));
    assert_eq!(guide.plies(), u32::from(rounds), "{position} {rules}");
    let (verdict, _) = ask(winner, plies - 1);
    assert_eq!(verdict, Verdict::NotProved, "{position} {rules} {value}");
}

/// The values are those of tables.
#[test]
fn bounded_searches_find_exact_distances() {
    for (text, value) in [
        ("o2o/x3/2o1/x1xo x", Value::Win(15)),
        ("xo2/4/4/o2x x", Value::Win(1)),
        ("start 5x5", Value::Win(11)),
    ] {
        compare_bounded(text.parse().expect("a position"), Rules::default(), value);
    }
}

/// Random positions of 5x5 with their values from tables: see `data/proofs`.
const RANDOM_5X5: &str = include_str!("../../data/proofs/random-5x5.tsv");

/// Every third position is also searched by three processes.
#[test]
fn random_positions_of_5x5_are_proved_as_the_tables_say() {
    let ([mut proved, mut together_proved], mut decided) = ([0, 0], 0);
    for (number, line) in RANDOM_5X5.lines().enumerate() {
        let (text, value) = line.split_once('\t').expect("a position and a value");
        let position: Position = text.parse().expect("a position");
        let winner = match value {
            "win" => Some(position.turn()),
            "loss" => Some(position.turn().other()),
            _ => None,
        };
        decided += usize::from(winner.is_some());
        for player in [Color::Black, Color::White] {
            let question = Question::new(position, RuleSet::one(Rules::default()), player);
            if search(&mut new(question, TABLE), 1000) == Verdict::Proved {
                assert_eq!(Some(player), winner, "{position} is a {value}");
                proved += 1;
            }
            if number % 3 == 0 {
                let found = together(&mut provers(question, 3), 10_000, &|_| true);
                if found.verdict == Verdict::Proved {
                    assert_eq!(Some(player), winner, "{position} is a {value}");
                    together_proved += 1;
                }
            }
        }
    }
    assert!(decided == 200 && proved >= 190, "{proved} of {decided}");
    assert!(together_proved >= 64, "{together_proved}");
}

/// Returns random weights of a net.
fn noise(seed: usize) -> impl FnMut(usize) -> i16 {
    move |at| ((at + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16 as i16
}

/// A net decides only the order of the search, whatever and whenever it learns.
#[test]
fn no_net_makes_a_proof_wrong() {
    let (small, large) = (question("5x5", Color::Black), white_wins_5x6());
    let cases =
        [(small, 0, u64::MAX), (small, 1, u64::MAX), (small, 5, 1000), (large, 0, u64::MAX)];
    let found = cases.map(|(question, seed, learn_after)| {
        let mut prover = new(question, 16 * TABLE);
        prover.use_weights(noise(seed));
        prover.learn_after(learn_after);
        assert_eq!(search(&mut prover, 2_000_000), Verdict::Proved, "{seed} {learn_after}");
        checked(&prover);
        let loser = Question { winner: question.winner.other(), ..question };
        let mut other = new(loser, TABLE);
        other.use_weights(noise(seed));
        assert_ne!(search(&mut other, 20_000), Verdict::Proved, "the other side wins");
        prover.expansions()
    });
    assert_ne!(found[0], found[1]);
}

/// Returns a search of 5x5 that has a lesson after 1,000 expansions and a proof after 14,000, with
/// numbers of the learned net.
fn pupil() -> Prover {
    let mut prover = new(question("5x5", Color::Black), 16 * TABLE);
    prover.use_weights(noise(5));
    prover.learn_after(1000);
    prover
}

/// A training step that is stopped is repeated later from its beginning, also after a save.
#[test]
fn a_lesson_can_be_stopped() {
    let finish = |mut prover: Prover| {
        assert_eq!(search(&mut prover, 2_000_000), Verdict::Proved);
        (prover.expansions(), checked(&prover).1)
    };
    let mut stopped = pupil();
    for _ in 0..3 {
        let verdict =
            stopped.search(2_000_000, 1, &|progress| progress.stage != SearchStage::Training);
        assert_eq!(verdict.expect("threads"), Verdict::Open);
        assert!((1000..2000).contains(&stopped.expansions()));
    }
    let mut saved = Vec::new();
    stopped.save(&mut saved, None).expect("memory");
    let mut restored = pupil();
    restored.restore(&mut saved.as_slice()).expect("a saved search");
    let undisturbed = finish(pupil());
    assert_eq!(finish(stopped), undisturbed);
    assert_eq!(finish(restored), undisturbed);
}

/// The outcome of a search by several processes.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    verdict: Verdict,
    expansions: u64,
    /// The certificate that the last process makes.
    certificate: Option<Vec<u8>>,
}

/// Lets as many processes as provers search together. All must have the same result.
fn together(provers: &mut [Prover], expansions: u64, watch: Watch<'_>) -> Outcome {
    let ends = threads(provers.len()).into_iter().zip(provers.iter_mut());
    let verdicts: Vec<(Verdict, u64)> = std::thread::scope(|scope| {
        let started: Vec<_> = ends
            .map(|(mut end, prover)| {
                scope.spawn(move || {
                    let verdict = prover.search_with(&mut end, expansions, 1, watch);
                    (verdict.expect("nobody leaves"), prover.expansions())
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (verdict, expansions) = verdicts[0];
    assert!(verdicts.iter().all(|found| *found == verdicts[0]), "{verdicts:?}");
    let proved = provers.last().filter(|_| verdict == Verdict::Proved);
    let certificate = proved.map(|prover| checked(prover).1);
    Outcome { verdict, expansions, certificate }
}

fn provers(question: Question, size: usize) -> Vec<Prover> {
    std::iter::repeat_with(|| new(question, 4 * TABLE)).take(size).collect()
}

/// The starts of boards, under all normal rules ids together: by a search without other processes, where
/// the size is 0, and by processes.
#[test]
fn processes_prove_what_one_proves() {
    for (board, winner, sizes) in [
        ("4x4", 'x', &[0, 1, 2, 3, 8][..]),
        ("3x5", 'o', &[0]),
        ("5x3", 'x', &[0]),
        ("4x5", 'o', &[0]),
        ("5x4", 'x', &[0]),
        ("5x5", 'x', &[0, 1, 2, 3, 8]),
        ("5x6", 'o', &[2, 3]),
    ] {
        for player in [Color::Black, Color::White] {
            let question = question(board, player);
            for &size in sizes {
                if size == 0 {
                    let found = proved(question.start, RuleSet::NORMAL, player, 6000);
                    assert_eq!(found.is_some(), player.letter() == winner, "{board}");
                    continue;
                }
                let find = || together(&mut provers(question, size), 100_000, &|_| true);
                let found = find();
                assert_eq!(found.verdict == Verdict::Proved, player.letter() == winner, "{board}");
                assert_eq!(found, find(), "{board} {size}");
            }
        }
    }
}

/// All processes take the net that the first has trained.
#[test]
fn processes_learn_together() {
    let find = |learn_after: u64| {
        let mut provers = [(); 3].map(|()| pupil());
        provers.iter_mut().for_each(|prover| prover.learn_after(learn_after));
        together(&mut provers, 100_000, &|_| true)
    };
    let (learned, other) = (find(1000), find(u64::MAX));
    assert_eq!([learned.verdict, other.verdict], [Verdict::Proved; 2]);
    assert_ne!(learned, other);
    assert_eq!(learned, find(1000));
}

/// One process stops all repeatedly, some saves are lost, and other processes continue.
#[test]
fn processes_that_are_stopped_go_on_with_others() {
    let mut saved: Vec<Vec<u8>> = Vec::new();
    for attempt in 0..100 {
        let size = [3, 2, 1, 4][attempt % 4];
        let mut provers = provers(white_wins_5x6(), size);
        for (number, bytes) in saved.iter().enumerate() {
            provers[number % size].restore(&mut bytes.as_slice()).expect("a saved search");
        }
        let before = provers.iter().map(Prover::expansions).max().unwrap_or_default();
        let found =
            together(&mut provers, u64::MAX, &|progress| progress.expansions < before + 2000);
        assert!(found.expansions > before);
        if found.verdict == Verdict::Proved {
            assert!(attempt > 2 && found.expansions < 100_000, "{attempt} {found:?}");
            return;
        }
        saved = provers
            .iter()
            .map(|prover| {
                let mut bytes = Vec::new();
                prover.save(&mut bytes, None).expect("memory");
                bytes
            })
            .collect();
        if attempt % 3 == 1 {
            saved.remove(0);
        }
    }
    panic!("no proof");
}

/// Searches whose saves were truncated continue to certificates, and the searches that saved
/// continue as if they had not.
#[test]
fn the_heaviest_part_of_a_search_goes_on() {
    let new = || new(white_wins_5x6(), TABLE);
    let finish = |mut prover: Prover| {
        let before = prover.expansions();
        assert_eq!(search(&mut prover, u64::MAX), Verdict::Proved);
        checked(&prover);
        prover.expansions() - before
    };
    let mut first = new();
    search(&mut first, 6000);
    let save = |most| {
        let mut bytes = Vec::new();
        first.save(&mut bytes, most).expect("memory");
        bytes
    };
    let from = |bytes: &[u8]| {
        let mut prover = new();
        prover.restore(&mut &*bytes).expect("a saved search");
        assert_eq!(prover.expansions(), first.expansions());
        finish(prover)
    };
    let whole = save(None);
    assert_eq!(whole, save(Some(TABLE)));
    let weights = save(Some(0));
    let costs = [None, Some(16_000), Some(0)].map(|most| {
        let bytes = save(most);
        assert_eq!(bytes, save(most));
        let entries = (bytes.len() - weights.len()) as u64;
        assert!(entries <= most.unwrap_or(TABLE), "{most:?} {entries}");
        from(&bytes)
    });
    assert!(costs.is_sorted(), "{costs:?}");
    assert_eq!(costs[0], finish(first));
}

/// A loss of 5x5 in which every first line runs into a repetition.
#[test]
fn what_a_repetition_prevented_is_tried_again() {
    let position = "2xo1/1xx1x/2ooo/3o1/xo1x1 x";
    let position: Position = position.parse().expect("a position");
    let question = Question::new(position, RuleSet::one(Rules::default()), Color::White);
    for threads in [1, 3] {
        let mut prover = new(question, 4 * TABLE);
        let verdict = prover.search(u64::MAX, threads, &|progress| progress.expansions < 1_000_000);
        assert_eq!(verdict.expect("threads"), Verdict::Proved, "{threads} threads");
        checked(&prover);
    }
}

/// Random positions of 4x4 under the presets, whose tables are built in.
#[test]
fn positions_of_4x4_are_proved_as_the_tables_say() {
    let board = Board::new(4, 4).expect("a board");
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(5);
        Bitboard(state >> 32) & board.mask()
    };
    for preset in loa_solver::Preset::ALL {
        let tables = Tablebase::embedded(preset.rules);
        let mut compared = 0;
        while compared < 60 {
            let (us, them) = (random() & random(), random() & random());
            let Ok(position) = Position::new(board, us, them - us, Color::Black) else {
                continue;
            };
            let known = preset.rules.termination(&position).is_none();
            if let (true, Ok(value)) = (known, tables.answer(&position)) {
                let certain = !preset.rules.is_misere();
                compare(position, preset.rules, value, 3000, certain);
                compared += 1;
            }
        }
    }
}

/// Three hundred games on 5x5 and 5x6 under all normal rules ids.
#[test]
fn a_guide_wins_every_game_within_its_bound() {
    let folder = project().join("data/proofs");
    let mut random = Random::new(3);
    for (board, games) in [("5x5", 270), ("5x6", 9)] {
        let bytes = std::fs::read(folder.join(format!("{board}.proof"))).expect("a shipped file");
        let all = Guide::read(bytes).expect("a sound proof");
        assert_eq!(all.start(), board.parse::<Board>().expect("a board").start());
        let normal: Vec<Rules> = RuleSet::NORMAL.iter().collect();
        for number in 0..games {
            let rules = normal[number % normal.len()];
            let guide = all.under(RuleSet::one(rules)).expect("a normal id");
            // Any defence, or the one that delays the end as long as the certificate allows.
            let delays = (number + number / 9) % 2 == 1;
            let (mut position, winner) = (guide.start(), guide.winner());
            let mut left = guide.bound(&position).expect("the start is proved");
            assert!(left <= guide.plies());
            while rules.termination(&position).is_none() {
                assert!(left > 0, "{board} {rules}: {position}");
                left -= 1;
                position = if position.turn() == winner {
                    let answer = guide.answer(&position).expect("an answer");
                    assert!(answer.plies <= left + 1);
                    position.play_unchecked(answer.played)
                } else {
                    let moves = rules.moves(&position).into_iter();
                    let replies = moves.map(|reply| position.play_unchecked(reply));
                    let delay =
                        |after: &Position| guide.bound(after).expect("a position of the proof");
                    let chosen =
                        replies.max_by_key(|after| (delays.then(|| delay(after)), random.next()));
                    chosen.expect("a game that goes on has a move")
                };
                let bound = guide.bound(&position);
                assert!(bound.is_some_and(|bound| bound <= left), "{position}");
            }
            let value = rules.termination(&position).map(|(_, value)| value);
            let expected = if position.turn() == winner { Value::Win(0) } else { Value::Loss(0) };
            assert_eq!(value, Some(expected), "{board} {rules}: {position}");
        }
        assert!(all.under("misere".parse().expect("a preset")).is_none());
        let elsewhere: Position = "1xx1/o2o/o2o/1xx1 x".parse().expect("a position");
        assert_eq!(all.bound(&elsewhere), None);
        assert_eq!(all.answer(&elsewhere), None);
    }
}
