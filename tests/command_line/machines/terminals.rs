//! Terminals with fewer abilities than usual, and terminals left in the middle of a line.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};

use crate::{Answer, command, signal, wait_until};

/// A command on a pseudo-terminal.
struct OnTerminal {
    child: Child,
    /// The person's screen and keyboard.
    screen: File,
    /// The command's end, which keeps its modes.
    line: OwnedFd,
}

/// Starts a command on a terminal of this name; `None` for a terminal without a name.
fn start(command: &mut Command, name: Option<&str>) -> OnTerminal {
    start_within(command, name, 0)
}

/// Starts a command on a terminal with this number of columns; 0 if the terminal does not tell.
fn start_within(command: &mut Command, name: Option<&str>, columns: u16) -> OnTerminal {
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
    command.env_remove("TERM").env_remove("NO_COLOR").envs(name.map(|name| ("TERM", name)));
    // A service for tests must not change what a person sees.
    command.env("CI", "true");
    let end = || Stdio::from(slave.try_clone().unwrap());
    let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
    // The command must keep no end that would outlive it.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    OnTerminal { child, screen: File::from(master), line: slave }
}

impl OnTerminal {
    fn modes(&self) -> LocalFlags {
        tcgetattr(&self.line).unwrap().local_flags
    }

    /// Returns everything shown until the command ends successfully.
    fn shown(self) -> String {
        let (status, shown) = self.ended();
        assert_eq!(status, Some(0), "{shown}");
        shown
    }

    /// Returns the status of the command and everything that it has shown.
    fn ended(self) -> (Option<i32>, String) {
        let OnTerminal { mut child, mut screen, line } = self;
        let reading = std::thread::spawn(move || {
            let mut shown = Vec::new();
            // Without another end, reading fails.
            let _ = screen.read_to_end(&mut shown);
            String::from_utf8(shown).unwrap()
        });
        let status = child.wait().unwrap();
        drop(line);
        let shown = reading.join().unwrap();
        (status.code(), shown)
    }
}

#[test]
fn a_terminal_that_can_only_print_gets_plain_lines() {
    let folder = tempfile::tempdir().unwrap();
    let shown =
        |line: &str, name: Option<&str>| start(&mut command(folder.path(), line), name).shown();
    for (line, expected) in [
        ("--help", "Usage:"),
        ("probe start 4x4", "wins in 3"),
        ("play 4x4 --black perfect --white random", "to move"),
        ("solve 3x4 --stones 5", "2v2: "),
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
        wait_until("a line is edited", || !terminal.modes().contains(LocalFlags::ICANON));
        assert!(!terminal.modes().contains(LocalFlags::ECHO));
        terminal.screen.write_all(b"b1").unwrap();
        signal(&terminal.child, name);
        assert_eq!(terminal.child.wait().unwrap().code(), Some(130), "{name}");
        assert_eq!(terminal.modes(), before, "{name}");
    }
    // The modes of a terminal that can only print are never changed.
    let mut play = command(folder.path(), "play 4x4 --black person --white random");
    let mut terminal = start(&mut play, Some("dumb"));
    terminal.screen.write_all(b"quit\n").unwrap();
    assert!(terminal.shown().contains("> "));
}

#[test]
fn prose_breaks_at_words_and_commands_stay_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut broken = 0;
    for line in [
        "--help",
        "prove --help",
        "probe start 5x5 --value",
        "probe \"1xxxx1/o4o/o4o/o4o/o4o/1xxxx1 q\"",
        "play 6x6 --black perfect",
        "proof line missing.proof",
        "plan 5x5 --material 9 --stones 3 --no-such-option",
    ] {
        let mut words = command(folder.path(), line);
        let (_, shown) = start_within(&mut words, Some("dumb"), 60).ended();
        let shown = shown.replace('\r', "");
        // A command to paste has its own line, however long it is.
        let (commands, prose): (Vec<&str>, Vec<&str>) =
            shown.lines().partition(|line| line.starts_with("  loa ") || line.contains('\u{1b}'));
        let is_too_long = |line: &str| line.chars().count() > 60 && line.trim().contains(' ');
        let too_long = prose.into_iter().find(|shown| is_too_long(shown));
        assert_eq!(too_long, None, "{line}");
        let piped = Answer::of(command(folder.path(), line).output().unwrap()).all();
        broken += usize::from(piped.lines().any(|line| line.chars().count() > 60));
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeezed(&shown), squeezed(&piped), "{line}");
        for command in commands {
            assert!(piped.contains(command.trim()), "{command}");
        }
    }
    assert!(broken >= 5, "{broken} have lines to break");
}
