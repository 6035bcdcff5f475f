// What has been asked and learned: of positions one at a time, the next question ends the one before; and of
// games. No more is remembered of positions than a long game has.

import * as answers from './answers.js';
import { Recent } from './recent.js';
import { toBlack } from './value.js';

/** Milliseconds that the engine may think about each position of a game beyond the tables. */
const GLANCE = 40;

export class Knowledge {
	#asking = new AbortController();
	/** The moves of the game that is being reviewed. */
	#reviewing = null;
	#seen = new Recent(2000);

	/** @param {Boards} boards; `source` answers questions as answers.js does. */
	constructor(boards, source = answers) {
		this.boards = boards;
		this.source = source;
	}

	/** Ends the question before, and returns the signal that ends the next one. */
	begin() {
		this.#asking.abort();
		this.#asking = new AbortController();
		return this.#asking.signal;
	}

	/** Asks tables, then a certificate, then the engine, and calls `onlearn` with more and more. Where it
	 *  `isPlain`, no more is asked than which moves are legal, and what tables say.
	 *  @param {Game} game @param {boolean} isPlain @param {AbortSignal} signal
	 *  @param {(known: Known) => void} onlearn */
	async learn({ position, rules }, isPlain, signal, onlearn) {
		const { source } = this;
		const learned = (/** @type {Learned} */ known) => !signal.aborted && onlearn(this.#kept(position, rules, known));
		const asked = isPlain || this.boards.covers(position, rules) ? null : source.proofOf(position, rules);
		// A failure is for those who wait for the answer.
		asked?.catch(() => {});
		const answer = await source.answerTo(position, rules);
		learned({ answer });
		if (signal.aborted || answer.isExact || answer.over || isPlain) return;
		const proof = await (asked ?? source.proofOf(position, rules));
		if (proof) learned({ answer, proof });
		// Where all moves lose, no more is to be known.
		if (signal.aborted || proof?.category === 'loss') return;
		await source.deepen(position, rules, estimate => learned({ answer, proof, estimate }), signal);
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

	/** Has the engine look at the moves that no table covers; null if it has no time. @param {Game} game */
	estimates(game, signal = this.#asking.signal) {
		const { patiently, reviewOf } = this.source;
		return patiently(() => reviewOf(game, GLANCE, signal), signal).catch(failure => {
			if (failure.status !== 429) throw failure;
			return null;
		});
	}

	/** @param {Position} position @param {string} rules @param {Learned} learned @returns {Known} */
	#kept(position, rules, learned) {
		const certain = answers.certainOf(position, learned);
		const worth = certain ?? learned.estimate;
		if (worth) this.#seen.set(`${position} ${rules}`, toBlack(worth, position.turn));
		return { ...learned, certain, moves: answers.movesWith(learned.answer, certain, learned.estimate) };
	}
}
