"""Every reader reads the same texts, as everywhere: tests/command_line/readers.rs has the others."""

import json
from pathlib import Path

import pytest

import linesofaction as loa

TEXTS = json.loads((Path(__file__).parents[3] / "tests" / "texts.json").read_text(encoding="utf-8"))
START = loa.Position(TEXTS["position"])
TABLES = loa.Tablebase()


@pytest.mark.parametrize("text", TEXTS["positions"])
def test_positions(text):
    assert loa.Position(text) == START
    assert loa.Game(text).position == START
    assert TABLES.probe(text).position == START
    assert TABLES.value(text) == loa.Value("win", 3)
    assert TABLES.values([text]).tolist() == [4]
    assert [str(choice.move) for choice in TABLES.line(text)][0] == "b1-b3"


@pytest.mark.parametrize("text", TEXTS["not positions"])
def test_texts_that_are_no_positions(text):
    with pytest.raises(loa.ParseError):
        loa.Position(text)


@pytest.mark.parametrize("kind", ["move", "quiet move"])
def test_moves(kind):
    move = START.parse_move(TEXTS[kind])
    assert str(move) == TEXTS[kind]
    for text in TEXTS[kind + "s"]:
        assert START.parse_move(text) == move
        assert START.play(text) == START.play(move)
        game = loa.Game(START)
        game.play(text)
        assert game.moves == [move]
        assert loa.Game.from_sgf(f"start 4x4\n1. {text}").moves == [move]
        assert loa.Game.from_sgf(f"(;GM[9]SZ[4];B[{text}])").moves == [move]
        assert START.play(loa.Move(text)) == START.play(move)
        judgement = loa.judge(lambda position: text if position == START else position.moves()[0], "4x4", positions=3)
        assert not judgement.failures


@pytest.mark.parametrize("text", TEXTS["not moves"])
def test_texts_that_are_no_moves(text):
    with pytest.raises(ValueError):
        START.play(text)
    with pytest.raises(ValueError):
        loa.Move(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_suites_are_decoded(tmp_path, encoding):
    path = tmp_path / "suite"
    text = "start 4x4; mover-pass; win in 3; b1-b3; greedy # é\n".replace("\n", "\r\n")
    path.write_bytes(text.encode(encoding))
    assert [problem.position for problem in loa.read_suite(path)] == [START]
