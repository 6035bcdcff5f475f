//! Colours on a terminal. They repeat what words and letters say.

use std::env;
use std::ffi::OsString;
use std::io;

use crate::terminal::is_capable;

/// `true` if standard output has colours: if it is a capable terminal, unless the user's
/// environment says otherwise.
pub(crate) fn are_shown() -> bool {
    let setting = |name| env::var_os(name).filter(|value| !value.is_empty());
    wanted(setting).unwrap_or_else(|| is_capable(&io::stdout()))
}

/// Returns what the environment says about colours, by the conventions of no-color.org,
/// bixense.com/clicolors and force-color.org.
fn wanted(setting: impl Fn(&'static str) -> Option<OsString>) -> Option<bool> {
    let is_on = |name| setting(name).map(|value| value != "0" && value != "false");
    let is_forced =
        ["CLICOLOR_FORCE", "FORCE_COLOR"].into_iter().any(|name| is_on(name) == Some(true));
    let is_off = ["CLICOLOR", "FORCE_COLOR"].into_iter().any(|name| is_on(name) == Some(false));
    match () {
        () if setting("NO_COLOR").is_some() => Some(false),
        () if is_forced => Some(true),
        () => is_off.then_some(false),
    }
}

const RED: &str = "31";
const GREEN: &str = "32";
const GREY: &str = "90";
const BOLD_YELLOW: &str = "1;33";
const BOLD_CYAN: &str = "1;36";

fn painted(text: &str, colour: &str) -> String {
    format!("\u{1b}[{colour}m{text}\u{1b}[0m")
}

/// Returns a line of a board with its stones in colours. Leaves the line below the board, which
/// names the side to move, as it is.
pub(crate) fn with_stones(line: &str) -> String {
    if !line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        return line.to_owned();
    }
    let square = |c: char| match c {
        'x' => painted("x", BOLD_YELLOW),
        'o' => painted("o", BOLD_CYAN),
        c => c.to_string(),
    };
    line.chars().map(square).collect()
}

/// Returns a line with its verdicts, such as `wins in 3`, in colours.
pub(crate) fn with_verdicts(line: &str) -> String {
    let mut words = line.split(' ').peekable();
    let mut verdicts: Vec<String> = Vec::new();
    while let Some(word) = words.next() {
        let verb = word.trim_matches(|c: char| c.is_ascii_punctuation());
        let colour = match verb {
            "wins" => GREEN,
            "draws" => GREY,
            "loses" => RED,
            _ => {
                verdicts.push(word.to_owned());
                continue;
            }
        };
        let mut verdict = word.to_owned();
        if words.next_if(|&word| word == "in").is_some() {
            let plies = words.next().unwrap_or_default();
            verdict = format!("{word} in {plies}");
        }
        let begin = verdict.find(verb).unwrap_or(0);
        let (before, rest) = verdict.split_at(begin);
        let kept = rest.trim_end_matches(|c: char| c.is_ascii_punctuation());
        let after = &rest[kept.len()..];
        verdicts.push(format!("{before}{}{after}", painted(kept, colour)));
    }
    verdicts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_has_the_last_word() {
        for (settings, expected) in [
            ("", None),
            ("NO_COLOR=1", Some(false)),
            ("NO_COLOR=0 CLICOLOR_FORCE=1", Some(false)),
            ("CLICOLOR=0", Some(false)),
            ("CLICOLOR=1", None),
            ("CLICOLOR=0 CLICOLOR_FORCE=1", Some(true)),
            ("CLICOLOR_FORCE=0", None),
            ("FORCE_COLOR=1", Some(true)),
            ("FORCE_COLOR=0", Some(false)),
        ] {
            let found = wanted(|name| {
                let mut settings = settings.split(' ').filter_map(|word| word.split_once('='));
                settings.find(|(known, _)| *known == name).map(|(_, value)| value.into())
            });
            assert_eq!(found, expected, "{settings}");
        }
    }

    #[test]
    fn stones_alone_are_coloured() {
        assert_eq!(with_stones("black (x) to move"), "black (x) to move");
        let line = with_stones("  4  . x o");
        assert_eq!(line, "  4  . \u{1b}[1;33mx\u{1b}[0m \u{1b}[1;36mo\u{1b}[0m");
    }

    #[test]
    fn verdicts_are_coloured_with_their_plies() {
        for (line, coloured) in [
            ("  b1-b3  wins in 3", "  b1-b3  <32>wins in 3<>"),
            (
                "  1. x b1-d1  loses in 4   (wins in 3)",
                "  1. x b1-d1  <31>loses in 4<>   (<32>wins in 3<>)",
            ),
            ("draws: held", "<90>draws<>: held"),
            ("loses in", "<31>loses in <>"),
            ("black wins: connected", "black <32>wins<>: connected"),
            ("a drawn line of winsome losers", "a drawn line of winsome losers"),
        ] {
            let found = with_verdicts(line).replace("\u{1b}[0m", "<>").replace("\u{1b}[", "<");
            let found = ["31", "32", "90"].iter().fold(found, |found, colour| {
                found.replace(&format!("<{colour}m"), &format!("<{colour}>"))
            });
            assert_eq!(found, coloured);
        }
    }
}
