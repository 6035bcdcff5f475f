// What is known of a position: the tables' answer, else a proof's, else the engine's guess.

import { ask, lookUp } from './api.js';

/** Milliseconds that the engine may think of a position in view. */
const THOUGHT = 400;

/** How often the engine is asked again when it has no time. */
const PATIENCE = 4;

/** Returns the exact answer, or the moves alone and the reason for which there is no more. */
export async function answerTo(position, rules) {
  const question = { position: String(position), rules };
  try {
    return { ...await lookUp('probe', question), isExact: true };
  } catch (failure) {
    if (failure.isSilence || failure.status === 400) throw failure;
    const moves = await lookUp('moves', question);
    return { ...moves, isExact: false, failure };
  }
}

/** Asks at once what would be asked in turn of a position that no table covers, and returns what
    a certificate says of it. */
export function askBeyond(position, rules) {
  const proof = proofOf(position, rules);
  for (const asked of [proof, lookUp('moves', { position: String(position), rules })]) {
    // A failure is for those who wait for the answer.
    asked.catch(() => {});
  }
  return proof;
}

/** Returns what a certificate says of a position as an answer with bounds, or null. */
export async function proofOf(position, rules) {
  try {
    const proof = await lookUp('proof', { position: String(position), rules });
    if (!proof.covered) return null;
    // The loser's moves all lose; of the winner's, those that are proved to win are there.
    const category = proof.winner === position.turn ? 'win' : 'loss';
    const moves = proof.moves.map(move => ({ ...move, category, bound: true }));
    return { ...proof, moves, category, bound: true };
  } catch (failure) {
    if (failure.isSilence) throw failure;
    return null;
  }
}

/** Returns the engine's judgement of a position: an estimate, unless it is certain. */
export const estimateOf = (position, rules, ms = THOUGHT) =>
  patiently(() => ask('estimate', { position: String(position), rules, ms }));

/** Asks the engine, and again where it thinks for others: there is a place again soon. */
export async function patiently(asking) {
  for (let tries = 0; ; tries++) {
    try {
      return await asking();
    } catch (failure) {
      if (failure.status !== 429 || tries === PATIENCE) throw failure;
      await new Promise(resolve => { setTimeout(resolve, 2 * THOUGHT); });
    }
  }
}

/** Returns the moves of an answer, best first as far as tables or a proof say. */
export function movesWith({ moves, over }, proof) {
  if (over) return [];
  const proved = new Set(proof?.moves.map(({ move }) => move));
  return [...proof?.moves ?? [], ...moves.filter(({ move }) => !proved.has(move))];
}
