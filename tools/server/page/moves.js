// The list of moves: one line per stone, the best first.

import { button, el } from './dom.js';
import { isCapture, squaresOf } from './position.js';
import { inWords, isRated, kindOf, signed } from './value.js';

/** Returns buttons that show the steps of a refutation on the board. @param {string[][]} steps */
export const stepButtons = (steps, onstep) =>
	steps.length
		? el(
				'p.line',
				'Answer: ',
				steps.map((step, at) => button(step[2 * at], () => onstep(step), { 'aria-label': `Show ${step.join(', ')}` })),
			)
		: null;

/** The moves of the position in view. Calls `onplay(move)`, `onpoint(move or null)`, and
 *  `online(moves)` with the moves of the best line up to a chosen one. */
export class MoveList {
	constructor({ onplay, onpoint, online }) {
		this.onplay = onplay;
		this.onpoint = onpoint;
		this.online = online;
		this.line = el('p.line');
		this.element = el('div.moves', { role: 'region', 'aria-label': 'Moves', tabindex: 0 });
	}

	wait() {
		this.element.style.minHeight = `${this.element.offsetHeight}px`;
		if (this.element.contains(document.activeElement)) this.element.focus();
		this.element.replaceChildren();
	}

	show(moves, isHidden) {
		this.element.style.minHeight = '';
		const focused = /** @type {HTMLElement} */ (this.element.querySelector(':focus'))?.dataset.move;
		const stones = new Map();
		for (const found of moves) {
			const from = squaresOf(found.move)?.from ?? 'pass';
			stones.set(from, [...(stones.get(from) ?? []), found]);
		}
		this.element.replaceChildren(
			el(
				'ul',
				{ 'aria-label': isHidden ? 'Moves' : 'Moves, best first' },
				[...stones].map(([from, list]) =>
					el(
						'li',
						el('b', { 'aria-hidden': 'true' }, from),
						el(
							'span',
							list.map(found => this.#button(found, !isHidden && isRated(found))),
						),
					),
				),
			),
		);
		// A growing list keeps the focus on the same move.
		if (focused) /** @type {HTMLElement} */ (this.element.querySelector(`[data-move="${focused}"]`))?.focus();
	}

	#button(found, isKnown) {
		const { move, basis, line } = found;
		const answer = basis === 'proof' ? line?.[1] : null;
		const squares = squaresOf(move);
		const words = `${isCapture(move) ? move.replace('x', ' takes ') : move}${isKnown ? `, ${inWords(found)}` : ''}${isKnown && answer ? `, answer ${answer}` : ''}`;
		// The sign only repeats the words, so screen readers skip it.
		return button(
			[
				squares?.to ?? move,
				isKnown
					? el('span.sign', {
							'data-sign': found.category
								? inWords({ ...found, bound: false }).replace(' in ', found.bound ? ' ≤' : ' ')
								: signed(found),
						})
					: '',
			],
			// The second click of a double click would apply to another position.
			event => event.detail < 2 && this.onplay(move),
			{
				class: `${isCapture(move) ? 'capture' : ''} ${isKnown ? kindOf(found) : ''}`,
				'data-move': move,
				'aria-label': words,
				title: words,
				onmouseenter: () => this.onpoint(move),
				onmouseleave: () => this.onpoint(null),
				onfocus: () => this.onpoint(move),
				onblur: () => this.onpoint(null),
			},
		);
	}

	follow(line) {
		this.line.replaceChildren(
			...(line.length > 1
				? ['Best line: ', ...line.map((move, at) => button(move, () => this.online(line.slice(0, at + 1))))]
				: []),
		);
	}
}
