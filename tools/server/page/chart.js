// The values of a whole game, as Black sees them: bars up for Black, down for White.

import { el, row, table } from './dom.js';
import { height, winnerInWords } from './value.js';

const guessed = ({ score, level }) => `estimate ${level ? 'draw' : score > 0 ? 'win' : 'loss'}`;

export class Chart {
	constructor(ongo) {
		this.ongo = ongo;
		this.bars = el('div.bars', { 'aria-hidden': 'true' });
		this.element = el(
			'div.chart',
			{
				role: 'slider',
				tabindex: 0,
				'aria-label': 'Place in the game',
				'aria-valuemin': 0,
				onclick: event => this.#click(event),
				onkeydown: event => this.#key(event),
			},
			this.bars,
		);
		this.table = el('details.chart-table', el('summary', 'The chart as a table'));
	}

	show(game, values, turning) {
		this.game = game;
		this.bars.replaceChildren(...values.map((value, at) => this.#bar(value, at === game.at, turning.includes(at))));
		this.element.setAttribute('aria-valuemax', game.moves.length);
		this.element.setAttribute('aria-valuenow', game.at);
		this.element.setAttribute('aria-valuetext', `${this.#place(game.at)}: ${winnerInWords(values[game.at], 'x')}`);
		this.#fill(values);
	}

	#place(at) {
		return at === 0 ? 'start' : `after ${this.game.number(at - 1)} ${this.game.moves[at - 1]}`;
	}

	#bar(value, isShown, isTurning) {
		const bar = el('span', { class: `bar ${isShown ? 'shown' : ''} ${isTurning ? 'turning' : ''}` });
		if (!value) return bar;
		const filled = el('span', { class: `fill ${value.category ?? guessed(value)}` });
		filled.style.height = `${50 * height(value)}%`;
		bar.append(filled);
		return bar;
	}

	#fill(values) {
		const rows = values.map((value, at) => row(this.#place(at), winnerInWords(value, 'x')));
		this.table.querySelector('table')?.remove();
		this.table.append(table(['Place', 'Value'], rows));
	}

	#click(event) {
		const { left, width } = this.bars.getBoundingClientRect();
		const places = this.game.moves.length + 1;
		this.ongo(Math.max(0, Math.min(places - 1, Math.floor(((event.clientX - left) / width) * places))));
	}

	#key(event) {
		const { at } = this.game;
		const place = { ArrowDown: at - 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10 }[event.key];
		if (place === undefined) return;
		event.preventDefault();
		event.stopPropagation();
		this.ongo(place);
	}
}
