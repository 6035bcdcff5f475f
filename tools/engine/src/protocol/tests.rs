//! Damaged lines to and from engines are refused, or read as words that survive writing and
//! reading.

#[path = "../../../../tests/src/fuzz.rs"]
mod support;

use loa_record::random::Pcg64;

use super::command;
use super::reply::Reply;
use support::{fuzz, mangled, of_parts};

/// Parts of lines, each before a `|`.
const COMMANDS: &str = concat!(
    " uci| isready| ucinewgame| setoption| name| value| Hash| position| fen| start|",
    " scrambled| startpos| 4x4| 8x9| 1xx1/o2o/o2o/1xx1 x| moves| b1-b3| go| depth| nodes|",
    " movetime| btime| winc| infinite| ponder| searchmoves| mate| 3| 1e3| -1|",
    " 18446744073709551615| stop| quit|\u{0}",
);
const REPLIES: &str = concat!(
    " id| name| author| loa| option| type| spin| uciok| readyok| info| depth| score| cp|",
    " win| draw| loss| nodes| nps| time| pv| b1-b3| string| bestmove| none| 5| -7|",
    " 99999999999|é",
);

#[test]
fn commands() {
    let parts: Vec<&str> = COMMANDS.split('|').collect();
    fuzz(|chance| {
        let line = of_parts(chance, &parts, 12);
        let line = mangled(chance, &line, &parts);
        match command::read(&line) {
            Ok(Some(read)) => {
                let again = command::read(&read.command.to_string()).unwrap().unwrap();
                assert_eq!((again.command, again.unused), (read.command, Vec::new()), "{line:?}")
            }
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

#[test]
fn replies() {
    let parts: Vec<&str> = REPLIES.split('|').collect();
    fuzz(|chance| {
        let line = of_parts(chance, &parts, 12);
        let line = mangled(chance, &line, &parts);
        if let Ok(read) = line.parse::<Reply>() {
            assert_eq!(read.to_string().parse(), Ok(read), "{line:?}");
        }
    });
}
