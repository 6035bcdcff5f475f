"""Games compared with perfect play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List

from . import answers
from ._native import Game
from .answers import ReviewedMove
from .reading import read


@dataclass(frozen=True, repr=False)
class Review(answers.Review):
    """A comparison of every move of a game with the best one, as far as tables reach.

    >>> from linesofaction import Game, Tablebase
    >>> game = Game("start 4x4")
    >>> for move in ["b1-d1", "a2-c2"]:
    ...     game.play(move)
    >>> review = game.review(Tablebase())
    >>> [(played.move, played.effect, played.best.move) for played in review.turning_points]
    [(Move('b1-d1'), 'win-to-loss', Move('b1-b3'))]
    >>> [str(value) for value in review.values]
    ['win in 3', 'loss in 3', 'loss in 2']
    """

    _game: Game
    _text: str = field(compare=False)

    @property
    def turning_points(self) -> List[ReviewedMove]:
        """The moves that gave away a win or a draw."""
        return [played for played in self.moves if played.mark in ("?", "??")]

    def to_sgf(self, black: str = "", white: str = "") -> str:
        """Returns the game as SGF with values, better moves, the names of the players, and
        everything that it was read with."""
        return self._game._annotated(self._text, black, white)

    def __repr__(self) -> str:
        covered = sum(played.effect is not None for played in self.moves)
        turning = len(self.turning_points)
        return f"<Review of {len(self.moves)} moves: {covered} covered, {turning} gave a win or a draw away>"


def reviewed(game: Game, text: str) -> Review:
    """Returns the review of a game from its JSON."""
    return Review(**vars(read(answers.Review, text)), _game=game, _text=text)
