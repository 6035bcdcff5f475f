"""A bot author's evening: a bot, its match against the engine, and its blunders according to tables.

    pip install ./tools/python
    python examples/bot_author.py
"""

from linesofaction import Engine, judge, match, read_games


def spread(stones):
    """Returns the sum of the distances of stones from their centre."""
    files, ranks = [stone.file for stone in stones], [stone.rank for stone in stones]
    middle = sum(files) / len(files), sum(ranks) / len(ranks)
    return sum(max(abs(f - middle[0]), abs(r - middle[1])) for f, r in zip(files, ranks))


def bot(position):
    """Returns the move that gathers the bot's stones best and keeps the enemy's apart."""

    def worth(move):
        after = position.play(move)
        if after.winner() == position.turn:
            return 1000
        return spread(after.stones(after.turn)) - 2 * spread(after.stones(position.turn))

    return max(position.moves(), key=worth)


# A program that speaks the engine protocol can play too: Engine.popen("loa engine").
with Engine(level=2) as engine:
    result = match(bot, engine, "6x6", games=6)
print(f"{result}, Elo {result.elo}")
print("plies:", [len(game) for game in read_games(result.sgf)])

judgement = judge(bot, "4x4", positions=200)
print(f"{judgement.kept} of {len(judgement.moves)} moves keep the result")
for blunder in judgement.worst[:3]:
    print(f"{blunder.position}: {blunder.move} {blunder.move_value}, not {blunder.best[0]} {blunder.value}")
