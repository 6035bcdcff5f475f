//! The page for people: files inside the program, and replies with them.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::reply::{Document, Refused};

/// The page fetches and runs only files of this server.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'self'";

/// The name and the bytes of a file of the page.
pub(crate) type Asset = (&'static str, &'static [u8]);

/// The games of the gallery, which only its view loads.
const GALLERY: Asset = ("gallery.json", include_bytes!("../../../data/gallery/gallery.json"));

macro_rules! assets {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../page/", $name))),)* GALLERY]
    };
}

pub(crate) const PAGE: Asset = ("index.html", include_bytes!("../page/index.html"));
pub(crate) const FILES: &[Asset] = assets!(
    "style.css" "panels.css" "icon.svg"
    "address.js" "answers.js" "api.js" "app.js" "attempt.js" "board.js" "carrier.js" "census.js" "chart.js"
    "choices.js" "clock.js" "controls.js" "dom.js" "editor.js" "explorer.js" "film.js" "gallery.js" "game.js"
    "help.js" "home.js" "learn.js" "knowledge.js" "moves.js" "panels.js" "picture.js" "players.js"
    "position.js" "problems.js" "records.js" "score.js" "session.js" "statistics.js" "value.js" "verdict.js"
);

/// Answers with the page.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Document> = LazyLock::new(|| document(&PAGE));
    sent(&DOCUMENT, &headers)
}

/// Answers with a file of the page.
pub(crate) async fn file(
    name: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    static DOCUMENTS: LazyLock<HashMap<&str, Document>> =
        LazyLock::new(|| FILES.iter().map(|asset| (asset.0, document(asset))).collect());
    let Path(name) =
        name.map_err(|rejection| Refused::new(StatusCode::BAD_REQUEST, rejection.body_text()))?;
    let document = DOCUMENTS.get(&*name).ok_or_else(|| {
        let message = format!("there is no file {name:?} of the page");
        Refused::new(StatusCode::NOT_FOUND, message)
    })?;
    Ok(sent(document, &headers))
}

fn document(&(name, bytes): &Asset) -> Document {
    let content_type = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "text/javascript; charset=utf-8",
    };
    Document::new(content_type, bytes.to_vec())
}

/// Returns a file, or tells the client that its copy is current.
fn sent(document: &Document, asked: &HeaderMap) -> Response {
    let headers =
        [(header::CONTENT_SECURITY_POLICY, POLICY), (header::REFERRER_POLICY, "no-referrer")];
    (headers, document.answer(asked)).into_response()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_in_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut there: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        let all = [&PAGE].into_iter().chain(FILES).filter(|asset| **asset != GALLERY);
        let mut embedded: Vec<&str> = all.map(|(name, _)| *name).collect();
        embedded.sort_unstable();
        assert_eq!(embedded, there);
    }

    #[test]
    fn the_page_is_small() {
        let all = [&PAGE].into_iter().chain(FILES).filter(|asset| **asset != GALLERY);
        let bytes: usize = all.map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes < 233_100, "{bytes} bytes");
    }
}
