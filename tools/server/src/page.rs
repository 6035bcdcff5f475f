//! A page that lists the API for people.

use loa_api::Description;
use maud::{DOCTYPE, html};

use crate::document::summary;

/// The page has no scripts. Its only files are the picture and the style sheets of the site.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// The views of the site, by their names.
const VIEWS: [(&str, &str); 6] = [
    ("Play", ""),
    ("Explore", "board"),
    ("Learn", "learn"),
    ("Problems", "problems"),
    ("Tables", "tables"),
    ("Help", "help"),
];

/// Returns the page.
pub(crate) fn page(operations: &[Description]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "API · Lines of Action" }
                link rel="icon" href="/page/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/page/style.css";
                link rel="stylesheet" href="/page/panels.css";
            }
            body {
                header {
                    a.name href="/" { "Lines of Action" }
                    nav aria-label="Views" {
                        @for (name, view) in VIEWS { a href=(format!("/#/{view}")) { (name) } }
                        a href="/api" aria-current="page" { "API" }
                    }
                }
                main {
                    h1 { "Questions for programs" }
                    p {
                        "Values of positions, exact and under every rule variant in use, as JSON. "
                        "A position is written by ranks from the top: " code { "x" } " and " code { "o" }
                        " for stones, digits for empty squares, then the side to move. "
                        code { "rules" } " is a preset or a rules id, " code { "club" } " by default."
                    }
                    table {
                        thead { tr { th { "Question" } th { "Answer" } th { "Example" } } }
                        tbody {
                            @for about in operations {
                                tr {
                                    td { code { (about.method) " " (about.path) } }
                                    td { (summary(about)) }
                                    td {
                                        @if let Some(example) = &about.example {
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
    page.into_string()
}
