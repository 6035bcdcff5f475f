//! Sets of rules ids, and the end of the game for all ids of a set together.

use std::fmt;
use std::str::FromStr;

use crate::game::preset::{ParsePresetError, Preset};
use crate::game::rules::{NoMove, Rules};
use crate::game::value::Value;

/// A set of one or more rules ids. A proof for a set holds under each of its ids.
///
/// # Examples
/// ```
/// use loa_solver::proof::RuleSet;
///
/// let normal: RuleSet = "normal".parse()?;
/// assert_eq!((normal, normal.iter().count()), (RuleSet::NORMAL, 9));
/// let club: RuleSet = "club".parse()?;
/// assert_eq!(club.to_string(), "mover-pass");
/// # Ok::<(), loa_solver::ParsePresetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet(u16);

impl RuleSet {
    /// The nine ids without misere.
    pub const NORMAL: RuleSet = RuleSet(0x1ff);

    /// Returns the set of one rules id.
    pub fn one(rules: Rules) -> RuleSet {
        let place = Rules::all().position(|other| other == rules);
        RuleSet(1 << place.expect("every rules id is one of the fifteen"))
    }

    /// Returns the set with a bit for each id, in the order of [`Rules::all`]; `None` if `bits` is
    /// zero or has a bit without an id.
    pub const fn from_bits(bits: u16) -> Option<RuleSet> {
        if bits == 0 || bits > 0x7fff {
            return None;
        }
        Some(RuleSet(bits))
    }

    /// Returns a bit for each id of the set, in the order of [`Rules::all`].
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the ids of the set.
    pub fn iter(self) -> impl Iterator<Item = Rules> {
        let numbered = Rules::all().enumerate();
        numbered.filter_map(move |(place, rules)| (self.0 >> place & 1 != 0).then_some(rules))
    }
}

impl From<Rules> for RuleSet {
    fn from(rules: Rules) -> RuleSet {
        RuleSet::one(rules)
    }
}

impl fmt::Display for RuleSet {
    /// Writes `normal`, or the ids separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == RuleSet::NORMAL {
            return f.write_str("normal");
        }
        for (place, rules) in self.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{rules}")?;
        }
        Ok(())
    }
}

impl FromStr for RuleSet {
    type Err = ParsePresetError;

    /// Reads `normal`, a preset or a rules id.
    fn from_str(text: &str) -> Result<RuleSet, ParsePresetError> {
        match text {
            "normal" => Ok(RuleSet::NORMAL),
            _ => Ok(RuleSet::one(text.parse::<Preset>()?.rules)),
        }
    }
}

/// The meaning of a move's result for the attacker, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AttackerOutcome {
    /// Lost or drawn under some id.
    Failed,
    /// Lost or drawn under no id, and not terminal under some.
    GoesOn,
    /// Won under every id of the set.
    Won,
}

/// The attacker is the player whose win is to be proved.
pub(super) const ATTACKER: usize = 0;
/// The other player.
pub(super) const DEFENDER: usize = 1;

/// The end of the game for a whole set of ids.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    set: RuleSet,
    /// Outcomes by the side that has moved, whether the attacker is connected, and whether
    /// the defender is connected.
    connected: [[[AttackerOutcome; 2]; 2]; 2],
    /// For a side that reaches its goal only by connecting its own stones: whether this suffices if
    /// the other side is connected too. `None` for any other side.
    pub(super) own_stones_decide: [Option<bool>; 2],
    /// True if the attacker can win by a move after which the defender has no move.
    pub(super) wins_by_blocking: bool,
}

const FLAGS: [bool; 2] = [false, true];

impl Goal {
    pub(super) fn new(set: RuleSet) -> Goal {
        let by_connection = |mover| {
            FLAGS.map(|attacker| {
                FLAGS.map(|defender| {
                    merged(set, |rules| connection(rules, mover, attacker, defender))
                })
            })
        };
        let mut goal = Goal {
            set,
            connected: [ATTACKER, DEFENDER].map(by_connection),
            own_stones_decide: [None; 2],
            wins_by_blocking: false,
        };
        goal.own_stones_decide = [ATTACKER, DEFENDER].map(|side| goal.own_stones(side));
        let connected =
            FLAGS.into_iter().flat_map(|attacker| FLAGS.map(|defender| [attacker, defender]));
        goal.wins_by_blocking = connected.into_iter().any(|[attacker, defender]| {
            goal.after(ATTACKER, attacker, defender) == AttackerOutcome::GoesOn
                && goal.stuck(ATTACKER, [attacker, defender], true) == AttackerOutcome::Won
        });
        goal
    }

    fn own_stones(&self, side: usize) -> Option<bool> {
        let ends = |own: bool, other: bool| {
            let mut connected = [own, other];
            connected.rotate_left(side);
            self.after(side, connected[0], connected[1]) == Goal::end_for(side)
        };
        let by_own = !ends(false, false) && !ends(false, true) && ends(true, false);
        by_own.then(|| ends(true, true))
    }

    /// Returns the outcome that `side` aims for.
    pub(super) const fn end_for(side: usize) -> AttackerOutcome {
        match side {
            ATTACKER => AttackerOutcome::Won,
            _ => AttackerOutcome::Failed,
        }
    }

    /// Returns the outcome after a move of `mover`.
    #[inline]
    pub(super) fn after(&self, mover: usize, attacker: bool, defender: bool) -> AttackerOutcome {
        self.connected[mover][usize::from(attacker)][usize::from(defender)]
    }

    /// Returns the outcome after a move of `mover` after which the other side has no move;
    /// [`AttackerOutcome::GoesOn`] means a pass. `connected` says whether the attacker and the
    /// defender are connected. The game ends separately for each id, by connection or by the lack
    /// of a move.
    pub(super) fn stuck(
        &self,
        mover: usize,
        [attacker, defender]: [bool; 2],
        mover_can_move: bool,
    ) -> AttackerOutcome {
        merged(self.set, |rules| match connection(rules, mover, attacker, defender) {
            AttackerOutcome::GoesOn => blocked(rules, mover, mover_can_move),
            outcome => outcome,
        })
    }
}

/// Returns the worst of the outcomes under each id of a set.
fn merged(set: RuleSet, outcome: impl Fn(Rules) -> AttackerOutcome) -> AttackerOutcome {
    set.iter().map(outcome).min().expect("a set has one or more ids")
}

/// Returns the outcome after a move of `mover` under one id, by connection only.
fn connection(rules: Rules, mover: usize, attacker: bool, defender: bool) -> AttackerOutcome {
    let (us, them) = if mover == ATTACKER { (defender, attacker) } else { (attacker, defender) };
    outcome(rules.connected_value(us, them), mover ^ 1)
}

/// Returns the outcome after a move of `mover` under one id, if no connection ends the game and the
/// other side cannot move.
fn blocked(rules: Rules, mover: usize, mover_can_move: bool) -> AttackerOutcome {
    match rules.no_move() {
        NoMove::Pass if mover_can_move => AttackerOutcome::GoesOn,
        NoMove::Loss => outcome(Some(Value::Loss(0)), mover ^ 1),
        NoMove::Pass | NoMove::Draw => AttackerOutcome::Failed,
    }
}

/// Returns the attacker's outcome for a value to `side`, which is to move.
fn outcome(value: Option<Value>, side: usize) -> AttackerOutcome {
    match (value, side) {
        (None, _) => AttackerOutcome::GoesOn,
        (Some(Value::Win(_)), ATTACKER) | (Some(Value::Loss(_)), DEFENDER) => AttackerOutcome::Won,
        _ => AttackerOutcome::Failed,
    }
}
