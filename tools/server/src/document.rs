//! The description of the API, made from the types of questions and replies.

use axum::response::Response;
use loa_reply::{
    BoardsReply, CensusReply, LineReply, LongestReply, MovesReply, ProbeReply, ProofReply,
    RulesReply, ValueReply,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::api::estimate::{EstimateQuestion, EstimateReply};
use crate::api::games::EstimatedReviewReply;
use crate::api::overview::OverviewReply;
use crate::api::problems::{ProblemQuestion, ProblemReply, SuiteQuestion, SuiteReply, SuitesReply};
use crate::question::{BoardQuestion, GameQuestion, PositionQuestion, RulesQuestion};
use crate::reply;

/// Something that a client can ask.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    /// An address that shows it, for those that need no body.
    pub(crate) example: Option<&'static str>,
    /// The parts of the path or of the query.
    parts: Option<Typed>,
    body: Option<Typed>,
    reply: Option<Typed>,
}

/// The schema of a type.
type Typed = fn(&mut SchemaGenerator) -> Schema;

fn typed<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The reason for which a question has no answer, as `Failure::to_json` writes it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
struct FailureFields {
    /// In a list, the position as the client has written it.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The reason, with advice.
    error: String,
    /// The exit status that the command line has for it.
    status: u8,
    /// A command that removes the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// The character of a position's text that is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
}

/// One question, or a list of questions.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "a schema of what a body may be")]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

/// An answer, or the reason for which there is none, for each question of a list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "a schema of what a reply may be")]
enum Each<T> {
    One(T),
    Many(Vec<Element<T>>),
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "a schema of what a reply may be")]
enum Element<T> {
    Answer(T),
    Failure(FailureFields),
}

const fn get(path: &'static str, summary: &'static str, example: &'static str) -> Operation {
    Operation {
        method: "get",
        path,
        summary,
        example: Some(example),
        parts: None,
        body: None,
        reply: None,
    }
}

const fn post(path: &'static str, summary: &'static str) -> Operation {
    Operation {
        method: "post",
        example: None,
        ..get(path, summary, "")
    }
}

impl Operation {
    const fn asks<T: JsonSchema>(self) -> Operation {
        let parts: Option<Typed> = Some(typed::<T>);
        Operation { parts, ..self }
    }

    const fn takes<T: JsonSchema>(self) -> Operation {
        let body: Option<Typed> = Some(typed::<T>);
        Operation { body, ..self }
    }

    const fn replies<T: JsonSchema>(self) -> Operation {
        let reply: Option<Typed> = Some(typed::<T>);
        Operation { reply, ..self }
    }
}

/// Everything that a client can ask.
pub(crate) const OPERATIONS: [Operation; 23] = [
    get(
        "/api/boards",
        "Boards, rules and material that there are tables of",
        "/api/boards",
    )
    .replies::<BoardsReply>(),
    get(
        "/api/probe",
        "Value of a position and of every move in it",
        "/api/probe?position=start 4x4",
    )
    .asks::<PositionQuestion>()
    .replies::<ProbeReply>(),
    post(
        "/api/probe",
        "Values of one position or a list, and of every move",
    )
    .takes::<OneOrMany<PositionQuestion>>()
    .replies::<Each<ProbeReply>>(),
    get(
        "/api/value",
        "Value of a position alone; /api/probe also finds tables that contradict themselves",
        "/api/value?position=o2o/x3/2o1/x1xo x",
    )
    .asks::<PositionQuestion>()
    .replies::<ValueReply>(),
    post("/api/value", "Values of one position or a list")
        .takes::<OneOrMany<PositionQuestion>>()
        .replies::<Each<ValueReply>>(),
    get(
        "/api/line",
        "Best play to the end",
        "/api/line?position=o2o/x3/2o1/x1xo x",
    )
    .asks::<PositionQuestion>()
    .replies::<LineReply>(),
    get(
        "/api/moves",
        "Legal moves; needs no table",
        "/api/moves?position=start 8x8",
    )
    .asks::<PositionQuestion>()
    .replies::<MovesReply>(),
    get(
        "/api/estimate",
        "The built-in engine's estimate of a position, or its value if that is certain",
        "/api/estimate?position=start 7x7&ms=100",
    )
    .asks::<EstimateQuestion>()
    .replies::<EstimateReply>(),
    post(
        "/api/estimate",
        "The built-in engine's estimate of a position",
    )
    .takes::<EstimateQuestion>()
    .replies::<EstimateReply>(),
    get(
        "/api/proof",
        "The winner and the moves that a certificate proves",
        "/api/proof?position=start 5x5",
    )
    .asks::<PositionQuestion>()
    .replies::<ProofReply>(),
    get("/api/problems", "Suites of problems", "/api/problems").replies::<SuitesReply>(),
    get(
        "/api/problems/{suite}",
        "The problems of a suite, with their solutions",
        "/api/problems/4x4-mover-pass",
    )
    .asks::<SuiteQuestion>()
    .replies::<SuiteReply>(),
    get(
        "/api/problems/{suite}/{number}",
        "One problem, with its solution",
        "/api/problems/4x4-mover-pass/1",
    )
    .asks::<ProblemQuestion>()
    .replies::<ProblemReply>(),
    get(
        "/api/rules",
        "The rules of the game under a rules id",
        "/api/rules?rules=tournament",
    )
    .asks::<RulesQuestion>()
    .replies::<RulesReply>(),
    post(
        "/api/review",
        "Every move of a game, SGF or a list of moves, compared with the best one",
    )
    .asks::<GameQuestion>()
    .replies::<EstimatedReviewReply>(),
    get(
        "/api/overview",
        "All tables with their positions, bytes and longest wins",
        "/api/overview",
    )
    .replies::<OverviewReply>(),
    get(
        "/api/census/{rules}/{board}",
        "Positions counted by material, outcome and distance",
        "/api/census/club/4x4",
    )
    .asks::<BoardQuestion>()
    .replies::<CensusReply>(),
    get(
        "/api/census/{rules}/{board}/{material}",
        "Positions of one material counted",
        "/api/census/club/4x4/3v4",
    )
    .asks::<BoardQuestion>()
    .replies::<CensusReply>(),
    get(
        "/api/longest",
        "Longest wins and losses",
        "/api/longest?board=4x4",
    )
    .asks::<BoardQuestion>()
    .replies::<LongestReply>(),
    get(
        "/api/openapi.json",
        "This list for programs, with the types",
        "/api/openapi.json",
    ),
    get("/api", "This list", "/api"),
    get("/healthz", "Sign of life", "/healthz"),
    get(
        "/metrics",
        "Figures on requests, for Prometheus",
        "/metrics",
    ),
];

/// Answers with the document.
pub(crate) async fn openapi() -> Response {
    reply::json(document().to_string().into_bytes())
}

/// Returns the OpenAPI document.
pub(crate) fn document() -> Json {
    let settings = SchemaSettings::draft2020_12();
    let settings =
        settings.with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for operation in &OPERATIONS {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(operation, &mut generator);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Lines of Action, solved and looked up",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
    })
}

fn describe(operation: &Operation, generator: &mut SchemaGenerator) -> Json {
    let failure = json!({ "application/json": { "schema": typed::<FailureFields>(generator) } });
    let refused = |why: &str| json!({ "description": why, "content": failure });
    let mut described = json!({ "summary": operation.summary });
    if let Some(parts) = operation.parts {
        described["parameters"] = parameters(operation.path, parts);
    }
    if let Some(body) = operation.body {
        let content = json!({ "application/json": { "schema": body(generator) } });
        described["requestBody"] = json!({ "required": true, "content": content });
    } else if operation.method == "post" {
        let content = json!({ "text/plain": { "schema": { "type": "string" } } });
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    described["responses"] = match operation.reply {
        None => json!({ "200": { "description": "The answer" } }),
        Some(reply) => json!({
            "200": {
                "description": "The answer",
                "content": { "application/json": { "schema": reply(generator) } },
            },
            "400": refused("The question cannot be read"),
            "404": refused("A table is missing"),
            "409": refused("The rules are others"),
            "413": refused("The question is too long"),
            "422": refused("No table can cover this"),
            "429": refused("Others are being answered; Retry-After says when to ask again"),
        }),
    };
    described
}

/// Returns the parameters of a path or a query that a type has fields for.
fn parameters(path: &str, parts: Typed) -> Json {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.inline_subschemas = true)
        .into_generator();
    let schema = parts(&mut generator).to_value();
    let is_required = |name: &String| {
        let required = schema["required"].as_array();
        required.is_some_and(|required| required.iter().any(|field| field == name))
    };
    let fields = schema["properties"].as_object().into_iter().flatten();
    let has_path = path.contains('{');
    let parameters = fields.filter_map(|(name, field)| {
        let in_path = path.contains(&format!("{{{name}}}"));
        let is_there = in_path || !has_path;
        is_there.then(|| {
            json!({
                "name": name,
                "in": if in_path { "path" } else { "query" },
                "required": in_path || is_required(name),
                "description": field["description"],
                "schema": part(field),
            })
        })
    });
    parameters.collect()
}

/// Returns the schema of a part of a path or a query, which is there or not but never null.
fn part(field: &Json) -> Json {
    let mut schema = field.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("description");
        fields.remove("default");
        if let Some(kinds) = fields.get_mut("type").and_then(Json::as_array_mut) {
            kinds.retain(|kind| kind != "null");
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the references of a document.
    fn references<'a>(json: &'a Json, found: &mut Vec<&'a str>) {
        match json {
            Json::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Json::as_str));
                fields.values().for_each(|field| references(field, found));
            }
            Json::Array(elements) => elements.iter().for_each(|json| references(json, found)),
            _ => {}
        }
    }

    #[test]
    fn references_lead_to_schemas_of_the_document() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 20);
        for reference in found {
            let place = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(place).is_some(), "{reference}");
        }
        let position = &document["paths"]["/api/probe"]["get"]["parameters"][0];
        assert_eq!(position["name"], "position");
        assert_eq!(position["required"], true);
        let probe = &document["components"]["schemas"]["ProbeReply"]["properties"];
        assert_eq!(probe["category"]["enum"], json!(["win", "draw", "loss"]));
    }
}
