"""Moves as numbers, for libraries of learning."""

from __future__ import annotations

from typing import Dict

from ._native import Game, Move

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
