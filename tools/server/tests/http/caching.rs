//! The time for which clients may keep each answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use loa_checker::Certificate;
use loa_server::{NamedProof, NamedSuite};
use loa_solver::Rules;
use loa_tablebase::{Builder, Layout, Selection};

use crate::client::{Answer, Running, running, running_in};

/// An address for each path of the document. Those that need tables ask about 4x3.
const ADDRESSES: [(&str, &str); 26] = [
    ("/api", "/api"),
    ("/api/analysis", "/api/analysis?position=o3/4/x1ox+x&ms=5"),
    ("/api/boards", "/api/boards"),
    ("/api/census/{rules}/{board}", "/api/census/club/4x3"),
    ("/api/census/{rules}/{board}/{material}", "/api/census/club/4x3/2v2"),
    ("/api/chart", "/api/chart?board=4x3&chart=squares"),
    ("/api/estimate", "/api/estimate?position=o3/4/x1ox+x&ms=5"),
    ("/api/line", "/api/line?position=o3/4/x1ox+x"),
    ("/api/moves", "/api/moves?position=o3/4/x1ox+x"),
    ("/api/openapi.json", "/api/openapi.json"),
    ("/api/overview", "/api/overview"),
    ("/api/play", "/api/play?position=o3/4/x1ox+x&level=5"),
    ("/api/probe", "/api/probe?position=o3/4/x1ox+x"),
    ("/api/problems", "/api/problems"),
    ("/api/problems/{suite}", "/api/problems/4x4-mover-pass"),
    ("/api/rules", "/api/rules?rules=soucie"),
    ("/api/search", "/api/search?board=4x3&limit=1"),
    ("/api/value", "/api/value?position=o3/4/x1ox+x"),
    ("/board.svg", "/board.svg?position=o3/4/x1ox+x"),
    ("/healthz", "/healthz"),
    ("/metrics", "/metrics"),
    ("/share/board", "/share/board?start=o3/4/x1ox_x"),
    ("/share/play", "/share/play?board=4x3"),
    ("/share/preview.png", "/share/preview.png"),
    ("/tables/{rules}/{board}/{file}", "/tables/mover-pass/4x3/2v2.loa"),
    // This is not a path of the API.
    ("", "/page/app.js"),
];

/// Returns an answer to each address, by its path.
fn ask_all(server: &Running) -> BTreeMap<&'static str, Answer> {
    ADDRESSES.iter().map(|&(path, address)| (path, server.get(address))).collect()
}

/// Solves the part of 4x3 that `selection` names.
fn solve(server: &Running, selection: Selection) {
    let layout = Layout::new(server.tables.path());
    let builder = Builder::new(layout, Rules::default(), "4x3".parse().unwrap(), selection);
    let report = builder.memory(64 << 20).run().unwrap();
    assert!(report.written > 0);
}

/// Asks each address again, and returns the paths whose answers have changed. None of these answers
/// may have been cacheable without asking. An answer with a tag must be confirmed as current until
/// it changes.
fn changed(before: &BTreeMap<&'static str, Answer>, server: &Running) -> BTreeSet<&'static str> {
    let mut changed = BTreeSet::new();
    for (path, address) in ADDRESSES {
        let (old, new) = (&before[path], server.get(address));
        let is_same = (old.status, &old.body) == (new.status, &new.body);
        let age = old.header("cache-control").unwrap_or_else(|| panic!("{path}: {}", old.head));
        let known = old.header("etag").map(|tag| tag.replace("w/", "W/"));
        match age {
            "no-store" => assert_eq!(known, None, "{path}"),
            "no-cache" => {}
            _ => {
                assert_eq!(age, "public, max-age=86400, immutable", "{path}");
                assert!(is_same && old.status == 200, "{path} is kept and has changed");
            }
        }
        if let Some(known) = known {
            let again =
                server.send(&format!("GET {address}"), &[&format!("If-None-Match: {known}")], "");
            let expected = if is_same { 304 } else { new.status };
            assert_eq!(again.status, expected, "{path}: {}", again.head);
            assert!(again.status != 304 || again.body.is_empty(), "{path}");
            assert_eq!(again.header("cache-control"), new.header("cache-control"), "{path}");
        } else if age == "no-cache" && old.status == 200 {
            // These describe the current state, or depend on the name of the server.
            let is_made_anew =
                ["/healthz", "/metrics"].contains(&path) || path.starts_with("/share");
            assert!(is_made_anew, "{path} has no tag");
        }
        if !is_same && age != "no-store" && path != "/metrics" {
            changed.insert(path);
        }
    }
    changed
}

#[test]
fn every_address_tells_a_client_what_it_may_keep() {
    let server = running();
    let document = server.get("/api/openapi.json").ok();
    let paths = document["paths"].as_object().unwrap();
    let asked = paths.iter().filter(|(_, methods)| methods.get("get").is_some());
    let asked: BTreeSet<&str> = asked.map(|(path, _)| path.as_str()).chain([""]).collect();
    assert_eq!(asked, ADDRESSES.map(|(path, _)| path).into_iter().collect());

    // The number of tables grows from none to some, then to all.
    let nothing = ask_all(&server);
    solve(&server, Selection::Stones(5));
    let of_folder = [
        "/api/boards",
        "/api/census/{rules}/{board}",
        "/api/census/{rules}/{board}/{material}",
        "/api/chart",
        "/api/line",
        "/api/overview",
        "/api/probe",
        "/api/search",
        "/api/value",
        "/tables/{rules}/{board}/{file}",
    ];
    assert_eq!(changed(&nothing, &server), of_folder.into());
    let some = ask_all(&server);
    for (path, answer) in &some {
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
    solve(&server, Selection::Whole);
    // An open table stays open. The value of a position does not change.
    let server = running_in(Arc::clone(&server.tables), |_| {});
    let of_board = [
        "/api/boards",
        "/api/census/{rules}/{board}",
        "/api/chart",
        "/api/overview",
        "/api/search",
    ];
    assert_eq!(changed(&some, &server), of_board.into());

    // The server restarts with more certificates and suites.
    let all = ask_all(&server);
    let more = running_in(Arc::clone(&server.tables), |settings| {
        let data = |file: &str| format!("{}/../../data/{file}", env!("CARGO_MANIFEST_DIR"));
        let proof = std::fs::read(data("proofs/5x5.proof")).unwrap();
        let mine = NamedProof::new("mine", Certificate::read(proof).unwrap()).unwrap();
        settings.certificates = settings.certificates.clone().with([mine]);
        let mut suite = NamedSuite::read(data("suites/5x5-mover-pass.suite").as_ref()).unwrap();
        suite.name = "4x4-mover-pass".to_owned();
        settings.suites.push(suite);
    });
    let of_start = ["/api/boards", "/api/problems", "/api/problems/{suite}"];
    assert_eq!(changed(&all, &more), of_start.into());
    // Values with their distances, and answers that depend on no folder, may be kept.
    let of_age = |age: &str| -> BTreeSet<&str> {
        let is_of_age = |answer: &Answer| answer.header("cache-control").unwrap().ends_with(age);
        all.iter().filter(|(_, answer)| is_of_age(answer)).map(|(path, _)| *path).collect()
    };
    let expected =
        ["/api/line", "/api/moves", "/api/probe", "/api/rules", "/api/value", "/board.svg"];
    assert_eq!(of_age("immutable"), expected.into());
    assert_eq!(of_age("no-store"), ["/api/analysis", "/api/estimate", "/api/play"].into());
}
