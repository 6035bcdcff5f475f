//! The options that an engine declares.

use crate::remark::Doubt;

/// The options that an engine declares: the name of each, and the text after its type.
#[derive(Debug, Default)]
pub(super) struct Declared(Vec<(String, String)>);

/// The maximum number of options stored.
const MOST: usize = 1000;

impl Declared {
    pub(super) fn add(&mut self, name: String, kind: String) {
        if self.0.len() < MOST {
            self.0.push((name, kind));
        }
    }

    /// Returns the text after the type of an option, whose name may be in upper or lower case.
    pub(super) fn kind(&self, name: &str) -> Option<&str> {
        let mut options = self.0.iter();
        let found = options.find(|(declared, _)| declared.eq_ignore_ascii_case(name));
        found.map(|(_, kind)| kind.as_str())
    }

    /// Returns a reason to doubt that an option accepts a value; `None` if the declaration gives no
    /// reason.
    pub(super) fn doubt(&self, name: &str, value: &str) -> Option<Doubt> {
        match self.kind(name) {
            None => Some(Doubt::Undeclared),
            Some(kind) if !is_offered(kind, value) => Some(Doubt::OtherValues(kind.to_owned())),
            Some(_) => None,
        }
    }
}

/// Returns whether the declared kind of an option allows a value.
pub(super) fn is_offered(kind: &str, value: &str) -> bool {
    let words: Vec<&str> = kind.split_whitespace().collect();
    let after = |name: &'static str| {
        let pairs = words.windows(2).filter(move |pair| pair[0] == name);
        pairs.map(|pair| pair[1])
    };
    match words.first() {
        Some(&"check") => ["true", "false"].contains(&value),
        Some(&"spin") => {
            let bound = |name| after(name).next().and_then(|bound| bound.parse::<i64>().ok());
            value.parse::<i64>().is_ok_and(|number| {
                bound("min").is_none_or(|least| least <= number)
                    && bound("max").is_none_or(|most| number <= most)
            })
        }
        _ => {
            let mut offered = after("var").peekable();
            offered.peek().is_none() || offered.any(|offered| offered == value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_doubted_only_where_others_are_declared() {
        for (kind, value, expected) in [
            ("combo default club var club var draw-pass", "draw-pass", true),
            ("combo default club var club var draw-pass", "own-loss", false),
            ("string default", "own-loss", true),
            ("spin default 16 min 1 max 4096", "64", true),
            ("spin default 16 min 1 max 4096", "0", false),
            ("spin default 16 min 1 max 4096", "4097", false),
            ("spin default 16 min 1 max 4096", "abc", false),
            ("spin", "-3", true),
            ("check default true", "false", true),
            ("check default true", "no", false),
            ("button", "", true),
            ("", "x", true),
        ] {
            assert_eq!(is_offered(kind, value), expected, "{kind}: {value}");
        }
        let mut declared = Declared::default();
        declared.add("Hash".to_owned(), "spin default 16 min 1".to_owned());
        assert_eq!(declared.doubt("hash", "64"), None);
        assert_eq!(declared.doubt("Foo", "3"), Some(Doubt::Undeclared));
        assert!(matches!(declared.doubt("HASH", "0"), Some(Doubt::OtherValues(_))));
    }
}
