"""Questions of the API, asked without a server."""

import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

from linesofaction import QuestionError, ask


def test_a_question_has_the_answer_that_a_server_gives():
    value = ask("/api/value", position="start 4x4", rules="misere")
    assert value["position"] == "1xx1/o2o/o2o/1xx1 x"
    assert ask("/api/census/club/4x4/3v4")["materials"][0]["material"] == "3v4"
    assert ask("/board.svg", position="start 6x6").startswith("<svg")


def test_a_body_is_posted():
    many = ask("/api/value", '[{"position": "start 4x4"}, {"position": "start 9x9"}]')
    assert many[0]["category"] == "win" and many[1]["kind"] == "usage"
    review = ask("/api/review", "start 4x4\nb1-b3 a2-a4")
    assert review["moves"][0]["move"] == "b1-b3"


def test_estimates_come_one_for_each_depth():
    deeper = ask("/api/analysis", position="start 5x5", ms=100)
    assert deeper and all(answer["moves"] for answer in deeper)


def test_a_failure_has_its_kind(tmp_path):
    for path, parts, kind in [
        ("/api/nothing", {}, "usage"),
        ("/api/value", {"position": "1xx1/o2q x"}, "usage"),
        ("/api/value", {"position": "start 5x5"}, "missing-table"),
    ]:
        with pytest.raises(QuestionError) as failed:
            ask(path, tables=tmp_path, **parts)
        assert failed.value.kind == kind


def test_certificates_of_the_folder_answer(tmp_path):
    proofs = Path(__file__).parents[3] / "data/proofs"
    (tmp_path / "proofs").mkdir()
    shutil.copy(proofs / "8x8-ending.proof", tmp_path / "proofs/mine.proof")
    start = "6o1/x7/8/3o2x1/o7/8/8/x4o2 x"
    proof = ask("/api/estimate", position=start, effort="proofs", tables=tmp_path)
    assert proof["certificate"]["name"] == "mine.proof"
    assert proof["moves"][0]["move"] == "a7-b7"


def test_an_interruption_stops_the_engine():
    # A job in the background begins with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    interrupt = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    interrupt.start()
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            ask("/api/estimate", position="start 8x8", ms=60_000)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 20
