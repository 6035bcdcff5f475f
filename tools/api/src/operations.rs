//! Everything that can be asked: one list, from which the server makes its routes, the OpenAPI
//! document and the page at `/api`.

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::{Failure, ProbeReply, ValueReply};
use loa_engine::alpha_beta::StopSign;
use percent_encoding::percent_decode_str;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answers::drawing::{self, DrawingQuestion};
use crate::answers::estimate::{self, EstimateQuestion, EstimateReply, EstimatedMovesReply};
use crate::answers::games::{self, EstimatedReviewReply};
use crate::answers::play::{self, PlayQuestion, PlayReply};
use crate::answers::tables::{self, SearchReply};
use crate::answers::{positions, problems};
use crate::library::Library;
use crate::question::{Asked, GameQuestion, Part};
use crate::reply::{Age, Refused, Reply};
use crate::task::Task;

/// The schema of a type.
pub type Typed = fn(&mut SchemaGenerator) -> Schema;

/// Returns the schema of a type.
pub fn typed<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// A description of something that can be asked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Description {
    /// The method in capitals.
    pub method: &'static str,
    /// The path, with the names of its parts in braces.
    pub path: &'static str,
    /// The description of the answer, if it has no type that says so.
    pub summary: Option<&'static str>,
    /// An address that shows it, for those that need no body.
    pub example: Option<String>,
    /// The parts of the path or of the query.
    pub parts: Option<Typed>,
    /// The type of the body.
    pub body: Option<Typed>,
    /// The type of the answer.
    pub reply: Option<Typed>,
}

impl Description {
    /// Describes something that is asked with GET, and whose address is its own example.
    pub fn new(path: &'static str) -> Description {
        Description {
            method: "GET",
            path,
            summary: None,
            example: Some(path.to_owned()),
            parts: None,
            body: None,
            reply: None,
        }
    }
}

/// Something that can be asked.
pub struct Operation {
    /// The description.
    pub about: Description,
    pub(crate) read: Box<Read>,
}

/// Reads a question, but does not answer it.
type Read = dyn Fn(&Library, &Asked) -> Result<Task, Refused> + Send + Sync;

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Operation").field(&self.about.path).finish()
    }
}

/// Returns everything that can be asked.
pub fn operations() -> &'static [Operation] {
    const CENSUS: &str = "/api/census/{rules}/{board}";
    const CENSUS_OF_ONE: &str = "/api/census/{rules}/{board}/{material}";
    const SUITE: &str = "/api/problems/{suite}";
    const PROBLEM: &str = "/api/problems/{suite}/{number}";
    static ALL: LazyLock<Vec<Operation>> = LazyLock::new(|| {
        let ending = "?position=o2o/x3/2o1/x1xo x";
        vec![
            list("/api/boards", tables::boards),
            get_at_once(
                "/api/probe",
                Age::lasting,
                "?position=start 4x4",
                positions::probe,
                positions::cached_probe,
            ),
            post("/api/probe", positions::probe_many)
                .takes::<positions::Questions>()
                .replies::<positions::Each<ProbeReply>>(),
            get_at_once(
                "/api/value",
                Age::lasting,
                ending,
                positions::value,
                positions::cached_value,
            ),
            post("/api/value", positions::value_many)
                .takes::<positions::Questions>()
                .replies::<positions::Each<ValueReply>>(),
            get("/api/line", Age::lasting, ending, positions::line),
            get("/api/moves", Age::lasting, "?position=start 8x8", positions::moves),
            Operation::new("/api/estimate", estimate::estimate)
                .shown("?position=start 7x7&ms=100")
                .asks::<EstimateQuestion>()
                .replies::<EstimateReply>(),
            post("/api/estimate", estimate::estimate_posted)
                .takes::<EstimateQuestion>()
                .replies::<EstimateReply>(),
            Operation::new("/api/estimate/moves", estimate::moves)
                .shown("?position=start 7x7&ms=100")
                .asks::<EstimateQuestion>()
                .replies::<EstimatedMovesReply>(),
            Operation::new("/api/play", play::play)
                .shown("?position=start 7x7&level=1")
                .asks::<PlayQuestion>()
                .replies::<PlayReply>(),
            Operation::new("/board.svg", drawing::board)
                .summary("A picture of a position, with arrows for moves.")
                .shown("?position=start 6x6&moves=b1-b3")
                .asks::<DrawingQuestion>(),
            get("/api/proof", Age::open, "?position=start 5x5", positions::proof),
            list("/api/problems", problems::suites),
            get(SUITE, Age::open, "/api/problems/4x4-mover-pass", problems::suite),
            get(PROBLEM, Age::open, "/api/problems/4x4-mover-pass/1", problems::problem),
            get("/api/rules", Age::lasting, "?rules=tournament", games::rules),
            post("/api/review", games::review_game)
                .asks::<GameQuestion>()
                .replies::<EstimatedReviewReply>(),
            list("/api/overview", tables::overview),
            get(CENSUS, Age::open, "/api/census/club/4x4", tables::census),
            get(CENSUS_OF_ONE, Age::open, "/api/census/club/4x4/3v4", tables::census),
            get("/api/longest", Age::open, "?board=4x4", tables::longest),
            get(
                "/api/search",
                SearchReply::age,
                "?board=4x4&material=3v3&kind=only-move",
                tables::search,
            ),
        ]
    });
    &ALL
}

impl Library {
    /// Returns the answer to a question at an address, such as
    /// `/api/value?position=start%204x4`. What is found on the way to it goes to `send`.
    pub fn answer(
        &self,
        method: &str,
        address: &str,
        body: &[u8],
        stop: &Arc<StopSign>,
        send: &mut dyn FnMut(&[u8]),
    ) -> Reply {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let task = self.task(method, path, query, body);
        task.and_then(|task| task.run(self, stop, send)).unwrap_or_else(Reply::from)
    }

    /// Returns what is to be done to answer a question.
    ///
    /// # Errors
    /// When there is no such question, or it cannot be read.
    pub fn task(
        &self,
        method: &str,
        path: &str,
        query: &str,
        body: &[u8],
    ) -> Result<Task, Refused> {
        let (operation, parts) = find(method, path)?;
        (operation.read)(self, &Asked { parts, query, body })
    }
}

/// Returns the operation of an address, and the parts of its path.
fn find(method: &str, path: &str) -> Result<(&'static Operation, Vec<Part>), Refused> {
    let mut is_there = false;
    for operation in operations() {
        if let Some(parts) = parts(operation.about.path, path) {
            if operation.about.method == method {
                return Ok((operation, parts?));
            }
            is_there = true;
        }
    }
    Err(if is_there { Refused::no_such_method(method, path) } else { Refused::nothing_there(path) })
}

/// Returns the parts that a path has for the names in a pattern, if it is of that form.
fn parts(pattern: &'static str, path: &str) -> Option<Result<Vec<Part>, Refused>> {
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
            Some(name) => parts.push((name, percent_decode_str(text).decode_utf8())),
            None if name == text => {}
            None => return None,
        }
    }
    let read = parts.into_iter().map(|(name, text)| match text {
        Ok(text) => Ok((name, text.into_owned())),
        Err(_) => Err(Refused::new(400, format!("Invalid URL: Invalid UTF-8 in `{name}`"))),
    });
    Some(read.collect())
}

fn post(
    path: &'static str,
    read: impl Fn(&Library, &Asked) -> Result<Task, Refused> + Send + Sync + 'static,
) -> Operation {
    let Operation { about, read } = Operation::new(path, read);
    Operation { about: Description { method: "POST", example: None, ..about }, read }
}

/// Returns a question whose answer `work` finds, and which holds as long as `age` says.
fn get<Q, R, E>(
    path: &'static str,
    age: fn(&R) -> Age,
    example: &'static str,
    work: fn(&Library, Q) -> Result<R, E>,
) -> Operation
where
    Q: DeserializeOwned + JsonSchema + Send + 'static,
    R: Serialize + JsonSchema + 'static,
    E: Into<Refused> + 'static,
{
    let read = move |_: &Library, asked: &Asked| {
        let question = asked.question()?;
        Ok(Task::tables(age, move |library| work(library, question)))
    };
    Operation::new(path, read).shown(example).asks::<Q>().replies::<R>()
}

/// Returns a question as [`get`] does, with what answers it from memory alone.
fn get_at_once<Q, R, E>(
    path: &'static str,
    age: fn(&R) -> Age,
    example: &'static str,
    work: fn(&Library, &Q) -> Result<R, E>,
    at_once: fn(&Library, &Q) -> Result<Option<R>, E>,
) -> Operation
where
    Q: DeserializeOwned + JsonSchema + Send + Sync + 'static,
    R: Serialize + JsonSchema + 'static,
    E: Into<Refused> + 'static,
{
    let read = move |_: &Library, asked: &Asked| {
        let question = Arc::new(asked.question::<Q>()?);
        let same = Arc::clone(&question);
        let task = Task::tables(age, move |library| work(library, &question));
        Ok(task.or_at_once(age, move |library| at_once(library, &same)))
    };
    Operation::new(path, read).shown(example).asks::<Q>().replies::<R>()
}

/// Returns a question without parts, whose answer says what there is.
fn list<R: Serialize + JsonSchema + 'static>(
    path: &'static str,
    work: fn(&Library) -> Result<R, Failure>,
) -> Operation {
    Operation::new(path, move |_, _| Ok(Task::tables(Age::open, work))).replies::<R>()
}

/// Returns what makes the schema of a type. The program for browsers has no schemas, to be small.
fn schema<T: JsonSchema>() -> Option<Typed> {
    (!cfg!(target_family = "wasm")).then_some(typed::<T>)
}

impl Operation {
    fn new(
        path: &'static str,
        read: impl Fn(&Library, &Asked) -> Result<Task, Refused> + Send + Sync + 'static,
    ) -> Operation {
        Operation { about: Description::new(path), read: Box::new(read) }
    }

    fn summary(mut self, summary: &'static str) -> Operation {
        self.about.summary = Some(summary);
        self
    }

    /// Sets the example: an address, or the query of the path.
    fn shown(mut self, example: &'static str) -> Operation {
        let path = if example.starts_with('?') { self.about.path } else { "" };
        self.about.example = Some(format!("{path}{example}"));
        self
    }

    fn asks<T: JsonSchema>(mut self) -> Operation {
        self.about.parts = schema::<T>();
        self
    }

    fn takes<T: JsonSchema>(mut self) -> Operation {
        self.about.body = schema::<T>();
        self
    }

    fn replies<T: JsonSchema>(mut self) -> Operation {
        self.about.reply = schema::<T>();
        self
    }
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
            assert_eq!(found(method, path).unwrap_err().status, status, "{path}");
        }
    }
}
