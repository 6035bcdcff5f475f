//! The page for people.

use std::collections::BTreeMap;

use crate::client::{Running, running};

/// Returns every text between `before` and the next quotation mark.
fn quoted(text: &str, before: &str) -> Vec<String> {
    let quoted = text.split(before).skip(1).filter_map(|rest| rest.split(['"', '\'']).next());
    quoted.map(str::to_owned).collect()
}

/// Returns the names and texts of all files of the page.
fn files(server: &Running) -> BTreeMap<String, String> {
    let page = server.get("/").text().to_owned();
    let mut waiting = quoted(&page, "\"page/");
    let mut files = BTreeMap::from([(String::new(), page)]);
    while let Some(name) = waiting.pop() {
        if files.contains_key(&name) {
            continue;
        }
        let answer = server.get(&format!("/page/{name}"));
        assert_eq!(answer.status, 200, "{name}");
        for import in ["from './", "import('./"] {
            waiting.extend(quoted(answer.text(), import));
        }
        files.insert(name, answer.text().to_owned());
    }
    files
}

#[test]
fn the_page_has_all_of_its_files() {
    let server = running();
    let page = server.get("/");
    let html = Some("text/html; charset=utf-8");
    assert_eq!((page.status, page.header("content-type")), (200, html));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'self'"), "{policy}");
    // This module is imported when its view is first opened.
    assert!(files(&server).contains_key("statistics.js"));
    assert_eq!(server.get("/page/../Cargo.toml").status, 404);
}

#[test]
fn the_page_asks_no_other_host() {
    for (name, text) in files(&running()) {
        for scheme in ["http://", "https://", "url("] {
            let addresses = quoted(&text, scheme).into_iter();
            // The name of a format is not an address that the page requests.
            let asked: Vec<String> =
                addresses.filter(|rest| !rest.starts_with("www.w3.org/")).collect();
            assert!(asked.is_empty(), "{name}: {asked:?}");
        }
    }
}

#[test]
fn a_shared_address_has_a_preview_and_leads_on() {
    let server = running();
    let query = "board=6x6&moves=b1-b3,a2-c2,c1-c3&at=2&white=level:2";
    let forwarded = ["X-Forwarded-Proto: https", "X-Forwarded-Prefix: /loa"];
    let page = server.send(&format!("GET /share/play?{query}"), &forwarded, "");
    for part in [
        "content=\"6x6, move 2, Black to move\"",
        "content=\"https://localhost/loa/share/preview.png\"",
        "content=\"0; url=../#/play?board=6x6&amp;moves=b1-b3,a2-c2,c1-c3&amp;at=2&amp;white=level:2\"",
    ] {
        assert!(page.text().contains(part), "{part}: {}", page.text());
    }
    assert!(page.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    let start = "/share/board?start=1xx1/o2o/o2o/1xx1_o";
    let nameless = server.raw(&format!("GET {start} HTTP/1.0\r\n\r\n"));
    assert!(nameless.text().contains("4x4, move 1, White to move"));
    assert!(nameless.text().contains("content=\"preview.png\""));
    let picture = server.get("/share/preview.png");
    assert_eq!(picture.header("content-type"), Some("image/png"));
    assert_eq!(picture.body[16..24], *b"\0\0\x04\xb0\0\0\x02\x76", "1200 by 630");
    for query in [
        "",
        "?board=9x9",
        "?board=6x6&moves=b1-b2",
        "?at=-1&board=6x6",
        "?start=%ff",
        "?board=6x6&moves='%22%3e%3Cscript",
    ] {
        let page = server.get(&format!("/share/board{query}"));
        assert!(page.text().contains("url=../#/board"), "{query}");
        assert_eq!(page.text().contains("og:image"), query.is_empty(), "{query}");
        assert!(!page.text().contains("<script"), "{query}");
    }
    assert_eq!(server.get("/share/tables").status, 404);
}
