// What is known of a position: the tables' answer, else a proof's, else the engine's guess.

import { Failure, ask, lookUp } from './api.js';
import { Boards } from './choices.js';

/** Milliseconds that the engine may think of a position in view. */
const THOUGHT = 400;

/** How often the engine is asked again when it has no time. */
const PATIENCE = 4;

/** Returns what the server has tables and certificates of. */
const there = async () => new Boards(await lookUp('boards'));

/** The status of an answer for each exit status of the program, which a list of answers has. */
const STATUSES = { 2: 400, 5: 404, 6: 422 };

/** Returns what tables say of a position that none may cover. An answer in a list is no fault,
    which the browser would write into its console. */
async function probed(question) {
  const [answer] = await lookUp('probe', {}, JSON.stringify([question]));
  if (answer.error) throw new Failure(STATUSES[answer.status] ?? 500, answer);
  return answer;
}

/** Returns the exact answer, or the moves alone and the reason for which there is no more. */
export async function answerTo(position, rules) {
  const question = { position: String(position), rules };
  const isCovered = (await there()).covers(position, rules);
  const moves = isCovered ? null : lookUp('moves', question);
  // A failure is for those who wait for the answer.
  moves?.catch(() => {});
  try {
    return { ...await (isCovered ? lookUp('probe', question) : probed(question)), isExact: true };
  } catch (failure) {
    if (failure.isSilence || failure.status === 400) throw failure;
    return { ...await (moves ?? lookUp('moves', question)), isExact: false, failure };
  }
}

/** Returns what a certificate says of a position as an answer with bounds, or null. */
export async function proofOf(position, rules) {
  try {
    if (!(await there()).mayProve(position, rules)) return null;
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

/** What the engine has found to its end in this visit: another time it might not. */
const found = new Map();

/** Returns the engine's judgement of a position: an estimate, unless it is certain. */
export async function estimateOf(position, rules, ms = THOUGHT) {
  const name = `${position} ${rules}`;
  if (found.has(name)) return found.get(name);
  const answer = await patiently(() => ask('estimate', { position: String(position), rules, ms }));
  if (answer.category) found.set(name, answer);
  return answer;
}

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

/** Returns what is certain of a position: exact, proved, or found by the engine to its end; or null. */
export function certainOf({ turn }, { answer, proof, estimate }) {
  const { isExact, proved } = answer;
  if (isExact || proof) return isExact ? answer : proof;
  if (proved) return { category: proved.winner === turn ? 'win' : 'loss', plies: proved.plies, bound: true };
  return estimate?.category ? estimate : null;
}

/** Returns the moves of an answer, best first as far as it is certain what they are worth. */
export function movesWith({ moves, over, isExact }, certain) {
  if (over) return [];
  if (isExact || !certain) return moves;
  const { best, category, plies, bound } = certain;
  const worth = new Map((certain.moves ?? [{ move: best, category, plies, bound }]).map(known => [known.move, known]));
  // Of the others it is known that they lose if all do.
  const all = moves.map(move => ({ ...move, ...category === 'loss' ? { category } : {}, ...worth.get(move.move) }));
  const places = [...worth.keys()];
  const place = ({ move }) => (worth.has(move) ? places.indexOf(move) : places.length);
  return all.sort((a, b) => place(a) - place(b));
}
