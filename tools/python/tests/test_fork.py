"""Children of a process that has been at work, which `multiprocessing` forks on Linux before Python 3.14."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import linesofaction as loa

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

TABLES = loa.Tablebase()
START = "start 4x4"
MINIMAL = Path(__file__).resolve().parents[2] / "minimal_engine.py"
ENGINE = loa.Engine(depth=3)


def child(work):
    """Returns what work returns in a child, or the text of its exception."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    pid = os.fork()
    if pid == 0:
        try:
            said = work()
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        theirs.send(said)
        os._exit(0)
    try:
        assert ours.poll(30), "the child hangs"
        return ours.recv()
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def count(number):
    return len(loa.Tablebase().values([START] * number))


def sums(seed):
    sample = TABLES.sample("4x4", "4v3", 500, seed=seed)
    return int(TABLES.values_of_arrays("4x4", sample.us, sample.them).astype(np.int64).sum())


def test_pools_of_multiprocessing():
    assert count(1000) == 1000
    here = [sums(seed) for seed in range(4)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(count, [1000, 1000]).get(timeout=30) == [1000, 1000]
        assert pool.map_async(sums, range(4)).get(timeout=30) == here


def test_all_kinds_of_work_go_on_in_a_child(tmp_path):
    path = tmp_path / "4x4.proof"
    proof = loa.prove(START, path)
    assert TABLES.values([START] * 1000).sum() == 4000
    move = ENGINE.play(START)
    assert child(lambda: str(TABLES.value(START))) == "win in 3"
    assert child(lambda: len(TABLES.probe_many([START] * 100))) == 100
    assert child(lambda: TABLES.values([START], threads=2).tolist()) == [4]
    assert child(lambda: loa.check_proof(path).plies) == proof.plies
    assert child(lambda: loa.prove(START, tmp_path / "other.proof").plies) == proof.plies
    assert child(lambda: loa.solve("3x3", tmp_path, "club").written) == 1
    assert child(lambda: loa.verify("4x4").tables) == loa.verify("4x4").tables
    assert child(lambda: str(ENGINE.play(START))) == str(move)
    assert child(lambda: child(lambda: count(100))) == 100
    assert ENGINE.play(START) == move


def test_a_program_answers_parent_and_child():
    with loa.Engine.popen([sys.executable, str(MINIMAL)]) as engine:
        legal = [str(move) for move in loa.Position(START).moves()]
        assert str(engine.play(START)) in legal
        assert child(lambda: (str(engine.play(START)), engine.close())[0]) in legal
        assert str(engine.play(START)) in legal


def test_the_end_of_a_program_ends_no_other_children():
    with loa.Engine.popen([sys.executable, str(MINIMAL)]) as engine:
        engine.play(START)
        other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    time.sleep(0.2)
    assert other.poll() is None
    other.communicate(b"\n", timeout=30)
    assert other.returncode == 0


def test_a_child_of_a_process_at_work_is_told_to_spawn():
    begun, done = threading.Event(), threading.Event()

    def waits(position):
        begun.set()
        assert done.wait(30)
        return position.moves()[0]

    working = threading.Thread(target=lambda: loa.judge(waits, "4x4", positions=2))
    working.start()
    try:
        assert begun.wait(30)
        for work in [lambda: TABLES.value(START), lambda: count(10), lambda: ENGINE.play(START)]:
            began = time.monotonic()
            assert "multiprocessing.get_context('spawn')" in child(work)
            assert time.monotonic() - began < 10
        assert child(lambda: str(loa.Position(START))) == "1xx1/o2o/o2o/1xx1 x"
    finally:
        done.set()
        working.join()
    assert child(lambda: count(10)) == 10
