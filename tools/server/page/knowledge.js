// The knowledge of the game in view. A question on a position ends the previous question.

import * as answers from './answers.js';
import { Recent } from './api.js';
import { toBlack } from './value.js';

export class Knowledge {
	#asking = new AbortController();
	/** @type {string[] | null} */
	#reviewing = null;
	#seen = new Recent(2000);

	/** @param {Boards} boards; `source` answers questions as answers.js does. */
	constructor(boards, source = answers) {
		this.boards = boards;
		this.source = source;
	}

	begin() {
		this.#asking.abort();
		this.#asking = new AbortController();
		return this.signal;
	}

	get signal() {
		return this.#asking.signal;
	}

	/** Asks tables, then a certificate, then the engine, and calls `onlearn` after each answer. If
	 *  `isPlain`, it asks only for the legal moves and the tables' answer.
	 *  @param {Game} game @param {boolean} isPlain @param {AbortSignal} signal
	 *  @param {(known: Known) => void} onlearn */
	async learn({ position, rules }, isPlain, signal, onlearn) {
		const { source } = this;
		/** @type {Partial<Learned>} */
		let known = {};
		const learned = (/** @type {Partial<Learned>} */ more) => {
			if (signal.aborted) return;
			known = { ...known, ...more };
			onlearn(this.#kept(position, rules, /** @type {Learned} */ (known)));
		};
		const isCovered = this.boards.covers(position, rules);
		const line = isCovered && !isPlain ? source.lineOf(position, rules) : null;
		const asked = isCovered || isPlain ? null : source.proofOf(position, rules);
		// The code that awaits an answer handles a failure.
		for (const question of [line, asked]) question?.catch(() => {});
		const answer = await source.answerTo(position, rules);
		learned({ answer });
		if (signal.aborted || answer.over || isPlain) return;
		if (answer.isExact) {
			learned({ line: await line });
			return;
		}
		const proof = await (asked ?? source.proofOf(position, rules));
		// Null: no certificate has it.
		learned({ proof });
		const walk = proof && source.provedLine(position, rules, proof).then(moves => learned({ line: moves }));
		// If all moves lose, the engine has nothing to add.
		if (signal.aborted || proof?.category === 'loss') return walk;
		await Promise.all([walk, source.deepen(position, rules, estimate => learned({ estimate }), signal)]);
	}

	worthOf(position, rules) {
		return this.#seen.get(`${position} ${rules}`);
	}

	isReviewing({ moves }) {
		return this.#reviewing === moves;
	}

	/** Judges the moves of a game by tables. @param {Game} game */
	async review(game) {
		this.#reviewing = game.moves;
		try {
			return await this.source.reviewOf(game);
		} finally {
			if (this.isReviewing(game)) this.#reviewing = null;
		}
	}

	/** Has the engine judge the moves beyond the tables; null if it is too busy. @param {Game} game */
	estimates(game, signal = this.signal) {
		const { patiently, reviewOf } = this.source;
		return patiently(() => reviewOf(game, answers.DEPTH, signal), signal).catch(failure => {
			if (failure.status !== 429) throw failure;
			return null;
		});
	}

	/** @param {Position} position @param {string} rules @param {Learned} learned @returns {Known} */
	#kept(position, rules, learned) {
		const certain = answers.certainOf(position, learned);
		const worth = certain ?? learned.estimate;
		if (worth) this.#seen.set(`${position} ${rules}`, toBlack(worth, position.turn));
		const moves = answers.movesWith(learned.answer, certain, learned.estimate);
		return { line: moves[0]?.line, ...learned, certain, moves };
	}
}
