// The knowledge of the game in view. A question on a position ends the previous question.

import * as answers from './answers.js';
import { Recent } from './api.js';
import { isRated, toBlack } from './value.js';

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

	/** Follows what is known of a position, or of its legal moves if `isPlain`, and calls `onlearn` after each answer.
	 *  @param {Game} game @param {boolean} isPlain @param {AbortSignal} signal
	 *  @param {(known: Known) => void} onlearn */
	async learn({ position, rules }, isPlain, signal, onlearn) {
		const { source } = this;
		let isExact = false;
		const learned = (/** @type {Known} */ known) => {
			if (signal.aborted) return;
			({ isExact } = known);
			if (isRated(known)) this.#seen.set(`${position} ${rules}`, toBlack(known, position.turn));
			onlearn(known);
		};
		if (isPlain) {
			learned(await source.movesOf(position, rules));
			return;
		}
		// Tables need no engine, unless they cannot be read.
		if (this.boards.covers(position, rules)) await source.deepen(position, rules, learned, signal, 'proofs');
		if (!isExact && !signal.aborted) await source.deepen(position, rules, learned, signal);
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
}
