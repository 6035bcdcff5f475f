//! Abilities and modes of the terminal.

use std::env;
use std::io::IsTerminal;

/// Returns whether a stream is a terminal that can move its cursor and show colours. One whose
/// `TERM` is unset or `dumb` gets plain lines, as a file does.
pub(crate) fn is_capable(stream: &impl IsTerminal) -> bool {
    // Windows has no such variable.
    let has_commands =
        || env::var_os("TERM").map_or(cfg!(windows), |name| name != "dumb" && !name.is_empty());
    stream.is_terminal() && has_commands()
}

#[cfg(unix)]
mod modes {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};

    /// The modes of the terminal before a line of it was edited.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// Notes the modes of the terminal, which an editor of lines changes.
    pub(crate) fn note_modes() {
        let mut before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if before.is_none() {
            *before = tcgetattr(io::stdin()).ok();
        }
    }

    /// Gives the terminal back the modes that were noted. To be called before the process ends
    /// while a line may be edited.
    pub(crate) fn restore_modes() {
        let before = BEFORE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(modes) = &*before {
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, modes);
        }
    }
}

#[cfg(unix)]
pub(crate) use modes::{note_modes, restore_modes};

/// Does nothing: the editor of lines changes no modes that outlast the process.
#[cfg(not(unix))]
pub(crate) fn note_modes() {}

/// Does nothing.
#[cfg(not(unix))]
pub(crate) fn restore_modes() {}
