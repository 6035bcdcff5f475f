// What is known of a position: the tables' answer, else a proof's, else the engine's guess.

import { ask, Failure, follow, lookUp, Recent, send } from './api.js';
import { Boards } from './choices.js';

const THOUGHT = 1000;

const WAIT = 800;

const PATIENCE = 4;

/** The most moves of a proved line, each of which is a question. */
const PROVED = 7;

const there = async () => new Boards(await lookUp('boards'));

/** Returns what tables say of a position that none may cover. An answer in a list is no fault,
    which the browser would write into its console. */
async function probed(question) {
	const [answer] = /** @type {any} */ (await lookUp('probe', {}, JSON.stringify([question])));
	if (answer.error) throw new Failure(200, answer);
	return answer;
}

/** Returns the exact answer, or the moves alone and the reason for which there is no more.
 *  @param {Position} position @param {string} rules @returns {Promise<Answer>} */
export async function answerTo(position, rules) {
	const question = { position: String(position), rules };
	const isCovered = (await there()).covers(position, rules);
	const moves = isCovered ? null : lookUp('moves', question);
	// A failure is for those who wait for the answer.
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
		if (!proof.checking) return proof;
		await new Promise(resolve => {
			setTimeout(resolve, WAIT);
		});
	}
}

/** Returns what a certificate says of a position as an answer with bounds, or null.
 *  @param {Position} position @param {string} rules @returns {Promise<Proof>} */
export async function proofOf(position, rules) {
	try {
		if (!(await there()).mayProve(position, rules)) return null;
		const proof = await checkedProof({ position: String(position), rules });
		if (!proof.covered) return null;
		// The loser's moves all lose; of the winner's, those that are proved to win are there.
		/** @type {Category} */
		const category = proof.winner === position.turn ? 'win' : 'loss';
		const moves = proof.moves.map(move => ({ ...move, category, bound: true }));
		return { ...proof, moves, category, bound: true };
	} catch (failure) {
		if (failure.isSilence) throw failure;
		return null;
	}
}

/** What the engine has found in this visit: another time it might find another. */
const found = new Recent(200);

const judged = ({ moves }) => ({ ...moves[0], best: moves[0].move, estimate: !moves[0].category, moves });

/** Has the engine judge every move of a position, and calls `onfound` with what it thinks, deeper
    and deeper: an estimate, unless it is certain. */
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

/** Asks the engine, and again where it thinks for others: there is a place again soon. */
export async function patiently(asking, signal) {
	for (let tries = 0; ; tries++) {
		try {
			return await asking();
		} catch (failure) {
			if (failure.status !== 429 || tries === PATIENCE || signal?.aborted) throw failure;
			await new Promise(resolve => {
				setTimeout(resolve, WAIT);
			});
		}
	}
}

/** Returns what is certain of a position: exact, proved, or found by the engine to its end; or null.
 *  @param {{ turn: Side }} position @param {Learned} learned @returns {Certain} */
export function certainOf({ turn }, { answer, proof, estimate }) {
	const { isExact, proved } = answer;
	if (isExact) return answer;
	if (proof) return proved?.basis === 'solved' ? { ...proof, plies: proved.plies, bound: false } : proof;
	if (proved)
		return {
			category: proved.winner === turn ? 'win' : 'loss',
			plies: proved.plies,
			bound: proved.basis !== 'solved',
			basis: proved.basis,
		};
	return estimate?.category ? estimate : null;
}

/** Returns the moves of an answer, best first, with what is certain of each, else an estimate.
 *  @param {Answer} answer @param {Certain} certain @param {Estimate} estimate @returns {RatedMove[]} */
export function movesWith({ moves, over, isExact }, certain, estimate) {
	if (over) return [];
	if (isExact) return moves;
	const worth = new Map((estimate?.moves ?? []).map(known => [known.move, known]));
	if (certain && certain !== estimate) {
		const { best, category, plies, bound } = certain;
		const proved = certain.moves ?? (best ? [{ move: best, category, plies, bound }] : []);
		// Of the others it is known that they lose if all do.
		if (category === 'loss') for (const { move } of moves) worth.set(move, { move, category });
		// What is proved comes first, in its order.
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

/** Returns the moves of best play, as tables have them. */
export const lineOf = async (position, rules) =>
	(await lookUp('line', { position: String(position), rules })).line.map(({ move }) => move);

/** Returns the first moves of the line that a certificate proves, against the longest defence.
 *  @param {Position} position @param {string} rules @param {Proof} proof */
export async function provedLine(position, rules, proof) {
	const line = [];
	for (; proof?.moves.length && line.length < PROVED; proof = await proofOf(position, rules)) {
		const { move } = proof.moves[0];
		line.push(move);
		position = position.after(move);
	}
	return line;
}

/** Has the moves of a game judged by tables, and by the engine for `ms` each where tables end.
 *  @param {Game} game @param {number} [ms] @param {AbortSignal} [signal] @returns {Promise<Review>} */
export const reviewOf = (game, ms, signal) => send('review', { ms }, game.plain.toSgf(), signal);
