//! Parts that the tables are built with. They are for this project's own packages, without a
//! promise of stability.

pub use crate::cell::Cell;
pub use crate::cpu::dispatch_closure;
pub use crate::dispatch;
#[cfg(any(feature = "proof", feature = "retrograde"))]
pub use crate::exchange::{join_pieces, split_pieces};
pub use crate::game::bitboard::members;
pub use crate::index::orbits::Orbits;
pub use crate::index::orbits::leader::Leader;
pub use crate::index::rank::{Subsets, choose, rank_within, unrank_within};
#[cfg(feature = "retrograde")]
pub use crate::new_file::{NewFile, beside, open_plain};
pub use crate::read_at::read_exact_at;
#[cfg(feature = "retrograde")]
pub use crate::retrograde::kernel::activity::Activity;
#[cfg(feature = "retrograde")]
pub use crate::retrograde::kernel::cell::{Cells, Width};
#[cfg(feature = "retrograde")]
pub use crate::retrograde::kernel::ranking::UniverseRanks;
#[cfg(feature = "retrograde")]
pub use crate::retrograde::schedule::default_superstep;
#[cfg(feature = "retrograde")]
pub use crate::retrograde::shards::Shards;
