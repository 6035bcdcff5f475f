//! Abilities and modes of the terminal.

use std::env;
use std::io::IsTerminal;

/// `true` if a stream is a terminal that can move its cursor and show colours. If `TERM` is unset
/// or `dumb`, the terminal gets plain lines like a file.
pub(crate) fn is_capable(stream: &impl IsTerminal) -> bool {
    // Windows does not set the variable.
    let has_commands =
        || env::var_os("TERM").map_or(cfg!(windows), |name| name != "dumb" && !name.is_empty());
    stream.is_terminal() && has_commands()
}

#[cfg(unix)]
mod modes {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    /// The modes of the terminal before a line was edited.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// Saves the modes of the terminal, which an editor of lines changes.
    pub(crate) fn note_modes() {
        let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if before.is_none() {
            *before = tcgetattr(io::stdin()).ok();
        }
    }

    /// Restores the saved modes of the terminal. Must be called before the process ends while a
    /// line may be edited.
    pub(crate) fn restore_modes() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(modes) = &*before {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, modes);
        }
    }
}

#[cfg(unix)]
pub(crate) use modes::{note_modes, restore_modes};

/// Does nothing: the modes that the editor of lines changes end with the process.
#[cfg(not(unix))]
pub(crate) fn note_modes() {}

/// Does nothing.
#[cfg(not(unix))]
pub(crate) fn restore_modes() {}
