//! Terminals that can do less than usual, and that are left in the middle of a line.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::pty::{OpenptyResult, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};

use crate::{command, signal};

/// A command on a pseudo-terminal.
struct OnTerminal {
    child: Child,
    /// The screen and the keyboard of a person.
    screen: File,
    /// The end of the command, which keeps its modes.
    line: OwnedFd,
}

/// Starts a command on a terminal of this name; `None` for a terminal without a name.
fn start(command: &mut Command, name: Option<&str>) -> OnTerminal {
    let OpenptyResult { master, slave } = openpty(None, None).unwrap();
    command.env_remove("TERM").env_remove("NO_COLOR").envs(name.map(|name| ("TERM", name)));
    let end = || Stdio::from(slave.try_clone().unwrap());
    let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
    // The command keeps no end that would outlive it.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    OnTerminal { child, screen: File::from(master), line: slave }
}

impl OnTerminal {
    fn modes(&self) -> LocalFlags {
        tcgetattr(&self.line).unwrap().local_flags
    }

    /// Returns all that is shown until the command ends.
    fn shown(self) -> String {
        let OnTerminal { mut child, mut screen, line } = self;
        let reading = std::thread::spawn(move || {
            let mut shown = Vec::new();
            // Where no end is left, reading fails.
            let _ = screen.read_to_end(&mut shown);
            String::from_utf8(shown).unwrap()
        });
        let status = child.wait().unwrap();
        drop(line);
        let shown = reading.join().unwrap();
        assert!(status.success(), "{shown}");
        shown
    }
}

#[test]
fn a_terminal_that_can_only_print_gets_plain_lines() {
    let folder = tempfile::tempdir().unwrap();
    let shown =
        |line: &str, name: Option<&str>| start(&mut command(folder.path(), line), name).shown();
    for (line, expected) in [
        ("probe start 4x4", "wins in 3"),
        ("play 4x4 --black perfect --white random", "to move"),
        ("solve 3x4 --pieces 5", "2v2: "),
        ("verify 3x4", "2v2: "),
        ("prove 4x4 --threads 1 --hash 1MiB", "proved after"),
    ] {
        let mut plain = Vec::new();
        for name in [Some("dumb"), Some(""), None] {
            let text = shown(line, name);
            assert!(!text.contains('\u{1b}'), "{line} {name:?}: {text:?}");
            plain.push(text);
        }
        let rich = shown(line, Some("xterm"));
        assert!(rich.contains('\u{1b}') || line.starts_with("verify"), "{line}: {rich:?}");
        if !line.starts_with("solve") {
            assert!(plain.iter().all(|text| text.contains(expected)), "{line}: {plain:?}");
        } else {
            assert!(plain[0].contains(expected), "{line}: {plain:?}");
        }
    }
}

/// Waits until a line of a terminal is edited, or fails after a minute.
fn wait_for_editor(terminal: &OnTerminal) {
    let began = Instant::now();
    while terminal.modes().contains(LocalFlags::ICANON) {
        assert!(began.elapsed() < Duration::from_secs(60), "no line is edited");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_terminal_is_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let play = |folder: &Path| {
        let mut play = command(folder, "play 4x4 --black person --white random");
        play.env("HOME", folder).env("XDG_STATE_HOME", folder);
        start(&mut play, Some("xterm"))
    };
    let before = {
        let terminal = openpty(None, None).unwrap();
        tcgetattr(&terminal.slave).unwrap().local_flags
    };
    for name in ["TERM", "HUP"] {
        let mut terminal = play(folder.path());
        wait_for_editor(&terminal);
        assert!(!terminal.modes().contains(LocalFlags::ECHO));
        terminal.screen.write_all(b"b1").unwrap();
        signal(&terminal.child, name);
        assert_eq!(terminal.child.wait().unwrap().code(), Some(130), "{name}");
        assert_eq!(terminal.modes(), before, "{name}");
    }
    // A terminal that can only print is never changed.
    let mut play = command(folder.path(), "play 4x4 --black person --white random");
    let mut terminal = start(&mut play, Some("dumb"));
    terminal.screen.write_all(b"quit\n").unwrap();
    assert!(terminal.shown().contains("> "));
}
