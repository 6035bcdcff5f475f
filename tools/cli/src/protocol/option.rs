//! Options of an engine: which it declares, and what comes of setting them.

use std::fmt;

/// An option that was set, and a reason to doubt that this had an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) doubt: Doubt,
}

/// Why an option may not have been set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// The engine does not declare it.
    Undeclared,
    /// The engine declares other values: what follows the option's type.
    OtherValues(String),
    /// The engine said this of it.
    Said(String),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {}={}: {}", self.name, self.value, self.doubt)
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Undeclared => f.write_str("the engine declares no such option"),
            Doubt::OtherValues(kind) => write!(f, "the engine declares it as '{kind}'"),
            Doubt::Said(text) => write!(f, "the engine said '{text}'"),
        }
    }
}

/// The options that an engine declares, by name and what follows the type.
#[derive(Debug, Default)]
pub(super) struct Declared(Vec<(String, String)>);

/// More options than this are not looked at.
const MOST: usize = 1000;

impl Declared {
    pub(super) fn add(&mut self, name: String, kind: String) {
        if self.0.len() < MOST {
            self.0.push((name, kind));
        }
    }

    /// What follows the type of an option; names are compared without regard to
    /// case.
    pub(super) fn kind(&self, name: &str) -> Option<&str> {
        let mut options = self.0.iter();
        let found = options.find(|(declared, _)| declared.eq_ignore_ascii_case(name));
        found.map(|(_, kind)| kind.as_str())
    }

    /// A reason to doubt that an option takes a value, if the declaration gives one.
    pub(super) fn doubt(&self, name: &str, value: &str) -> Option<Doubt> {
        match self.kind(name) {
            None => Some(Doubt::Undeclared),
            Some(kind) if !is_offered(kind, value) => Some(Doubt::OtherValues(kind.to_owned())),
            Some(_) => None,
        }
    }
}

/// Whether an option of this kind takes a value, as far as the kind says.
pub(super) fn is_offered(kind: &str, value: &str) -> bool {
    let words: Vec<&str> = kind.split_whitespace().collect();
    let after = |name: &'static str| {
        let pairs = words.windows(2).filter(move |pair| pair[0] == name);
        pairs.map(|pair| pair[1])
    };
    match words.first() {
        Some(&"check") => ["true", "false"].contains(&value),
        Some(&"spin") => {
            let bound = |name| {
                after(name)
                    .next()
                    .and_then(|bound| bound.parse::<i64>().ok())
            };
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
            (
                "combo default club var club var draw-pass",
                "draw-pass",
                true,
            ),
            (
                "combo default club var club var draw-pass",
                "own-loss",
                false,
            ),
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
        assert!(matches!(
            declared.doubt("HASH", "0"),
            Some(Doubt::OtherValues(_))
        ));
    }
}
