"""Numbers that do not fit are a ValueError, and files that are missing a FileNotFoundError."""

import os

import numpy as np
import pytest

import linesofaction as loa

POSITION = loa.Position("start 4x4")
TABLES = loa.Tablebase()
ONE = np.array([POSITION.us], dtype=np.uint64)


def first(position):
    return position.moves()[0]


@pytest.mark.parametrize("number", [-1, -(2**31), 2**64, 2**100])
@pytest.mark.parametrize(
    "call",
    [
        lambda n: loa.Position.of("4x4", n, 2),
        lambda n: loa.Position.of("4x4", 2, n),
        lambda n: POSITION.perft(n),
        lambda n: loa.Tablebase(cache_bytes=n),
        lambda n: loa.Value.from_code(n * 10**6),
        lambda n: loa.Value("win", n),
        lambda n: loa.Engine(n),
        lambda n: loa.Engine(depth=n),
        lambda n: loa.Engine(nodes=n),
        lambda n: loa.Engine(milliseconds=n),
        lambda n: loa.Engine(depth=1).analyse(POSITION, n),
        lambda n: TABLES.values([POSITION], threads=n),
        lambda n: TABLES.probe_many([POSITION], threads=n),
        lambda n: TABLES.values_of_arrays("4x4", ONE, ONE, threads=n),
        lambda n: TABLES.search("4x4", limit=n),
        lambda n: TABLES.search("4x4", plies=n),
        lambda n: TABLES.search("4x4", plies=(1, n)),
        lambda n: TABLES.search("4x4", wdl=n - 1),
        lambda n: list(TABLES.blocks("4x4", "2v2", memory=n)),
        lambda n: TABLES.sample("4x4", "4v4", -abs(n)),
        lambda n: loa.make_suite(TABLES, "4x4", count=n),
        lambda n: loa.make_suite(TABLES, "4x4", seed=n),
        lambda n: loa.make_suite(TABLES, "4x4", tries=n),
        lambda n: loa.judge(first, "4x4", seed=n),
        lambda n: loa.judge(first, "4x4", positions=n),
        lambda n: loa.judge(first, "4x4", threads=n),
        lambda n: loa.match(first, first, "4x4", games=n),
        lambda n: loa.match(first, first, "4x4", plies=n),
        lambda n: loa.match(first, first, "4x4", max_plies=n),
        lambda n: loa.match(first, first, "4x4", threads=n),
        lambda n: loa.solve("3x3", "never made", "club", stones=n),
        lambda n: loa.solve("3x3", "never made", "club", memory=n),
        lambda n: loa.solve("3x3", "never made", "club", threads=n),
        lambda n: loa.plan("3x3", memory=n),
        lambda n: loa.verify("4x4", threads=n),
        lambda n: loa.prove("4x4", "never made", hash_bytes=n),
        lambda n: loa.prove("4x4", "never made", threads=n),
    ],
)
def test_numbers(call, number):
    with pytest.raises(ValueError):
        call(number)


def test_more_threads_than_help_are_refused_at_once():
    most = min(4 * len(os.sched_getaffinity(0)), 1024) if hasattr(os, "sched_getaffinity") else 1024
    with pytest.raises(ValueError, match=f"from 1 to {most} "):
        TABLES.values_of_arrays("4x4", ONE, np.array([POSITION.them], dtype=np.uint64), threads=100_000)
    assert TABLES.values([POSITION], threads=4).tolist() == [4]


@pytest.mark.parametrize("material", ["44v4", "0v3", "99v99"])
def test_stones_that_do_not_fit(material):
    for call in [
        lambda: TABLES.census("4x4", material),
        lambda: list(TABLES.blocks("4x4", material)),
        lambda: TABLES.sample("4x4", material, 1),
        lambda: TABLES.search("4x4", materials=[material]),
        lambda: loa.judge(first, "4x4", materials=[material]),
        lambda: loa.solve("4x4", "never made", "club", material=material),
    ]:
        with pytest.raises(ValueError):
            call()


def test_files(tmp_path):
    missing = tmp_path / "missing"
    for call in [
        lambda path: loa.read_suite(path),
        lambda path: loa.check_suite(path, TABLES),
        lambda path: loa.check_proof(path),
    ]:
        with pytest.raises(FileNotFoundError) as caught:
            call(missing)
        assert caught.value.filename == str(missing)
        with pytest.raises(IsADirectoryError) as caught:
            call(tmp_path)
        assert caught.value.filename == str(tmp_path)
    with pytest.raises(FileNotFoundError):
        loa.prove("3x3", missing / "a.proof")
    with pytest.raises(FileNotFoundError) as caught:
        loa.Engine.popen("no-such-program --fast")
    assert caught.value.filename == "no-such-program"
