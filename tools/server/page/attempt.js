// The state of a problem in view. An attempt never changes: each transition returns a new attempt.

import { Position, other, sideName, squaresOf } from './position.js';
import { inWords, stepsOf } from './value.js';

export const numbersOf = ({ problems }) => Array.from({ length: problems }, (_, at) => at + 1);

/** Returns the problem that an address asks for, or the first unsolved one, and what it names in vain.
 *  @param {Suite[]} suites @param {(suite: Suite) => Set<number>} solvedOf */
export function chosen(suites, name, n, solvedOf) {
	const suite = suites.find(one => one.name === name) ?? suites[0];
	const numbers = numbersOf(suite);
	const solved = solvedOf(suite);
	const asked = numbers.find(one => one === Number(n));
	const number = asked ?? numbers.find(one => !solved.has(one)) ?? 1;
	const missing = n && !asked ? `No problem of ${suite.name} is called ${n}. This is problem ${number}.` : '';
	const told = name && suite.name !== name ? `No suite is called ${name}. This is ${suite.name}.` : missing;
	return { suite, number, solved, told };
}

export class Attempt {
	/** @param {Partial<Attempted>} fields */
	constructor(fields) {
		Object.freeze(Object.assign(this, fields));
	}

	#with(changes) {
		return new Attempt({ ...this, ...changes });
	}

	#says(kind, words, changes = {}) {
		return this.#with({ ...changes, result: { kind, words } });
	}

	#at(position, changes) {
		return this.#with({ position, tried: null, phase: 'task', steps: [], shown: [], ...changes });
	}

	begins(legal = this.legal ?? []) {
		const result = { kind: '', words: '' };
		return this.#at(Position.read(this.problem.position), { legal, moves: legal, last: null, result });
	}

	tries(tried) {
		return this.#says('pending', 'Looking it up …', { tried, phase: 'trying' });
	}

	fails() {
		return this.phase === 'trying' ? this.#says('', 'No answer has arrived.') : this;
	}

	/** True if only a review can judge the tried move, or say why it is wrong. @param {Answer} answer */
	needsReview({ isExact, category, moves }) {
		const found = isExact && moves.find(({ move }) => move === this.tried);
		return found ? found.category !== category : Boolean(this.suite.list);
	}

	/** Judges the tried move by the answers before and after it, else by its review, else by the suite.
	 *  @param {Answer} answer @param {Answer} after @param {Reviewed} [review] */
	judges(answer, after, review) {
		const { number, opponent, problem, solved, tried } = this;
		const found = answer.isExact && answer.moves.find(({ move }) => move === tried);
		const isBetter = review?.played && !review.mark && tried !== problem.played;
		const isListed = review?.played ? isBetter : problem.good_moves.includes(tried ?? '');
		const value = found ? `: ${inWords(found)}` : '';
		const reply = after.isExact ? after.moves[0]?.move : review?.played?.line?.[1];
		const lasts = move => answer.moves.find(one => one.move === move)?.plies ?? 0;
		const isLonger = lasts(problem.played) ? lasts(tried) > lasts(problem.played) : isListed;
		if (problem.category === 'loss' ? !isLonger : found ? found.category !== answer.category : !isListed) {
			const end = { win: ` and ${inWords(after)}`, draw: ' and draws' }[after.category ?? ''] ?? '';
			const why = review?.why ? ` ${review.why}.` : '';
			const isSaid = !reply || after.category === 'loss' || why.includes(reply);
			const words = isSaid ? '' : ` ${opponent} answers ${reply}${end}.`;
			const steps = stepsOf(review?.played?.line?.slice(1) ?? []);
			return this.#says('loss', `Not ${tried}${value}.${words}${why}`, { reply, steps, phase: 'wrong' });
		}
		const isSlower = found && Number(found.plies) > Number(answer.plies);
		const slower = isSlower ? ` The shortest way takes ${answer.plies}.` : '';
		// A win is played to the end if the tables know the best replies.
		if (problem.category === 'win' && after.isExact && !after.over && reply)
			return this.#says('win', `Right: ${tried}.${slower} Continue.`, { reply, phase: 'right' });
		const changes = { phase: after.over ? 'won' : 'solved', solved: new Set([...solved, number]) };
		return this.#says('win', `Right! ${tried}${value}.${slower} Solved.`, changes);
	}

	/** Shows a step of the refutation. @param {string[]} step */
	refutes(step) {
		return this.#with({ shown: step });
	}

	/** Plays the reply to a right move. */
	replies(moves) {
		return this.#at(this.replied, { moves, last: this.reply });
	}

	/** @param {Answer} answer */
	hints({ category, isExact, moves }) {
		const { position, problem } = this;
		const listed = String(position) === problem.position ? problem.good_moves : [];
		const good = isExact ? moves.find(move => move.category === category)?.move : listed[0];
		return this.#says('', good ? `Move the stone on ${squaresOf(good)?.from ?? good}.` : 'No hint is available.');
	}

	reveals() {
		const { good_moves: good } = this.problem;
		const kind = this.suite.list ? 'Better' : good.length === 1 ? 'The only move' : 'The moves';
		return this.begins().#says('draw', `${kind}: ${good.join(', ')}.`, { phase: 'revealed' });
	}

	/** True if the reader has not moved on since then. @param {Attempt} then */
	isStill({ position, tried, phase }) {
		return position === this.position && tried === this.tried && phase === this.phase;
	}

	get opponent() {
		return sideName(other(this.position.turn));
	}

	get after() {
		return this.position.after(this.tried);
	}

	get replied() {
		return this.after.after(this.reply);
	}

	get isSolved() {
		return this.phase === 'solved' || this.phase === 'won';
	}

	/** The task in words, and the result under best play. */
	get task() {
		const { category, plies } = this.problem;
		const side = sideName(this.position.turn);
		if (category === 'win') return [`${side} to move and win`, `${side} wins${plies ? `, in ${plies} at best` : ''}`];
		if (category === 'draw') return [`${side} to move and draw`, `${side} holds the draw`];
		if (category === 'loss') return [`${side}: hold out longer`, 'the position is lost'];
		return [`${side}: find a ${this.problem.played ? 'better' : 'good'} move`, 'judged by the engine'];
	}
}
