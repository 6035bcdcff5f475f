"""The scripts in `examples/`, run, and the adapters under the packages that they are for."""

import contextlib
import importlib.util
import io
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def printed(name):
    lines = io.StringIO()
    with contextlib.redirect_stdout(lines):
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return lines.getvalue()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("researcher.py", "21 positions of 3v3"),
        ("bot_author.py", "moves keep the result"),
        ("learner.py", "moves keep the result"),
    ],
)
def test_scripts_run_and_are_short(name, expected):
    assert len((EXAMPLES / name).read_text().splitlines()) <= 40
    assert expected in printed(name)


def imported(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_open_spiel_plays_it():
    pyspiel = pytest.importorskip("pyspiel")
    loa_game = imported("open_spiel_game")
    game = pyspiel.load_game("python_loa(board=4x4,rules=draw-pass)")
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(2)]
    state = game.new_initial_state()
    clone = state.clone()
    returns = pyspiel.evaluate_bots(state, bots, 3)
    assert sum(returns) == 0 and clone.legal_actions() and str(clone) == "1xx1/o2o/o2o/1xx1 x"
    state = pyspiel.load_game("python_loa", {"board": "4x4"}).new_initial_state()
    for text in ["b1-b3", "a2-a4", "b4-b2"]:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(names[text])
    assert state.returns() == [1.0, -1.0]
    assert loa_game.PASS == game.num_distinct_actions() - 1


def test_gymnasium_accepts_it():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = imported("gymnasium_env").LoaEnv("4x4", opponent=None)
    check_env(env, skip_render_check=True)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        action = int(info["action_mask"].argmax())
        _, reward, ended, _, info = env.step(action)
    assert reward in (-1.0, 0.0, 1.0) and env.game.result in ("x", "o", "draw")
