//! The page as files of a folder, for web hosts that run no programs.

use loa_solver::{Board, Position};
use xxhash_rust::xxh3::Xxh3;

use crate::assets::{Asset, FILES, PAGE};

/// The page fetches and runs only files of the folder, including the program.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      img-src 'self' data: blob:; base-uri 'none'; form-action 'none'";

const CARRIER: &str = "page/carrier.js";

/// The scripts of the worker.
const LOA: &[Asset] = &[
    ("files.mjs", include_bytes!("../../web/files.mjs")),
    ("index.mjs", include_bytes!("../../web/index.mjs")),
    ("worker.mjs", include_bytes!("../../web/worker.mjs")),
];

/// Returns the files of an explorer without a server, by their paths: all except the index and the
/// files that it lists. `program` is the WebAssembly, `index` is the text of `index.json`, `first`
/// has the texts of [`first_answers`](loa_api::first_answers), [`first_events`](loa_api::first_events)
/// and [`site_charts`](loa_api::site_charts), and `part` is the maximum number of bytes in one file.
pub fn site_files(
    program: &[u8],
    index: &str,
    [first, events, charts]: [String; 3],
    part: Option<u64>,
) -> Vec<(String, Vec<u8>)> {
    let manifest = include_bytes!("../site/manifest.webmanifest");
    let mut files = vec![
        ("index.html".to_owned(), page(part).into_bytes()),
        ("manifest.webmanifest".to_owned(), manifest.to_vec()),
        ("first.json".to_owned(), first.into_bytes()),
        ("events.json".to_owned(), events.into_bytes()),
        ("charts.json".to_owned(), charts.into_bytes()),
        ("loa/loa.wasm".to_owned(), program.to_vec()),
        (CARRIER.to_owned(), include_bytes!("../site/carrier.js").to_vec()),
    ];
    let of_server = FILES.iter().map(|(name, bytes)| (format!("page/{name}"), bytes.to_vec()));
    files.extend(of_server.filter(|(path, _)| path != CARRIER));
    files.extend(LOA.iter().map(|(name, bytes)| {
        // Some hosts do not serve `.mjs` files as scripts.
        let script = |text: &str| text.replace(".mjs", ".js");
        let text = script(&String::from_utf8_lossy(bytes));
        (format!("loa/{}", script(name)), text.into_bytes())
    }));
    let service = service(&files, index);
    files.push(("service.js".to_owned(), service.into_bytes()));
    files
}

/// Returns the positions that the page shows first: the starts of the boards that it offers first,
/// and the lessons. The scripts quote all of them.
pub fn first_positions() -> Vec<Position> {
    let quoted = FILES.iter().filter(|(name, _)| ["choices.js", "learn.js"].contains(name));
    let texts = quoted.map(|(_, bytes)| String::from_utf8_lossy(bytes));
    let of_script = |text: &str| -> Vec<Position> {
        let quoted = text.split('\'').map(str::trim);
        let position = |text: &str| {
            let start = text.parse::<Board>().map(Board::start);
            start.ok().or_else(|| text.parse().ok())
        };
        quoted.filter_map(position).collect()
    };
    texts.flat_map(|text| of_script(&text)).collect()
}

/// Returns the document: the server's document without the parts that need a server.
fn page(part: Option<u64>) -> String {
    let part = part.map_or(String::new(), |part| part.to_string());
    let replaced = [
        (
            "<meta charset=\"utf-8\">\n",
            format!(
                "<meta charset=\"utf-8\">\n\
                 <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
                 <meta name=\"loa-site\" content=\"{part}\">\n"
            ),
        ),
        (
            "<link rel=\"preload\" href=\"api/boards\" as=\"fetch\" crossorigin>\n",
            "<link rel=\"preload\" href=\"first.json\" as=\"fetch\" crossorigin>\n\
             <link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
             <link rel=\"modulepreload\" href=\"loa/index.js\">\n"
                .to_owned(),
        ),
        ("      <a href=\"api\">API</a>\n", String::new()),
        ("; the <a href=\"api\">API</a> does not.", ".".to_owned()),
    ];
    replaced.iter().fold(String::from_utf8_lossy(PAGE.1).into_owned(), |page, (old, new)| {
        page.replacen(old, new, 1)
    })
}

/// Returns the service worker, which keeps these files and the index.
fn service(files: &[(String, Vec<u8>)], index: &str) -> String {
    let mut digest = Xxh3::new();
    digest.update(index.as_bytes());
    for (path, bytes) in files {
        digest.update(path.as_bytes());
        digest.update(bytes);
    }
    // The document is requested by the name of its folder.
    let paths = files.iter().map(|(path, _)| if path == "index.html" { "" } else { path });
    let paths: Vec<&str> = paths.chain(["index.json"]).collect();
    include_str!("../site/service.js")
        .replacen("{version}", &format!("{:032x}", digest.digest128()), 1)
        .replacen("{files}", &paths.join("', '"), 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_first_positions_are_those_of_four_boards_and_six_lessons() {
        let found: BTreeSet<String> = first_positions().iter().map(Position::to_string).collect();
        assert_eq!(found.len(), 10, "{found:?}");
        for position in ["1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 x", "5/1x3/2o2/4o/2x1o x"] {
            assert!(found.contains(position), "{position}");
        }
    }

    #[test]
    fn a_folder_has_its_own_document_and_no_address_of_a_server() {
        let files = site_files(b"\0asm", "{}", ["{}"; 3].map(str::to_owned), Some(7));
        let text = |path: &str| {
            let file = files.iter().find(|(name, _)| name == path);
            String::from_utf8(file.unwrap().1.clone()).unwrap()
        };
        let page = text("index.html");
        for (part, is_there) in [
            ("href=\"api", false),
            ("Content-Security-Policy", true),
            ("name=\"loa-site\" content=\"7\"", true),
            ("href=\"manifest.webmanifest\"", true),
        ] {
            assert_eq!(page.contains(part), is_there, "{part}");
        }
        assert!(text(CARRIER).contains("isServer = false"));
        let service = text("service.js");
        for (path, _) in files.iter().filter(|(path, _)| !path.ends_with(".html")) {
            assert!(path == "service.js" || service.contains(&format!("'{path}'")), "{path}");
        }
        let other = site_files(b"\0asm", "{ }", ["{}"; 3].map(str::to_owned), Some(7));
        assert_ne!(other.last(), files.last(), "another index is another version");
    }
}
