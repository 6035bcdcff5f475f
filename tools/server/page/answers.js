// The knowledge of a position: the tables' answer, else a proof's, else the engine's guess.

import { ask, Failure, follow, lookUp, Recent, send } from './api.js';
import { Boards } from './choices.js';

const THOUGHT = 1000;

const WAIT = 800;

const PATIENCE = 4;

/** The longest proved line: each move is a question. */
const PROVED = 7;

const there = async () => new Boards(await lookUp('boards'));

export const pause = time =>
	new Promise(resolve => {
		setTimeout(resolve, time);
	});

/** Asks the tables about a position that they may not cover. A failure in a list stays out of the browser's console. */
async function probed(question) {
	const [answer] = /** @type {any} */ (await lookUp('probe', {}, JSON.stringify([question])));
	if (answer.error) throw new Failure(200, answer);
	return answer;
}

/** Returns the exact answer, or the moves alone with the failure as the reason.
 *  @type {AskOf<Answer>} */
export async function answerTo(position, rules) {
	const question = { position: String(position), rules };
	const isCovered = (await there()).covers(position, rules);
	const moves = isCovered ? null : lookUp('moves', question);
	// The code that awaits `moves` handles a failure.
	moves?.catch(() => {});
	try {
		return { ...(await (isCovered ? lookUp('probe', question) : probed(question))), isExact: true };
	} catch (failure) {
		if (failure.isSilence || failure.kind === 'usage') throw failure;
		return { ...(await (moves ?? lookUp('moves', question))), isExact: false, failure };
	}
}

async function checkedProof(question) {
	for (;;) {
		const proof = await ask('proof', question);
		if (proof.state !== 'checking') return proof;
		await pause(WAIT);
	}
}

/** Returns a certificate's answer about a position, with bounds, if one covers it.
 *  @type {AskOf<Proof | null>} */
export async function proofOf(position, rules) {
	try {
		if (!(await there()).mayProve(position, rules)) return null;
		const proof = await checkedProof({ position: String(position), rules });
		if (proof.state !== 'proved') return null;
		// All the loser's moves lose. Of the winner's moves, the certificate lists those proved to win.
		/** @type {Category} */
		const category = proof.winner === position.turn ? 'win' : 'loss';
		const moves = proof.moves.map(move => ({ ...move, category, bound: !move.exact }));
		return { ...proof, moves, category, bound: !proof.exact };
	} catch (failure) {
		if (failure.isSilence) throw failure;
		return null;
	}
}

/** The engine's results in this visit: a later search might differ. */
const found = new Recent(200);

const judged = ({ moves }) => ({ ...moves[0], best: moves[0].move, estimate: !moves[0].category, moves });

/** Has the engine judge every move of a position, and calls `onfound` at each depth. */
export async function deepen(position, rules, onfound, signal) {
	const name = `${position} ${rules}`;
	if (found.has(name)) {
		onfound(found.get(name));
		return;
	}
	let last;
	await patiently(async () => {
		for await (const event of follow('estimate/moves', { position: String(position), rules, ms: THOUGHT }, signal)) {
			if (!event.moves.length || signal.aborted) continue;
			last = judged(event);
			onfound(last);
		}
	}, signal);
	if (last && !signal.aborted) found.set(name, last);
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

/** Returns the certain value of a position: exact, proved, or searched to the end.
 *  @param {{ turn: Side }} position @param {Learned} learned @returns {Certain | null} */
export function certainOf({ turn }, { answer, proof, estimate }) {
	const { isExact, proved } = answer;
	if (isExact) return answer;
	if (proof) return proved?.exact ? { ...proof, ...proved, bound: false } : proof;
	if (proved)
		return {
			...proved,
			category: proved.winner === turn ? 'win' : 'loss',
			bound: !proved.exact,
		};
	return estimate?.category ? estimate : null;
}

/** Returns the moves of an answer, best first, each with its certain value, else an estimate.
 *  @param {Answer} answer @param {Certain | null} certain @param {Estimate | null} [estimate] @returns {RatedMove[]} */
export function movesWith({ moves, over, isExact }, certain, estimate) {
	if (over) return [];
	if (isExact) return moves;
	const worth = new Map((estimate?.moves ?? []).map(known => [known.move, known]));
	if (certain && certain !== estimate) {
		const { best, category, plies, bound } = certain;
		const proved = certain.moves ?? (best ? [{ move: best, category, plies, bound }] : []);
		// If the position is lost, so is every other move.
		if (category === 'loss') for (const { move } of moves) worth.set(move, { move, category });
		// Proved moves come first, in their order.
		const places = [...proved.map(({ move }) => move), ...worth.keys()];
		for (const known of proved) worth.set(known.move, known);
		return sorted(moves, worth, places);
	}
	return sorted(moves, worth, [...worth.keys()]);
}

function sorted(moves, worth, places) {
	const order = new Map(places.map((move, place) => /** @type {[string, number]} */ ([move, place])).reverse());
	const place = ({ move }) => order.get(move) ?? order.size;
	return moves.map(move => ({ ...move, ...worth.get(move.move) })).sort((a, b) => place(a) - place(b));
}

export async function whyIllegal(position, rules, from, to) {
	const move = `${from}${position.at(to) ? 'x' : '-'}${to}`;
	const { stopped } = await send('review', { rules }, `${position}\n${move}\n`);
	return `${move} is not legal${stopped ? `: ${stopped.reason}` : ''}.`;
}

export const lineOf = async (position, rules) =>
	(await lookUp('line', { position: String(position), rules })).line.map(({ move }) => move);

/** Returns the first moves of a certificate's line against the longest defence.
 *  @param {Position} position @param {string} rules @param {Proof | null} proof */
export async function provedLine(position, rules, proof) {
	const line = [];
	for (; proof?.moves.length && line.length < PROVED; proof = await proofOf(position, rules)) {
		const { move } = proof.moves[0];
		line.push(move);
		position = position.after(move);
	}
	return line;
}

/** The depth of a review in plies, as in `loa review`. */
export const DEPTH = 4;

/** Returns a review of a game by tables, and to a depth by certificates and the engine beyond them.
 *  @param {Game} game @param {number} [depth] @param {AbortSignal} [signal] @returns {Promise<Review>} */
export const reviewOf = ({ rules, start, moves, lines }, depth, signal) =>
	send('review', { depth }, JSON.stringify({ position: String(start), rules, moves, lines }), signal);
