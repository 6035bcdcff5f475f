//! The list of all questions that have an address. The command line, the server and the browser
//! worker use this list.

use std::fmt;
use std::sync::LazyLock;

use loa_solver::Stop;
use percent_encoding::percent_decode_str;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::analysis::{AnalysisRequest, EstimateRequest};
use crate::asked::{Asked, Part};
use crate::batches::Batch;
use crate::failure::{Failure, Status};
use crate::game_trees::RecordRequest;
use crate::games::ReviewRequest;
use crate::library::Library;
use crate::line::LineRequest;
use crate::pictures::DrawingRequest;
use crate::play::PlayRequest;
use crate::positions::{MovesRequest, ProbeRequest, ValueRequest};
use crate::problems::{ProblemRequest, SuiteRequest, SuitesRequest};
use crate::request::Request;
use crate::rules::RulesRequest;
use crate::searches::SearchRequest;
use crate::table_files::OverviewRequest;
use crate::tables::{BoardsRequest, CensusRequest, LongestRequest};
use crate::task::{Reply, Task};

/// The schema of a type.
pub type Typed = fn(&mut SchemaGenerator) -> Schema;

/// Returns the schema of a type.
pub fn typed<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A description of a question that has an address.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Description {
    /// The HTTP method in capitals.
    pub method: &'static str,
    /// The path, with the names of its parts in braces.
    pub path: &'static str,
    /// The description of the answer, if the type of the answer does not describe it.
    pub summary: Option<&'static str>,
    /// An example address, for questions that need no body.
    pub example: Option<String>,
    /// The parts of the path or of the query.
    pub parts: Option<Typed>,
    /// The type of the body.
    pub body: Option<Typed>,
    /// True if the body may also be plain text.
    pub takes_text: bool,
    /// The type of the answer.
    pub reply: Option<Typed>,
}

impl Description {
    /// Describes a question for GET whose address is also its example.
    pub fn new(path: &'static str) -> Description {
        Description {
            method: "GET",
            path,
            summary: None,
            example: Some(path.to_owned()),
            parts: None,
            body: None,
            takes_text: false,
            reply: None,
        }
    }
}

/// A question that has an address.
pub struct Operation {
    /// The description.
    pub about: Description,
    read: Box<Read>,
}

/// Reads a question.
type Read = dyn Fn(&Asked<'_>) -> Result<Task, Failure> + Send + Sync;

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Operation").field(&self.about.path).finish()
    }
}

/// Returns every question that has an address.
pub fn operations() -> &'static [Operation] {
    static ALL: LazyLock<Vec<Operation>> = LazyLock::new(|| {
        let ending = "?position=o2o/x3/2o1/x1xo x";
        vec![
            get::<BoardsRequest>("/api/boards", ""),
            get::<ProbeRequest>("/api/probe", "?position=start 4x4"),
            post::<Batch<ProbeRequest>>("/api/probe"),
            get::<ValueRequest>("/api/value", ending),
            post::<Batch<ValueRequest>>("/api/value"),
            get::<LineRequest>("/api/line", ending),
            get::<MovesRequest>("/api/moves", "?position=start 8x8"),
            get::<EstimateRequest>("/api/estimate", "?position=start 7x7&ms=100"),
            post::<EstimateRequest>("/api/estimate"),
            get::<AnalysisRequest>("/api/analysis", "?position=start 7x7&ms=100"),
            get::<PlayRequest>("/api/play", "?position=start 7x7&level=1"),
            picture::<DrawingRequest>(
                "/board.svg",
                "A picture of a position, with arrows for moves.",
            ),
            get::<SuitesRequest>("/api/problems", ""),
            get::<SuiteRequest>("/api/problems/{suite}", "/api/problems/4x4-mover-pass"),
            get::<ProblemRequest>(
                "/api/problems/{suite}/{number}",
                "/api/problems/4x4-mover-pass/1",
            ),
            get::<RulesRequest>("/api/rules", "?rules=tournament"),
            post_text::<_, RecordRequest>("/api/review", ReviewRequest::of_body),
            post::<RecordRequest>("/api/record"),
            get::<OverviewRequest>("/api/overview", ""),
            get::<CensusRequest>("/api/census/{rules}/{board}", "/api/census/club/4x4"),
            get::<CensusRequest>(
                "/api/census/{rules}/{board}/{material}",
                "/api/census/club/4x4/3v4",
            ),
            get::<LongestRequest>("/api/longest", "?board=4x4"),
            get::<SearchRequest>("/api/search", "?board=4x4&material=3v3&kind=only-move"),
        ]
    });
    &ALL
}

/// Returns a question whose parts are in the path or the query. `example` is an address, or a query
/// for the path.
fn get<R: Request>(path: &'static str, example: &'static str) -> Operation {
    let own = if example.starts_with('/') { "" } else { path };
    let about = Description {
        example: Some(format!("{own}{example}")),
        parts: if example.is_empty() { None } else { schema::<R>() },
        reply: schema::<R::Response>(),
        ..Description::new(path)
    };
    Operation { about, read: Box::new(|asked| Ok(Task::new(asked.question::<R>()?))) }
}

/// Returns a question whose answer is a picture of a position.
pub fn picture<R: Request>(path: &'static str, summary: &'static str) -> Operation {
    let Operation { about, read } = get::<R>(path, "?position=start 6x6&moves=b1-b3");
    Operation { about: Description { summary: Some(summary), reply: None, ..about }, read }
}

/// Returns a question whose body is JSON.
fn post<R: Request>(path: &'static str) -> Operation {
    let about = Description {
        method: "POST",
        example: None,
        body: schema::<R>(),
        reply: schema::<R::Response>(),
        ..Description::new(path)
    };
    Operation { about, read: Box::new(|asked| Ok(Task::new(asked.json::<R>()?))) }
}

/// Returns a question about a body, which is text or the JSON of `T`. Its other parts are in the
/// query.
fn post_text<R: Request, T: JsonSchema>(
    path: &'static str,
    of: fn(R, &[u8]) -> Result<R, Failure>,
) -> Operation {
    let about = Description {
        method: "POST",
        example: None,
        parts: schema::<R>(),
        body: schema::<T>(),
        takes_text: true,
        reply: schema::<R::Response>(),
        ..Description::new(path)
    };
    let read = move |asked: &Asked<'_>| Ok(Task::new(of(asked.question()?, asked.body)?));
    Operation { about, read: Box::new(read) }
}

/// Returns the function that makes the schema of a type. The program for browsers leaves schemas
/// out, to stay small.
fn schema<T: JsonSchema>() -> Option<Typed> {
    (!cfg!(target_family = "wasm")).then_some(typed::<T>)
}

impl Operation {
    /// Reads a question.
    ///
    /// # Errors
    /// When the question cannot be read, or the library refuses it.
    pub fn task(&self, library: &Library, asked: &Asked<'_>) -> Result<Task, Failure> {
        let read = || {
            let task = (self.read)(asked)?;
            task.check(library)?;
            Ok(task)
        };
        read().map_err(|failure| library.shown(failure))
    }
}

impl Library {
    /// Returns the answer to a question at an address, such as `/api/value?position=start%204x4`.
    /// Intermediate answers go to `send`.
    ///
    /// # Errors
    /// When the question does not exist, cannot be read, or has no answer.
    pub fn reply(
        &self,
        method: &str,
        address: &str,
        body: &[u8],
        stop: &Stop,
        send: &mut dyn FnMut(&[u8]),
    ) -> Result<Reply, Failure> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (operation, parts) = find(method, path)?;
        operation.task(self, &Asked { parts: &parts, query, body })?.run(
            self,
            stop,
            send,
            &mut || {},
        )
    }
}

/// Returns the operation of an address, and the parts of its path.
fn find(method: &str, path: &str) -> Result<(&'static Operation, Vec<Part>), Failure> {
    let mut is_there = false;
    for operation in operations() {
        if let Some(parts) = parts(operation.about.path, path) {
            if operation.about.method == method {
                return Ok((operation, parts?));
            }
            is_there = true;
        }
    }
    Err(if is_there { Failure::no_such_method(method, path) } else { Failure::no_address(path) })
}

/// Returns the parts of a path for the names in a pattern. `None` if the path does not match.
fn parts(pattern: &'static str, path: &str) -> Option<Result<Vec<Part>, Failure>> {
    let (mut names, mut found) = (pattern.split('/'), path.split('/'));
    let mut parts = Vec::new();
    loop {
        let (name, text) = match (names.next(), found.next()) {
            (Some(name), Some(text)) => (name, text),
            (None, None) => break,
            _ => return None,
        };
        let named = name.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        match named.filter(|_| !text.is_empty()) {
            Some(name) => parts.push((name.to_owned(), percent_decode_str(text).decode_utf8())),
            None if name == text => {}
            None => return None,
        }
    }
    let read = parts.into_iter().map(|(name, text)| match text {
        Ok(text) => Ok((name, text.into_owned())),
        Err(_) => {
            let message = format!("Invalid URL: Invalid UTF-8 in `{name}`");
            Err(Failure::new(Status::Usage, message))
        }
    });
    Some(read.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_parts_or_is_refused() {
        let found = |method, path| {
            find(method, path).map(|(operation, parts)| {
                (operation.about.path, parts.into_iter().map(|(_, text)| text).collect::<Vec<_>>())
            })
        };
        let (path, parts) = found("GET", "/api/census/club/4x4").unwrap();
        assert_eq!(path, "/api/census/{rules}/{board}");
        assert_eq!(parts, ["club", "4x4"]);
        let (_, parts) = found("GET", "/api/problems/a%20+%2F%26/1").unwrap();
        assert_eq!(parts, ["a +/&", "1"]);
        for (method, path, status) in [
            ("POST", "/api/line", 405),
            ("GET", "/api/census/club/", 404),
            ("GET", "/api/census/club/4x4/3v3/", 404),
            ("GET", "api/boards", 404),
            ("GET", "", 404),
            ("GET", "/api/problems/%ff", 400),
        ] {
            assert_eq!(found(method, path).unwrap_err().http_status(), status, "{path}");
        }
    }

    #[test]
    fn answers_from_memory_are_those_from_tables() {
        let library = Library::built_in();
        let read = |address: &str| {
            let (path, query) = address.split_once('?').unwrap();
            let (operation, parts) = find("GET", path).unwrap();
            operation.task(&library, &Asked { parts: &parts, query, body: b"" }).unwrap()
        };
        for (address, is_quick) in [
            ("/api/probe?position=start+4x4", true),
            ("/api/value?position=start+4x4&rules=tournament", true),
            ("/api/value?position=start+4x4&rules=soucie", true),
            ("/api/probe?position=o2o/x3/2o1/x1xo+x&rules=misere", true),
            ("/api/probe?position=o2o/x3/2o1/x1xo+x&rules=soucie", false),
            ("/api/line?position=start+4x4", false),
        ] {
            let task = || read(address);
            assert!(task().at_once(&library).unwrap().is_none(), "{address}: nothing is in memory");
            let found = task().run(&library, &Stop::default(), &mut |_| {}, &mut || {}).unwrap();
            let at_once = task().at_once(&library).unwrap();
            assert_eq!(at_once.is_some(), is_quick, "{address}");
            if let Some(at_once) = at_once {
                assert_eq!((at_once.body, at_once.age), (found.body, found.age), "{address}");
            }
        }
        let refused = read("/api/probe?position=start+9x9").at_once(&library).unwrap_err();
        let address = "/api/probe?position=start+9x9";
        let again = library.reply("GET", address, b"", &Stop::default(), &mut |_| {}).unwrap_err();
        assert_eq!(refused.to_json(), again.to_json());
    }
}
