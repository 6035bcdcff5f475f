//! A server within the test, and a small client.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use loa_server::{Limits, Server, Settings, Stopper};
use loa_solver::Rules;
use loa_tablebase::{Layout, TableSubject};
use serde_json::Value as Json;
use tempfile::TempDir;

/// The built-in tables as files.
pub(crate) const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tablebase/tables");

/// A server that runs until the end of the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) stopper: Stopper,
    pub(crate) tables: Arc<TempDir>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// A server with the built-in tables.
pub(crate) fn running() -> Running {
    running_within(|_| {})
}

/// A server with changed limits.
pub(crate) fn running_within(change: impl FnOnce(&mut Limits)) -> Running {
    running_with(|settings| change(&mut settings.limits))
}

/// A server with changed settings.
pub(crate) fn running_with(change: impl FnOnce(&mut Settings)) -> Running {
    running_in(Arc::new(tempfile::tempdir().unwrap()), change)
}

/// A server of the tables in a folder, with changed settings.
pub(crate) fn running_in(tables: Arc<TempDir>, change: impl FnOnce(&mut Settings)) -> Running {
    let mut settings = Settings::new(tables.path());
    change(&mut settings);
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), settings).unwrap();
    Running {
        address: server.address(),
        stopper: server.stopper(),
        tables,
        thread: Some(thread::spawn(|| server.run())),
    }
}

impl Running {
    /// Stops the server and waits for its end.
    pub(crate) fn end(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }

    /// Returns the path of a table of 4x4, whose folder exists.
    pub(crate) fn place(&self, material: &str) -> PathBuf {
        let (layout, rules) = (Layout::new(self.tables.path()), Rules::default());
        let board = "4x4".parse().unwrap();
        fs::create_dir_all(layout.board(rules, board)).unwrap();
        layout.table(TableSubject { rules, board, material: material.parse().unwrap() })
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request with these header lines, and returns the answer.
    pub(crate) fn send(&self, first: &str, lines: &[&str], body: &str) -> Answer {
        let mut stream = self.connect();
        let mut head = format!("{first} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for line in lines {
            head += &format!("{line}\r\n");
        }
        if !body.is_empty() {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        Answer::read(&mut stream)
    }

    /// Sends these bytes, and returns the answer.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        Answer::read(&mut stream)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path}"), &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Answer {
        self.send(&format!("POST {path}"), &[], body)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn read(stream: &mut TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // Ignores a reset of the connection after the answer has arrived.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or_else(|| panic!("{:?}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        Answer {
            status: head[9..12].parse().unwrap(),
            head: head.to_lowercase(),
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = lines.filter(|(found, _)| *found == name);
        values.next().map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    /// Returns the JSON body of a successful answer.
    pub(crate) fn ok(&self) -> Json {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }
}
