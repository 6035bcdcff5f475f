//! Tests of writing: the design document names only existing things, doc comments begin with a noun
//! or a verb, and comments and documents use common words.

use std::fs;
use std::path::Path;

use loa_tests::folder::files;
use loa_tests::project;

/// Words that must not begin a doc comment: with them it is half a sentence, or depends on a
/// neighbour that the documentation does not show.
const OPENINGS: [&str; 8] =
    ["What ", "Whoever ", "The same ", "Those ", "Whether ", "How ", "Where ", "Who "];

/// Phrases for which plain English has a shorter or more common word.
const PHRASES: [&str; 10] = [
    "so many",
    "is none",
    "are none",
    "of its own",
    "of their own",
    "in hand",
    "at once",
    "goes on",
    "whoever",
    "nobody",
];

/// Phrases that are good English and took the place of those above, with the maximum number of times
/// that each may stand in a thousand lines of comments. The numbers only fall.
const FRAMES: [(&str, f64); 2] = [("the number of", 21.2), ("returns whether", 8.0)];

/// Folders and documents without these phrases and with short lines of comments. The list only
/// grows.
const CLEAN: [&str; 17] = [
    "solver",
    "tablebase",
    "tools",
    "tests",
    "examples",
    "docs",
    "data/bench",
    "data/census",
    "data/gallery",
    "data/proofs",
    "data/reference",
    "data/suites",
    "data/README.md",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
];

/// The maximum number of characters in a line with only a comment.
const COLUMNS: usize = 110;

/// Calls a function for every source file of the workspace, with its text.
fn each_source(visit: &mut impl FnMut(&Path, &str)) {
    let mut sources = files(&project());
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    for path in sources {
        visit(&path, &fs::read_to_string(&path).unwrap());
    }
}

#[test]
fn every_file_and_test_that_the_design_names_is_there() {
    let design = fs::read_to_string(project().join("docs/design.md")).unwrap();
    let mut code = String::new();
    each_source(&mut |_, text| code.push_str(text));
    let (mut tests, mut files) = (0, 0);
    // Every second part of the text is a code span.
    for span in design.split('`').skip(1).step_by(2) {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if span.matches('_').count() >= 2 && span.chars().all(word) {
            let test = format!("fn {span}(");
            assert!(code.contains(&test), "there is no test {span}");
            tests += 1;
        } else if span.contains('/') && !span.contains(['<', ' ']) {
            assert!(project().join(span).exists(), "there is no file {span}");
            files += 1;
        }
    }
    assert!(tests >= 15 && files >= 15, "{tests} tests, {files} files");
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let mut faults = Vec::new();
    each_source(&mut |path, text| {
        let mut is_first = true;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            let words = line.strip_prefix("///").or(line.strip_prefix("//!")).map(str::trim);
            let is_half = |words: &str| OPENINGS.iter().any(|opening| words.starts_with(opening));
            if is_first && words.is_some_and(is_half) {
                faults.push(format!("{}:{number}: {line}", path.display()));
            }
            is_first = words.is_none();
        }
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the prose of a source file: its comments, without code blocks.
fn comments(source: &str) -> String {
    let (mut prose, mut is_code) = (String::new(), false);
    for line in source.lines() {
        match line.trim().strip_prefix("//") {
            Some(text) => {
                let text = text.trim_start_matches(['/', '!']).trim();
                if text.starts_with("```") {
                    is_code = !is_code;
                } else if !is_code {
                    prose.extend([text, " "]);
                }
            }
            None => {
                let end_of_line = line.split_once(" // ").map_or("", |(_, text)| text);
                prose.extend([end_of_line, " \n "]);
                is_code = false;
            }
        }
    }
    prose
}

/// Returns the string literals of a source file, as they are read: escapes and the values between
/// braces are spaces. Literals of tests are left out.
fn literals(source: &str) -> String {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut prose = String::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = before.trim_end_matches('#').ends_with('r');
        let skipped =
            |end: Option<usize>, length: usize| end.map_or("", |end| &from[end + length..]);
        rest = if from.starts_with("//") {
            skipped(from.find('\n'), 0)
        } else if from.starts_with("'\\") {
            skipped(from[3..].find('\''), 4)
        } else if let Some(character) = from.strip_prefix('\'') {
            // A quote follows a character, and does not follow the first letter of a lifetime.
            let mut after = character.chars();
            after.next();
            after.as_str().strip_prefix('\'').unwrap_or(character)
        } else if let Some(rest) = from.strip_prefix('/') {
            rest
        } else {
            let quote = format!("\"{}", "#".repeat(if is_raw { hashes } else { 0 }));
            let mut end = 1 + from[1..].find(&quote).unwrap_or(0);
            while !is_raw && from[..end].chars().rev().take_while(|&c| c == '\\').count() % 2 == 1 {
                end += 1 + from[end + 1..].find('"').unwrap_or(0);
            }
            let text = from[1..end].replace("\\n", " ").replace(['\\', '`'], " ");
            let fixed =
                text.split('{').map(|part| part.split_once('}').map_or(part, |(_, text)| text));
            // A path such as `Option::is_none` is code.
            for words in fixed.flat_map(|part| part.split_whitespace().chain(["_"])) {
                prose.extend([if words.contains("::") { "_" } else { words }, " "]);
            }
            &from[end + quote.len()..]
        };
    }
    prose
}

/// Returns the prose of a document, without code blocks.
fn paragraphs(document: &str) -> String {
    let blocks = document.split("```").step_by(2);
    blocks.flat_map(|block| block.lines().chain([""])).flat_map(|line| [line.trim(), " "]).collect()
}

/// Returns a file of the page: its comments and its texts for people, and code in which no phrase
/// can stand.
fn whole(source: &str) -> String {
    source.replace('`', " ")
}

/// Returns the phrases that a text contains outside code spans, as words.
fn phrases_in(prose: &str) -> Vec<&'static str> {
    let words: String = prose.split('`').step_by(2).flat_map(|part| [part, "_"]).collect();
    let is_mark = |c: char| !c.is_alphanumeric() && c != '-' && c != '\n';
    let words = words.to_lowercase().replace(is_mark, " ");
    let has = |phrase: &&str| format!(" {words} ").contains(&format!(" {phrase} "));
    PHRASES.into_iter().filter(has).collect()
}

#[test]
fn comments_and_documents_use_common_words() {
    let project = project();
    let mut faults = Vec::new();
    for path in files(&project) {
        let name = path.strip_prefix(&project).unwrap();
        if !CLEAN.iter().any(|clean| name.starts_with(clean)) {
            continue;
        }
        let ending = name.extension().and_then(|ending| ending.to_str());
        let prose_of: fn(&str) -> String = match ending {
            Some("rs") => comments,
            Some("md") => paragraphs,
            Some("js" | "mjs" | "css" | "html") => whole,
            _ => continue,
        };
        let text = fs::read_to_string(&path).unwrap();
        let is_source = ending == Some("rs");
        let mut prose = prose_of(&text);
        if is_source && name.iter().any(|folder| folder == "src") {
            prose += &literals(&text);
        }
        let found = phrases_in(&prose).into_iter().map(|phrase| format!("\"{phrase}\""));
        faults.extend(found.map(|fault| format!("{}: {fault}", name.display())));
        for (number, line) in (1..).zip(text.lines()).filter(|_| is_source) {
            if line.trim().starts_with("//") && line.chars().count() > COLUMNS {
                faults.push(format!("{}:{number}: over {COLUMNS} columns", name.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn frames_stay_rare() {
    let (mut prose, mut lines) = (String::new(), 0);
    each_source(&mut |_, text| {
        prose += &comments(text).to_lowercase();
        lines += text.lines().filter(|line| line.trim().starts_with("//")).count();
    });
    for (frame, most) in FRAMES {
        let found = 1000.0 * prose.matches(frame).count() as f64 / lines as f64;
        assert!(found <= most, "\"{frame}\": {found:.1} in 1,000 lines, at most {most}");
        assert!(found > most - 1.0, "\"{frame}\": {found:.1} in 1,000 lines: lower {most}");
    }
}

#[test]
fn phrases_are_found_across_lines_and_not_in_code() {
    let end_of_line = format!("fn a() {{}} {} at once", "//");
    let lines = [
        "/// ```",
        "/// whoever",
        "/// ```",
        "/// Waits if it goes",
        "/// on as `nobody`.",
        &end_of_line,
    ];
    assert_eq!(phrases_in(&comments(&lines.join("\n"))), ["at once", "goes on"]);
    assert_eq!(phrases_in(&whole("tell(`in hand ${name}`); /* nobody */")), ["in hand", "nobody"]);
    assert_eq!(phrases_in(&paragraphs("a\n```\nin hand\n```\nIt goes\non.")), ["goes on"]);
}

#[test]
fn literals_are_read_as_they_are_printed() {
    let code = r###"
        fn f<'a>(c: &'a str) -> bool { c == '"' || c == '\'' } // "nothing"
        const A: &str = "it is \
                         none, \"at once\"";
        bail!("{name} goes\non", r#"in hand" of its"#, "own");
        #[cfg(test)]
        mod tests { const B: &str = "nobody"; }
    "###;
    let code = code.replace("        #[cfg(test)]\n        mod", "#[cfg(test)]\nmod");
    assert_eq!(phrases_in(&literals(&code)), ["is none", "in hand", "at once", "goes on"]);
}
