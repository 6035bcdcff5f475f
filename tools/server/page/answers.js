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
	if (!found.has(name)) {
		/** @type {{ known?: Answer }} */
		const last = {};
		const question = { position: String(position), rules, ms: THOUGHT, effort };
		await patiently(async () => {
			for await (const event of follow('analysis', question, signal)) {
				if (signal?.aborted) return;
				const known = { ...event, isExact: !event.missing };
				last.known = known;
				onfound(known);
			}
		}, signal);
		if (last.known && !last.known.checking && !signal?.aborted) found.set(name, last.known);
	} else onfound(found.get(name));
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

export async function whyIllegal(position, rules, from, to) {
	const move = `${from}${position.at(to) ? 'x' : '-'}${to}`;
	const { stopped } = await send('review', { rules }, `${position}\n${move}\n`);
	return `${move} is not legal${stopped ? `: ${stopped.reason}` : ''}.`;
}

export const lineOf = async (position, rules) => (await lookUp('line', { position: String(position), rules })).line;

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
