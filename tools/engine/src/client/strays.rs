//! Processes that a program has started outside its group (`setsid`) and left behind.
//!
//! On Linux this process adopts them when their parents end, and ends them when its last program
//! has ended. It recognizes them by an environment variable, because it may have other children. If
//! this process is killed first, nothing ends them.

#[cfg(target_os = "linux")]
pub(super) use linux::Strays;

/// Empty on systems where orphans cannot be adopted.
#[derive(Debug)]
#[cfg(not(target_os = "linux"))]
pub(super) struct Strays;

#[cfg(not(target_os = "linux"))]
impl Strays {
    pub(super) fn begin(_: &mut std::process::Command) -> Strays {
        Strays
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::process::Command;
    use std::sync::{Mutex, PoisonError};
    use std::thread::sleep;
    use std::time::{Duration, Instant};
    use std::{env, fs, process};

    use nix::sys::prctl::set_child_subreaper;
    use nix::sys::signal::{Signal, kill};
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::Pid;

    /// The environment variable with the numbers of the processes that have started a program,
    /// separated by commas.
    const STARTED_BY: &str = "LOA_STARTED_BY";
    /// The time for strays to end.
    const ENDING: Duration = Duration::from_millis(500);

    /// Kept as long as a program and its group run. When the last one is dropped, all strays are
    /// ended.
    #[derive(Debug)]
    pub(in super::super) struct Strays(());

    /// The number of programs that a process is running. A child process starts without its
    /// parent's programs.
    struct RunningPrograms {
        process: u32,
        programs: usize,
    }

    static RUNNING: Mutex<RunningPrograms> =
        Mutex::new(RunningPrograms { process: 0, programs: 0 });

    impl Strays {
        pub(in super::super) fn begin(command: &mut Command) -> Strays {
            let process = process::id();
            let before = env::var(STARTED_BY).map_or(String::new(), |before| before + ",");
            command.env(STARTED_BY, format!("{before}{process}"));
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            if running.process != process {
                *running = RunningPrograms { process, programs: 0 };
            }
            if running.programs == 0 {
                // If this fails, strays are left behind.
                let _ = set_child_subreaper(true);
            }
            running.programs += 1;
            Strays(())
        }
    }

    impl Drop for Strays {
        fn drop(&mut self) {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            running.programs -= 1;
            if running.programs == 0 {
                end_strays(running.process);
                let _ = set_child_subreaper(false);
            }
        }
    }

    /// Ends the children that programs of `process` have left, and their children as they are
    /// adopted.
    fn end_strays(process: u32) {
        let deadline = Instant::now() + ENDING;
        // Ended processes no longer have an environment.
        let mut ended = Vec::new();
        loop {
            let mut strays = children();
            strays.retain(|&child| is_started_by(child, process));
            let found_none = strays.is_empty();
            for &stray in &strays {
                let _ = kill(stray, Signal::SIGKILL);
            }
            ended.append(&mut strays);
            ended.retain(|&stray| {
                waitpid(stray, Some(WaitPidFlag::WNOHANG)) == Ok(WaitStatus::StillAlive)
            });
            if found_none && ended.is_empty() || Instant::now() > deadline {
                return;
            }
            sleep(Duration::from_millis(1));
        }
    }

    /// Returns whether a program of `process` has started a child.
    fn is_started_by(child: Pid, process: u32) -> bool {
        let environment = fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
        let mut variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
        let process = process.to_string();
        variables.any(|variable| {
            let starters =
                variable.strip_prefix(STARTED_BY).and_then(|rest| rest.strip_prefix('='));
            starters.is_some_and(|starters| starters.split(',').any(|starter| starter == process))
        })
    }

    /// Returns the children of all threads of this process.
    fn children() -> Vec<Pid> {
        let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
        let lists = threads
            .flatten()
            .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let numbers = lists.flat_map(|list| {
            let numbers: Vec<i32> = list.split_whitespace().flat_map(str::parse).collect();
            numbers
        });
        numbers.map(Pid::from_raw).collect()
    }
}
