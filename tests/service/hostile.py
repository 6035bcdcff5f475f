#!/usr/bin/env python3
"""Random and hostile requests to a server for some seconds: slow heads and bodies, connections
that are half open or reset, huge batches, path tricks, bytes at random.

    hostile.py ADDRESS SECONDS [PID]

The server must go on answering, and no answer may have a status of 500 or more. With the
server's process id the memory is watched as well: once all is quiet again it may not be more
than 32 MiB above the least of the second half. A single estimate takes 75 MiB for a while.
"""

import json
import random
import re
import socket
import struct
import sys
import threading
import time
from collections import Counter

PATHS = ["/", "/api", "/api/boards", "/api/probe", "/api/value", "/api/line", "/api/moves", "/api/estimate",
         "/api/analysis", "/api/problems", "/api/problems/4x4-mover-pass", "/api/rules", "/api/review",
         "/api/record", "/api/overview", "/api/census/club/4x4", "/api/openapi.json", "/healthz",
         "/metrics", "/page/app.js", "/share/board"]
TRICKS = ["/../../etc/passwd", "/page/..%2f..%2fetc%2fpasswd", "/page/%00", "/api/census/club/..%2f..", "//",
          "/api/problems/%2e%2e/%2e%2e", "/page/....//x", "/%", "/api/probe?position=%ff%fe", "/api/probe?%",
          "/api/census/club/" + "9" * 300, "/api/problems/99999999999999999999",
          "/api/estimate?position=start+8x8&ms=-1", "/api/line?position=" + "x" * 4000, "*", "http://elsewhere/",
          "/api/probe?position=start+4x4&position=start+4x4", "/api/search?board=8x8&material=255v255"]
POSITIONS = ["start 4x4", "start 8x8", "1xx1/o2o/o2o/1xx1 x", "xxxx/4/4/oooo o", "4/4/4/x2o x", "x", "", "8/8/8/8 x",
             "xxxxxxxx/" * 7 + "oooooooo x", "\u0000", "\ud83d\ude00", "9/9 x", "start 99x99", "scrambled 5x5"]
METHODS = ["GET", "GET", "GET", "POST", "HEAD", "OPTIONS", "DELETE", "PUT", "TRACE", "\u00e9"]


class Client:
    """One thread's requests, and the statuses of their answers."""

    def __init__(self, address, seed):
        self.address = address
        self.random = random.Random(seed)
        self.statuses = Counter()
        self.held = []

    def connect(self):
        return socket.create_connection(self.address, timeout=3)

    def answered(self, connection):
        """Reads an answer to its end. A connection without one for long is held open."""
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except socket.timeout:
            self.hold(connection)
            self.statuses["waiting"] += 1
            return answer
        except ConnectionError:
            pass
        connection.close()
        status = re.match(rb"HTTP/1\.1 (\d\d\d) ", answer)
        self.statuses[status.group(1).decode() if status else "none"] += 1
        return answer

    def hold(self, connection):
        self.held.append(connection)
        if len(self.held) > 20:
            self.held.pop(0).close()

    def request(self, method, path, body=b"", lines=()):
        head = f"{method} {path} HTTP/1.1\r\nHost: loa\r\nConnection: close\r\n"
        head += "".join(f"{line}\r\n" for line in lines)
        if body:
            head += f"Content-Length: {len(body)}\r\n"
        return head.encode("utf-8", "replace") + b"\r\n" + body

    def one(self):
        kinds = [self.plain, self.plain, self.trick, self.batch, self.huge, self.game, self.noise, self.half_open,
                 self.slow, self.reset, self.lies, self.many_headers, self.position]
        self.random.choice(kinds)()

    def ask(self, data):
        connection = self.connect()
        try:
            connection.sendall(data)
        except ConnectionError:
            pass
        return self.answered(connection)

    def plain(self):
        self.ask(self.request(self.random.choice(METHODS), self.random.choice(PATHS)))

    def trick(self):
        self.ask(self.request(self.random.choice(METHODS), self.random.choice(TRICKS)))

    def position(self):
        text = self.random.choice(POSITIONS).encode("utf-8", "replace")
        escaped = "".join(f"%{byte:02x}" for byte in text)
        path = self.random.choice(["api/probe", "api/value", "api/line", "api/moves", "api/analysis", "api/estimate", "board.png"])
        rules = self.random.choice(["club", "misere", "soucie", "own-pass", "chess", ""])
        self.ask(self.request("GET", f"/{path}?position={escaped}&rules={rules}"))

    def batch(self):
        count = self.random.choice([1, 10, 256, 257, 5000])
        some = [{"position": self.random.choice(POSITIONS), "rules": "club"} for _ in range(count)]
        self.ask(self.request("POST", self.random.choice(["/api/probe", "/api/value"]), json.dumps(some).encode()))

    def huge(self):
        size = self.random.choice([100_000, 1_000_000, 5_000_000])
        filling = self.random.choice([b"[", b"{", b"(", b"a", b"\x00", b'"'])
        self.ask(self.request("POST", self.random.choice(PATHS), filling * size))

    def game(self):
        moves = " ".join(self.random.choice(["b1-b3", "a2-a4", "b1-d1", "a2xc4", "pass", "zz", "(;B[", "resign"])
                         for _ in range(self.random.choice([1, 5, 400])))
        self.ask(self.request("POST", "/api/review?rules=club", f"start 4x4\n{moves}".encode()))

    def noise(self):
        self.ask(self.random.randbytes(self.random.choice([1, 50, 3000])))

    def half_open(self):
        """Leaves a connection open that says nothing more."""
        connection = self.connect()
        connection.sendall(self.random.choice([b"", b"GET", b"GET / HTTP/1.1\r\nHost: loa\r\nX: "]))
        self.hold(connection)

    def slow(self):
        """Sends a body a byte at a time, and leaves it at that."""
        connection = self.connect()
        connection.sendall(b"POST /api/review HTTP/1.1\r\nHost: loa\r\nContent-Length: 100\r\n\r\n")
        try:
            for _ in range(self.random.randrange(8)):
                connection.sendall(b"b")
                time.sleep(0.02)
        except ConnectionError:
            pass
        self.hold(connection)

    def reset(self):
        """Resets a connection in the middle of an answer."""
        connection = self.connect()
        connection.sendall(self.request("GET", "/api/estimate?position=start+8x8&ms=500"))
        time.sleep(self.random.random() * 0.05)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()

    def lies(self):
        lines = self.random.choice([["Transfer-Encoding: chunked"], ["Content-Length: 5", "Content-Length: 9"],
                                    ["Content-Length: -1"], ["Expect: 100-continue"], ["Accept-Encoding: gzip;q=x"],
                                    ["If-None-Match: " + "W/" * 2000], ["Range: bytes=0-0,5-"]])
        self.ask(self.request("POST", "/api/value", b"zz\r\n", lines) if self.random.random() < 0.5
                 else self.request("GET", "/api/census/club/4x4", b"", lines))

    def many_headers(self):
        self.ask(self.request("GET", "/healthz", b"", [f"X-{number}: {number}" for number in range(500)]))


def resident(pid):
    """The memory of a process in bytes."""
    with open(f"/proc/{pid}/status") as status:
        return 1024 * int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))


def main():
    address, seconds = sys.argv[1].removeprefix("http://").rsplit(":", 1), float(sys.argv[2])
    pid = sys.argv[3] if len(sys.argv) > 3 else None
    address = (address[0], int(address[1]))
    clients = [Client(address, seed) for seed in range(12)]
    began = time.monotonic()

    def work(client):
        while time.monotonic() - began < seconds:
            try:
                client.one()
            except (ConnectionError, socket.timeout) as error:
                client.statuses[type(error).__name__] += 1

    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    memory = []
    while any(thread.is_alive() for thread in threads):
        time.sleep(min(1.0, seconds / 20))
        if pid and time.monotonic() - began < seconds:
            memory.append(resident(pid))
    statuses = sum((client.statuses for client in clients), Counter())
    for client in clients:
        for connection in client.held:
            connection.close()
    answer = Client(address, 0).ask(b"GET /api/value?position=start%204x4 HTTP/1.1\r\nHost: loa\r\nConnection: close\r\n\r\n")
    faults = []
    if b'"category":"win","plies":3' not in answer:
        faults.append(f"no answer afterwards: {answer!r}")
    if bad := {status: count for status, count in statuses.items() if status.startswith("5")}:
        faults.append(f"statuses {bad}")
    if pid:
        time.sleep(2)
        early, late = min(memory[len(memory) // 2:]), resident(pid)
        print(f"memory {early >> 20} MiB at the least, {max(memory) >> 20} MiB at the most, {late >> 20} MiB in the end")
        if late - early > 32 << 20:
            faults.append("memory grows")
    print(f"{sum(statuses.values())} requests in {time.monotonic() - began:.0f} s: {dict(sorted(statuses.items()))}")
    for fault in faults:
        print(f"fault: {fault}")
    sys.exit(bool(faults))


main()
