//! Shareable addresses. Browsers do not send the part of an address after `#` to a server, so a
//! preview cannot show it. A shareable address has this part before the `#`, and its preview opens
//! the page.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use loa_record::text::color_name;
use loa_record::{LinkError, WrittenPosition};
use loa_solver::{Color, Position};
use maud::{DOCTYPE, html};

use crate::page::POLICY;
use crate::reply::{Document, Refused};
use crate::service::Here;

/// Answers with a preview that opens the view named by its address.
pub(crate) async fn page(
    State(service): Here,
    address: Uri,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let page = service.work(move || preview(&address, &headers)).await?;
    // Another client may know this server by another name.
    let headers = [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, Html(page)).into_response())
}

fn preview(address: &Uri, headers: &HeaderMap) -> String {
    let view = address.path().trim_start_matches("/share/");
    let onward = format!("../#/{view}?{}", address.query().unwrap_or_default());
    let seen = seen(address);
    let title = seen.map_or("Lines of Action".to_owned(), |(position, number)| {
        let side = color_name(position.turn());
        format!("{}, move {number}, {side} to move", position.board())
    });
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="refresh" content=(format!("0; url={onward}"));
                title { (title) }
                meta property="og:title" content=(title);
                meta property="og:description" content="Lines of Action, to play and to explore.";
                @if seen.is_some() {
                    meta property="og:image" content=(address_of_picture(headers));
                    meta name="twitter:card" content="summary_large_image";
                }
            }
            body { a href=(onward) { "Open the board" } }
        }
    };
    page.into_string()
}

/// Returns the position that an address shows and the number of its next move, if it shows one.
fn seen(address: &Uri) -> Option<(Position, usize)> {
    let query = address.query().unwrap_or_default();
    let seen = match WrittenPosition::of_query(query) {
        Err(LinkError::NoPosition) => WrittenPosition::of_query(&format!("{query}&board=6x6")),
        seen => seen,
    };
    let WrittenPosition { position, played, .. } = seen.ok()?;
    let plies = played + usize::from((position.turn() == Color::White) != (played % 2 == 1));
    Some((position, plies / 2 + 1))
}

/// Returns the address of the picture. It is absolute if the request names the host.
fn address_of_picture(headers: &HeaderMap) -> String {
    let said = |name| headers.get(name).and_then(|said| said.to_str().ok());
    let Some(host) = said("host") else {
        return "preview.png".to_owned();
    };
    let scheme = if said("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    let folder = said("x-forwarded-prefix").unwrap_or_default().trim_end_matches('/');
    format!("{scheme}://{host}{folder}/share/preview.png")
}

/// Answers with the picture of all previews: makers of previews do not read SVG.
pub(crate) async fn picture(headers: HeaderMap) -> Response {
    static PICTURE: LazyLock<Document> = LazyLock::new(|| {
        Document::new("image/png", include_bytes!("../share/preview.png").to_vec())
    });
    PICTURE.answer(&headers).into_response()
}
