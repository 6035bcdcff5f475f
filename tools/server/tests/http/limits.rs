//! Bounds on the work that clients can cause, and the end of a server.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::client::{Answer, running, running_within};

#[test]
fn questions_that_are_too_long_are_refused() {
    let server = running_within(|limits| {
        limits.question.positions = 3;
        limits.body_bytes = 1000;
    });
    let questions = |count| {
        let one = r#"{"position":"start 4x4"}"#;
        format!("[{}]", vec![one; count].join(","))
    };
    assert_eq!(server.post("/api/value", &questions(3)).status, 200);
    assert_eq!(server.post("/api/value", &questions(4)).status, 413);
    assert_eq!(server.post("/api/review", &"a".repeat(1001)).status, 413);
    let head = server.get(&format!("/api/probe?position={}", "x".repeat(100_000)));
    assert!([414, 431].contains(&head.status), "{}", head.head);
}

#[test]
fn slow_clients_hold_up_nobody_and_are_left() {
    let server = running_within(|limits| limits.arrival = Duration::from_millis(300));
    let mut head = server.connect();
    head.write_all(b"GET /healthz HT").unwrap();
    let mut body = server.connect();
    let begun = b"POST /api/review HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 9\r\n\r\nb1";
    body.write_all(begun).unwrap();
    let silent = server.connect();
    for _ in 0..20 {
        assert_eq!(server.get("/api/value?position=start+4x4").status, 200);
    }
    assert_eq!(Answer::read(&mut body).status, 408);
    for mut left in [head, silent] {
        let _ = left.read_to_end(&mut Vec::new());
    }
}

#[test]
fn a_client_with_all_its_connections_shuts_out_no_health_check() {
    for (all, of_address) in [(2, 9), (9, 2)] {
        let server = running_within(|limits| {
            (limits.connections, limits.connections_of_address) = (all, of_address);
            limits.arrival = Duration::from_millis(400);
        });
        let begun = b"POST /api/review HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nb1";
        let slow = [server.connect(), server.connect()].map(|mut slow| {
            slow.write_all(begun).unwrap();
            slow
        });
        // Waits until both heads have been read.
        thread::sleep(Duration::from_millis(100));
        assert_eq!(server.get("/healthz").status, 200);
        let refused = server.get("/api/value?position=start+4x4");
        assert_eq!(refused.status, 429, "{}", refused.head);
        assert_eq!(refused.header("retry-after"), Some("1"));
        // Slow connections lose their places.
        for mut slow in slow {
            let _ = slow.read_to_end(&mut Vec::new());
        }
        assert_eq!(server.get("/api/value?position=start+4x4").status, 200);
    }
}

#[test]
fn idle_connections_make_room_for_new_clients() {
    for (all, of_address) in [(2, 9), (9, 2)] {
        let server = running_within(|limits| {
            (limits.connections, limits.connections_of_address) = (all, of_address);
        });
        let ask = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
        let [mut first, mut second] = [server.connect(), server.connect()].map(|mut idle| {
            idle.write_all(format!("{ask}\r\n").as_bytes()).unwrap();
            let (mut answer, mut byte) = (Vec::new(), [0]);
            while !answer.ends_with(b"\"ok\"}") {
                idle.read_exact(&mut byte).unwrap();
                answer.extend(byte);
            }
            idle
        });
        assert_eq!(server.get("/api/value?position=start+4x4").status, 200);
        let began = Instant::now();
        let _ = first.read_to_end(&mut Vec::new());
        assert!(began.elapsed() < Duration::from_secs(5), "the longest waiting one ends");
        second.write_all(format!("{ask}Connection: close\r\n\r\n").as_bytes()).unwrap();
        assert_eq!(Answer::read(&mut second).status, 200);
    }
}

#[test]
fn a_client_that_reads_nothing_is_left() {
    let server = running_within(|limits| limits.stall = Duration::from_millis(200));
    let mut deaf = server.connect();
    let ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // Sends more than the buffers of both sides hold, until the server closes the connection.
    let began = Instant::now();
    while deaf.write_all(ask).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(20), "the server waits forever");
        thread::sleep(Duration::from_micros(200));
    }
}

#[test]
fn a_server_that_is_stopped_answers_what_is_under_way() {
    let mut server = running();
    let mut under_way = server.connect();
    let head = b"POST /api/review HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n\r\n";
    under_way.write_all(head).unwrap();
    // Waits until the head has been read. The machine may be busy with other work.
    thread::sleep(Duration::from_millis(200));
    server.get("/healthz");
    let _idle = server.connect();
    server.stopper.stop();
    under_way.write_all(b"start 4x4\nb1-d1  ").unwrap();
    assert_eq!(Answer::read(&mut under_way).status, 200);
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn the_end_does_not_wait_for_ever() {
    let mut server = running_within(|limits| limits.farewell = Duration::from_millis(200));
    let mut stuck = server.connect();
    let head = b"POST /api/review HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n\r\n";
    stuck.write_all(head).unwrap();
    server.get("/healthz");
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(5));
}
