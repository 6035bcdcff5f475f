"""Random play of OpenSpiel on 4x4, judged by perfect play.

    pip install "./tools/python[openspiel]"
    python examples/open_spiel_game.py
"""

import pyspiel

import linesofaction.openspiel  # registers python_loa

game = pyspiel.load_game("python_loa(board=4x4)")
bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(2)]
state = game.new_initial_state()
returns = pyspiel.evaluate_bots(state, bots, 1)
print(state, returns, len(state.history()), "plies")
print(state.game.review())
