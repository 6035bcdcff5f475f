"""Lines of Action on any board and under any rules as a game of OpenSpiel.

    pip install ./tools/python open_spiel
    python examples/open_spiel_game.py

OpenSpiel itself has 8x8 under the preset `openspiel`. Importing this file registers `python_loa`, with
parameters `board` and `rules`; an action is 64 from + to, or 4096 for a pass.
"""

import pyspiel

from linesofaction import Game

PASS = 64 * 64
_TYPE = pyspiel.GameType(
    short_name="python_loa",
    long_name="Lines of Action by tables",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"board": "5x5", "rules": "club"},
)
_INFO = pyspiel.GameInfo(PASS + 1, 0, 2, -1.0, 1.0, 0.0, 1000)


def action_of(move):
    return PASS if move.is_pass else 64 * move.from_square.index + move.to_square.index


class LoaGame(pyspiel.Game):
    def __init__(self, params=None):
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self):
        return LoaState(self)


class LoaState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        parameters = {"board": "5x5", "rules": "club", **game.get_parameters()}
        self.game = Game("start " + parameters["board"], parameters["rules"])

    def current_player(self):
        over = pyspiel.PlayerId.TERMINAL
        return over if self.is_terminal() else "xo".index(self.game.position.turn)

    def is_terminal(self):
        return self.game.result is not None

    def returns(self):
        return {"x": [1.0, -1.0], "o": [-1.0, 1.0]}.get(self.game.result, [0.0, 0.0])

    def _moves(self):
        return {action_of(move): move for move in self.game.legal_moves}

    def _legal_actions(self, player):
        return sorted(self._moves())

    def _apply_action(self, action):
        self.game.play(self._moves()[action])

    def _action_to_string(self, player, action):
        return str(self._moves()[action])

    def __str__(self):
        return str(self.game.position)


pyspiel.register_game(_TYPE, LoaGame)

if __name__ == "__main__":
    state = pyspiel.load_game("python_loa(board=4x4)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state, state.returns(), len(state.history()), "plies")
