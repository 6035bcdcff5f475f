// The moves of the game in view, its chart, and the cost of each move.

import { Chart } from './chart.js';
import { button, counted, el, tableHead } from './dom.js';
import { begins, nextOf } from './game.js';
import { sideName } from './position.js';
import { guessesOf, lossOf } from './value.js';

/** The score of a game and its variations. Calls `ongo(path)` with the moves to the chosen position,
    and `onnote(text)` with a comment on the position in view. */
export class Score {
	constructor({ ongo, onnote }) {
		this.ongo = ongo;
		this.chart = new Chart(at => ongo(this.game.moves.slice(0, Math.max(0, at))));
		this.list = el('ol.score', { 'aria-label': 'Moves of the game' });
		const keep = () => onnote(this.note.value.trim());
		this.note = el('textarea', {
			id: 'comment',
			rows: 1,
			maxlength: 2000,
			onchange: keep,
			oninput: () => {
				this.list.querySelector('[aria-current] + .comment')?.replaceChildren(this.note.value);
				clearTimeout(this.keeping);
				// Browsers limit how often the address may change.
				this.keeping = setTimeout(keep, 200);
			},
		});
		addEventListener('popstate', () => clearTimeout(this.keeping));
		this.place = el('label', { for: 'comment' });
		this.node = el('div.node', this.place, this.note);
		this.findings = el('div.findings');
		this.element = el('div', this.chart.element, this.list, this.node, this.findings, this.chart.table);
	}

	/** Shows a game with its review, if it has arrived. `seen` has the values that the view has shown,
	    as Black sees them, by position. */
	show(game, review, seen, isPending) {
		this.chart.element.setAttribute('aria-busy', isPending);
		const reviewed = review?.moves ?? [];
		const proofs = new Map(
			(review?.proofs ?? []).map(({ place, winner, plies, basis }) => [
				place,
				{ category: winner === 'x' ? 'win' : 'loss', plies, bound: basis !== 'solved' },
			]),
		);
		const turning = reviewed.flatMap((entry, index) => {
			const lost = entry.covered ? lossOf(entry) : null;
			return lost?.isBlunder ? [{ ...lost, index, entry }] : [];
		});
		const guesses = guessesOf(review?.estimates ?? []);
		this.chart.show(
			game,
			seen.map(
				(worth, at) => review?.values?.[at] ?? (worth?.category ? worth : (proofs.get(at) ?? worth)) ?? guesses.get(at),
			),
			turning.map(({ index }) => index + 1),
		);
		this.game = game;
		this.list.replaceChildren(...this.#items(game.tree, [], reviewed));
		this.place.textContent = `Comment on ${game.at ? `${game.number(game.at - 1)} ${game.last}` : 'the start'}`;
		// Keep the text that the reader is typing.
		const place = `${game.start} ${game.path}`;
		if (this.noted !== place || document.activeElement !== this.note) this.note.value = game.note;
		this.noted = place;
		this.#reveal(this.list.querySelector('[aria-current]'));
		this.#find(game, turning, review);
	}

	/** Scrolls the list to an entry, but not the window, as `scrollIntoView` would. */
	#reveal(entry) {
		if (!entry) return;
		const { list } = this;
		const top = entry.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
		list.scrollTop = Math.max(top + entry.offsetHeight - list.clientHeight, Math.min(top, list.scrollTop));
	}

	*#items(lines, path, reviewed) {
		let hasBranched = false;
		for (let [next, ...others] = nextOf(lines, path); next; [next, ...others] = nextOf(lines, path)) {
			yield this.#entry(next, reviewed, path.length === 0 || hasBranched);
			for (const other of others) {
				yield el(
					'li.branch',
					el(
						'ol',
						{ 'aria-label': `Instead of ${next.at(-1)}` },
						this.#entry(other, reviewed, true),
						...this.#items(
							lines.filter(line => begins(line, other)),
							other,
							reviewed,
						),
					),
				);
			}
			hasBranched = others.length > 0;
			path = next;
			lines = lines.filter(line => begins(line, next));
		}
	}

	#entry(path, reviewedMoves, isFirstOfList) {
		const { game } = this;
		const [move, index] = [path.at(-1), path.length - 1];
		const isOfLine = begins(game.moves, path);
		const reviewed = isOfLine ? reviewedMoves[index] : null;
		const note = game.notes[path];
		const lost = reviewed?.covered ? lossOf(reviewed) : null;
		const isFirst = isFirstOfList || !game.number(index).endsWith('...');
		const isShown = isOfLine && path.length === game.at;
		return el(
			'li',
			isFirst ? el('span.number', game.number(index)) : null,
			button(
				[move, lost ? el('span', { class: lost.isBlunder ? 'blunder' : 'slower' }, ` ${lost.mark}`) : ''],
				() => this.ongo(path),
				{
					'aria-current': isShown ? 'step' : null,
					title: lost?.words ?? null,
					'aria-label': lost ? `${move} ${lost.mark}, ${lost.words}` : null,
				},
			),
			note || isShown ? el('span.comment', note ?? '') : null,
		);
	}

	#find(game, turning, review) {
		const line = ({ index, entry, words }) =>
			el(
				'li',
				button(`${game.number(index)} ${entry.move}`, () => this.ongo(this.game.moves.slice(0, index)), {
					title: 'The position before: played in red, better in green',
				}),
				` ${words}; best was ${entry.best.move}`,
			);
		const parts = [];
		if (turning.length) parts.push(el('h3', 'Turning points'), el('ul', turning.map(line)));
		if (review && game.moves.length) parts.push(this.#summary(review));
		this.findings.replaceChildren(...parts);
	}

	#summary({ summary, outside }) {
		const row = (side, { moves, judged, kept, slower, sooner, blunders }) => {
			const lost = Object.values(blunders).reduce((a, b) => a + b, 0);
			return el(
				'tr',
				el('th', { scope: 'row' }, sideName(side)),
				...[`${judged} of ${moves}`, kept, lost, slower.plies + sooner.plies].map(figure => el('td', String(figure))),
			);
		};
		const heads = ['', 'judged', 'kept the result', 'gave away the result', 'plies lost'];
		const isJudged = summary.black.judged + summary.white.judged > 0;
		return el(
			'div',
			isJudged
				? el('table.figures', tableHead(heads), el('tbody', row('x', summary.black), row('o', summary.white)))
				: null,
			outside
				? el(
						'details',
						el(
							'summary',
							`${isJudged ? 'Some moves are' : 'The whole game is'} beyond the tables. Pale bars are engine estimates, not proven`,
						),
						el('p.note', outside),
					)
				: null,
		);
	}
}

export function spoken(review) {
	const lost = side => Object.values(review.summary[side].blunders).reduce((a, b) => a + b, 0);
	return `${counted(review.moves.length, 'move')}; Black gave away ${lost('black')}, White ${lost('white')}`;
}
