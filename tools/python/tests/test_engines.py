"""Engines: built in, programs, functions; matches of them."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import linesofaction as loa

MINIMAL = [sys.executable, str(Path(__file__).resolve().parents[2] / "minimal_engine.py")]
QUICK = "x2x/4/o3/3o x"


PROGRAMS = [MINIMAL] + ([[os.environ["LOA"], "engine", "--no-tables"]] if "LOA" in os.environ else [])


@pytest.mark.parametrize("limit", [{"milliseconds": 20}, {"depth": 3}, {"nodes": 500}, {"level": 3}])
def test_the_engine_plays_within_each_limit(limit):
    with loa.Engine(**limit) as engine:
        assert loa.Position(QUICK).play(engine.play(QUICK)).winner() == "x"
        game = loa.Game("start 5x5")
        while len(game) < 6 and game.result is None:
            game.play(engine.play(game))
        assert len(game) > 2
    game = loa.Game(QUICK)
    game.play("a4-c4")
    with pytest.raises(loa.GameOverError):
        engine.play(game)


def test_a_seed_repeats_the_games_of_a_level():
    def moves(engine):
        played = []
        for _ in range(3):
            game = loa.Game("start 6x6")
            while len(game) < 12 and game.result is None:
                game.play(engine.play(game))
            played.append(game.moves)
        return played

    for level in [1, 3]:
        first, again, other = (moves(loa.Engine(level, seed=seed)) for seed in [5, 5, 6])
        assert first == again != other and first[0] != first[1]


def test_wrong_engines_are_refused():
    for wrong in [{"level": -1}, {"level": 6}, {"depth": 1, "nodes": 1}, {"rules": "none"}, {"command": "'"}, {"command": "a", "seed": 1}]:
        with pytest.raises(ValueError):
            loa.Engine(**wrong)
    with pytest.raises(ValueError, match="the rules differ: the engine has mover-pass-misere"):
        loa.Engine(tables=loa.Tablebase(), rules="misere")
    with pytest.raises(TypeError, match="a Position or its text is needed, not int"):
        loa.Engine().play(3)


def test_lines_agree_with_tables():
    tables = loa.Tablebase()
    probe = tables.probe("o2o/x3/2o1/x1xo x")
    by_tables = loa.Engine(tables=tables).analyse(probe.position, lines=20)
    assert [line.value for line in by_tables] == [choice.value for choice in probe.moves]
    for engine in [loa.Engine(milliseconds=30), loa.Engine(depth=4)]:
        lines = engine.analyse(probe.position, lines=3)
        assert len(lines) == 3
        for line in lines:
            (choice,) = [choice for choice in probe.moves if choice.move == line.move]
            assert (line.value is None) == (line.score is not None) and line.line[0] == line.move
            assert line.value is None or line.value.wdl == choice.value.wdl
    (proved,) = loa.Engine(milliseconds=1000).analyse("start 5x5")
    assert proved.value == loa.Value("win", proved.value.plies, bound=True) and proved.value.plies > 10
    assert str(proved.value) == f"win within {proved.value.plies}" and proved.value > loa.Value("win")


@pytest.mark.parametrize("command", PROGRAMS, ids=lambda command: Path(command[-1]).name)
def test_programs_play(command):
    with loa.Engine.popen(command, milliseconds=50) as engine:
        assert engine.play("start 5x5") in loa.Position("start 5x5").moves()
        (line,) = engine.analyse("start 6x6")
        assert line.move in loa.Position("start 6x6").moves()
        assert engine.name != " ".join(command)
    judgement = loa.judge(engine, "4x4", positions=10, threads=2)
    assert len(judgement.moves) == 10 and not judgement.failures


@pytest.mark.parametrize("command", [None, *PROGRAMS[1:]], ids=lambda command: command and command[0])
def test_a_search_is_followed(command):
    limit = {"depth": 5}
    with loa.Engine.popen(command, **limit) if command else loa.Engine(**limit) as engine:
        lines = list(engine.analysis("start 6x6"))
        assert [line.depth for line in lines[:5]] == [1, 2, 3, 4, 5]
        legal = loa.Position("start 6x6").moves()
        assert all(line.move == line.line[0] and line.move in legal for line in lines)
        assert lines[-1].move == engine.play("start 6x6")


def test_leaving_the_loop_ends_a_search():
    engine, began = loa.Engine(depth=60), time.monotonic()
    for depth in [3, 2]:
        for line in engine.analysis("start 8x8"):
            if line.depth == depth:
                break
        assert line.depth == depth
    assert time.monotonic() - began < 20


def test_a_search_that_fails_raises_in_the_loop():
    with pytest.raises(loa.GameOverError):
        list(loa.Engine(depth=2).analysis("4/4/3x/x1oo x"))
    with pytest.raises(loa.EngineError):
        list(loa.Engine(command="no-such-program").analysis(QUICK))


def test_programs_that_fail_are_errors():
    with pytest.raises(loa.EngineError) as caught:
        loa.Engine(command="no-such-program").play(QUICK)
    assert caught.value.kind == "not-started"
    dies = [sys.executable, "-c", "print('last words', flush=True)"]
    with pytest.raises(loa.EngineError) as caught:
        loa.Engine.popen(dies).play(QUICK)
    assert "last words" in caught.value.output
    with pytest.raises(loa.EngineError):
        loa.match(loa.Engine(command="no-such-program"), loa.Engine(depth=1), "4x4", games=2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process")
def test_control_c_ends_a_match():
    code = (
        "import linesofaction as loa, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "print('on', flush=True); loa.match(loa.Engine(milliseconds=9000), loa.Engine(depth=30), '8x8')"
    )
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "on\n"
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    try:
        _, messages = run.communicate(timeout=30)
    finally:
        run.kill()
    assert "KeyboardInterrupt" in messages


def test_stop_ends_a_search():
    engine, began = loa.Engine(milliseconds=60_000), time.monotonic()
    threading.Timer(0.2, engine.stop).start()
    assert engine.play("start 8x8") in loa.Position("start 8x8").moves()
    assert time.monotonic() - began < 20


def test_engines_are_awaited_and_cancelled():
    async def both():
        quick = loa.Engine(depth=2)
        first, lines = await asyncio.gather(quick.play_async(QUICK), quick.analyse_async(QUICK, 2))
        assert first == lines[0].move
        slow = asyncio.create_task(loa.Engine(milliseconds=60_000).play_async("start 8x8"))
        await asyncio.sleep(0.2)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow

    began = time.monotonic()
    asyncio.run(both())
    assert time.monotonic() - began < 20


def test_matches_take_every_kind_of_engine():
    def first_move(position):
        return position.moves()[0]

    bars = []

    class Bar:
        def __init__(self, total, desc):
            self.total, self.done = total, 0
            bars.append(self)

        def update(self, n):
            self.done += n

        def close(self):
            pass

    result = loa.match(loa.Engine(depth=3), first_move, "5x5", games=6, plies=2, progress=Bar)
    assert result.won >= 4 and result.games == 6 and result.engines[1] == "first_move"
    assert [(bar.done, bar.total) for bar in bars] == [(6, 6)]
    assert len(list(loa.read_games(result.sgf))) == 6
    result = loa.match(loa.Engine.popen(MINIMAL), loa.Engine(level=1), "start 4x4", rules="soucie", games=2)
    assert result.rules == "own-loss" and result.games == 2
    soucie = loa.Engine(depth=1, rules="soucie")
    for games, opponent, tables in [(3, first_move, None), (1, loa.Engine(depth=1), loa.Tablebase(rules="own-loss"))]:
        result = loa.match(soucie, opponent, "4x4", games=games, tables=tables)
        assert (result.rules, result.games) == ("own-loss", games)
    with pytest.raises(ValueError, match="the first engine has own-loss, tables mover-pass"):
        loa.match(soucie, first_move, "4x4", games=2, tables=loa.Tablebase())
    with pytest.raises(ValueError, match="the rules differ"):
        loa.judge(soucie, "4x4", loa.Tablebase())
    assert loa.judge(soucie, "4x4", positions=5).failures == []

    def broken(position):
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        loa.match(first_move, broken, "4x4", games=2)
    silent = loa.match(first_move, lambda position: None, "4x4", games=2)
    assert silent.won == 2 and silent.endings == {"failure": 2} and silent.list[0].failure.kind == "failed"
    assert repr(silent) == "<Match of 2 games: 2 won, 0 drawn, 0 lost>"
    with pytest.raises(TypeError, match="an Engine or a function"):
        loa.match(first_move, 3, "4x4")


def test_an_interrupted_match_is_resumed_and_a_test_ends_it(tmp_path):
    def first_move(position):
        return position.moves()[0]

    engine, path = loa.Engine(depth=1), tmp_path / "games.sgf"
    whole = loa.match(engine, first_move, "4x4", games=4, path=path)
    games = path.read_text()
    path.write_text("".join(games.partition(")\n")[:2]))
    again = loa.match(engine, first_move, "4x4", games=4, path=path, resume=True)
    assert (again.won, again.games, again.sgf) == (whole.won, 4, path.read_text())
    assert again.sgf.startswith(games.partition(")\n")[0])
    more = loa.match(engine, first_move, "4x4", games=2, seed=9, path=path)
    assert path.read_text() == again.sgf + more.sgf and len(list(loa.read_games(more.sgf))) == 2
    path.write_text(again.sgf)
    with pytest.raises(loa.EngineError, match="test_an_interrupted_match"):
        loa.match(engine, first_move, "4x4", games=2, path=tmp_path)
    with pytest.raises(ValueError, match="with --max-plies 400"):
        loa.match(engine, first_move, "4x4", games=4, max_plies=10, path=path, resume=True)
    tested = loa.match(engine, first_move, "4x4", sprt=(0, 300), tc="5+0.1")
    assert tested.sprt.verdict == "stronger" and tested.games < 100 and "[--tc 5+0.1 " in tested.sgf
