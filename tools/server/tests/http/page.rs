//! The page for people.

use std::collections::BTreeMap;

use crate::client::{Running, running};

/// Returns what stands between `before` and the next quotation mark, wherever it does.
fn quoted(text: &str, before: &str) -> Vec<String> {
    let quoted = text.split(before).skip(1).filter_map(|rest| rest.split(['"', '\'']).next());
    quoted.map(str::to_owned).collect()
}

/// Returns the names and texts of all files that the page is made of.
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
    // A module that is imported when its view is first asked for.
    assert!(files(&server).contains_key("statistics.js"));
    assert_eq!(server.get("/page/../Cargo.toml").status, 404);
}

#[test]
fn files_of_the_page_are_asked_for_again_and_sent_once() {
    let server = running();
    let first = server.get("/page/app.js");
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    let tag = format!("If-None-Match: {}", first.header("etag").unwrap().replace("w/", "W/"));
    let again = server.send("GET /page/app.js", &[&tag], "");
    assert_eq!((again.status, again.text()), (304, ""));
}

#[test]
fn the_page_asks_no_other_host() {
    for (name, text) in files(&running()) {
        for scheme in ["http://", "https://", "url("] {
            let addresses = quoted(&text, scheme).into_iter();
            // The name of a format is no address to ask at.
            let asked: Vec<String> =
                addresses.filter(|rest| !rest.starts_with("www.w3.org/")).collect();
            assert!(asked.is_empty(), "{name}: {asked:?}");
        }
    }
}
