//! Programs that end with this process, together with all processes that they start.
//!
//! A program runs in a separate process group, which is ended with it. If this process ends without
//! doing so (killed, or leaving abruptly), two others end the group. On Linux the kernel ends the
//! program when its parent has gone. The watchman, a shell that leads the group and so is there
//! before the program, waits for the end of a pipe whose other end only this process has, and then
//! ends the group.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::strays::Strays;

/// A running program and its group. Dropping it ends the whole group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    pub(super) program: Child,
    /// The leader of the group; if the system cannot start a shell, the program leads it.
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
        let mut watchman = watchman();
        join_group(&mut command, watchman.as_ref().map_or(0, Child::id));
        end_with_parent(&mut command);
        match command.spawn() {
            Ok(program) => Ok(ProcessGroup { program, watchman, status: None, _strays: strays }),
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
        reap_group(self.number());
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

/// Starts the shell that ends its group when this process has gone. Without a shell only the kernel
/// ends the program.
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

/// Waits for the ended processes of a group whose program has gone, if this process has adopted
/// them.
#[cfg(unix)]
fn reap_group(group: u32) {
    use std::time::Duration;

    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::Pid;

    let Ok(group) = i32::try_from(group) else { return };
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
fn reap_group(_: u32) {}
