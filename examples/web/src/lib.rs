//! Values and moves of positions for a page: text goes in and out through one buffer.

use std::cell::RefCell;
use std::error::Error;

use loa_tablebase::{Rules, Tablebase};

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::default();
    static TABLES: Tablebase = Tablebase::embedded(Rules::default());
}

/// Makes room for a question of `length` bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.set(vec![0; length]);
    answer()
}

/// Answers the question, and returns the length of the answer.
#[unsafe(no_mangle)]
extern "C" fn probe() -> usize {
    let text = match lines(&String::from_utf8_lossy(&BUFFER.take())) {
        Ok(text) => text,
        Err(error) => error.to_string(),
    };
    BUFFER.set(text.into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *mut u8 {
    BUFFER.with_borrow_mut(Vec::as_mut_ptr)
}

/// The value of a position, and each move with its value.
fn lines(position: &str) -> Result<String, Box<dyn Error>> {
    let position = position.parse()?;
    let probe = TABLES.with(|tables| tables.probe(&position))?;
    let moves = probe.moves.iter().map(|choice| format!("\n{} {}", choice.played, choice.value));
    Ok(moves.fold(probe.value.to_string(), |text, line| text + &line))
}
