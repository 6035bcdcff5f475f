//! The list of all questions that have an address. The command line, the server and the browser
//! worker use this list.

use std::fmt;
use std::sync::{Arc, LazyLock};

use loa_solver::Stop;
use percent_encoding::percent_decode_str;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::analysis::EstimateRequest;
use crate::asked::{Asked, Part};
use crate::batches::{Each, LookUp, Questions};
use crate::charts::ChartRequest;
use crate::drawing::board_svg;
use crate::failure::{Failure, failure};
use crate::game_trees::RecordRequest;
use crate::games::ReviewRequest;
use crate::library::Library;
use crate::pictures::DrawingRequest;
use crate::play::PlayRequest;
use crate::positions::{ProbeReply, ValueReply};
use crate::problems::{SuiteRequest, SuitesReply};
use crate::request::{BoardRequest, PositionRequest};
use crate::rules::RulesRequest;
use crate::searches::SearchRequest;
use crate::table_files::OverviewReply;
use crate::tables::BoardsReply;
use crate::task::{Age, Answering, Kind, Reply, Task, by, watched_by};

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

    /// Describes a question for POST.
    fn of_body<B: JsonSchema, A: JsonSchema>(path: &'static str) -> Description {
        Description {
            method: "POST",
            example: None,
            body: schema::<B>(),
            reply: schema::<A>(),
            ..Description::new(path)
        }
    }
}

/// A question that has an address.
pub struct Operation {
    /// The description.
    pub about: Description,
    read: Box<Read>,
}

/// Reads a question, and refuses it before any work on it.
type Read = dyn Fn(&Asked<'_>, &Library) -> Result<Box<dyn Task>, Failure> + Send + Sync;

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Operation").field(&self.about.path).finish()
    }
}

/// Returns every question that has an address.
pub fn operations() -> &'static [Operation] {
    static ALL: LazyLock<Vec<Operation>> = LazyLock::new(|| {
        let ending = "?position=o2o/x3/2o1/x1xo x";
        let analysed = "?position=start 7x7&ms=100";
        let probe = || by(PositionRequest::probe).lasting();
        let value = || by(PositionRequest::value).lasting();
        let estimate = || {
            let answering = watched_by(EstimateRequest::answer).check(EstimateRequest::check);
            answering.kind(EstimateRequest::kind).age(Age::Fleeting)
        };
        let analysis = watched_by(EstimateRequest::analyse).check(EstimateRequest::check);
        let play = by(PlayRequest::play).kind(|_| Kind::Engine);
        let review = watched_by(ReviewRequest::answer).check(ReviewRequest::check);
        let census = || by(BoardRequest::census);
        let mut all = vec![
            get("/api/boards", "", by(BoardsReply::all)),
            get(
                "/api/probe",
                "?position=start 4x4",
                probe().at_once(PositionRequest::probe_from_memory),
            ),
            post_list::<ProbeReply>("/api/probe"),
            get("/api/value", ending, value().at_once(PositionRequest::value_from_memory)),
            post_list::<ValueReply>("/api/value"),
            get("/api/line", ending, by(PositionRequest::line).lasting()),
            get("/api/moves", "?position=start 8x8", by(PositionRequest::moves).lasting()),
            get("/api/estimate", analysed, estimate()),
            post("/api/estimate", estimate()),
            get("/api/analysis", analysed, analysis.kind(|_| Kind::Events)),
            get("/api/play", "?position=start 7x7&level=1", play),
            picture("/board.svg"),
            get("/api/problems", "", by(SuitesReply::all)),
            get("/api/problems/{suite}", "/api/problems/4x4-mover-pass", by(SuiteRequest::answer)),
            get("/api/rules", "?rules=tournament", by(RulesRequest::answer).lasting()),
            post_text::<_, _, RecordRequest>(
                "/api/review",
                review.kind(ReviewRequest::kind),
                ReviewRequest::of_body,
            ),
            post("/api/record", by(RecordRequest::record).lasting()),
            get("/api/overview", "", by(OverviewReply::find)),
            get("/api/census/{rules}/{board}", "/api/census/club/4x4", census()),
            get("/api/census/{rules}/{board}/{material}", "/api/census/club/4x4/3v4", census()),
            get(
                "/api/search",
                "?board=4x4&material=3v3&kind=only-move",
                watched_by(SearchRequest::answer),
            ),
        ];
        // Charts would make the program for browsers a thirtieth larger: see `site_charts`.
        if !cfg!(target_family = "wasm") {
            let chart = watched_by(ChartRequest::answer);
            all.push(get("/api/chart", "?board=4x4&chart=shares", chart));
        }
        all
    });
    &ALL
}

/// Any question of an address.
trait Question: DeserializeOwned + JsonSchema + Send + Sync + 'static {}

impl<Q: DeserializeOwned + JsonSchema + Send + Sync + 'static> Question for Q {}

/// Returns a question whose parts are in the path or the query. `example` is an address, or a query
/// for the path.
fn get<Q: Question, A: Serialize + JsonSchema + 'static>(
    path: &'static str,
    example: &'static str,
    answering: Answering<Q, A>,
) -> Operation {
    let own = if example.starts_with('/') { "" } else { path };
    let about = Description {
        example: Some(format!("{own}{example}")),
        parts: if example.is_empty() { None } else { schema::<Q>() },
        reply: schema::<A>(),
        ..Description::new(path)
    };
    Operation::new(about, answering, |asked| asked.question())
}

/// Returns the question for a picture of a position.
fn picture(path: &'static str) -> Operation {
    let answering = Answering::new(|question: &DrawingRequest, _: &Library, _| {
        let (position, moves) = question.read()?;
        Ok(board_svg(&position, &moves).into_bytes())
    });
    let answering = answering.form("image/svg+xml", |picture| Ok(picture.clone())).lasting();
    let Operation { about, read } = get(path, "?position=start 6x6&moves=b1-b3", answering);
    let summary = Some("A picture of a position, with arrows for moves.");
    Operation { about: Description { summary, reply: None, ..about }, read }
}

/// Returns a question whose body is JSON.
fn post<Q: Question, A: Serialize + JsonSchema + 'static>(
    path: &'static str,
    answering: Answering<Q, A>,
) -> Operation {
    Operation::new(Description::of_body::<Q, A>(path), answering, |asked| asked.json())
}

/// Returns a question about positions whose body is one question or a list of them.
fn post_list<A: LookUp + Serialize + JsonSchema + 'static>(path: &'static str) -> Operation {
    let answering = by(Questions::answer::<A>).check(Questions::check);
    Operation::new(Description::of_body::<Questions, Each<A>>(path), answering, Questions::of_body)
}

/// Returns a question about a body, which is text or the JSON of `T`. Its other parts are in the
/// query.
fn post_text<Q: Question, A: Serialize + JsonSchema + 'static, T: JsonSchema>(
    path: &'static str,
    answering: Answering<Q, A>,
    of: fn(Q, &[u8]) -> Result<Q, Failure>,
) -> Operation {
    let about = Description {
        parts: schema::<Q>(),
        takes_text: true,
        ..Description::of_body::<T, A>(path)
    };
    Operation::new(about, answering, move |asked| of(asked.question()?, asked.body))
}

/// Returns the function that makes the schema of a type. The program for browsers leaves schemas
/// out, to stay small.
fn schema<T: JsonSchema>() -> Option<Typed> {
    (!cfg!(target_family = "wasm")).then_some(typed::<T>)
}

impl Operation {
    fn new<Q: Send + Sync + 'static, A: Serialize + 'static>(
        about: Description,
        answering: Answering<Q, A>,
        read: impl Fn(&Asked<'_>) -> Result<Q, Failure> + Send + Sync + 'static,
    ) -> Operation {
        let answering = Arc::new(answering);
        let read =
            move |asked: &Asked<'_>, library: &Library| answering.task(read(asked)?, library);
        Operation { about, read: Box::new(read) }
    }
}

impl Library {
    /// Reads the question at an address.
    ///
    /// # Errors
    /// When the question does not exist, cannot be read, or is refused.
    pub fn task(&self, method: &str, address: &str, body: &[u8]) -> Result<Box<dyn Task>, Failure> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (operation, parts) = find(method, path)?;
        let asked = Asked { parts: &parts, query, body };
        (operation.read)(&asked, self).map_err(|failure| self.shown(failure))
    }

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
        self.task(method, address, body)?.run(self, stop, send, &mut || {})
    }
}

/// Returns the descriptions of the questions at a path, one for each method.
pub fn questions_at(path: &str) -> impl Iterator<Item = &'static Description> {
    let all = operations().iter().map(|operation| &operation.about);
    all.filter(move |about| parts(about.path, path).is_some())
}

/// Returns the operation of an address, and the parts of its path.
fn find(method: &str, path: &str) -> Result<(&'static Operation, Vec<Part>), Failure> {
    let of_method = operations().iter().filter(|operation| operation.about.method == method);
    let mut found = of_method.filter_map(|it| Some((it, parts(it.about.path, path)?)));
    match found.next() {
        Some((operation, parts)) => Ok((operation, parts?)),
        None if questions_at(path).next().is_some() => Err(Failure::no_such_method(method, path)),
        None => Err(Failure::no_address(path)),
    }
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
        Err(_) => Err(failure!(Usage, "Invalid URL: Invalid UTF-8 in `{name}`")),
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
        let (_, parts) = found("GET", "/api/problems/a%20+%2F%26").unwrap();
        assert_eq!(parts, ["a +/&"]);
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
        let read = |address: &str| library.task("GET", address, b"").unwrap();
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
        let address = "/api/probe?rules=club&position=%3fboard%3d4x4%26rules%3dsoucie";
        let refused = read(address).at_once(&library).unwrap_err();
        let again = library.reply("GET", address, b"", &Stop::default(), &mut |_| {}).unwrap_err();
        assert_eq!(refused.to_json(), again.to_json());
    }
}
