//! A page that lists the API for people.

use axum::http::header;
use axum::response::{Html, IntoResponse};
use maud::{DOCTYPE, html};

use crate::document::OPERATIONS;

/// The look of the page.
const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f5f1e8, #191715); color: light-dark(#26221c, #ece6da) }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top }
code { overflow-wrap: anywhere }
a { color: light-dark(#8a4b16, #e7ad72) }
";

/// The page has no files but its picture, no scripts, and its style within it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Answers with the page.
pub(crate) async fn page() -> impl IntoResponse {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "API · Lines of Action" }
                link rel="icon" href="/page/icon.svg" type="image/svg+xml";
                style { (STYLE) }
            }
            body {
                main {
                    h1 { "Lines of Action, solved and looked up" }
                    p {
                        "Values of positions, exact and under every rule variant in use, as JSON. "
                        "A position is written by ranks from the top: " code { "x" } " and " code { "o" }
                        " for stones, digits for empty squares, then the side to move. "
                        code { "rules" } " is a preset or a rules id, " code { "club" } " if there is none."
                    }
                    table {
                        thead { tr { th { "Question" } th { "Answer" } th { "Example" } } }
                        tbody {
                            @for operation in &OPERATIONS {
                                tr {
                                    td { code { (operation.method.to_uppercase()) " " (operation.path) } }
                                    td { (operation.summary) }
                                    td {
                                        @if let Some(example) = operation.example {
                                            a href=(example.replace(' ', "%20")) { code { (example) } }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    (
        [(header::CONTENT_SECURITY_POLICY, POLICY)],
        Html(page.into_string()),
    )
}
