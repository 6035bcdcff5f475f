"""The scripts in `examples/`, run, and the adapters under the packages that they are for."""

import contextlib
import io
import multiprocessing
import os
import runpy
import sys
import types
from pathlib import Path
from typing import NamedTuple

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


def test_open_spiel_plays_it():
    pyspiel = pytest.importorskip("pyspiel")
    from linesofaction.openspiel import PASS

    assert " plies\n<Review of " in printed("open_spiel_game.py")
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
    assert PASS == game.num_distinct_actions() - 1


def test_open_spiel_learns_it():
    pytest.importorskip("pyspiel")
    import linesofaction.openspiel  # noqa: F401
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent, tabular_qlearner

    env = rl_environment.Environment("python_loa(board=4x4)")
    start = env.reset().observations["info_state"][0]
    assert sum(start[:64]) == sum(start[64:128]) == 4 and sum(start[128:]) == 64
    agents = [
        tabular_qlearner.QLearner(0, env.action_spec()["num_actions"]),
        random_agent.RandomAgent(1, env.action_spec()["num_actions"]),
    ]
    ends = []
    for _ in range(20):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.current_player()].step(step).action])
        for agent in agents:
            agent.step(step)
        ends.append(sum(step.rewards))
    assert ends == [0] * 20
    state = env.get_state
    assert state.observation_string(0) == str(state) and len(state.observation_tensor(1)) == 192


def test_gymnasium_accepts_it():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from linesofaction.gymnasium import LoaEnv

    assert printed("gymnasium_env.py").splitlines()[-1].split()[-1] in ("1.0", "0.0", "-1.0")
    env = LoaEnv("4x4", opponent=lambda position: position.legal_moves()[-1])
    check_env(env, skip_render_check=True)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        action = int(info["action_mask"].argmax())
        _, reward, ended, _, info = env.step(action)
    assert reward in (-1.0, 0.0, 1.0) and env.game.result in ("x", "o", "draw")


def test_pettingzoo_accepts_it():
    pytest.importorskip("pettingzoo")
    from linesofaction.pettingzoo import LoaEnv
    from pettingzoo.test import api_test, seed_test

    for board in ["3x3", "5x5"]:
        api_test(LoaEnv(board), num_cycles=400)
    seed_test(lambda: LoaEnv("4x4"), num_cycles=40)
    env = LoaEnv("4x4", render_mode="ansi")
    env.reset()
    played = []
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if over:
            played.append((agent, reward))
            env.step(None)
        else:
            own = env.game.position.us
            assert agent == env.game.position.turn and seen["observation"][0].sum() == own.bit_count()
            env.step(int(seen["action_mask"].argmax()))
    assert env.game.result == "o" and sorted(played) == [("o", 1.0), ("x", -1.0)]
    assert env.render() == env.game.position.diagram()
    env.reset()
    env.step(0)
    assert env.game.result == "o" and env.rewards == {"x": -1.0, "o": 1.0}


def test_a_seed_repeats_an_episode_of_gymnasium():
    pytest.importorskip("gymnasium")
    import linesofaction as loa
    from linesofaction.gymnasium import LoaEnv

    def episode(env, seed):
        _, info = env.reset(seed=seed)
        ended = False
        while not ended:
            _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
        return env.game.moves

    for opponent in [None, loa.Engine(level=2)]:
        env = LoaEnv("5x5", opponent=opponent)
        first = [episode(env, seed) for seed in range(5)]
        assert first == [episode(env, seed) for seed in range(5)]
        assert first == [episode(LoaEnv("5x5", opponent=opponent), seed) for seed in range(5)]
        assert len({tuple(moves) for moves in first}) > 1


class Worker(NamedTuple):
    id: int
    num_workers: int


class DataLoader:
    """PyTorch's, as far as the example goes: every worker is a forked process with a part of the data."""

    worker = None

    def __init__(self, dataset, batch_size, num_workers):
        assert batch_size is None
        self.dataset, self.num_workers = dataset, num_workers

    def _work(self, number, batches):
        DataLoader.worker = Worker(number, self.num_workers)
        for batch in self.dataset:
            batches.put(batch)
        batches.put(None)

    def __iter__(self):
        fork = multiprocessing.get_context("fork")
        batches = fork.Queue()
        workers = [fork.Process(target=self._work, args=(n, batches)) for n in range(self.num_workers)]
        for worker in workers:
            worker.start()
        for _ in workers:
            yield from iter(lambda: batches.get(timeout=60), None)
        for worker in workers:
            worker.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_workers_of_a_loader_look_positions_up(monkeypatch):
    """PyTorch itself is too large to be installed for a test."""
    data = types.ModuleType("torch.utils.data")
    data.DataLoader, data.IterableDataset = DataLoader, object
    data.get_worker_info = lambda: DataLoader.worker
    for name in ["torch", "torch.utils"]:
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "torch.utils.data", data)
    lines = printed("torch_dataset.py")
    assert lines.startswith("2048 positions, ") and lines.endswith(" of them won\n")
