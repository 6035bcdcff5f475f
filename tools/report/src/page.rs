//! Pages that need no other file: they hold styles and drawings and no scripts, and all
//! text from outside is escaped.

use loa_record::text::printable;
use loa_solver::{Move, Position};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::drawing::{Paint, painted_board_svg};

/// The colours, the text and the frame of every page.
const BASE_STYLE: &str = "
:root { color-scheme: light dark; --text: #222; --back: #fff; --line: #ddd; --soft: #f4f4f4;
  --bad: #a02020; --good: #206020; --bar: #4a7ab5; --link: #1a4fa0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #ddd; --back: #191919; --line: #444; --soft: #262626;
    --bad: #ff8a80; --good: #8fd08f; --bar: #7aa7dd; --link: #9cc2ff; }
}
body { font-family: sans-serif; line-height: 1.4; color: var(--text); background: var(--back);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
h1, p, li, pre, figcaption { overflow-wrap: anywhere; min-width: 0; }
a { color: var(--link); } summary { cursor: pointer; }
summary:focus-visible, a:focus-visible, .wide:focus-visible { outline: 2px solid; }
svg { max-width: 100%; height: auto; }
";

/// The style of reports with tables and with boards side by side.
pub(crate) const REPORT_STYLE: &str = "
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
.case { border-top: 1px solid var(--line); padding: 1rem 0; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .9rem; margin-bottom: .3rem; }
.boards svg { width: 17rem; }
.legend { font-size: .9rem; }
.bad { color: var(--bad); } .good { color: var(--good); }
";

/// Returns a page with its title above.
pub(crate) fn page(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(BASE_STYLE)) (PreEscaped(style)) }
            }
            body {
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
    painted_board(position, marks, Paint::ByKind)
}

/// Returns a drawing of a position, with some moves marked in other colours.
pub(crate) fn painted_board(position: &Position, marks: &[Move], paint: Paint) -> Markup {
    PreEscaped(painted_board_svg(position, marks, paint))
}

/// Returns a table, which narrow windows scroll sideways.
pub(crate) fn wide(name: &str, table: &Markup) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(name) { (table) }
    }
}

/// Returns a drawing of a position below its caption and the names of the marked moves.
pub(crate) fn captioned_board(
    caption: &str,
    position: &Position,
    marks: &[Move],
    paint: Paint,
) -> Markup {
    let moves: Vec<String> = marks.iter().map(Move::to_string).collect();
    html! {
        figure {
            figcaption { (caption) ": " (moves.join(", ")) }
            (painted_board(position, marks, paint))
        }
    }
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
