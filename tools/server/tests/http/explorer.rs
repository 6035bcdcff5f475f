//! Answers that take time, and files of tables.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::client::{TABLES, running, running_with, running_within};

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
fn a_review_has_estimates_of_what_no_table_covers_within_bounds() {
    let server = running_with(|settings| {
        settings.limits.question.positions = 3;
        settings.limits.question.estimated_game = Duration::from_millis(120);
    });
    let game = "start 5x4\nb1-b3 a2-c2 d1-d3 a3-a4";
    let began = Instant::now();
    let estimated = server.post("/api/review?ms=1000", game).ok();
    assert!(began.elapsed() < Duration::from_secs(10));
    let moves = estimated["moves"].as_array().unwrap();
    assert_eq!(moves.iter().filter(|judged| !judged["played"].is_null()).count(), 3);
}

#[test]
fn tables_are_sent_whole_and_in_parts() {
    let server = running();
    let place = |material| server.place(material);
    fs::copy(format!("{TABLES}/mover-pass/4x4/3v4.loa"), place("3v4")).unwrap();
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
    for (material, to, status) in [
        ("2v2", "/etc/passwd".to_owned(), 500),
        ("3v3", format!("{TABLES}/mover-pass/4x4/2v3.loa"), 500),
        ("2v4", "/dev/zero".to_owned(), 404),
        ("3v4", format!("{TABLES}/mover-pass/4x4/3v4.loa"), 200),
    ] {
        std::os::unix::fs::symlink(to, server.place(material)).unwrap();
        let sent = server.get(&format!("/tables/mover-pass/4x4/{material}.loa"));
        assert_eq!(sent.status, status, "{material}");
        assert!(status == 200 || !sent.text().contains("root:"), "{}", sent.text());
    }
}
