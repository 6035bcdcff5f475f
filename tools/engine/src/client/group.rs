//! Programs that end with this process, together with the processes that they start.
//!
//! A program runs in a separate process group, which is ended with it. If this process ends without
//! doing so (killed, or leaving abruptly), the watchman ends the group: a shell that leads the group
//! and so is there before the program, and waits for the end of a pipe whose other end only this
//! process has. A process that leaves the group (`setsid`) outlives it.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A running program and its group. Dropping it ends the whole group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    pub(super) program: Child,
    /// The leader of the group; if the system cannot start a shell, the program leads it.
    watchman: Option<Child>,
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot start the program.
    pub(super) fn start(mut command: Command) -> io::Result<ProcessGroup> {
        let mut watchman = watchman();
        join_group(&mut command, watchman.as_ref().map_or(0, Child::id));
        match command.spawn() {
            Ok(program) => Ok(ProcessGroup { program, watchman, status: None }),
            Err(error) => {
                watchman.iter_mut().for_each(end);
                Err(error)
            }
        }
    }

    /// Returns the exit status of the program; `None` if it is running. If it has ended, the rest
    /// of its group is ended too.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none()
            && let Ok(Some(status)) = self.program.try_wait()
        {
            // The number of a program without a watchman may soon be reused, and then its group's too.
            end_group(self.number());
            self.status = Some(status);
        }
        self.status
    }

    /// Returns the number of the group.
    fn number(&self) -> u32 {
        self.watchman.as_ref().unwrap_or(&self.program).id()
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if self.status().is_none() {
            end_group(self.number());
            end(&mut self.program);
        }
        self.watchman.iter_mut().for_each(end);
    }
}

/// Ends a child, unless it has ended, and waits for it.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Lets a command run in the group with this number, or lead a group if it is 0.
#[cfg(unix)]
fn join_group(command: &mut Command, group: u32) {
    use std::os::unix::process::CommandExt;
    command.process_group(i32::try_from(group).unwrap_or(0));
}

#[cfg(not(unix))]
fn join_group(_: &mut Command, _: u32) {}

/// Starts the shell that ends its group when this process has gone. Without a shell, a program may
/// outlive this process if it is killed.
#[cfg(unix)]
fn watchman() -> Option<Child> {
    use std::process::Stdio;
    let mut shell = Command::new("/bin/sh");
    // 0 stands for the group of the shell.
    shell.args(["-c", "read -r _; kill -s KILL 0"]);
    shell.stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null());
    join_group(&mut shell, 0);
    shell.spawn().ok()
}

#[cfg(not(unix))]
fn watchman() -> Option<Child> {
    None
}

/// Ends all processes of a group.
#[cfg(unix)]
fn end_group(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(group) {
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}
