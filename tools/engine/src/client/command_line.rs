//! Command lines that start engines.

/// Splits a command line into words as a shell does; returns at least one word.
///
/// # Errors
/// The reason, if no program can be started by the command line.
pub(super) fn words(command: &str) -> Result<Vec<String>, String> {
    let words = shlex::split(command).ok_or("a quotation mark is left open")?;
    let first = words.first().filter(|first| !first.is_empty()).ok_or("it is empty")?;
    if first.starts_with('~') {
        return Err("~ stands for no folder here: write the folder's name".to_owned());
    }
    if let Some((name, _)) = first.split_once('=')
        && is_variable(name)
    {
        return Err(format!("to set {name}, begin with env: env {command}"));
    }
    Ok(words)
}

fn is_variable(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_that_start_nothing_are_refused() {
        for (command, why) in [
            ("", "it is empty"),
            ("  ", "it is empty"),
            ("''", "it is empty"),
            ("engine 'x", "a quotation mark is left open"),
            ("~/engine", "~ stands for no folder here: write the folder's name"),
            ("FOO=1 engine -x", "to set FOO, begin with env: env FOO=1 engine -x"),
        ] {
            assert_eq!(words(command).unwrap_err(), why, "{command}");
        }
        for (command, expected) in [
            ("engine", &["engine"][..]),
            ("'my engine' --hash=3", &["my engine", "--hash=3"]),
            ("env FOO=1 engine", &["env", "FOO=1", "engine"]),
            ("./a=b", &["./a=b"]),
        ] {
            assert_eq!(words(command).unwrap(), expected);
        }
    }
}
