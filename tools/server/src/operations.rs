//! Everything that a client can ask: one list, from which the routes, the OpenAPI document and
//! the page at `/api` are made.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use loa_report::{Failure, ProbeReply, ValueReply};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::api::drawing::{self, DrawingQuestion};
use crate::api::estimate::{self, EstimateQuestion, EstimateReply, EstimatedMovesReply};
use crate::api::games::{self, EstimatedReviewReply};
use crate::api::play::{self, PlayQuestion, PlayReply};
use crate::api::{Here, positions, problems, tables};
use crate::document::{Operation, Typed, document, typed};
use crate::question::{Asked, FileQuestion, GameQuestion};
use crate::reply::{self, Age, Refused};
use crate::service::Service;

/// Returns everything that a client can ask.
pub(crate) fn operations() -> Vec<Operation> {
    const CENSUS: &str = "/api/census/{rules}/{board}";
    const CENSUS_OF_ONE: &str = "/api/census/{rules}/{board}/{material}";
    const PROBLEM: &str = "/api/problems/{suite}/{number}";
    const OPENAPI: &str = "/api/openapi.json";
    let ending = "?position=o2o/x3/2o1/x1xo x";
    vec![
        list("/api/boards", Age::Open, tables::boards),
        get("/api/probe", Age::Lasting, "?position=start 4x4", positions::probe),
        post("/api/probe", routing::post(positions::probe_many))
            .takes::<positions::Questions>()
            .replies::<positions::Each<ProbeReply>>(),
        get("/api/value", Age::Lasting, ending, positions::value),
        post("/api/value", routing::post(positions::value_many))
            .takes::<positions::Questions>()
            .replies::<positions::Each<ValueReply>>(),
        get("/api/line", Age::Lasting, ending, positions::line),
        get("/api/moves", Age::Lasting, "?position=start 8x8", positions::moves),
        page("/api/estimate", "", routing::get(estimate::estimate))
            .shown("?position=start 7x7&ms=100")
            .asks::<EstimateQuestion>()
            .replies::<EstimateReply>(),
        post("/api/estimate", routing::post(estimate::estimate_posted))
            .takes::<EstimateQuestion>()
            .replies::<EstimateReply>(),
        page("/api/estimate/moves", "", routing::get(estimate::moves))
            .shown("?position=start 7x7&ms=100")
            .asks::<EstimateQuestion>()
            .replies::<EstimatedMovesReply>(),
        page("/api/play", "", routing::get(play::play))
            .shown("?position=start 7x7&level=1")
            .asks::<PlayQuestion>()
            .replies::<PlayReply>(),
        page(
            "/board.svg",
            "A picture of a position, with arrows for moves.",
            routing::get(drawing::board),
        )
        .shown("?position=start 6x6&moves=b1-b3")
        .asks::<DrawingQuestion>(),
        get("/api/proof", Age::Lasting, "?position=start 5x5", positions::proof),
        list("/api/problems", Age::Lasting, problems::suites),
        get("/api/problems/{suite}", Age::Lasting, "/api/problems/4x4-mover-pass", problems::suite),
        get(PROBLEM, Age::Lasting, "/api/problems/4x4-mover-pass/1", problems::problem),
        get("/api/rules", Age::Lasting, "?rules=tournament", games::rules),
        post("/api/review", routing::post(games::review_game))
            .asks::<GameQuestion>()
            .replies::<EstimatedReviewReply>(),
        list("/api/overview", Age::Open, tables::overview),
        get(CENSUS, Age::Lasting, "/api/census/club/4x4", tables::census),
        get(CENSUS_OF_ONE, Age::Lasting, "/api/census/club/4x4/3v4", tables::census),
        get("/api/longest", Age::Lasting, "?board=4x4", tables::longest),
        get("/api/search", Age::Open, "?board=4x4&material=3v3&kind=only-move", tables::search),
        Operation {
            example: None,
            ..page(
                "/tables/{rules}/{board}/{file}",
                "The file of a table, whole or in ranges.",
                routing::get(tables::file),
            )
        }
        .asks::<FileQuestion>(),
        page(OPENAPI, "This list for programs, with the types.", routing::get(openapi)),
        page("/api", "This list.", routing::get(listed)),
        page("/healthz", "Sign of life.", routing::get(health)),
        page("/metrics", "Figures on requests, for Prometheus.", routing::get(metrics)),
    ]
}

/// Answers that the server runs.
pub(crate) async fn health(headers: HeaderMap) -> Response {
    reply::json(Age::Open, &headers, br#"{"status":"ok"}"#.to_vec())
}

/// Answers with figures in the text format of Prometheus.
pub(crate) async fn metrics(State(service): Here) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4"), (header::CACHE_CONTROL, "no-cache")];
    let open = service.tables.open_tables() as u64;
    let cached = service.tables.cached_bytes();
    (headers, service.metrics.text(open, cached)).into_response()
}

async fn openapi(headers: HeaderMap) -> Response {
    reply::json(Age::Open, &headers, document(&operations()).to_string().into_bytes())
}

async fn listed() -> impl IntoResponse {
    crate::page::page(&operations())
}

/// Returns a page, which is its own example.
fn page(path: &'static str, summary: &str, handler: MethodRouter<Arc<Service>>) -> Operation {
    Operation {
        method: "get",
        path,
        summary: summary.to_owned(),
        example: Some(path.to_owned()),
        parts: None,
        body: None,
        reply: None,
        handler,
    }
}

fn post(path: &'static str, handler: MethodRouter<Arc<Service>>) -> Operation {
    Operation { method: "post", example: None, ..page(path, "", handler) }
}

/// Returns a question whose answer `work` finds, and which holds as long as `age` says.
fn get<Q, R, E>(
    path: &'static str,
    age: Age,
    example: &'static str,
    work: fn(&Service, Q) -> Result<R, E>,
) -> Operation
where
    Q: DeserializeOwned + JsonSchema + Send + 'static,
    R: Serialize + JsonSchema + 'static,
    E: Into<Refused> + 'static,
{
    let handler =
        async move |State(service): Here, headers: HeaderMap, Asked(question): Asked<Q>| {
            let answer = service.answer(move |service| work(service, question));
            Ok::<_, Refused>(reply::json(age, &headers, answer.await?))
        };
    page(path, "", routing::get(handler)).shown(example).asks::<Q>().replies::<R>()
}

/// Returns a question without parts, whose answer holds as long as `age` says.
fn list<R: Serialize + JsonSchema + 'static>(
    path: &'static str,
    age: Age,
    work: fn(&Service) -> Result<R, Failure>,
) -> Operation {
    let handler = async move |State(service): Here, headers: HeaderMap| {
        let answer = service.answer(work);
        Ok::<_, Refused>(reply::json(age, &headers, answer.await?))
    };
    page(path, "", routing::get(handler)).replies::<R>()
}

impl Operation {
    /// Sets the example: an address, or the query of the path.
    fn shown(self, example: &'static str) -> Operation {
        let path = if example.starts_with('?') { self.path } else { "" };
        let example = Some(format!("{path}{example}"));
        Operation { example, ..self }
    }

    fn asks<T: JsonSchema>(self) -> Operation {
        let parts: Option<Typed> = Some(typed::<T>);
        Operation { parts, ..self }
    }

    fn takes<T: JsonSchema>(self) -> Operation {
        let body: Option<Typed> = Some(typed::<T>);
        Operation { body, ..self }
    }

    fn replies<T: JsonSchema>(self) -> Operation {
        let schema = SchemaGenerator::default().into_root_schema_for::<T>();
        let summary = schema.get("description").and_then(|text| text.as_str());
        Operation {
            summary: summary.unwrap_or_default().to_owned(),
            reply: Some(typed::<T>),
            ..self
        }
    }
}
