//! Material.

use std::fmt;

/// The numbers of stones of the side to move and of the other side, ordered by their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Material {
    pub(super) stones: u32,
    pub(super) us: u32,
    pub(super) them: u32,
}

impl Material {
    pub(super) const fn of(us: u32, them: u32) -> Self {
        Self { stones: us + them, us, them }
    }

    pub(super) const fn twin(self) -> Self {
        Self::of(self.them, self.us)
    }

    /// Returns the material after a capture, the opponent to move.
    pub(super) const fn after_capture(self) -> Self {
        Self::of(self.them - 1, self.us)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.us, self.them)
    }
}
