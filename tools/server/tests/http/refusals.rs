//! Every kind of refusal, with its status and its reason.

use std::fs;

use loa_solver::Rules;
use loa_tablebase::Layout;

use crate::client::running;

#[test]
fn text_that_cannot_be_read_is_refused_with_the_reason() {
    let server = running();
    let unreadable = server.get("/api/probe?position=1xx1/o2q/o2o/1xx1+x");
    assert_eq!(unreadable.status, 400);
    assert_eq!(unreadable.json()["character"], 8);
    for (path, reason) in [
        ("/api/probe", "missing field `position`"),
        (
            "/api/probe?position=start+4x4&rulse=club",
            "unknown field `rulse`",
        ),
        ("/api/probe?position=start+4x4&rules=chess", "chess"),
        ("/api/line?position=", "not a position"),
        ("/api/moves?position=start+99x99", "99"),
        ("/api/value?position=%ff%00", ""),
        ("/api/census/club/9x9", "9x9"),
        ("/api/census/club/4x4/0v0", "0v0"),
        ("/api/census/club/%2e%2e", ".."),
        ("/api/longest?board=../../etc", "../../etc"),
    ] {
        let answer = server.get(path);
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, 400, "{path}: {error}");
        assert!(error.contains(reason), "{path}: {error}");
    }
    for body in [
        "",
        "{}",
        "[1]",
        "{\"position\":",
        "nonsense",
        "[[]]",
        "\u{0}",
    ] {
        assert_eq!(server.post("/api/probe", body).status, 400, "{body}");
        assert_eq!(server.post("/api/value", body).status, 400, "{body}");
    }
    for game in ["", "start 4x4", "(;GM[9]SZ[4", "b1-q3", "(((((((((("] {
        assert_eq!(server.post("/api/review", game).status, 400, "{game}");
    }
}

#[test]
fn a_missing_table_is_named_with_the_command_that_makes_it() {
    let server = running();
    let tables = server.tables.path().to_str().unwrap();
    let missing = server.get("/api/probe?position=start+5x4&rules=misere");
    assert_eq!((missing.status, missing.header("etag")), (404, None));
    let hint = missing.json()["hint"].as_str().unwrap().to_owned();
    assert_eq!(
        hint,
        format!("loa solve 5x4 --rules mover-pass-misere --tables {tables}")
    );
    for path in ["/api/census/club/5x4", "/api/longest?board=5x4"] {
        let missing = server.get(path);
        assert_eq!(missing.status, 404);
        assert!(
            missing.json()["hint"]
                .as_str()
                .unwrap()
                .starts_with("loa solve 5x4 ")
        );
    }
    assert_eq!(server.get("/api/nothing/here").status, 404);
    assert_eq!(server.get("/../../etc/passwd").status, 404);
    assert_eq!(server.post("/api/line", "{}").status, 405);
    assert_eq!(
        server.send("DELETE /api/probe", &[], "").json()["status"],
        2
    );
}

#[test]
fn tables_of_other_rules_and_damaged_ones_are_told_apart() {
    let server = running();
    let layout = Layout::new(server.tables.path());
    let (club, board) = (Rules::default(), "4x4".parse().unwrap());
    let place = |material: &str| layout.table(club, board, material.parse().unwrap());
    fs::create_dir_all(layout.board(club, board)).unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tablebase/tables");
    fs::copy(format!("{tables}/draw-pass/4x4/3v4.loa"), place("3v4")).unwrap();
    let other = server.get("/api/probe?position=o2o/x3/2o1/x1xo+x");
    assert_eq!(other.status, 409, "{}", other.text());
    fs::write(place("4v4"), b"no table").unwrap();
    let damaged = server.get("/api/value?position=start+4x4");
    assert_eq!(
        (damaged.status, &damaged.json()["status"]),
        (500, &4.into())
    );
    let game = "(;GM[9]SZ[4]RU[misere];B[b1-d1])";
    let named = server.post("/api/review?rules=club", game);
    assert_eq!((named.status, &named.json()["status"]), (409, &7.into()));
}

#[test]
fn positions_outside_all_tables_are_refused() {
    let server = running();
    let crowd = "xxxxxxxx/oooooooo/xxxxxxxx/oooooooo/xxxxxxxx/oooooooo/xxxxxxxx/1oooooo1";
    let outside = server.get(&format!("/api/probe?position={crowd}+x"));
    assert_eq!(outside.status, 422, "{}", outside.text());
}
