// The moves of the game in view, its chart, and the cost of each move.

import { addressOf, spelled } from './address.js';
import { Chart } from './chart.js';
import { button, counted, el, named, row, table } from './dom.js';
import { begins, nextOf } from './game.js';
import { stepButtons } from './moves.js';
import { sideName } from './position.js';
import { blundersOf, lossesOf } from './value.js';

/** The score of a game and its variations. Calls `ongo(path)` with the moves to the chosen position,
    `onnote(text)` with a comment on the position in view, and `onstep(moves, lost)` with the moves up to a step of
    the refutation of a lapse. */
export class Score {
	losses = lossesOf(null);

	constructor({ ongo, onnote, onstep }) {
		this.ongo = ongo;
		this.onstep = onstep;
		this.chart = new Chart(at => ongo(this.game.moves.slice(0, Math.max(0, at))));
		this.list = el('ol.score', named('Moves of the game'));
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
		this.element = el('div', this.chart.element, this.list, this.findings, this.node, this.chart.table);
	}

	/** Shows a game with its review. `seen` has the values that the view has shown, by position. */
	show(game, review, seen, isPending) {
		this.chart.element.setAttribute('aria-busy', isPending);
		this.losses = lossesOf(review);
		const turning = blundersOf(this.losses);
		this.chart.show(
			game,
			seen.map((worth, at) => {
				const known = [worth, review?.values?.[at]].filter(Boolean);
				return known.find(({ category }) => category) ?? known[0];
			}),
			turning.map(({ at }) => at + 1),
		);
		this.game = game;
		this.list.replaceChildren(...this.#items(game.tree, []));
		this.place.textContent = `Comment on ${game.at ? `${game.number(game.at - 1)} ${game.last}` : 'the start'}`;
		// Keep the text that the reader is typing.
		const place = `${game.start} ${game.path}`;
		if (this.noted !== place || document.activeElement !== this.note) this.note.value = game.note;
		this.noted = place;
		this.#listFindings(game, turning, review);
		// The list is lower above findings.
		this.#reveal(this.list.querySelector('[aria-current]'));
	}

	/** Scrolls the list to an entry, but not the window, as `scrollIntoView` would. */
	#reveal(entry) {
		if (!entry) return;
		const { list } = this;
		const top = entry.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
		list.scrollTop = Math.max(top + entry.offsetHeight - list.clientHeight, Math.min(top, list.scrollTop));
	}

	*#items(lines, path) {
		let hasBranched = false;
		for (let [next, ...others] = nextOf(lines, path); next; [next, ...others] = nextOf(lines, path)) {
			yield this.#entry(next, path.length === 0 || hasBranched);
			for (const other of others) {
				yield el(
					'li.branch',
					el(
						'ol',
						named(`Instead of ${next.at(-1)}`),
						this.#entry(other, true),
						...this.#items(
							lines.filter(line => begins(line, other)),
							other,
						),
					),
				);
			}
			hasBranched = others.length > 0;
			path = next;
			lines = lines.filter(line => begins(line, next));
		}
	}

	#entry(path, isFirstOfList) {
		const { game } = this;
		const [move, index] = [path.at(-1), path.length - 1];
		const isOfLine = begins(game.moves, path);
		const note = game.notes[path];
		const lost = isOfLine ? this.losses[index] : null;
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

	#listFindings(game, turning, review) {
		const { rules, start, moves } = game;
		const line = lost => {
			const { at, move, mark, words, best, steps, why } = lost;
			return el(
				'li',
				button(`${game.number(at)} ${move}`, () => this.ongo(moves.slice(0, at)), {
					title: 'The position before: played in red, better in green',
				}),
				` ${mark} ${words}${mark && `: ${best.move} was better`}${why ? `. ${why}.` : ''}`,
				mark ? stepButtons(steps, step => this.onstep([...moves.slice(0, at + 1), ...step], lost)) : null,
			);
		};
		const fact = review?.lost_from_start?.words;
		/** @type {HTMLElement[]} */
		const parts = fact ? [el('p', `${fact}.`)] : [];
		const left = this.losses.flatMap(lost => (lost?.mark === '' ? line(lost) : []));
		if (left.length) parts.push(el('ul', left));
		const lesson = review?.lesson;
		if (turning.length) parts.push(el('h3', 'Turning points'), el('ul', turning.map(line)));
		const doubtful = this.losses.filter(lost => lost?.mark === '?!');
		if (doubtful.length) parts.push(this.#fold(counted(doubtful.length, 'doubtful move'), doubtful.map(line)));
		if (lesson) parts.push(el('p', `${lesson.words}.`));
		const hasMistakes = turning.length || lesson;
		if (hasMistakes || (moves.length > 1 && review?.end && review.end.result !== 'draw')) {
			const link = { view: 'problems', rules, start: spelled(start), moves: String(moves), end: game.end };
			const source = hasMistakes ? 'the mistakes' : 'the winner';
			parts.push(el('a.button', { href: addressOf(link) }, `Learn from ${source}`));
		}
		if (review && moves.length) parts.push(this.#summary(review));
		this.findings.replaceChildren(...parts);
	}

	/** Returns a list that the reader unfolds, which stays so while another place of the game is shown. */
	#fold(title, items) {
		const keep = ({ target }) => {
			this.isUnfolded = target.open;
		};
		return el('details', { open: this.isUnfolded, ontoggle: keep }, el('summary', title), el('ul', items));
	}

	#summary({ summary: { black, white }, outside, moves, values }) {
		const beyond = values.filter((_, at) => !(moves[at] ?? moves[at - 1])?.effect);
		const proved = beyond.filter(value => value && !['search', 'estimate'].includes(value.basis));
		const isGuessed = beyond.some(value => value?.basis === 'estimate');
		const columns = black.judged + white.judged ? 5 : 4;
		const marks = ['?!', '?', '??'];
		const rowOf = (side, { slower, sooner }) =>
			row(
				...[
					sideName(side[0] === 'b' ? 'x' : 'o'),
					...marks.map(mark => this.losses.filter(lost => lost?.mark === mark && lost.side === side).length),
					slower.plies + sooner.plies,
				].slice(0, columns),
			);
		return el(
			'div',
			table(['', ...marks, 'plies lost'].slice(0, columns), [rowOf('black', black), rowOf('white', white)]),
			el('p.note', el('a', { href: '#/help' }, 'What the marks mean')),
			outside
				? el(
						'details',
						el(
							'summary',
							`${columns > 4 ? 'Some moves are' : 'The whole game is'} beyond the tables${proved.length === beyond.length ? ', but proved' : proved.length ? ', some of it proved' : ''}${isGuessed ? '. Pale bars are engine estimates, not proven' : ''}`,
						),
						el('p.note', outside),
					)
				: null,
		);
	}
}
