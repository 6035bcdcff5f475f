//! Pages that need no other file: they hold styles and drawings and no scripts, and all
//! text from outside is escaped.

use loa_record::text::printable;
use loa_solver::{Move, Position};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::drawing::{Paint, painted_board_svg};

/// Returns a page with its title above.
pub(crate) fn page(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    let lines: Vec<String> = page.into_string().lines().map(printable).collect();
    lines.join("\n")
}

/// Returns a drawing of a position, with some moves marked.
pub(crate) fn board(position: &Position, marks: &[Move]) -> Markup {
    painted_board(position, marks, Paint::ByKind)
}

/// Returns a drawing of a position, with some moves marked in other colours.
pub(crate) fn painted_board(position: &Position, marks: &[Move], paint: Paint) -> Markup {
    PreEscaped(painted_board_svg(position, marks, paint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_page_is_obeyed_by_what_shows_it() {
        let body = html! { pre { "a\u{1b}[31m<b>\n" "\u{9b}31m\u{202e}z" } };
        let page = page("me\u{1b}]0;x\u{7}", "p { color: red }", &body);
        let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!page.contains(obeyed), "{page}");
        assert!(
            page.contains("a\\u{1b}[31m&lt;b&gt;\n\\u{9b}31m\\u{202e}z"),
            "{page}"
        );
    }
}
