"""The game: positions, moves, records, bad input."""

import copy
import pickle
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import linesofaction as loa
from linesofaction import errors


def test_answers_and_reviews_pickle():
    tables = loa.Tablebase()
    probe = tables.probe("start 4x4")
    game = loa.Game.from_sgf("(;GM[9]SZ[4]C[first];B[b1-d1];W[a2-c2]C[why])")
    far = loa.Game("start 5x5")
    far.play("b1-b3")
    review, outside = game.review(), far.review()
    for thing in [probe, *probe.moves, review, outside, *review.moves]:
        assert pickle.loads(pickle.dumps(thing)) == thing == copy.deepcopy(thing)
    again = pickle.loads(pickle.dumps(review))
    assert again.to_sgf() == review.to_sgf() and "why" in again.to_sgf()
    assert again.values == review.values and again.outside is None
    assert "5x5" in outside.outside and pickle.loads(pickle.dumps(outside)).outside == outside.outside


def test_values_are_numbers():
    values = [loa.Value("loss", 2), loa.Value("draw"), loa.Value("win")]
    assert [int(value) for value in values] == [-1, 0, 1]
    assert np.array(values, dtype=float).tolist() == [-1.0, 0.0, 1.0]


def test_games_are_read_from_files(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_bytes("(;GM[9]SZ[4]CA[UTF-8]PB[J\u00f6rg];B[b1-b3])(;GM[9]SZ[4];B[c1-c3])".encode())
    assert [str(game.moves[0]) for game in loa.read_games(path)] == ["b1-b3", "c1-c3"]
    assert "J\u00f6rg" in loa.Game.from_sgf(path).to_sgf()
    assert [len(line) for line in loa.read_lines(path)] == [1]
    with pytest.raises(FileNotFoundError) as caught:
        loa.read_games(tmp_path / "none.sgf")
    assert caught.value.filename == str(tmp_path / "none.sgf")
    with pytest.raises(IsADirectoryError):
        loa.read_games(tmp_path)
    with pytest.raises(TypeError):
        loa.read_games(7)


def test_positions_and_moves_are_values():
    board, square = loa.Board("5x5"), loa.Square("c3")
    position = board.scrambled()
    move = position.moves()[0]
    value = loa.Value("win", 3)
    for thing in [board, square, position, move, loa.Move(), value, loa.Rules("soucie")]:
        assert pickle.loads(pickle.dumps(thing)) == thing == copy.deepcopy(thing)
        assert len({thing, copy.copy(thing)}) == 1
    assert loa.Move(move.from_square, str(move.to_square), move.is_capture) == move
    for things in [[board], [square], [position], board.start().moves(), [loa.Move()]]:
        for thing in things:
            assert eval(repr(thing), vars(loa)) == thing
    capture = next(m for m in loa.Position("start 4x4").moves() if m.is_capture)
    assert eval(repr(capture), vars(loa)) == capture
    for text in ["b1", "b1-b9", "b1-b3-b5", "passes", ""]:
        with pytest.raises(loa.ParseError):
            loa.Move(text)
    tables = loa.Tablebase()
    probe, again = tables.probe("start 4x4"), tables.probe("start 4x4")
    assert copy.copy(probe) == copy.deepcopy(probe) == probe and copy.deepcopy(probe.moves) == probe.moves
    assert probe == again and probe.moves[0] == again.moves[0] and probe.best[0] in probe.moves
    assert probe != tables.probe("scrambled 4x4") and len({probe, again, probe.moves[0], again.moves[0]}) == 2
    assert loa.Board("4x4") < board and loa.Square("a1") < square
    assert board.start() == loa.Position("start 5x5") != board.scrambled()
    assert position.svg([move]).startswith("<svg") and "<svg" in position._repr_svg_()
    assert position.svg([str(move)]) == position.svg([move])


def test_positions_can_be_looked_at():
    position = loa.Position("ooo1/1x2/2ox/1x1x x")
    assert position.piece_at("d1") == "x" and position.piece_at("a4") == "o" and position.piece_at("a1") is None
    assert position.stones("x") == loa.squares(position.us) == position.stones("black")
    assert position.stones() == position.stones("x") | position.stones("o")
    assert len({image.canonical() for image in position.images()}) == 1 == len({position.canonical()})
    assert loa.Position("start 4x4").legal_moves() == loa.Position("start 4x4").moves()
    over = loa.Position("o1x1/ox1o/1x1o/2x1 o")
    assert over.moves() and not over.legal_moves()
    assert [loa.Position("start 8x8").perft(depth) for depth in range(3)] == [1, 36, 1244]
    start = loa.Position("start 4x4")
    assert start.perft(6) == sum(start.play(move).perft(5) for move in start.moves())


def test_values_come_from_codes_and_turn_round():
    for value in [loa.Value("draw"), loa.Value("win"), loa.Value("loss"), loa.Value("win", 3), loa.Value("loss", 0)]:
        assert loa.Value.from_code(value.code) == value == -(-value)
        assert (-value).code == -value.code
    assert f"{loa.Value('win', 3):>10}|" == "  win in 3|" and f"{loa.Value('draw')}" == "draw"
    with pytest.raises(ValueError):
        loa.Value.from_code(loa.NO_VALUE)
    codes = loa.Tablebase().values(["start 4x4", "start 9x9"], strict=False)
    assert [part.tolist() for part in loa.decode(codes)] == [[1, -128], [3, -1]]


def test_a_game_is_drawn_at_any_ply():
    game = loa.Game("start 4x4")
    assert game and len(game) == 0 and list(game) == []
    assert game.svg() == game.position.svg()
    game.play("b1-b3")
    assert list(game) == game.moves
    assert game.svg(1) == game.svg() == game.position.svg([game.moves[0]]) and game.svg(0) != game.svg()
    with pytest.raises(IndexError, match="1 moves"):
        game.svg(2)


def test_variations_come_back():
    chance = random.Random(5)
    lines = []
    for _ in range(40):
        game = loa.Game("start 5x5", "soucie")
        if lines:
            known = chance.choice(lines).moves
            for move in known[: chance.randrange(len(known))]:
                game.play(move)
        while game.result is None and len(game) < 30:
            game.play(chance.choice(game.legal_moves))
        lines.append(game)
    lines[0].result or lines[0].resign("x")
    sgf = loa.write_lines(lines, "A (x];B[b1-b3]", ")(")
    back = loa.read_lines(sgf)
    assert back[0] == lines[0] == loa.Game.from_sgf(sgf)
    assert sorted(str(game.moves) for game in back) == sorted({str(game.moves) for game in lines})
    assert loa.read_lines("start 4x4\nb1-b3")[0].moves == [loa.Move("b1-b3")]
    with pytest.raises(ValueError, match="starts or rules of the games differ"):
        loa.write_lines([loa.Game("start 4x4"), loa.Game("start 5x5")])
    for junk in ["", "(;GM[9]SZ[4]", "((", "[(]", "(;GM[9]SZ[4](;B[b1-b3])(;B[b1-b9]))"]:
        with pytest.raises(loa.LinesOfActionError):
            loa.read_lines(junk)


def test_files_of_games_are_read_one_by_one():
    one, other = loa.Game("start 4x4"), loa.Game("scrambled 5x5", "soucie")
    one.play("b1-b3")
    other.play(other.legal_moves[0])
    text = one.to_sgf("A (x]", r"\\") + "\n" + other.to_sgf("", ")(") + "(;GM[9]SZ[4](;B[b1-b3])(;B[b1-d1]))"
    assert list(loa.read_games(text))[:2] == [one, other] and list(loa.read_games(text))[2] == one
    with pytest.raises(loa.ParseError) as caught:
        list(loa.read_games(text + "(;GM[1])"))
    assert caught.value.index == 3
    found = []
    games = loa.read_games("(;GM[9]SZ[4];B[b1-b3])\n(;GM[9]SZ[4];B[b1-b4])\n(;GM[9]SZ[4];B[c1-c3];W[a2-c4])")
    while len(found) < 3:
        try:
            found.append(len(next(games)))
        except loa.IllegalMoveError as error:
            found.append(error.index)
    assert found == [1, 1, 2] and next(games, None) is None
    lists = loa.read_games("start 4x4\nb1-b3 1-0\n[Variant \"Scrambled Eggs\"]\n1. d1-d3 *")
    assert [(len(game), str(game.positions[0])[:4]) for game in lists] == [(1, "1xx1"), (1, "1oxo")]


def test_copies_keep_what_was_in_the_record():
    text = "(;GM[9]FF[4]SZ[4]PB[Ana]DT[2024-05-01]EV[Cup]XX[y];B[b1-b3]C[own](;W[a2-a4];B[b4-b2])(;W[d2-b2]C[mine]))"
    game = loa.Game.from_sgf(text)
    kept = ["PB[Ana]DT[2024-05-01]EV[Cup]XX[y]", "C[own", ";W[d2-b2]C[mine]"]
    for written in [game, copy.copy(game), pickle.loads(pickle.dumps(game)), game.review()]:
        sgf = written.to_sgf(white="Bo")
        assert all(part in sgf for part in kept) and "PW[Bo]" in sgf, sgf
        assert loa.Game.from_sgf(sgf) == game
    game.undo()
    assert ";B[b4-b2]" not in game.to_sgf() and ";W[d2-b2]C[mine]" in game.to_sgf()
    game.play("b4-b2")
    lines = loa.read_lines(text)
    assert all(part in loa.write_lines(lines) for part in kept)
    assert loa.read_lines(loa.write_lines(lines)) == lines


def test_what_is_not_used_is_named():
    assert loa.Game.from_sgf("b1xb3").notices == [
        'line 1, character 1: "b1xb3" takes nothing; does the game begin from another start?'
    ]
    assert loa.Game.from_sgf("(;GM[9]RU[olympiad])(;GM[9])").notices == [
        'line 1, character 11: "olympiad" names no rules that are known',
        "this is game 1 of 2",
    ]
    assert loa.Game("start 4x4").notices == []
    for empty in ["", " ", "# nothing", "(;)"]:
        with pytest.raises(loa.ParseError, match="no game found"):
            loa.Game.from_sgf(empty)


def test_junk_is_refused():
    for junk in ["", "(;GM[9]SZ[4]", "((", "[(]"]:
        try:
            list(loa.read_games(junk))
        except loa.LinesOfActionError:
            pass


def test_games_end_by_repetition():
    game = loa.Game("start 4x4", "misere")
    for move in 2 * ["b1-d1", "a2-a4", "d1-b1", "a4-a2"]:
        assert game.result is None
        game.play(move)
    assert (game.result, game.end) == ("draw", "a draw: the position has occurred 3 times")
    of_boards = loa.Game("start 8x8", "openspiel")
    for move in ["g1-a1", "h2-h8", "a1-g1", "h8-h2"]:
        assert of_boards.result is None
        of_boards.play(move)
    rules = of_boards.rules
    assert (of_boards.result, rules.repeated, rules.occurrences_to_end) == ("draw", "board", 2)
    with pytest.raises(loa.GameOverError):
        game.play("b1-d1")
    assert game.undo() and game.result is None and len(game) == 7
    game.resign("x")
    assert game.result == "o" and "resigns" in game.end
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    branch = copy.copy(game)
    assert branch.undo() and branch != game and not game.legal_moves and branch.legal_moves
    branch.resign("white")
    assert branch.result == "x"


def test_games_are_records():
    game = loa.Game("scrambled 6x6", "tournament")
    chance = random.Random(5)
    while game.result is None and len(game) < 200:
        game.play(chance.choice(game.position.moves("tournament")))
    read = loa.Game.from_sgf(game.to_sgf("Ada", "Bo"))
    assert read == game and read.rules.name == "tournament"
    with pytest.raises(loa.IllegalMoveError) as caught:
        loa.Game.from_sgf("(;GM[9]SZ[4];B[b1-b2])")
    for empty in ["", " \n"]:
        with pytest.raises(loa.ParseError):
            loa.Game.from_sgf(empty)
    assert caught.value.move == "b1-b2" and caught.value.position == "1xx1/o2o/o2o/1xx1 x"


def test_games_are_reviewed():
    game = loa.Game("start 4x4")
    for move in ["b1-d1", "a2-c2"]:
        game.play(move)
    review, tables = game.review(), loa.Tablebase()
    for played, position in zip(review.moves, game.positions):
        probe = tables.probe(position)
        assert played.position == position and played.side == position.turn
        assert played.best.value == probe.value and played.best.move == probe.moves[0].move
        (found,) = [choice for choice in probe.moves if choice.move == played.move]
        assert played.played.value == found.value
    (first,) = review.turning_points
    assert (first.number, first.effect, first.mark, first.plies_lost) == (1, "win-to-loss", "??", 0)
    assert len(review.values) == 3 and review.outside is None
    assert review == game.review() and review.moves[0] == game.review().moves[0] != review.moves[1]
    assert loa.Game.from_sgf(review.to_sgf("Ada", "Bo")) == game and "BM[2]" in review.to_sgf()
    beyond = loa.Game("start 5x4")
    beyond.play("b1-b3")
    review = beyond.review(tables)
    assert review.values == [None, None] and "5x4" in review.outside
    assert review.moves[0].effect is review.moves[0].best is review.moves[0].played is None
    with pytest.raises(ValueError):
        game.review(loa.Tablebase(rules="misere"))


def test_a_probe_draws_what_each_move_leads_to():
    probe = loa.Tablebase().probe("o2o/x3/2o1/x1xo x")
    drawn = probe.svg()
    assert drawn == probe._repr_svg_() and drawn.count("<g ") == 2 * len(probe.moves)
    small = probe.svg(size=200, coordinates=False, arrows=[("a1", "c3"), (loa.Square("b2"), "b2")])
    assert 'width="200" height="200"' in small and "to move</text>" not in small
    assert small.count("<line") == drawn.count("<line") + 1
    position = probe.position
    assert position.svg(arrows=[("a1", "c3")]) == loa.Game(position).svg(arrows=[("a1", "c3")])
    with pytest.raises(ValueError, match="e5 is not on 4x4"):
        position.svg(arrows=[("a1", "e5")])
    assert ">+15</text>" in drawn and "a3-b4 wins in 15" in drawn
    for choice in probe.moves:
        assert f"<title>{choice.move}</title>" in drawn


def test_errors_have_facts():
    with pytest.raises(loa.ParseError) as caught:
        loa.Position("1xx1/o2q/o2o/1xx1 x")
    assert caught.value.character == 8 and isinstance(caught.value, ValueError)
    assert pickle.loads(pickle.dumps(caught.value)).character == 8
    with pytest.raises(loa.IllegalMoveError) as caught:
        loa.Position("start 4x4").play("b1-b2")
    assert (caught.value.move, caught.value.position) == ("b1-b2", "1xx1/o2o/o2o/1xx1 x")
    with pytest.raises(loa.MissingTableError) as caught:
        loa.Tablebase("no folder", "draw-pass").value("start 5x5")
    assert (caught.value.board, caught.value.material) == ("5x5", "6v6")
    assert caught.value.path.endswith("no folder/draw-pass/5x5/6v6.loa")
    tables = loa.Tablebase()
    with pytest.raises(loa.MissingTableError) as caught:
        tables.values(["start 4x4", "start 5x5"])
    assert caught.value.index == 1
    asked = ["start 4x4", "start 5x5", "nonsense", "start 4x4"]
    assert tables.values(asked, strict=False).tolist() == [4, loa.NO_VALUE, loa.NO_VALUE, 4]
    with pytest.raises(loa.ParseError) as caught:
        tables.values(["start 4x4", "nonsense"])
    assert caught.value.index == 1
    for name in loa.errors.__dict__.values():
        if isinstance(name, type) and issubclass(name, Exception):
            assert issubclass(name, loa.LinesOfActionError)


def test_damaged_tables_are_exceptions(tmp_path):
    loa.solve("3x3", tmp_path, "club")
    table = tmp_path / "mover-pass/3x3/2v2.loa"
    whole = table.read_bytes()
    positions = ["1o1/x1x/1o1 x", "x1o/3/o1x x"]
    for place in range(0, len(whole), 7):
        table.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        for position in positions:
            try:
                loa.Tablebase(tmp_path).probe(position)
            except loa.LinesOfActionError as error:
                assert isinstance(error, (loa.TableFileError, loa.DamagedTableError)), error


BAD = [None, 7, -1, 1.5, "", "x", "9x9", "4x", "a1-a1", "\0", "é" * 50, "x" * 10_000, [], {}, object(), b"4x4", float("nan")]


def test_bad_input_is_an_exception():
    tables, position = loa.Tablebase(), loa.Position("start 4x4")
    one = np.array([1], dtype=np.uint64)
    calls = [
        lambda bad: loa.Board(bad) if bad is not None else loa.Board("1"),
        lambda bad: loa.Square(bad),
        lambda bad: loa.Position(bad),
        lambda bad: loa.Position.of("4x4", bad, 1),
        lambda bad: position.play(bad),
        lambda bad: position.parse_move(bad),
        lambda bad: position.svg([bad]),
        lambda bad: tables.probe(bad),
        lambda bad: tables.line(bad),
        lambda bad: tables.values([bad]),
        lambda bad: tables.values_of_arrays(bad, one, one),
        lambda bad: tables.values_of_arrays("4x4", bad, one),
        lambda bad: tables.census("4x4", bad or ""),
        lambda bad: list(tables.blocks("4x4", bad)),
        lambda bad: tables.sample("4x4", bad, 1),
        lambda bad: loa.Value(bad, 3),
        lambda bad: loa.solve(bad, "never made", "club"),
        lambda bad: loa.judge(lambda position: "", bad, materials=["4v4"]),
        lambda bad: loa.prove(bad, "never made"),
    ]
    for call in calls:
        for bad in BAD:
            with pytest.raises((loa.LinesOfActionError, TypeError, ValueError)):
                call(bad)
    overlap = np.array([3], dtype=np.uint64)
    with pytest.raises(ValueError) as caught:
        tables.values_of_arrays("4x4", overlap, overlap)
    assert caught.value.index == 0
    with pytest.raises(ValueError):
        tables.values_of_arrays("4x4", np.append(one, one), one)
    with pytest.raises(TypeError, match="us: an array of integers in 1 dimension is needed, not float64"):
        tables.values_of_arrays("4x4", one.astype(np.float64), one)
    with pytest.raises(ValueError, match="negative"):
        tables.values_of_arrays("4x4", -one.astype(np.int64), one)


@pytest.mark.parametrize("type_name", [np.uint64, np.int64, np.int32, list])
def test_sets_of_squares_may_be_any_integers(type_name):
    start = loa.Position("start 4x4")
    us, them = ([s] if type_name is list else np.array([s], type_name) for s in (start.us, start.them))
    assert loa.Tablebase().values_of_arrays("4x4", us, them).tolist() == [4]


def test_wrong_types_are_named_in_a_line():
    position, tables = loa.Position("start 4x4"), loa.Tablebase()
    for call, wanted in [
        (lambda: loa.Position(3), "a Position or its text is needed, not int"),
        (lambda: tables.value(None), "a Position or its text is needed, not NoneType"),
        (lambda: position.play(3), "a Move or its text is needed, not int"),
        (lambda: tables.materials(tables), "a Board or its text is needed, not Tablebase"),
        (lambda: loa.judge(lambda p: p.moves()[0], "4x4", 3), "a Tablebase is needed, not int"),
        (lambda: loa.judge(3, "4x4"), "an Engine or a function from positions to moves is needed, not int"),
        (lambda: position.svg([3]), "a Move or its text is needed, not int"),
        (lambda: tables.values(3), "positions to iterate over are needed, not int"),
        (lambda: tables.values([3], strict=False), "a Position or its text is needed, not int"),
        (lambda: tables.sample("4x4", "4v4", "x"), "a number is needed, not str"),
        (lambda: tables.values([position], threads=0), "(four for each processor) is needed, not 0"),
        (lambda: loa.Engine(milliseconds=-1), "a number from 1 is needed, not -1"),
        (lambda: loa.Engine(depth="x"), "a number from 1 is needed, not 'x'"),
        (lambda: tables.search("4x4", wdl=7), "wdl is 1, 0 or -1"),
        (lambda: loa.match(loa.Engine(), loa.Engine(), "4x4", games=0), "at least one is needed"),
        (lambda: loa.Engine(nodes=9).analyse(position, 2), "a limit in milliseconds or depth, not nodes"),
        (lambda: loa.Engine.popen("x", protocol="xboard"), "uci or codingame, not 'xboard'"),
    ]:
        with pytest.raises((TypeError, ValueError)) as caught:
            call()
        assert str(caught.value).endswith(wanted) and "r#" not in str(caught.value)


def test_anything_at_all_does_not_crash():
    chance = random.Random(1)
    tables = loa.Tablebase()
    for _ in range(3000):
        text = "".join(chance.choice("xo/1234 abcd-:\0é(;)[]") for _ in range(chance.randrange(40)))
        for call in [loa.Position, loa.Board, loa.Game.from_sgf, tables.probe]:
            try:
                call(text)
            except loa.LinesOfActionError:
                pass
        us, them = chance.getrandbits(16), chance.getrandbits(16)
        try:
            tables.probe(loa.Position.of("4x4", us & 0x0F0F0F0F, them, chance.choice("xo")))
        except (ValueError, loa.LinesOfActionError):
            pass


def interrupt(work):
    """Interrupts work after a second, as Ctrl-C does."""
    # A test that runs in the background has the signal ignored, and so would the process.
    code = (
        "import linesofaction, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        f"print('on', flush=True); linesofaction.{work}"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout.readline() == "on\n"
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    try:
        _, messages = run.communicate(timeout=60)
    finally:
        run.kill()
    assert "KeyboardInterrupt" in messages and run.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process")
def test_control_c_interrupts_a_solve(tmp_path):
    interrupt(f"solve('5x5', {str(tmp_path)!r}, 'club')")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a process")
def test_an_interrupted_search_for_a_proof_is_saved_and_continued(tmp_path):
    path = tmp_path / "6x6.proof"
    interrupt(f"prove('start 6x6', {str(path)!r}, winner='x')")
    assert [file.name for file in tmp_path.iterdir()] == ["6x6.proof.search"]
    with pytest.raises(ValueError, match="for a win of x, not of o"):
        loa.prove("start 6x6", path, winner="o")


def test_other_threads_run_while_tables_are_read():
    import threading

    tables, ticks, stop = loa.Tablebase(), [0], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks[0] += 1

    thread = threading.Thread(target=tick)
    thread.start()
    chosen = tables.sample("4x4", "4v4", 200_000)
    before = ticks[0]
    tables.values_of_arrays("4x4", chosen.us, chosen.them)
    during = ticks[0] - before
    stop.set()
    thread.join()
    assert during >= 2
