// Questions about positions and games.

import { ask, follow, lookUp, Recent, send } from './api.js';
import { Boards } from './choices.js';

const THOUGHT = 1000;

const WAIT = 800;

const PATIENCE = 4;

const there = async () => new Boards(await lookUp('boards'));

export const pause = time =>
	new Promise(resolve => {
		setTimeout(resolve, time);
	});

/** Returns what tables say of a position, or else known starts and certificates.
 *  @type {AskOf<Answer>} */
export async function answerTo(position, rules) {
	const question = { position: String(position), rules };
	if ((await there()).covers(position, rules)) {
		try {
			return { ...(await lookUp('probe', question)), isExact: true };
		} catch (failure) {
			if (failure.isSilence || failure.kind === 'usage') throw failure;
		}
	}
	const known = await ask('estimate', { ...question, effort: 'proofs' });
	return { ...known, isExact: !known.missing };
}

/** The last answers in this visit: a later search might differ. */
const found = new Recent(200);

/** Follows what is known of a position beyond tables, as the engine and a certificate's check go on.
 *  @param {Position} position @param {string} rules @param {(known: Answer) => void} onfound
 *  @param {AbortSignal} [signal] @param {'engine' | 'proofs'} [effort] */
export async function deepen(position, rules, onfound, signal, effort = 'engine') {
	const name = `${position} ${rules} ${effort}`;
	let known = found.get(name);
	if (known) return onfound(known);
	const question = { position: String(position), rules, ms: THOUGHT, effort };
	await patiently(async () => {
		for await (const event of follow('analysis', question, signal)) {
			if (signal?.aborted) return;
			known = { ...event, isExact: !event.missing };
			onfound(known);
		}
	}, signal);
	if (known && !known.checking && !signal?.aborted) found.set(name, known);
}

/** Asks the engine, and retries while it is busy. */
export async function patiently(asking, signal) {
	for (let tries = 0; ; tries++) {
		try {
			return await asking();
		} catch (failure) {
			if (failure.status !== 429 || tries === PATIENCE || signal?.aborted) throw failure;
			await pause(WAIT);
		}
	}
}

/** Returns the legal moves of a position, or how the game ended. @type {AskOf<any>} */
export async function movesOf(position, rules) {
	const legal = await lookUp('moves', { position: String(position), rules });
	return legal.over ? answerTo(position, rules) : legal;
}

export async function whyIllegal(position, rules, from, to) {
	const move = `${from}${position.at(to) ? 'x' : '-'}${to}`;
	const { stopped } = await send('review', { rules }, `${position}\n${move}\n`);
	return `${move} is not legal${stopped ? `: ${stopped.reason}` : ''}.`;
}

/** The depth of a review in plies, as in `loa review`. */
export const DEPTH = 4;

/** Returns a review of a game by tables, and to a depth by certificates and the engine beyond them.
 *  @param {Game} game @param {number} [depth] @param {AbortSignal} [signal] @returns {Promise<Review>} */
export function reviewOf({ rules, start, moves, lines, line, conceded }, depth, signal) {
	// Only the main line can end by a concession.
	const main = { moves, conceded: line ? undefined : conceded };
	const all = [main, ...lines.map(moves => ({ moves }))];
	return send('review', { depth }, JSON.stringify({ position: String(start), rules, lines: all }), signal);
}
