//! What a position is worth to the side to move.

/// Win, draw or loss for the side to move, with the exact distance to the end
/// in plies: the winner hurries, the loser delays. 0 is a finished position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins in this many plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses in this many plies.
    Loss(u16),
}

impl Value {
    /// Plies to the end; `None` for a draw.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn category(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        }
    }

    /// The value one ply earlier, to the side that moves into a position of
    /// this value.
    pub const fn before(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies + 1),
        }
    }

    /// How good it is, larger being better: quick wins, slow wins, draws, slow
    /// losses, quick losses.
    pub const fn goodness(self) -> i32 {
        match self {
            Value::Win(plies) => 1_000_000 - plies as i32,
            Value::Draw => 0,
            Value::Loss(plies) => plies as i32 - 1_000_000,
        }
    }

    /// The better of two values.
    pub const fn better(self, other: Value) -> Value {
        if other.goodness() > self.goodness() {
            other
        } else {
            self
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} in {plies}", self.category()),
            None => f.write_str(self.category()),
        }
    }
}
