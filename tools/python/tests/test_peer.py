"""Games at random on 8x8, move by move against OpenSpiel, under the rules that are its."""

import random

import pytest

import linesofaction as loa

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAMES = 1000


def stones(position):
    return str(position).split()[0]


def test_random_games_are_those_of_openspiel():
    chance = random.Random(1969)
    game_of_peer = pyspiel.load_game("lines_of_action")
    plies = repeated = 0
    for _ in range(GAMES):
        game, state = loa.Game("start 8x8", "openspiel"), game_of_peer.new_initial_state()
        while True:
            over = game.position.over("openspiel")
            if state.is_terminal():
                if over is None:
                    # The peer draws when stones lie as before, whoever is to move.
                    assert stones(game.position) in map(stones, game.positions[:-1])
                    assert state.returns() == [0.0, 0.0]
                    repeated += 1
                else:
                    winner = {"x": [1.0, -1.0], "o": [-1.0, 1.0], None: [0.0, 0.0]}
                    assert state.returns() == winner[game.position.winner("openspiel")]
                break
            assert over is None, (str(game.position), str(state))
            assert state.current_player() == (0 if game.position.turn == "x" else 1)
            actions = {state.action_to_string(action): action for action in state.legal_actions()}
            moves = game.position.moves("openspiel")
            assert sorted(actions) == [str(move) for move in moves]
            move = chance.choice(moves)
            game.play(move)
            state.apply_action(actions[str(move)])
            plies += 1
    assert plies > 20 * GAMES and repeated < GAMES / 2
