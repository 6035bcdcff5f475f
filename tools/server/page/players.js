// Who plays each side, in the words of `loa play`: a person, the engine at a level, perfect play, or
// perfect play that errs.

import { answerTo, patiently, proofOf } from './answers.js';
import { ask } from './api.js';

/** The reader. */
export const PERSON = 'person';

const LEVELS = ['for a first game', 'easy', 'steady', 'strong', 'full strength'];

/** Returns how many moves of a hundred a perfect player errs in; undefined of another. */
function errors(player) {
  const found = /^perfect(?::(\d{1,2}|100))?$/.exec(player);
  return found ? Number(found[1] ?? 0) : undefined;
}

const levelOf = player => /^level:([1-5])$/.exec(player)?.[1];

/** True if this is a player who needs tables or a certificate. */
export const isPerfect = player => errors(player) !== undefined;

/** Returns the player that a word names, or null. */
export function playerOf(word) {
  if (word === 'engine') return `level:${LEVELS.length}`;
  return word === PERSON || isPerfect(word) || levelOf(word) ? word : null;
}

/** Returns the name of a player. */
export function nameOf(player) {
  if (player === PERSON) return 'You';
  if (!isPerfect(player)) return `Level ${levelOf(player)}`;
  return `Perfect play${errors(player) ? `, errs in ${errors(player)} %` : ''}`;
}

/** Returns the opponents to choose from. */
export const opponents = () => [
  ['The engine', LEVELS.map((words, at) => [`level:${at + 1}`, `Level ${at + 1}, ${words}`])],
  ['Perfect play', [['perfect', 'Perfect play'], ['perfect:25', 'Perfect play that errs']]],
  ['Two people', [[PERSON, 'Somebody beside me']]],
];

const any = list => list[Math.floor(Math.random() * list.length)];

/** Returns the move of a player who is not the reader; null if the game is over, or neither a table
    nor a certificate has the position of one who plays by them. */
export async function moveOf(player, position, rules) {
  const level = levelOf(player);
  if (level) return (await patiently(() => ask('play', { position: String(position), rules, level }))).move;
  const { moves, isExact, over } = await answerTo(position, rules);
  if (over) return null;
  const proof = isExact ? null : await proofOf(position, rules);
  const known = isExact ? moves : proof?.category === 'win' ? proof.moves : [];
  if (!known.length) return null;
  const isBest = ({ category, plies }) => category === known[0].category && plies === known[0].plies;
  const best = known.filter(isBest).map(({ move }) => move);
  const worse = moves.map(({ move }) => move).filter(move => !best.includes(move));
  const errs = worse.length > 0 && Math.random() * 100 < errors(player);
  return any(errs ? worse : best);
}
