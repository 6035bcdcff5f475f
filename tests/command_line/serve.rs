//! The server as a process: its address, its answers and its end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value as Json;

use crate::forged_proofs::write_hole;
use crate::{command, loa, signal, wait_until};

/// A server that is killed if a test fails.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn serve(tables: &Path) -> Running {
    serve_with(tables, "")
}

fn serve_with(tables: &Path, more: &str) -> Running {
    started(&mut command(tables, &format!("serve --listen 127.0.0.1:0 --json{more}")))
}

/// Starts a server for the tables in a folder, which is its working directory.
pub(crate) fn serve_in(folder: &Path, more: &str) -> Running {
    let line = format!("serve --listen 127.0.0.1:0 --json {more}");
    started(command(Path::new("tables"), &line).current_dir(folder))
}

pub(crate) fn started(serve: &mut Command) -> Running {
    let mut child = serve.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut printed = BufReader::new(child.stdout.take().unwrap());
    printed.read_line(&mut line).unwrap();
    let listening: Json = serde_json::from_str(&line).unwrap();
    let address =
        listening["listening"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
    Running { child, address }
}

/// Returns the answer to a request such as `GET /api`.
pub(crate) fn answer(address: &str, request: &str, body: &[u8]) -> io::Result<String> {
    let mut client = TcpStream::connect(address)?;
    let head = "Host: localhost\r\nConnection: close\r\nContent-Length:";
    let length = body.len();
    write!(client, "{request} HTTP/1.1\r\n{head} {length}\r\n\r\n")?;
    client.write_all(body)?;
    let mut answer = Vec::new();
    client.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Returns the status and the body of an answer.
pub(crate) fn asked(address: &str, request: &str, body: impl AsRef<[u8]>) -> (String, String) {
    let answer = answer(address, request, body.as_ref()).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].to_owned(), body.to_owned())
}

fn get(running: &Running, path: &str) -> String {
    asked(&running.address, &format!("GET {path}"), "").1
}

#[test]
fn an_address_in_use_is_named() {
    let none = tempfile::tempdir().unwrap();
    let running = serve(none.path());
    let again = format!("serve --listen {}", running.address);
    let printed = loa(none.path(), &again).failed(1);
    assert!(printed.contains(&running.address) && printed.contains("--listen"));
    // A port is enough.
    let port = running.address.rsplit(':').next().unwrap();
    let again = loa(none.path(), &format!("serve --listen {port}")).failed(1);
    assert!(again.contains(&running.address), "{again}");
}

#[cfg(unix)]
#[test]
fn the_page_is_opened_in_a_browser() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    let script = format!("#!/bin/sh\necho \"$1\" >{}\n", opened.display());
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).unwrap();
    let mut serve = command(folder.path(), "serve --listen 0 --open --json");
    serve.env("PATH", format!("{}:/usr/bin:/bin", folder.path().display()));
    let running = started(&mut serve);
    let address = format!("http://{}\n", running.address);
    let is_opened = || std::fs::read_to_string(&opened).is_ok_and(|text| text == address);
    wait_until("the page is opened", || is_opened() || cfg!(target_os = "macos"));
}

#[test]
fn certificates_are_checked_while_the_server_answers() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, project) = (folder.path(), crate::project());
    std::fs::create_dir(tables.join("proofs")).unwrap();
    let (hole, lie) = (tables.join("proofs/hole.proof"), tables.join("proofs/lie.proof"));
    // A certificate whose digest takes minutes.
    write_hole(&hole);
    let mut running = serve(tables);
    let boards = get(&running, "/api/boards");
    assert!(boards.contains(r#"{"name":"hole.proof","board":"5x5""#), "{boards}");
    let start = get(&running, "/api/estimate?position=start+5x5&effort=proofs");
    assert!(start.contains(r#""name":"built-in 5x5""#), "{start}");
    let stopped = std::time::Instant::now();
    signal(&running.child, "TERM");
    assert_eq!(running.child.wait().unwrap().code(), Some(0));
    assert!(stopped.elapsed().as_secs() < 10);
    std::fs::remove_file(hole).unwrap();
    // A certificate that proves nothing is left out once that is known.
    let mut bytes = std::fs::read(project.join("data/proofs/6x6.proof")).unwrap();
    bytes[30_000] ^= 1;
    std::fs::write(lie, bytes).unwrap();
    let running = serve(tables);
    let is_listed = || get(&running, "/api/boards").contains("lie.proof");
    wait_until("the lie is left out", || !is_listed());
}

#[test]
fn certificates_and_suites_of_files_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let (tables, project) = (folder.path(), crate::project());
    std::fs::create_dir(tables.join("proofs")).unwrap();
    let proof = |name: &str| project.join("data/proofs").join(name);
    std::fs::copy(proof("5x5.proof"), tables.join("proofs/of-the-folder.proof")).unwrap();
    let suite = tables.join("more.suite");
    std::fs::copy(project.join("data/suites/8x8-mover-pass.suite"), &suite).unwrap();
    let more =
        format!(" --proof \"{}\" --suite \"{}\"", proof("6x5.proof").display(), suite.display());
    let running = serve_with(tables, &more);
    let boards = get(&running, "/api/boards");
    for name in ["6x5.proof", "of-the-folder.proof", "built-in 5x5"] {
        assert!(boards.contains(&format!("{{\"name\":\"{name}\"")), "{boards}");
    }
    let problems = get(&running, "/api/problems/more");
    assert_eq!(problems.matches("\"position\":").count(), 100, "{problems}");
    std::fs::write(tables.join("proofs/damaged.proof"), "no certificate").unwrap();
    // A certificate that was found is left out.
    let boards = get(&serve(tables), "/api/boards");
    assert!(boards.contains("of-the-folder.proof") && !boards.contains("damaged.proof"));
}

/// The health check of the container, run against a server and against none.
#[cfg(unix)]
#[test]
fn the_container_asks_for_its_health() {
    let text = include_str!("../../tools/server/deploy/Dockerfile");
    let line = text.lines().find(|line| line.starts_with("HEALTHCHECK ")).unwrap();
    let check: Vec<String> = serde_json::from_str(&line[line.find('[').unwrap()..]).unwrap();
    let is_healthy = |address: &str| {
        let (_, port) = address.split_once(':').unwrap();
        let words = check.iter().map(|word| word.replace("8080", port));
        let words: Vec<String> = words.collect();
        Command::new(&words[0]).args(&words[1..]).stderr(Stdio::null()).status().unwrap().success()
    };
    let folder = tempfile::tempdir().unwrap();
    let mut running = serve(folder.path());
    assert!(is_healthy(&running.address));
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    assert!(!is_healthy(&running.address));
}
