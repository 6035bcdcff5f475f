//! Pages that need no other file. They contain styles and drawings but no scripts. All text from
//! outside is escaped.

use loa_record::text::printable;
use loa_solver::{Move, Position};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::drawing::{Colour, Look, marked};
use crate::text::joined;

/// The style sheet of the explorer, and the additions for pages.
const STYLES: [&str; 2] = [include_str!("../../server/page/style.css"), include_str!("page.css")];

/// Returns a page with a title at its top.
pub(crate) fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { @for style in STYLES { (PreEscaped(style)) } }
            }
            body.report {
                main {
                    h1 { (title) }
                    (body)
                }
            }
        }
    };
    let lines: Vec<String> = page.into_string().lines().map(printable).collect();
    lines.join("\n")
}

/// Returns a drawing of a position, with some moves marked.
pub(crate) fn board(position: &Position, marks: &[Move]) -> Markup {
    marked(position, marks, None, &Look::default())
}

/// Returns a table. Narrow windows scroll it sideways.
pub(crate) fn wide(name: &str, table: &Markup) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(name) { (table) }
    }
}

/// Returns a drawing of a position below a caption with the names of the marked moves.
pub(crate) fn captioned_board(
    caption: &str,
    position: &Position,
    marks: impl IntoIterator<Item = Move>,
    colour: Colour,
) -> Markup {
    let marks: Vec<Move> = marks.into_iter().collect();
    html! {
        figure {
            figcaption { (caption) ": " (joined(&marks, ", ")) }
            (marked(position, &marks, Some(colour), &Look::default()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_page_is_obeyed_by_what_shows_it() {
        let body = html! { pre { "a\u{1b}[31m<b>\n" "\u{9b}31m\u{202e}z" } };
        let page = page("me\u{1b}]0;x\u{7}", &body);
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!page.contains(obeyed), "{page}");
        assert!(page.contains("a\\u{1b}[31m&lt;b&gt;\n\\u{9b}31m\\u{202e}z"), "{page}");
    }
}
