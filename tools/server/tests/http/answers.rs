//! The form in which answers are sent, and the document that describes it. The answers themselves
//! are recorded in `tests/command_line/answers`.

use serde_json::Value as Json;

use crate::client::running;

const START: &str = "/api/probe?position=start%204x4";

#[test]
fn an_answer_that_a_client_has_is_not_sent_again() {
    let server = running();
    let first = server.get(START);
    let tag = first.header("etag").unwrap();
    assert!(first.header("cache-control").unwrap().contains("immutable"));
    let none_match = format!("If-None-Match: \"other\", {}", tag.replace("w/", "W/"));
    let again = server.send(&format!("GET {START}"), &[&none_match], "");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(tag));
    let misere = server.get(&format!("{START}&rules=misere"));
    assert_ne!(misere.header("etag"), Some(tag));
    let posted = r#"{"position":"start 4x4"}"#;
    let posted = server.send("POST /api/probe", &["If-None-Match: *"], posted);
    assert_eq!(posted.status, 200, "only what is asked with GET is known already");
}

#[test]
fn heads_and_compression_are_served() {
    let server = running();
    let head = server.send(&format!("HEAD {START}"), &[], "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("x-content-type-options"), Some("nosniff"));
    let no_name = server.get("/page/%ff");
    assert_eq!((no_name.status, no_name.json()["status"].as_u64()), (400, Some(2)));
    let plain = server.get(START);
    let packed = server.send(&format!("GET {START}"), &["Accept-Encoding: gzip"], "");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < plain.body.len());
    assert_eq!(packed.header("etag"), plain.header("etag"));
    let drawn = server.get("/board.svg?position=start+6x6");
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
}

#[test]
fn the_page_leads_to_answers_and_the_document_names_every_route() {
    let server = running();
    let page = server.get("/api");
    let mut links = 0;
    for link in page.text().split("<a href=\"").skip(1) {
        let link = link.split('"').next().unwrap().replace("&amp;", "&");
        assert_eq!(server.get(&link).status, 200, "{link}");
        links += 1;
    }
    assert!(links >= 10, "{}", page.text());
    let document = server.get("/api/openapi.json").ok();
    assert_eq!(document["openapi"], "3.1.0");
    let metrics = server.get("/metrics");
    for line in metrics.text().lines().filter(|line| line.contains("route=\"/")) {
        let route = line.split('"').nth(1).unwrap();
        assert!(route == "/" || document["paths"][route].is_object(), "{line}");
    }
    assert!(metrics.text().contains("loa_open_tables "));
}

/// Returns whether JSON has exactly the fields of a schema.
fn fits(document: &Json, schema: &Json, json: &Json) -> bool {
    if let Some(place) = schema["$ref"].as_str() {
        return fits(document, document.pointer(&place[1..]).unwrap(), json);
    }
    if let Some(any) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return any.iter().any(|schema| fits(document, schema, json));
    }
    let is = |kind: &str| match kind {
        "null" => json.is_null(),
        "string" => json.is_string(),
        "integer" => json.is_u64() || json.is_i64(),
        "number" => json.is_number(),
        "boolean" => json.is_boolean(),
        "array" => json.is_array(),
        "object" => json.is_object(),
        _ => false,
    };
    let fits_type = match &schema["type"] {
        Json::String(kind) => is(kind),
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).any(is),
        _ => false,
    };
    let names = schema["enum"].as_array();
    if names.is_some_and(|names| !names.contains(json))
        || schema.get("const").is_some_and(|only| only != json)
    {
        return false;
    }
    let elements = json.as_array().into_iter().flatten().enumerate();
    let fields = schema["properties"].as_object();
    let required = schema["required"].as_array().into_iter().flatten();
    fits_type
        && elements.into_iter().all(|(at, json)| {
            let of_tuple = schema["prefixItems"].get(at);
            fits(document, of_tuple.unwrap_or(&schema["items"]), json)
        })
        && required.into_iter().all(|name| json.get(name.as_str().unwrap()).is_some())
        && json.as_object().into_iter().flatten().all(|(name, json)| {
            let field = fields.and_then(|fields| fields.get(name));
            field.is_some_and(|field| fits(document, field, json))
        })
}

#[test]
fn answers_are_of_the_types_that_the_document_names() {
    let server = running();
    let document = server.get("/api/openapi.json").ok();
    let schema = |path: &str, method: &str, status: &str| {
        let responses = &document["paths"][path][method]["responses"];
        responses[status]["content"]["application/json"]["schema"].clone()
    };
    for (path, asked) in [
        ("/api/boards", "/api/boards"),
        ("/api/probe", START),
        ("/api/probe", "/api/probe?position=2o1/1xxo/4/xo1x+x&rules=soucie"),
        ("/api/value", "/api/value?position=xx2/4/4/oo2+x&rules=tournament"),
        ("/api/line", "/api/line?position=start+4x4"),
        ("/api/moves", "/api/moves?position=start+8x8"),
        ("/api/census/{rules}/{board}", "/api/census/draw-draw/4x4"),
        ("/api/chart", "/api/chart?board=4x4&material=3v3&chart=first-moves"),
        ("/api/search", "/api/search?board=4x4&material=3v3&kind=only-move"),
        ("/api/overview", "/api/overview"),
        ("/api/rules", "/api/rules?rules=soucie"),
        ("/api/estimate", "/api/estimate?position=start+5x5&effort=proofs"),
        ("/api/estimate", "/api/estimate?position=start+8x8&ms=20"),
        ("/api/estimate", "/api/estimate?position=start+4x4"),
        ("/api/play", "/api/play?position=start+8x8&level=5&ms=20"),
        ("/api/problems", "/api/problems"),
        ("/api/problems/{suite}", "/api/problems/4x4-mover-pass"),
    ] {
        let answer = server.get(asked).ok();
        assert!(fits(&document, &schema(path, "get", "200"), &answer), "{answer}");
    }
    let wrong = schema("/api/moves", "get", "200");
    assert!(!fits(&document, &wrong, &server.get(START).ok()));
    let list = r#"[{"position":"start 4x4"},{"position":"start 5x4"},{"position":"x"}]"#;
    let answers = server.post("/api/value", list).ok();
    assert!(fits(&document, &schema("/api/value", "post", "200"), &answers), "{answers}");
    let reviewed = schema("/api/review", "post", "200");
    for game in [
        "start 4x4\nb1-d1 a2xc4",
        "start 5x4\nb1-b3",
        "(;GM[9]SZ[4];B[b1-d1];W[resign])",
        "start 4x4\nb1-b3 a1-a2",
        r#"{"position":"start 4x4","lines":[{"moves":["b1-d1"],"notes":[[1,"a"]]}]}"#,
    ] {
        for question in ["/api/review", "/api/review?ms=5"] {
            let review = server.post(question, game).ok();
            assert!(fits(&document, &reviewed, &review), "{review}");
        }
    }
    let record = server.post("/api/record", r#"{"position":"start 4x4"}"#).ok();
    assert!(fits(&document, &schema("/api/record", "post", "200"), &record), "{record}");
    let missing = server.get("/api/probe?position=start+5x4").json();
    assert!(fits(&document, &schema("/api/probe", "get", "404"), &missing), "{missing}");
}
