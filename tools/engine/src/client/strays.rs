//! Processes that a program has started outside its group (`setsid`) and left.
//!
//! On Linux this process adopts them when their parents end, and ends them when its
//! last program has ended. Nothing does so when this process is killed first.

#[cfg(target_os = "linux")]
pub(super) use linux::Strays;

/// Nothing, where orphans cannot be adopted.
#[derive(Debug)]
#[cfg(not(target_os = "linux"))]
pub(super) struct Strays;

#[cfg(not(target_os = "linux"))]
impl Strays {
    pub(super) fn begin() -> Strays {
        Strays
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::sync::{Mutex, PoisonError};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use nix::sys::prctl::set_child_subreaper;
    use nix::sys::signal::{Signal, kill};
    use nix::sys::wait::{WaitPidFlag, waitpid};
    use nix::unistd::Pid;

    /// The time that strays have to end.
    const ENDING: Duration = Duration::from_millis(500);

    /// Held as long as a program and its group run; with the last one that is
    /// dropped all strays end.
    #[derive(Debug)]
    pub(in super::super) struct Strays(());

    struct Groups {
        running: usize,
        /// True if strays are adopted; unknown before the first program.
        adopts: Option<bool>,
    }

    static GROUPS: Mutex<Groups> = Mutex::new(Groups { running: 0, adopts: None });

    impl Strays {
        pub(in super::super) fn begin() -> Strays {
            let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
            // Children from before were left to this process by the one that started
            // it; they and their orphans are not for it to end.
            let adopt = || children().is_empty() && set_child_subreaper(true).is_ok();
            groups.adopts.get_or_insert_with(adopt);
            groups.running += 1;
            Strays(())
        }
    }

    impl Drop for Strays {
        fn drop(&mut self) {
            let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
            groups.running -= 1;
            // No child is started while none is running, so that all are adopted.
            if groups.running == 0 && groups.adopts == Some(true) {
                end_children();
            }
        }
    }

    /// Ends all children, and theirs as they are adopted.
    fn end_children() {
        let deadline = Instant::now() + ENDING;
        loop {
            let children = children();
            if children.is_empty() || Instant::now() > deadline {
                return;
            }
            for child in children {
                let _ = kill(child, Signal::SIGKILL);
                let _ = waitpid(child, Some(WaitPidFlag::WNOHANG));
            }
            sleep(Duration::from_millis(1));
        }
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
