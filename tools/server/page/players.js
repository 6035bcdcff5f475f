// Who plays each side: the reader, perfect play, perfect play that errs, or the engine.

import { answerTo, estimateOf } from './answers.js';

export const PLAYERS = [['you', 'You'], ['perfect', 'Perfect play'], ['errs', 'Perfect play that errs'], ['engine', 'The engine']];

/** How often perfect play that errs does so: moves in a hundred. */
const ERRORS = 25;

/** Milliseconds that the engine thinks of a move. */
const THOUGHT = 800;

const any = list => list[Math.floor(Math.random() * list.length)];

/** Returns the best moves by the tables: those of the best value and distance. */
const best = moves => moves.filter(({ category, plies }) => category === moves[0].category && plies === moves[0].plies);

/** Returns the move of a player who is not the reader, or null if the game is over. */
export async function moveOf(player, position, rules) {
  const answer = await answerTo(position, rules);
  const { moves } = answer;
  if (answer.over || moves.length === 0) return null;
  if (player !== 'engine' && answer.isExact) {
    const worse = moves.filter(({ category, plies }) => category !== moves[0].category || plies !== moves[0].plies);
    const errs = player === 'errs' && worse.length > 0 && Math.random() * 100 < ERRORS;
    return any(errs ? worse : best(moves)).move;
  }
  // Where tables end the engine plays for everyone.
  return (await estimateOf(position, rules, THOUGHT)).best;
}
