//! Every kind of refusal, with its status and its reason.

use std::fs;

use crate::client::{TABLES, running, running_with};

/// A field that no address knows must not be dropped.
#[test]
fn every_address_names_a_field_that_it_does_not_know() {
    let server = running();
    let examples = loa_api::operations().iter().filter_map(|one| one.about.example.clone());
    let own = ["/share/preview.png", "/api", "/api/openapi.json", "/healthz", "/metrics"];
    let own = own.into_iter().chain(["/tables/mover-pass/4x4/3v4.loa", "/api/census/club/4x4"]);
    let mut asked = 0;
    for example in examples.chain(own.map(str::to_owned)) {
        let example = example.replace(' ', "+");
        let sign = if example.contains('?') { '&' } else { '?' };
        for field in ["unknwn=1", "format=csv"] {
            let answer = server.get(&format!("{example}{sign}{field}"));
            let name = field.split('=').next().unwrap();
            let error = answer.json()["error"].as_str().unwrap().to_owned();
            assert_eq!(answer.status, 400, "{example}: {error}");
            assert!(error.contains(&format!("{name} is unknown")), "{example}: {error}");
            asked += 1;
        }
    }
    assert!(asked > 2 * 20, "{asked}");
    for one in loa_api::operations().iter().filter(|one| one.about.method == "POST") {
        let path = one.about.path;
        for (query, body) in [("?unknwn=1", "{}"), ("", "{\"unknwn\": 1}")] {
            let answer = server.post(&format!("{path}{query}"), body);
            assert_eq!(answer.status, 400, "{path}{query} {body}");
            assert!(answer.text().contains("unknwn"), "{path}{query} {body}: {}", answer.text());
        }
    }
    assert_eq!(server.get("/api/census/club/4x4?material=3v4").status, 200);
}

#[test]
fn tables_of_other_rules_and_damaged_ones_are_told_apart() {
    let server = running();
    fs::copy(format!("{TABLES}/draw-pass/4x4/3v4.loa"), server.place("3v4")).unwrap();
    let other = server.get("/api/probe?position=o2o/x3/2o1/x1xo+x");
    assert_eq!(other.status, 409, "{}", other.text());
    fs::write(server.place("4v4"), b"no table").unwrap();
    let damaged = server.get("/api/value?position=start+4x4");
    assert_eq!((damaged.status, &damaged.json()["status"]), (500, &4.into()));
    let game = "(;GM[9]SZ[4]RU[misere];B[b1-d1])";
    let named = server.post("/api/review?rules=club", game);
    assert_eq!((named.status, &named.json()["status"]), (409, &7.into()));
}

#[test]
fn pages_of_other_sites_may_not_ask_a_private_server() {
    let server = running();
    let path = "GET /api/value?position=start+4x4";
    let status = |lines: &[&str]| server.send(path, lines, "").status;
    assert_eq!(status(&[]), 200);
    assert_eq!(status(&["Origin: http://localhost"]), 200);
    assert_eq!(status(&["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]), 200);
    for lines in [
        &["Origin: https://evil.example"][..],
        &["Origin: null"],
        &["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"],
    ] {
        let answer = server.send(path, lines, "");
        assert_eq!(answer.status, 403, "{lines:?}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    // The request has two `Host` lines, or none.
    assert_eq!(status(&["Host: localhost"]), 400);
    for (host, expected) in [
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1:8080", 200),
        ("[::1]:8080", 200),
        ("LOCALHOST:1", 200),
        ("", 403),
    ] {
        let answer =
            server.raw(&format!("{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        assert_eq!(answer.status, expected, "{host}");
    }
    let hostless = server.raw(&format!("{path} HTTP/1.1\r\nConnection: close\r\n\r\n"));
    assert_eq!(hostless.status, 400);
}

#[test]
fn pages_of_allowed_origins_may_ask() {
    for (allowed, sent) in [("https://example.org", "https://example.org"), ("*", "*")] {
        let server = running_with(|settings| settings.origins = vec![allowed.to_owned()]);
        let origin = ["Origin: https://example.org"];
        let answer = server.send("GET /api/value?position=start+4x4", &origin, "");
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("access-control-allow-origin"), Some(sent));
    }
}

#[test]
fn strangers_learn_no_places_and_no_commands() {
    let path = "/api/probe?position=start+4x5";
    let game = "start 4x5\nb1-b3\n";
    for is_public in [false, true] {
        let server = running_with(|settings| settings.is_public = is_public);
        let folder = server.tables.path().display().to_string();
        let probe = server.get(path);
        assert_eq!(probe.json()["hint"].is_null(), is_public, "{}", probe.text());
        let many = server.post("/api/probe", r#"[{"position":"start 4x5"}]"#);
        let review = server.post("/api/review", game);
        let census = server.get("/api/census/club/4x5");
        for answer in [probe, many, review, census] {
            let text = answer.text();
            assert!(text.contains("4x5"), "{text}");
            assert_eq!(text.contains(&folder), !is_public, "{text}");
            assert_eq!(text.contains("loa solve"), !is_public, "{text}");
        }
        let named = server.send(&format!("GET {path}"), &["Host: loa.example"], "");
        assert_eq!(named.status, 400, "two names");
        let host = "Host: loa.example\r\nConnection: close\r\n\r\n";
        let named = server.raw(&format!("GET /api/boards HTTP/1.1\r\n{host}"));
        assert_eq!(named.status, if is_public { 200 } else { 403 });
    }
}
