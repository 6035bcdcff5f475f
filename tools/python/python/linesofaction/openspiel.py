"""Lines of Action on any board and under any rules as a game of OpenSpiel.

Importing this module registers the game `python_loa` with the parameters `board` and `rules`. OpenSpiel
itself has 8x8 under the preset `openspiel`. An action is 64 from + to, or `PASS`; squares are numbered like bits.
`pip install "linesofaction[openspiel]"` installs OpenSpiel, too.

>>> import pyspiel
>>> import linesofaction.openspiel
>>> state = pyspiel.load_game("python_loa(board=4x4)").new_initial_state()
>>> len(state.legal_actions()), state.action_to_string(state.legal_actions()[0])
(12, 'b1-d1')
"""

from __future__ import annotations

from typing import Any, List, Optional

import numpy as np
import pyspiel

from ._actions import ACTIONS, PASS, action_of, moves_of, planes_of
from ._native import Game

__all__ = ["LoaGame", "LoaState", "Observer", "PASS", "action_of"]

_DEFAULTS = {"board": "5x5", "rules": "club"}
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
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)
_INFO = pyspiel.GameInfo(ACTIONS, 0, 2, -1.0, 1.0, 0.0, 1000)


class LoaGame(pyspiel.Game):  # type: ignore[misc]
    """The game of OpenSpiel."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> LoaState:
        """Returns the start."""
        return LoaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Returns an observer of states."""
        return Observer(params)


class Observer:
    """Fills `tensor` with three planes of 8x8: the stones of x, those of o, and ones if x is to move.
    Earlier positions, which decide about a repetition, are not observed."""

    def __init__(self, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers have no parameters: {params}")
        self.tensor = np.zeros(3 * 64, np.float32)
        self.dict = {"observation": self.tensor.reshape(3, 8, 8)}

    def set_from(self, state: LoaState, player: int) -> None:
        """Observes a state, which is the same for both players."""
        planes, position = self.dict["observation"], state.game.position
        planes[:2], planes[2] = planes_of(position), position.turn == "x"

    def string_from(self, state: LoaState, player: int) -> str:
        """Returns the position as text."""
        return str(state)


class LoaState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. `game` is the `Game` so far."""

    def __init__(self, game: LoaGame) -> None:
        super().__init__(game)
        parameters = {**_DEFAULTS, **game.get_parameters()}
        self.game = Game("start " + parameters["board"], parameters["rules"])

    def current_player(self) -> Any:
        """Returns the number of the side to move, 0 for x, or the mark of the end."""
        over = pyspiel.PlayerId.TERMINAL
        return over if self.is_terminal() else "xo".index(self.game.position.turn)

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.game.result is not None

    def returns(self) -> List[float]:
        """Returns 1 for the winner and -1 for the loser, or zeros."""
        result: Optional[str] = self.game.result
        return {"x": [1.0, -1.0], "o": [-1.0, 1.0]}.get(result or "", [0.0, 0.0])

    def _legal_actions(self, player: int) -> List[int]:
        return list(moves_of(self.game))

    def _apply_action(self, action: int) -> None:
        self.game.play(moves_of(self.game)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return str(moves_of(self.game)[action])

    def __str__(self) -> str:
        return str(self.game.position)


pyspiel.register_game(_TYPE, LoaGame)
