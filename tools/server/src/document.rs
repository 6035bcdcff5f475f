//! The OpenAPI description of the API, made from the types of questions and replies.

use loa_api::FailureReply;
use loa_api::{Description, Typed, typed};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value as Json, json};

/// Returns the summary of an answer, or the description of its type if it has no summary.
pub(crate) fn summary(about: &Description) -> String {
    let of_type = about.reply.map(|reply| inline(reply)["description"].clone());
    let of_type = of_type.as_ref().and_then(Json::as_str);
    about.summary.or(of_type).unwrap_or_default().to_owned()
}

/// Returns the schema of a type, with the schemas of its parts inline.
fn inline(typed: Typed) -> Json {
    let settings = SchemaSettings::draft2020_12();
    let mut generator =
        settings.with(|settings| settings.inline_subschemas = true).into_generator();
    typed(&mut generator).to_value()
}

/// Returns the OpenAPI document.
pub(crate) fn document(operations: &[Description]) -> Json {
    let settings = SchemaSettings::draft2020_12();
    let settings =
        settings.with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for about in operations {
        let path = paths.entry(about.path).or_insert_with(|| json!({}));
        path[about.method.to_lowercase()] = describe(about, &mut generator);
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

fn describe(about: &Description, generator: &mut SchemaGenerator) -> Json {
    let failure = json!({ "application/json": { "schema": typed::<FailureReply>(generator) } });
    let refused = |why: &str| json!({ "description": why, "content": failure });
    let mut described = json!({ "summary": summary(about) });
    if let Some(parts) = about.parts {
        described["parameters"] = parameters(about.path, parts);
    }
    if let Some(body) = about.body {
        let mut content = json!({ "application/json": { "schema": body(generator) } });
        if about.takes_text {
            content["text/plain"] = json!({ "schema": { "type": "string" } });
        }
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    described["responses"] = match about.reply {
        None => json!({ "200": { "description": "The answer" } }),
        Some(reply) => json!({
            "200": {
                "description": "The answer",
                "content": { "application/json": { "schema": reply(generator) } },
            },
            "400": refused("The question cannot be read"),
            "404": refused("A table is missing"),
            "409": refused("The rules differ"),
            "413": refused("The question is too long"),
            "422": refused("No table can cover this"),
            "429": refused("The server is busy; Retry-After says when to ask again"),
        }),
    };
    described
}

/// Returns the parameters of a path or a query. They are the fields of a type.
fn parameters(path: &str, parts: Typed) -> Json {
    let schema = inline(parts);
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

/// Returns the schema of a part of a path or a query. A part may be absent but is never null.
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
        let document = document(&crate::operations::descriptions());
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
