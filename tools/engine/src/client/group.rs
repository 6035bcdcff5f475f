//! Programs that end with this process, together with all processes that they start.
//!
//! A program leads its own process group, which is ended with it. If this process ends without
//! doing so (killed, or leaving abruptly), two others end the group. On Linux the kernel ends the
//! leader when its parent has gone. A shell waits for the end of a pipe whose other end only this
//! process has, and then ends the group.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::strays::Strays;

/// A running program, the leader of its group. Dropping it ends the whole group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    pub(super) leader: Child,
    watchman: Option<Child>,
    status: Option<ExitStatus>,
    /// Dropped last, when the group has ended.
    _strays: Strays,
}

/// A command to start, and the channel for the result.
type StartOrder = (Command, Sender<io::Result<ProcessGroup>>);

impl ProcessGroup {
    /// Starts a program.
    ///
    /// The kernel ends a child together with the thread that started it. So one thread, which lasts
    /// as long as the process, starts all programs.
    ///
    /// # Errors
    /// If the system cannot start the program.
    pub(super) fn start(command: Command) -> io::Result<ProcessGroup> {
        /// The process that has the thread, and the channel to the thread.
        static STARTER: Mutex<Option<(u32, Sender<StartOrder>)>> = Mutex::new(None);
        let mut starter = STARTER.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        let orders = match &*starter {
            Some((of, orders)) if *of == process => orders.clone(),
            _ => {
                // A child process does not have its parent's thread, and must not touch its locks.
                std::mem::forget(starter.take());
                let orders = ProcessGroup::starter()?;
                *starter = Some((process, orders.clone()));
                orders
            }
        };
        drop(starter);
        let (reply, started) = mpsc::channel();
        let gone = |_| io::Error::other("the thread that starts programs has gone");
        orders.send((command, reply)).map_err(|_| gone(()))?;
        started.recv().map_err(|_| gone(()))?
    }

    /// Returns the channel to a new thread that starts programs.
    fn starter() -> io::Result<Sender<StartOrder>> {
        let (orders, received) = mpsc::channel::<StartOrder>();
        thread::Builder::new().spawn(move || {
            for (command, reply) in received {
                let _ = reply.send(ProcessGroup::start_here(command));
            }
        })?;
        Ok(orders)
    }

    fn start_here(mut command: Command) -> io::Result<ProcessGroup> {
        let strays = Strays::begin(&mut command);
        lead_a_group(&mut command);
        end_with_parent(&mut command);
        let leader = command.spawn()?;
        Ok(ProcessGroup { watchman: watch(&leader), leader, status: None, _strays: strays })
    }

    /// Returns the exit status of the leader; `None` if it is running. If it has ended, the rest of
    /// its group is ended too.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none()
            && let Ok(Some(status)) = self.leader.try_wait()
        {
            // Its number may soon be reused, so its group must be ended now.
            end_group(&self.leader);
            self.status = Some(status);
        }
        self.status
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if self.status().is_none() {
            end_group(&self.leader);
            let _ = self.leader.kill();
            let _ = self.leader.wait();
        }
        reap_group(&self.leader);
        if let Some(watchman) = &mut self.watchman {
            let _ = watchman.kill();
            let _ = watchman.wait();
        }
    }
}

#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command) {}

/// Asks the kernel to end the program when this process ends.
#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "only the child itself can ask the kernel for it, before it becomes the program"
)]
fn end_with_parent(command: &mut Command) {
    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::Signal;
    use nix::unistd::{Pid, getppid};
    use std::os::unix::process::CommandExt;
    let parent = Pid::this();
    let ask = move || {
        set_pdeathsig(Signal::SIGKILL)?;
        // If the parent has already gone, no signal would come.
        if getppid() == parent { Ok(()) } else { Err(io::ErrorKind::NotConnected.into()) }
    };
    // SAFETY: in the child of a process with threads only async-signal-safe functions may be called
    // before exec. These are two system calls; nothing is allocated, and no lock is taken.
    unsafe { command.pre_exec(ask) };
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent(_: &mut Command) {}

/// Starts the shell that ends the group of `leader` when this process has gone. Without a shell
/// only the kernel does.
#[cfg(unix)]
fn watch(leader: &Child) -> Option<Child> {
    use std::process::Stdio;
    const SCRIPT: &str = "read -r _; kill -s KILL -- \"-$1\"";
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", SCRIPT, "sh", &leader.id().to_string()]);
    shell.stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null());
    lead_a_group(&mut shell);
    shell.spawn().ok()
}

#[cfg(not(unix))]
fn watch(_: &Child) -> Option<Child> {
    None
}

/// Ends all processes left in the group of a program.
#[cfg(unix)]
fn end_group(leader: &Child) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(group) = i32::try_from(leader.id()) {
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: &Child) {}

/// Waits for the ended processes in the group of a program that has gone, if this process has
/// adopted them.
#[cfg(unix)]
fn reap_group(leader: &Child) {
    use std::time::Duration;

    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::Pid;

    let Ok(group) = i32::try_from(leader.id()) else { return };
    // At most half a second: killed processes end soon.
    for _ in 0..500 {
        match waitpid(Pid::from_raw(-group), Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::StillAlive) => thread::sleep(Duration::from_millis(1)),
            Ok(_) => {}
            // No child is left in the group.
            Err(_) => return,
        }
    }
}

#[cfg(not(unix))]
fn reap_group(_: &Child) {}
