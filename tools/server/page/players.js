// Who plays each side, in the words of `loa play`: a person, perfect play, perfect play that errs, or
// the engine.

import { answerTo, estimateOf } from './answers.js';

/** The reader. */
export const PERSON = 'person';

const KINDS = [[PERSON, 'You'], ['perfect', 'Perfect play'], ['perfect:25', 'Perfect play that errs in 25 %'], ['engine', 'The engine']];

/** Milliseconds that the engine thinks of a move. */
const THOUGHT = 800;

const any = list => list[Math.floor(Math.random() * list.length)];

/** Returns the best moves by the tables: those of the best value and distance. */
const best = moves => moves.filter(({ category, plies }) => category === moves[0].category && plies === moves[0].plies);

/** Returns how many moves of a hundred a perfect player errs in; undefined of another. */
function errors(player) {
  const found = /^perfect(?::(\d{1,2}|100))?$/.exec(player);
  return found ? Number(found[1] ?? 0) : undefined;
}

/** True if this is a player who needs tables. */
export const isPerfect = player => errors(player) !== undefined;

/** True if this names a player. */
export const isPlayer = player => isPerfect(player) || KINDS.some(([kind]) => kind === player);

/** Returns the players to choose from, the present one among them. */
export const players = present => (KINDS.some(([kind]) => kind === present) ? KINDS
  : [...KINDS, [present, `Perfect play that errs in ${errors(present)} %`]]);

/** Returns the move of a player who is not the reader; null if the game is over, or no table has the
    position of one who plays by them. */
export async function moveOf(player, position, rules) {
  if (player === 'engine') return (await estimateOf(position, rules, THOUGHT)).best;
  const { moves, isExact, over } = await answerTo(position, rules);
  if (over || !isExact) return null;
  const worse = moves.filter(({ category, plies }) => category !== moves[0].category || plies !== moves[0].plies);
  const errs = worse.length > 0 && Math.random() * 100 < errors(player);
  return any(errs ? worse : best(moves)).move;
}
