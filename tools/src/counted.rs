//! Numbers with what they count.

/// Returns `count` with `one` behind it if it is 1, and else with `many`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    let name = if count == 1 { one } else { many };
    format!("{count} {name}")
}
