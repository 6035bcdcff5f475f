//! Clocks of games.

use std::str::FromStr;
use std::time::Duration;

use loa_engine::protocol::command::{Clock, Go};
use loa_solver::Color;
use serde::{Deserialize, Serialize};

/// A time control: the time for all moves of a side, and the time that each of its moves adds.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use loa_judge::match_play::TimeControl;
///
/// let control: TimeControl = "10+0.1".parse()?;
/// assert_eq!(control, TimeControl::new(Duration::from_secs(10), Duration::from_millis(100)));
/// # Ok::<(), loa_judge::match_play::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TimeControl {
    /// The time on the clock at the beginning.
    pub time: Duration,
    /// The time that each move adds.
    pub increment: Duration,
    /// The time by which a move may be late.
    pub grace: Duration,
}

/// Text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a time control: expected the seconds of a game and of each move, such as 10+0.1"
)]
pub struct ParseTimeControlError(String);

/// The maximum time in seconds, more than a day.
const MOST_SECONDS: f64 = 100_000.0;

impl TimeControl {
    /// Returns a control under which no move may be late.
    pub const fn new(time: Duration, increment: Duration) -> TimeControl {
        TimeControl { time, increment, grace: Duration::ZERO }
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads seconds with decimals: the time, or the time, `+` and the increment.
    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let seconds = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let seconds = text.parse::<f64>().ok().filter(|_| is_plain)?;
            (seconds <= MOST_SECONDS).then(|| Duration::from_secs_f64(seconds))
        };
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = seconds(time).filter(|time| !time.is_zero()).zip(seconds(increment));
        let control = read.map(|(time, increment)| TimeControl::new(time, increment));
        control.ok_or_else(|| ParseTimeControlError(text.to_owned()))
    }
}

/// The clocks of a game.
pub(super) struct Clocks {
    control: TimeControl,
    /// The time that Black and White have left.
    left: [Duration; 2],
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: [control.time; 2] }
    }

    /// Returns the clocks as part of a command.
    pub(super) fn go(&self) -> Go {
        let clock = |left| Clock { left: Some(left), increment: self.control.increment };
        let [black, white] = self.left.map(clock);
        Go { black, white, ..Go::default() }
    }

    /// Takes the time of a move from the clock of its side. Returns false if the move was late.
    pub(super) fn spend(&mut self, color: Color, time: Duration) -> bool {
        let left = &mut self.left[color as usize];
        let is_in_time = time <= *left + self.control.grace;
        *left = left.saturating_sub(time) + self.control.increment;
        is_in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_nonsense_is_not() {
        let read = |text: &str| text.parse::<TimeControl>();
        let seconds = Duration::from_secs_f64;
        assert_eq!(read("60"), Ok(TimeControl::new(seconds(60.0), Duration::ZERO)));
        assert_eq!(read("0.5+0"), Ok(TimeControl::new(seconds(0.5), Duration::ZERO)));
        for text in ["", "+1", "0", "0+1", "10+", "-1", "1e3", "10+0.1+1", "inf", "1000000", "."] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn each_side_spends_its_time() {
        let seconds = Duration::from_secs;
        let mut clocks = Clocks::new(TimeControl {
            grace: seconds(1),
            ..TimeControl::new(seconds(10), seconds(2))
        });
        assert!(clocks.spend(Color::White, seconds(4)));
        let go = clocks.go();
        assert_eq!(go.black, Clock { left: Some(seconds(10)), increment: seconds(2) });
        assert_eq!(go.white.left, Some(seconds(8)));
        // A second late, and then two.
        assert!(clocks.spend(Color::White, seconds(9)));
        assert_eq!(clocks.go().white.left, Some(seconds(2)));
        assert!(!clocks.spend(Color::White, seconds(4)));
    }
}
