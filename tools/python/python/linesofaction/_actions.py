"""Moves as numbers, for libraries of learning."""

from __future__ import annotations

from typing import Dict

import numpy as np
import numpy.typing as npt

from ._native import Game, Move, Position

#: The action of a pass. The action of another move is 64 from + to, with squares as bit numbers.
PASS = 64 * 64

#: The number of actions.
ACTIONS = PASS + 1


def action_of(move: Move) -> int:
    """Returns the action of a move."""
    if move.from_square is None or move.to_square is None:
        return PASS
    return 64 * move.from_square.index + move.to_square.index


def moves_of(game: Game) -> Dict[int, Move]:
    """Returns the legal moves by their actions, in the order of the actions."""
    return {action: move for action, move in sorted((action_of(move), move) for move in game.legal_moves)}


def planes_of(position: Position) -> npt.NDArray[np.int8]:
    """Returns the stones of x and of o as two planes, each a row for a rank."""
    sides = (position.us, position.them) if position.turn == "x" else (position.them, position.us)
    planes = [[bits >> square & 1 for square in range(64)] for bits in sides]
    return np.array(planes, np.int8).reshape(2, 8, 8)
