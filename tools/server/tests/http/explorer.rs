//! Estimates, certificates, problems, reviews and the overview of tables.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use loa_checker::Certificate;
use loa_server::NamedProof;
use loa_solver::proof::{Prover, Question, RuleSet};
use loa_solver::{Color, Position, Rules};
use loa_tablebase::{Layout, Tablebase};
use serde_json::{Value as Json, json};

use crate::client::{Running, running, running_with, running_within};

fn estimate(server: &Running, position: &str, more: &str) -> Json {
    let query = format!("position={position}{more}").replace(' ', "+");
    let answer = server.get(&format!("/api/estimate?{query}"));
    let json = answer.ok();
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    json
}

#[test]
fn an_estimate_is_marked_as_one_and_a_value_is_not() {
    let server = running();
    let tables = estimate(&server, "o2o/x3/2o1/x1xo x", "");
    assert_eq!(tables["basis"], "verified");
    assert_eq!((&tables["category"], &tables["plies"]), (&json!("win"), &json!(15)));
    assert_eq!(
        (&tables["moves"][0]["move"], &tables["line"][0]),
        (&json!("a3-b4"), &json!("a3-b4"))
    );
    let proved = estimate(&server, "start 5x5", "&ms=1000");
    assert_eq!((&proved["category"], &proved["plies"]), (&json!("win"), &json!(11)));
    let open = estimate(&server, "start 8x8", "&ms=50&rules=soucie");
    assert_eq!(open["basis"], "estimate");
    assert_eq!((&open["category"], &open["plies"]), (&Json::Null, &Json::Null));
    assert!(open["score"].is_i64() && open["missing"]["kind"] == "outside-tables", "{open}");
    assert_eq!(open["line"][0], open["moves"][0]["move"]);
    // A search finds a win in one, and another game is over.
    let near = estimate(&server, "x2x1/5/5/5/o3o x", "&rules=misere&ms=20");
    assert!(near["moves"][0]["move"].is_string(), "{near}");
    let over = estimate(&server, "5/5/5/xx3/o3o x", "");
    assert_eq!((&over["over"], &over["moves"]), (&json!("us-connected"), &json!([])));
    let posted = r#"{"position":"o2o/x3/2o1/x1xo x","rules":"club","ms":30}"#;
    assert_eq!(server.post("/api/estimate", posted).ok()["moves"][0]["move"], "a3-b4");
    let by_tables = estimate(&server, "start 4x4", "&effort=tables");
    assert_eq!(by_tables["line"], json!(["b1-b3", "a2-a4", "b4-b2"]));
    // Scripts that want tables alone get the failure.
    let only = server.get("/api/estimate?position=start+5x5&effort=tables");
    assert_eq!((only.status, &only.json()["kind"]), (404, &json!("missing-table")));
    for query in ["ms=0", "ms=1001", "ms=-1", "ms=soon", "ms=99999999999999999999"] {
        let refused = server.get(&format!("/api/estimate?position=start+5x5&{query}"));
        assert_eq!(refused.status, 400, "{}", refused.text());
    }
    assert_eq!(server.post("/api/estimate", "[]").status, 400);
}

#[test]
fn all_moves_are_estimated_deeper_and_deeper() {
    let server = running();
    let answer = server.get("/api/analysis?position=start+6x6&ms=300&rules=soucie");
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let events: Vec<Json> = answer
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|event| serde_json::from_str(event).unwrap())
        .collect();
    let depths: Vec<u64> =
        events.iter().filter_map(|event| event["moves"][0]["depth"].as_u64()).collect();
    assert!(depths.is_sorted() && depths[0] == 2 && events.len() > depths.len(), "{depths:?}");
    for event in &events {
        assert_eq!(event["moves"].as_array().unwrap().len(), 24);
    }
    let over = server.get("/api/analysis?position=5/5/5/xx3/o3o+x");
    assert_eq!((over.status, over.text().matches("data: ").count()), (200, 1));
}

#[test]
fn a_position_is_drawn_with_its_moves() {
    let server = running();
    let drawn = server.get("/board.svg?position=start+6x6&moves=b1-b3,b1-d3");
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    assert!(drawn.text().contains("marked: b1-b3, b1-d3"));
    for query in ["position=x", "position=start+6x6&moves=b1-b2", "position=start+99x99", ""] {
        let refused = server.get(&format!("/board.svg?{query}"));
        assert_eq!(refused.status, 400);
    }
}

#[test]
fn every_level_has_a_move() {
    let server = running();
    for level in 1..=5 {
        let path = format!("/api/play?position=start+5x4&level={level}");
        let answer = server.get(&path).ok();
        assert_eq!(answer["level"], level);
        assert!(answer["move"].is_string(), "{answer}");
    }
    for query in ["level=0", "level=6", "level=x", ""] {
        let path = format!("/api/play?position=start+5x4&{query}");
        assert_eq!(server.get(&path).status, 400);
    }
}

#[test]
fn estimates_beyond_their_places_are_refused_for_now_and_hold_up_no_table() {
    let server = running_with(|settings| {
        settings.threads = 1;
        settings.limits.question.estimate = Duration::from_millis(400);
    });
    let question = "/api/estimate?position=start+8x8&rules=soucie&ms=400";
    let statuses: Vec<u16> = thread::scope(|scope| {
        let asked: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(|| {
                    let answer = server.get(question);
                    let is_later = answer.header("retry-after") == Some("1");
                    assert_eq!(is_later, answer.status == 429, "{}", answer.head);
                    answer.status
                })
            })
            .collect();
        thread::sleep(Duration::from_millis(100));
        let began = Instant::now();
        assert_eq!(server.get("/api/value?position=start+4x4").status, 200);
        assert!(began.elapsed() < Duration::from_millis(300));
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
}

#[test]
fn an_answer_that_takes_too_long_is_refused_for_now() {
    let server = running_within(|limits| limits.answer = Duration::ZERO);
    let late = server.get("/api/estimate?position=start+8x8");
    assert_eq!((late.status, late.header("retry-after")), (429, Some("1")));
}

#[test]
fn a_certificate_answers_for_the_positions_that_it_proves() {
    let server = running();
    let proof = |position: &str| estimate(&server, position, "&effort=proofs");
    let start = proof("start 5x5");
    // Coq has accepted the file. The distance of the solved start is known in addition to the bound.
    let known = ["category", "plies", "bound", "basis"].map(|name| start[name].clone());
    assert_eq!(known, [json!("win"), json!(11), json!(false), json!("verified")]);
    assert_eq!(start["certificate"]["plies"], 13);
    assert_eq!(start["missing"]["kind"], "missing-table");
    // The bound falls along the line, to the end of the game.
    let (mut bound, mut position) = (14, "start 5x5".parse::<Position>().unwrap());
    for played in start["line"].as_array().unwrap() {
        let first = &proof(&position.to_string())["moves"][0];
        assert_eq!(&first["move"], played);
        assert!(first["plies"].as_u64().unwrap() < bound, "{first}");
        bound = first["plies"].as_u64().unwrap();
        // The loser's moves have the winner's answers in their lines.
        let is_loser = position.to_string().ends_with(" o");
        assert_eq!(first["line"].as_array().unwrap().len(), 1 + usize::from(is_loser));
        let rules = Rules::default();
        let played = rules.parse_move(&position, played.as_str().unwrap()).unwrap();
        position = position.play_unchecked(played);
    }
    assert_eq!((bound, &proof(&position.to_string())["over"]), (1, &json!("them-connected")));
    for asked in ["moves", "probe"] {
        let proved = &server.get(&format!("/api/{asked}?position=start+5x5")).json()["proved"];
        let known = ["category", "plies", "bound", "basis"].map(|name| proved[name].clone());
        assert_eq!(known, [json!("win"), json!(11), json!(false), json!("verified")]);
    }
    let review = server.post("/api/review", "start 5x5\nc1-c3").ok();
    let known = ["plies", "basis"].map(|name| review["values"][0][name].clone());
    assert_eq!(known, [json!(11), json!("verified")]);
    let listed = &server.get("/api/boards").ok()["solved"];
    let is_5x5 = |one: &&Json| one["position"] == start["position"] && one["rules"] == "mover-pass";
    let listed = listed.as_array().unwrap().iter().find(is_5x5).unwrap();
    assert_eq!((&listed["winner"], &listed["plies"]), (&json!("x"), &json!(11)));
    let elsewhere = proof("start 8x8");
    assert_eq!((&elsewhere["basis"], &elsewhere["category"]), (&json!("unknown"), &Json::Null));
}

#[test]
fn a_large_certificate_is_checked_in_no_request() {
    let server = running();
    let proof = || estimate(&server, "start 5x5", "&rules=misere&effort=proofs");
    let first = proof();
    assert_eq!(
        (&first["checking"], &first["category"]),
        (&json!("built-in 5x5-misere"), &json!("win"))
    );
    assert!(first["certificate"].is_null() && first["moves"][0]["basis"] == "unknown", "{first}");
    let listed = server.get("/api/boards").ok();
    let listed = listed["proofs"].as_array().unwrap();
    assert!(listed.iter().all(|proof| proof["checked"] == true), "{listed:?}");
    let checked = std::iter::repeat_with(|| {
        thread::sleep(Duration::from_millis(20));
        proof()
    });
    let checked = checked.take(3000).find(|reply| reply["checking"].is_null()).unwrap();
    assert_eq!((&checked["basis"], &checked["plies"]), (&json!("solved"), &json!(55)));
    assert_eq!(
        (&checked["moves"][0]["move"], &checked["moves"][0]["bound"]),
        (&json!("c1xa3"), &json!(true))
    );
}

#[test]
fn certificates_given_come_before_those_built_in() {
    let start = "4x4".parse::<loa_solver::Board>().unwrap().start();
    let question = Question::new(start, RuleSet::NORMAL, Color::Black);
    let mut prover = Prover::new(question, 1 << 20).unwrap();
    prover.search(u64::MAX, 1, &()).unwrap();
    let certificate = prover.certificate(&()).unwrap().into_bytes();
    let certificate = Certificate::read(certificate).unwrap();
    let server = running_with(|settings| {
        let mine = NamedProof::new("mine", certificate).unwrap();
        settings.certificates = settings.certificates.clone().with([mine]);
    });
    let proofs = &server.get("/api/boards").ok()["proofs"];
    assert_eq!(proofs[0]["name"], "mine");
    assert!(proofs.as_array().unwrap().len() > 5);
    // The certificate agrees with the tables under each of its rules.
    for rules in ["club", "tournament", "soucie"] {
        let tables = Tablebase::embedded(rules.parse::<loa_solver::Preset>().unwrap().rules);
        let known = estimate(&server, "start 4x4", &format!("&rules={rules}&effort=proofs"));
        let value = tables.answer(&start).unwrap();
        assert_eq!(known["plies"], value.plies().unwrap(), "{known}");
    }
}

#[test]
fn problems_are_listed_and_solved_as_the_tables_do() {
    let server = running();
    let suites = server.get("/api/problems").ok();
    let names: Vec<&str> = suites["suites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|suite| suite["name"].as_str().unwrap())
        .collect();
    let expected = ["4x4", "5x5", "6x6", "8x8"].map(|board| format!("{board}-mover-pass"));
    assert_eq!(names, expected);
    let suite = server.get("/api/problems/4x4-mover-pass").ok();
    let problems = suite["problems"].as_array().unwrap();
    assert_eq!(suites["suites"][0]["problems"], problems.len());
    for problem in problems {
        let position = problem["position"].as_str().unwrap().replace(' ', "+");
        let probe = server.get(&format!("/api/probe?position={position}")).ok();
        assert_eq!(probe["plies"], problem["plies"]);
        let keeps = |played: &&Json| played["category"] == problem["category"];
        let moves = probe["moves"].as_array().unwrap().iter().filter(keeps);
        let mut good: Vec<&Json> = moves.map(|played| &played["move"]).collect();
        let mut claimed: Vec<&Json> = problem["good_moves"].as_array().unwrap().iter().collect();
        good.sort_by_key(|played| played.to_string());
        claimed.sort_by_key(|played| played.to_string());
        assert_eq!(good, claimed);
    }
    for path in ["9x9", "4x4-mover-pass/1", "..%2f..%2fetc"] {
        assert_eq!(server.get(&format!("/api/problems/{path}")).status, 404, "{path}");
    }
}

#[test]
fn a_review_has_all_values_from_one_side_and_the_game_with_them() {
    let server = running();
    let game = "start 4x4\n1. b1-b3 a2-a4 2. b4-b1";
    let review = server.post("/api/review", game).ok();
    assert_eq!(review["stopped"]["number"], 3);
    let review = server.post("/api/review", "start 4x4\nb1-d1 a2xc4").ok();
    let tables = Tablebase::embedded(Rules::default());
    let values = review["values"].as_array().unwrap();
    assert_eq!(values.len(), 3);
    let mut positions: Vec<loa_solver::Position> = review["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|played| played["position"].as_str().unwrap().parse().unwrap())
        .collect();
    let played = Rules::default().parse_move(&positions[1], "a2xc4").unwrap();
    positions.push(positions[1].play_unchecked(played));
    for (value, position) in values.iter().zip(&positions) {
        let answer = tables.answer(position).unwrap();
        let to_black = match (position.turn(), answer.wdl().name()) {
            (Color::White, "win") => "loss",
            (Color::White, "loss") => "win",
            (_, name) => name,
        };
        assert_eq!(
            (&value["category"], &value["plies"]),
            (&json!(to_black), &json!(answer.plies()))
        );
    }
    let first = ["number", "side", "mark", "effect"].map(|name| &review["moves"][0][name]);
    assert_eq!(first, [&json!(1), &json!("black"), &json!("??"), &json!("win-to-loss")]);
    let sgf = review["sgf"].as_str().unwrap();
    let again = server.post("/api/review", sgf).ok();
    assert_eq!((&again["moves"], &again["sgf"]), (&review["moves"], &review["sgf"]));
    // Unknown values are left blank.
    let unknown = server.post("/api/review", "start 5x4\nb1-b3").ok();
    let values = ["basis", "plies"].map(|name| &unknown["values"][0][name]);
    assert_eq!((values, &unknown["values"][1]), ([&json!("solved"), &json!(3)], &Json::Null));
    assert_eq!(
        (&unknown["moves"][0]["played"], &unknown["moves"][0]["best"]),
        (&Json::Null, &Json::Null)
    );
    // The reply contains the playable part of a record's variations, and its comments.
    let tree = "(;GM[9]SZ[4]C[start](;B[b1-b3];W[a2-a4])(;B[c1-c3]C[a, b];W[c1-c2])(;B[b1-b9]))";
    let lines = |record: &str| server.post("/api/review", record).ok()["lines"].clone();
    let expected = json!([
        { "moves": ["b1-b3", "a2-a4"], "notes": [[0, "start"]], "properties": [] },
        { "moves": ["c1-c3"], "notes": [[1, "a, b"]], "properties": [] },
    ]);
    assert_eq!(lines(tree), expected);
    // A comment after a resignation stands after the last move. A text stands in its first line.
    for (record, notes) in [
        ("(;GM[9]SZ[4];B[b1-d1]C[nice];W[resign]C[thanks])", json!([[[1, "nice\nthanks"]]])),
        ("(;GM[9]SZ[4](;B[b1-b3]C[a])(;B[b1-b3]C[b];W[a2-a4]))", json!([[[1, "a"]], [[1, "b"]]])),
        ("(;GM[9]SZ[4];B[b1-b3]C[a](;W[a2-a4])(;W[a3-c3]))", json!([[[1, "a"]], []])),
    ] {
        let lines = lines(record);
        let found: Vec<_> = lines.as_array().unwrap().iter().map(|line| &line["notes"]).collect();
        assert_eq!(json!(found), notes, "{record}");
    }
}

#[test]
fn a_tree_as_json_becomes_sgf_and_is_reviewed_like_it() {
    let server = running();
    let sgf = |tree: &Json| server.post("/api/record", &tree.to_string()).ok()["sgf"].clone();
    let tree = json!({
        "position": "start 4x4", "rules": "club", "black": "René ]", "white": "level:2",
        "recorded_result": "B+R", "date": "2024-05-01",
        "lines": [
            {
                "moves": ["b1-d1", "a2xc4"], "properties": [[1, "KO[1]"]],
                "notes": [[0, "start"], [1, "a ] b \\ c"]],
            },
            { "moves": ["b1-d1", "a2-a4"] },
            { "moves": ["c1-c3", "c1-c2"] },
        ],
    });
    let written = "SZ[4]RU[club]SU[Standard]PB[René \\]]PW[level:2]RE[B+R]DT[2024-05-01]C[start]\n\
                   (;B[b1-d1]KO[1]C[a \\] b \\\\ c]\n(;W[a2:c4])\n(;W[a2-a4]))\n\
                   (;B[c1-c3];W[c1-c2]))\n";
    let record = sgf(&tree);
    let record = record.as_str().unwrap();
    assert!(record.starts_with("(;FF[4]GM[9]CA[UTF-8]AP[loa:"), "{record}");
    assert!(record.ends_with(written), "{record}");
    let review = server.post("/api/review", &tree.to_string()).ok();
    assert_eq!(review, server.post("/api/review", record).ok());
    assert_eq!((&review["values"][1]["plies"], &review["stopped"]), (&json!(3), &json!(null)));
    // A reply's fields are a tree that gives the same record, also the kind of its end.
    let again = |review: &Json| {
        let names = ["position", "black", "white", "lines"].map(|name| (name, name));
        let fields = [("rules", "preset")].into_iter().chain(names);
        let fields = fields.map(|(field, name)| (field.to_owned(), review[name].clone()));
        sgf(&Json::Object(fields.collect()))
    };
    assert_eq!(again(&review), record.replace(";W[c1-c2]", ""));
    for end in ["resign", "forfeit", "timeout"] {
        let text = format!("(;GM[9]SZ[4](;B[b1-d1];B[{end}])(;B[c1-c3];W[{end}]))");
        let written = again(&server.post("/api/review", &text).ok());
        let written = written.as_str().unwrap().replace('\n', "");
        assert!(
            written.contains(&format!("(;B[b1-d1];B[{end}])(;B[c1-c3];W[{end}])")),
            "{written}"
        );
        assert!(written.contains("RE[W+"), "{written}");
    }
    // Properties of an earlier record replace the result and the date.
    let kept = json!({ "position": "2x1/x1o1/4/3o o", "recorded_result": "B+R", "date": "2024",
                       "lines": [{ "properties": [[0, "DT[1999]RE[0]XX[a][b]"]] }] });
    let custom = "SZ[4]RU[club]SU[Custom]AB[a3][c4]AW[d1][c3]PL[W]DT[1999]RE[0]XX[a][b])\n";
    assert!(sgf(&kept).as_str().unwrap().ends_with(custom));
    // A list of moves may begin with a comment in braces.
    let list = server.post("/api/review", "{\"position\" is a word} b1-b3").ok();
    assert_eq!(list["moves"][0]["move"], "b1-b3");
    for (field, value, reason) in [
        ("lines", json!([{ "moves": ["b1-b3", "b9"] }]), "b9"),
        ("lines", json!("b1-b3"), "expected a list"),
        ("lines", json!([{ "notes": [["b1", ""]] }]), "b1"),
        ("lines", json!([{ "properties": [[0, "B[c1-c3]"]] }]), "line 1: line 1, character 1"),
        ("lines", json!([{}, { "properties": [[0, "XX[1];"]] }]), "line 2: "),
        ("position", json!("start 9x9"), "9x9"),
        ("rules", json!("chess"), "chess"),
        ("turn", json!("x"), "turn is unknown"),
    ] {
        let mut tree = json!({ "position": "start 4x4", "lines": [{ "moves": ["b1-b3"] }] });
        tree[field] = value;
        for path in ["/api/record", "/api/review"] {
            let refused = server.post(path, &tree.to_string());
            let error = refused.json()["error"].as_str().unwrap().to_owned();
            assert_eq!(refused.status, 400, "{path}: {error}");
            assert!(error.contains(reason), "{path}: {error}");
        }
    }
}

#[test]
fn a_review_has_estimates_of_what_no_table_covers_within_bounds() {
    let server = running_with(|settings| {
        settings.limits.question.positions = 3;
        settings.limits.question.estimated_game = Duration::from_millis(120);
    });
    let game = "start 5x4\nb1-b3 a2-c2 d1-d3 a3-a4";
    let plain = server.post("/api/review", game).ok();
    let began = Instant::now();
    let estimated = server.post("/api/review?ms=1000", game).ok();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(plain["stopped"], json!(null), "{plain}");
    let moves = estimated["moves"].as_array().unwrap();
    assert_eq!(moves.iter().filter(|judged| !judged["played"].is_null()).count(), 3);
    for judged in &moves[..3] {
        let played = &judged["played"];
        assert_eq!(played["move"], judged["move"]);
        assert_eq!(played["basis"] == "estimate", played["category"].is_null());
        assert_eq!(played["basis"] == "estimate", played["score"].is_i64());
        let level = played["score"].as_i64().is_some_and(|score| score.abs() <= 50);
        assert_eq!(played["level"], level);
    }
    // A depth gives the same answer every time, unless the time for a game ends.
    let unhurried = running_with(|settings| settings.limits.question.positions = 3);
    let at_depth = || unhurried.post("/api/review?depth=2", game).ok()["moves"].clone();
    let shallow = at_depth();
    assert_eq!(shallow, at_depth());
    for judged in &shallow.as_array().unwrap()[..3] {
        let (played, best) = (&judged["played"], &judged["best"]);
        let is_guess = played["basis"] == "estimate" && best["basis"] == "estimate";
        assert_eq!(played["line"][0], judged["move"]);
        assert!(is_guess || judged["lost"].is_null(), "{judged}");
        if let Some(lost) = judged["lost"].as_f64() {
            assert_eq!((&played["depth"], &best["depth"]), (&json!(2), &json!(2)));
            assert_eq!(judged["mark"].is_null(), lost < 0.15, "{judged}");
        }
    }
    // Positions that tables cover need no estimates.
    let covered = server.post("/api/review?ms=20", "start 4x4\nb1-d1").ok();
    assert_eq!(covered["moves"][0]["played"]["basis"], "verified");
    for effort in ["ms=0", "ms=1001", "ms=soon", "depth=0", "depth=9", "depth=2&ms=20"] {
        let refused = server.post(&format!("/api/review?{effort}"), game);
        assert_eq!(refused.status, 400, "{effort}");
    }
}

#[test]
fn a_review_has_what_is_proved_of_a_game() {
    let server = running();
    let review = server.post("/api/review", "start 6x6\nc1-e3 a2-c2").ok();
    let value = |review: &Json, place: usize| {
        let value = &review["values"][place];
        ["category", "plies", "bound", "basis"].map(|name| value[name].clone())
    };
    let within = |plies: u32| [json!("win"), json!(plies), json!(true), json!("verified")];
    assert_eq!([value(&review, 0), value(&review, 1)], [within(59), within(70)]);
    // The built-in certificate of 5x5 proves this.
    let review = server.post("/api/review", "start 5x5\nc1-c3").ok();
    assert_eq!(value(&review, 0), [json!("win"), json!(11), json!(false), json!("verified")]);
    assert_eq!(value(&review, 1), [json!("win"), json!(12), json!(true), json!("proof")]);
    let covered = server.post("/api/review", "start 4x4\nb1-d1").ok();
    assert_eq!(value(&covered, 0), [json!("win"), json!(3), json!(false), json!("verified")]);
}

#[test]
fn one_request_has_all_tables() {
    let server = running();
    let built_in = server.get("/api/overview").ok();
    let tables = built_in["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 6 * 9);
    assert_eq!(built_in["bytes"], 0);
    let longest = tables
        .iter()
        .filter(|table| table["rules"] == "mover-pass")
        .filter_map(|table| table["longest_win"].as_u64())
        .max();
    assert_eq!(longest, Some(15));
    let layout = Layout::new(server.tables.path());
    let (club, board) = (Rules::default(), "4x4".parse().unwrap());
    let place = |material: &str| layout.table(club, board, material.parse().unwrap());
    fs::create_dir_all(layout.board(club, board)).unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tablebase/tables");
    fs::copy(format!("{tables}/mover-pass/4x4/3v4.loa"), place("3v4")).unwrap();
    fs::write(place("4v4"), b"no table").unwrap();
    let overview = server.get("/api/overview").ok();
    let tables = overview["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2 + 5 * 9);
    assert_eq!(overview["bytes"], fs::metadata(place("3v4")).unwrap().len());
    assert!(tables[1]["error"].as_str().unwrap().contains("4v4.loa"));
    assert_eq!(tables[1].get("positions"), None);
    let bytes = fs::metadata(place("3v4")).unwrap().len().to_string();
    let digest = tables[0]["digest"].as_str().unwrap().to_owned();
    assert_eq!(digest.len(), 32);
    assert_eq!(tables[1].get("digest"), None);
    let file = "/tables/mover-pass/4x4/3v4.loa";
    let whole = server.send(&format!("GET {file}"), &["Accept-Encoding: gzip"], "");
    assert_eq!((whole.status, whole.header("content-length")), (200, Some(&*bytes)));
    assert!(whole.body == fs::read(place("3v4")).unwrap());
    let part = server.send(&format!("GET {file}"), &["Range: bytes=0-7"], "");
    assert_eq!((part.status, &*part.body), (206, &b"LOATABLE"[..]));
    for path in ["mover-pass/4x4/2v2.loa", "club/4x4/..%2f..%2fx", "%2e%2e/4x4/2v2.loa"] {
        let refused = server.get(&format!("/tables/{path}"));
        assert!([400, 404].contains(&refused.status), "{path}");
        assert!(refused.json()["error"].is_string());
    }
}

#[cfg(unix)]
#[test]
fn nothing_but_tables_of_their_names_is_sent() {
    let server = running();
    let layout = Layout::new(server.tables.path());
    let (club, board) = (Rules::default(), "4x4".parse().unwrap());
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tablebase/tables/mover-pass/4x4");
    fs::create_dir_all(layout.board(club, board)).unwrap();
    for (material, to, status) in [
        ("2v2", "/etc/passwd".to_owned(), 500),
        ("3v3", format!("{tables}/2v3.loa"), 500),
        ("2v4", "/dev/zero".to_owned(), 404),
        ("3v4", format!("{tables}/3v4.loa"), 200),
    ] {
        let link = layout.table(club, board, material.parse().unwrap());
        std::os::unix::fs::symlink(to, link).unwrap();
        let sent = server.get(&format!("/tables/mover-pass/4x4/{material}.loa"));
        assert_eq!(sent.status, status, "{material}");
        assert!(status == 200 || !sent.text().contains("root:"), "{}", sent.text());
    }
}
