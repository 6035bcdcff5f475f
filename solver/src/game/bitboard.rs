//! Sets of squares, one bit a square.

/// Takes the lowest member out of a set and returns its bit number.
#[inline(always)]
pub(crate) fn take_lowest(set: &mut u64) -> u32 {
    let lowest = set.trailing_zeros();
    *set &= *set - 1;
    lowest
}

/// The members of a set, lowest first.
#[inline(always)]
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || (set != 0).then(|| take_lowest(&mut set)))
}
