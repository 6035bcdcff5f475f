"""Answers, against the program loa where it is there, and against each other."""

import json
import os
import pickle
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest

import linesofaction as loa
from linesofaction._native import random_positions

RULES = ["mover-pass", "own-loss", "mover-pass-misere"]


def some_positions(count, seed=1):
    positions = []
    for material in loa.Tablebase().materials("4x4"):
        us, them = random_positions("4x4", material, count // 9 + 1, seed)
        positions += [loa.Position.of("4x4", int(u), int(t)) for u, t in zip(us, them)]
    return positions[:count]


def code_of(answer):
    if answer["category"] == "draw":
        return 0
    return (answer["plies"] + 1) * (1 if answer["category"] == "win" else -1)


@pytest.mark.skipif("LOA" not in os.environ, reason="LOA does not name the program loa")
@pytest.mark.parametrize("rules", RULES)
def test_ten_thousand_answers_are_those_of_the_program(rules, tmp_path):
    positions = some_positions(10_000)
    lines = "\n".join(map(str, positions))
    command = [os.environ["LOA"], "probe", "--stdin", "--value", "--rules", rules, "--tables", str(tmp_path)]
    printed = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    expected = [code_of(json.loads(line)) for line in printed.splitlines()]
    assert len(expected) == 10_000
    assert loa.Tablebase(rules=rules).values(positions).tolist() == expected


@pytest.mark.parametrize("rules", RULES)
def test_one_by_one_and_together_are_the_same(rules):
    tables = loa.Tablebase(rules=rules, cache_bytes=1)
    positions = some_positions(300)
    values = tables.values(positions)
    us = np.array([p.us for p in positions], dtype=np.uint64)
    them = np.array([p.them for p in positions], dtype=np.uint64)
    assert (tables.values_of_arrays("4x4", us, them) == values).all()
    # Arrays need not lie in one piece.
    assert (tables.values_of_arrays("4x4", us[::-1], them[::-1]) == values[::-1]).all()
    for position, code in zip(positions, values):
        probe = tables.probe(position)
        assert probe.value.code == tables.value(str(position)).code == code
        if probe.moves:
            assert max(choice.value for choice in probe.moves) == probe.value
            assert {choice.move for choice in probe.best} <= set(position.moves(rules))
        assert probe.over == position.over(rules)


def test_lines_of_best_play_are_as_long_as_their_distance():
    tables = loa.Tablebase()
    position = loa.Position("o2o/x3/2o1/x1xo x")
    line = tables.line(position)
    assert len(line) == tables.value(position).plies == 15
    for choice in line:
        position = position.play(choice.move)
        assert position == choice.position
    assert position.winner() == "x"


def test_eight_threads_get_the_same_answers():
    tables = loa.Tablebase(rules="misere", cache_bytes=1)
    positions = some_positions(400)
    found = [None] * 8

    def ask(number):
        order = positions[number * 50 :] + positions[: number * 50]
        codes = {position: tables.probe(position).value.code for position in order}
        assert tables.values(positions).tolist() == [codes[p] for p in positions]
        found[number] = codes

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(codes == found[0] for codes in found) and found[0]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("material", ["2v2", "3v4"])
def test_all_blocks_are_the_census(rules, material):
    tables = loa.Tablebase(rules=rules)
    counts = {}
    for block in tables.blocks("4x4", material):
        assert len(block.us) == len(block.them) == len(block.values)
        codes, times = np.unique(block.values, return_counts=True)
        for code, count in zip(codes.tolist(), times.tolist()):
            counts[code] = counts.get(code, 0) + count * block.weight
    expected = {}
    for outcome, plies, count in tables.census("4x4", material).rows:
        sign = {"win": 1, "draw": 0, "loss": -1}[outcome.replace("terminal-", "")]
        code = sign * (plies + 1)
        expected[code] = expected.get(code, 0) + count
    assert counts == expected


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("material", ["2v2", "2v3", "1v3"])
def test_blocks_are_the_same_with_and_without_memory(rules, material):
    tables = loa.Tablebase(rules=rules)
    walks = [tables.blocks("4x4", material, memory=memory) for memory in [0, 1 << 26]]
    compared = 0
    for one, other in zip(*walks):
        assert one.weight == other.weight
        for alone, together in zip(one[:3], other[:3]):
            assert alone.dtype == together.dtype and (alone == together).all()
        compared += len(one.values)
    assert compared > 0 and all(next(walk, None) is None for walk in walks)


def test_a_census_is_a_frame():
    pandas = pytest.importorskip("pandas")
    census = loa.Tablebase().census("4x4", "4v4")
    frame = census.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["positions"].sum() == census.positions == 900_900


def test_a_census_of_a_board_is_columns():
    tables = loa.Tablebase()
    columns = tables.census("4x4")
    assert set(columns["material"]) == set(tables.materials("4x4"))
    assert columns["positions"][columns["material"] == "4v4"].sum() == 900_900
    with pytest.raises(loa.MissingTableError):
        tables.census("5x5")


def test_a_chart_is_shown_and_is_a_frame():
    pytest.importorskip("pandas")
    tables = loa.Tablebase(rules="tournament")
    chart = tables.chart("4x4", "first-moves", materials=["3v3", "4v4"])
    assert chart._repr_svg_().startswith("<svg")
    assert (chart.board, chart.rules, chart.chart) == (loa.Board("4x4"), "draw-pass", "first-moves")
    frame = chart.frame().set_index("material")
    for material in ["3v3", "4v4"]:
        rows = tables.census("4x4", material).rows
        assert frame.won[material] == sum(count for outcome, _, count in rows if outcome == "win")
    assert frame.won["all"] == frame.won[["3v3", "4v4"]].sum()
    with pytest.raises(loa.MissingTableError):
        tables.chart("5x5")


def test_many_probes_are_those_of_one():
    tables, positions = loa.Tablebase(), some_positions(50)
    assert tables.probe_many(iter(positions)) == [tables.probe(position) for position in positions]
    assert tables.values((p for p in positions), threads=1).tolist() == tables.values(positions).tolist()
    with pytest.raises(loa.MissingTableError) as caught:
        tables.probe_many(["start 4x4", "start 5x5"])
    assert caught.value.index == 1


def test_tables_close_and_pickle():
    for arguments in [{}, {"rules": "misere", "cache_bytes": 1 << 20}, {"folder": "elsewhere"}]:
        tables = loa.Tablebase(**arguments)
        again = pickle.loads(pickle.dumps(tables))
        assert again == tables and {again} == {tables} and again.cache_bytes == arguments.get("cache_bytes")
    assert loa.Tablebase() != loa.Tablebase("elsewhere") != loa.Tablebase("elsewhere", "misere") != "elsewhere"
    with loa.Tablebase(rules="misere") as tables:
        again = pickle.loads(pickle.dumps(tables))
        assert again.value("start 4x4") == tables.value("start 4x4")
    for ask in [lambda: tables.value("start 4x4"), lambda: tables.census("4x4"), lambda: tables.materials("4x4")]:
        with pytest.raises(ValueError, match="closed"):
            ask()


def test_positions_of_a_kind_are_found():
    tables = loa.Tablebase()
    for position, value in tables.search("4x4", wdl=-1, plies=(2, 4), limit=5):
        assert value.name == "loss" and 2 <= value.plies <= 4 and tables.value(position) == value
    (longest,) = tables.search("4x4", materials=["4v4"], longest=True, limit=1)
    assert longest[1].plies == tables.census("4x4", "4v4").longest_win.plies
    for position, value in tables.search("4x4", only_move=True, limit=5):
        kept = [choice for choice in tables.probe(position).moves if choice.value.wdl == value.wdl]
        assert len(kept) == 1
    with pytest.raises(loa.MissingTableError):
        tables.search("5x5")


def test_tables_lie_where_the_program_looks(tmp_path, monkeypatch):
    loa.solve("3x3", tmp_path / "tables", "club")
    monkeypatch.setenv("LOA_TABLES", str(tmp_path / "tables"))
    assert loa.Tablebase().materials("3x3") == ["2v2"]
    assert loa.verify("3x3").tables == 1 and loa.plan("3x3").positions == 0
    for named in ["tables/mover-pass", "tables/nowhere"]:
        meant = f"no tables in {tmp_path / named} (did you mean {tmp_path / 'tables'}?)"
        with pytest.warns(UserWarning) as warned:
            tables = loa.Tablebase(tmp_path / named)
        assert str(warned[0].message) == meant
        with pytest.raises(loa.MissingTableError, match=f"did you mean --tables {tmp_path}/tables"):
            tables.value("x1o/3/o1x x")
        with pytest.raises(loa.MissingTableError, match="no tables of 4x4") as caught:
            loa.verify("4x4", tmp_path / named)
        assert caught.value.path == str(tmp_path / named)
    monkeypatch.setenv("LOA_TABLES", str(tmp_path / "nosuch"))
    with pytest.raises(loa.MissingTableError, match="make it .* with: loa solve 3x3"):
        loa.Tablebase().value("x1o/3/o1x x")


def test_suites_are_made_read_and_checked(tmp_path):
    tables, path = loa.Tablebase(), tmp_path / "suite"
    problems = loa.make_suite(tables, "4x4", materials=["4v4", "4v3"], count=8)
    assert len(problems) == 8 and all(tables.value(p.position) == p.value for p in problems)
    assert len(loa.make_suite(tables, "4x4", materials=["2v2"], count=50, tries=50)) < 50
    path.write_text("".join(problem.line + "\n" for problem in problems))
    assert loa.read_suite(path) == problems
    checked = loa.check_suite(path, tables)
    assert checked.problems == 8 and checked.ok and checked.wrong == []
    path.write_text(path.read_text().replace("win in ", "win in 9", 1))
    assert not loa.check_suite(path, tables).ok
    assert not loa.check_suite(path, loa.Tablebase(rules="misere")).ok


def test_a_plan_says_what_a_solve_takes(tmp_path):
    planned = loa.plan("4x3", tmp_path, "tournament")
    assert planned.fits and planned.positions == loa.solve("4x3", tmp_path, "tournament", threads=1).positions
    assert loa.plan("4x3", tmp_path, "tournament").positions == 0
    assert loa.verify("4x3", tmp_path, "tournament", threads=1).values > 0


def test_samples_are_of_the_kind_and_repeat():
    tables = loa.Tablebase()
    for wdl, plies in [(None, None), (1, None), (-1, 2), (0, None), (1, 15), (None, (3, 4))]:
        sample = tables.sample("4x4", "4v4", 500, wdl=wdl, plies=plies, seed=3)
        assert len(sample.values) == 500
        assert (tables.values_of_arrays("4x4", sample.us, sample.them) == sample.values).all()
        assert wdl is None or (np.sign(sample.values) == wdl).all()
        distances = set((np.abs(sample.values) - 1).tolist())
        assert plies is None or distances <= (set(plies) if isinstance(plies, tuple) else {plies})
        again = tables.sample("4x4", "4v4", 500, wdl=wdl, plies=plies, seed=3)
        assert (again.us == sample.us).all() and (again.them == sample.them).all()
    assert len(tables.sample("4x4", "4v4", 500, plies=99).values) == 0
    assert len(tables.sample("4x4", "4v4", 3, plies=np.int64(3)).values) == 3
    with pytest.raises(ValueError, match="count"):
        tables.sample("4x4", "4v4", -1)


def test_samples_follow_the_census():
    tables = loa.Tablebase()
    rows = tables.census("4x4", "4v4").rows
    wins = sum(count for outcome, _, count in rows if outcome.endswith("win"))
    share = (tables.sample("4x4", "4v4", 20_000).values > 0).mean()
    assert abs(share - wins / 900_900) < 0.02


def test_solving_and_verifying(tmp_path):
    bars = []

    class Bar:
        def __init__(self, total, desc):
            self.total, self.done, self.closed = total, 0, False
            bars.append(self)

        def update(self, n):
            self.done += n

        def close(self):
            self.closed = True

    solved = loa.solve("4x3", tmp_path, "tournament", progress=Bar)
    assert solved.written > 0 and solved.skipped == 0 and solved.positions > 0
    (bar,) = bars
    assert bar.closed and 0.9 * bar.total < bar.done <= bar.total == solved.positions
    assert loa.solve("4x3", str(tmp_path), "tournament").written == 0
    verified = loa.verify("4x3", tmp_path, "tournament", progress=Bar)
    assert verified.values > 0 and bars[-1].done == bars[-1].total == verified.values
    tables = loa.Tablebase(tmp_path, "tournament")
    assert tables.value("start 4x3").name in ("win", "draw", "loss")
    # Tables of a board answer for its transpose.
    assert tables.value(loa.Position("start 4x3").transposed()) == tables.value("start 4x3")


def test_more_stones_than_squares_are_refused(tmp_path):
    with pytest.raises(ValueError, match="99 stones"):
        loa.solve("4x4", tmp_path, "club", pieces=99)


def test_memory_is_bounded(tmp_path):
    with pytest.raises(loa.SolveError, match="memory"):
        loa.solve("5x5", tmp_path, "club", pieces=8, memory=1 << 20)


def test_judged_engines():
    tables = loa.Tablebase()

    def perfect(position):
        return tables.probe(position).moves[0].move

    def worst(position):
        return str(tables.probe(position).moves[-1].move)

    judgement = loa.judge(perfect, "4x4", positions=60)
    assert judgement.blunders == 0 and judgement.worst == [] and judgement.kept == 60
    judgement = loa.judge(worst, "4x4", positions=60, materials=["4v4"])
    assert judgement.blunders > 20
    first = judgement.worst[0]
    assert first.effect == "win-to-loss"
    choices = {c.move: c.value for c in tables.probe(first.position).moves}
    assert (choices[first.move], choices[first.best[0]]) == (first.move_value, first.value)

    judgement = loa.judge(lambda position: "a1-a1", "4x4", positions=20)
    assert len(judgement.failures) == 20 and "not a legal move" in judgement.failures[0].message

    def broken(position):
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        loa.judge(broken, "4x4", positions=20)
    for answer in [7, None]:
        judgement = loa.judge(lambda position: answer, "4x4", positions=20)
        assert len(judgement.failures) == 20 and "a Move or its text" in judgement.failures[0].message


def test_nothing_is_judged_without_tables(tmp_path):
    def engine(position):
        return position.moves()[0]

    for tables in [None, loa.Tablebase(tmp_path / "misspelt")]:
        with pytest.raises(loa.MissingTableError) as caught:
            loa.judge(engine, "5x5", tables)
        assert caught.value.board == "5x5"
    with pytest.raises(ValueError, match="positions"):
        loa.judge(engine, "4x4", positions=0)


def test_proofs(tmp_path):
    path = tmp_path / "5x4.proof"
    bars = []

    class Bar:
        def __init__(self, total, desc):
            self.desc, self.done, self.closed = desc, 0, False
            bars.append(self)

        def update(self, n):
            self.done += n

        def close(self):
            self.closed = True

    proof = loa.prove("start 5x4", path, progress=Bar)
    claim = loa.check_proof(path, progress=Bar)
    checked = [("checking", True)] * 2
    assert [(bar.desc, bar.closed) for bar in bars] == [("expansions", True), *checked]
    assert bars[1].done == bars[2].done == claim.positions
    loa.prove("start 4x4", tmp_path / "club.proof", rules=loa.Rules("club"))
    assert loa.check_proof(tmp_path / "club.proof").rules == ["mover-pass"]
    shortest = loa.prove("start 4x4", tmp_path / "short.proof", within=9, shortest=True, seconds=60)
    assert shortest.plies == shortest.distance == 3 and claim.distance is None
    with pytest.raises(loa.ProofError, match="exists within 2 plies"):
        loa.prove("start 4x4", tmp_path / "none.proof", winner="x", within=2)
    assert (claim.winner, claim.plies, claim.positions) == (proof.winner, proof.plies, proof.positions)
    assert claim.board == loa.Board("5x4") and claim.start == loa.Board("5x4").start()
    position, plies = claim.start, claim.plies
    while position.winner() is None:
        if position.turn == claim.winner:
            move, bound = claim.answer(position)
            assert bound == claim.bound(position) <= plies
        else:
            assert claim.answer(position) is None
            move, bound = position.moves()[0], claim.bound(position)
        position, plies = position.play(move), bound - 1
    assert position.winner() == claim.winner and len(claim.ranks()) == claim.positions
    assert claim.answer("start 6x6") is None is claim.bound("start 6x6")
    with pytest.raises(loa.ProofError):
        loa.prove("start 4x4", tmp_path / "wrong.proof", winner="o")
    damaged = bytearray(path.read_bytes())
    damaged[-1] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(loa.DamagedProofError) as caught:
        loa.check_proof(path)
    assert caught.value.path == str(path)
    nowhere = tmp_path / "none"
    for refused in [lambda: loa.check_proof(nowhere), lambda: loa.prove("start 4x4", nowhere / "x")]:
        with pytest.raises(FileNotFoundError) as caught:
            refused()
        assert caught.value.errno == 2 and str(nowhere) in str(caught.value.filename)


def test_certificates_of_the_project_hold():
    proofs = Path(__file__).resolve().parents[3] / "data/proofs"
    claim = loa.check_proof(proofs / "5x5.proof")
    assert (str(claim.board), claim.winner, len(claim.rules)) == ("5x5", "x", 9)


def test_other_programs_read_all_of_a_table(tmp_path):
    frame = loa.Tablebase().frame("4x4", "3v4")
    census = loa.Tablebase().census("4x4", "3v4")
    assert int(frame["weight"].sum()) == census.positions
    pandas = pytest.importorskip("pandas")
    rows = pandas.DataFrame(frame, copy=False)
    assert all(np.shares_memory(rows[name].to_numpy(), column) for name, column in frame.items())
    duckdb = pytest.importorskip("duckdb")
    program = os.environ.get("LOA") or pytest.skip("LOA does not name the program")
    file = tmp_path / "4x4.csv"
    subprocess.run([program, "export", "4x4", str(file), "--material", "3v4", "-q"], check=True)
    counts = "select outcome, plies, sum(weight), bit_xor(us), bit_xor(them) from '{}' group by all order by all"
    read = duckdb.sql(counts.format(file)).fetchall()
    names = {1: "win", 0: "draw", -1: "loss"}
    rows["outcome"] = rows["outcome"].map(names)
    rows["plies"] = rows["plies"].where(rows["plies"] >= 0, np.nan).astype("Int16")
    assert duckdb.sql(counts.format("rows").replace("'", "")).fetchall() == read


@pytest.mark.parametrize("rules", ["mover-pass", "mover-pass-misere"])
def test_other_programs_read_all_formats_of_an_export(tmp_path, rules):
    duckdb, arrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow.ipc")
    program = os.environ.get("LOA") or pytest.skip("LOA does not name the program")
    if "columns" not in subprocess.check_output([program, "--version"], text=True):
        pytest.skip("LOA names a program without the feature columns")
    for ending in ["csv", "parquet", "arrow"]:
        file = str(tmp_path / f"4x4.{ending}")
        subprocess.run([program, "export", "4x4", file, "--rules", rules, "-q"], check=True)
    rows = duckdb.sql(f"from '{tmp_path}/4x4.csv'").fetchall()
    assert len(rows) == 310_471
    assert duckdb.sql(f"from '{tmp_path}/4x4.parquet'").fetchall() == rows
    read = arrow.open_file(file).read_all()
    assert list(zip(*read.to_pydict().values())) == rows
    facts = {b"board": b"4x4", b"rules": rules.encode()}
    kept = duckdb.sql(f"select key, value from parquet_kv_metadata('{tmp_path}/4x4.parquet')").fetchall()
    assert read.schema.metadata == facts and facts.items() <= set(kept)
