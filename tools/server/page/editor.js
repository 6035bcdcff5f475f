// The position editor: sets stones by click or key, and moves the whole board.

import { lookUp } from './api.js';
import { announce, button, choice, el, form, group } from './dom.js';
import { Position, sideName } from './position.js';

const TOOLS = [
	['x', 'Black stone'],
	['o', 'White stone'],
	['', 'Empty square'],
];

export class Editor {
	constructor(onchange, ondone) {
		this.onchange = onchange;
		this.tool = 'x';
		this.text = el('input', {
			type: 'text',
			id: 'position-text',
			spellcheck: 'false',
			autocomplete: 'off',
			onpaste: event => this.#paste(event),
		});
		this.problem = el('p.warning', { role: 'alert' });
		this.tools = el(
			'fieldset.tools',
			el('legend', 'Click to place'),
			TOOLS.map(([tool, name]) =>
				el(
					'label',
					el('input', {
						type: 'radio',
						name: 'tool',
						value: tool,
						checked: tool === 'x',
						onchange: () => {
							this.tool = tool;
						},
					}),
					` ${name}`,
				),
			),
		);
		this.turn = choice(
			'To move',
			['x', 'o'].map(side => [side, sideName(side)]),
			'x',
			turn => this.onchange(this.position.toMove(turn)),
		);
		this.element = el(
			'div.editor',
			this.tools,
			this.turn,
			el(
				'div.buttons',
				group('Whole board'),
				this.#shift('←', 'left', -1, 0),
				this.#shift('↑', 'up', 0, 1),
				this.#shift('↓', 'down', 0, -1),
				this.#shift('→', 'right', 1, 0),
				this.#act('Mirror', position => position.mirrored()),
				this.#act('Rotate', position => position.turned()),
				this.#act('Swap colours', position => position.swapped()),
				this.#act('Clear', ({ files, ranks, turn }) => Position.empty(files, ranks, turn)),
				button('Done', ondone),
			),
			form(
				'form.typed',
				() => this.#read(),
				el('label', { for: 'position-text' }, 'Position as text'),
				this.text,
				el('button', { type: 'submit' }, 'Set'),
			),
			this.problem,
		);
	}

	show(position) {
		// Keep the text that the reader is typing.
		if (String(position) === String(this.position)) return;
		this.position = position;
		this.text.value = String(position);
		const list = this.turn.querySelector('select');
		if (list) list.value = position.turn;
		this.problem.textContent = '';
	}

	/** Sets a square by the current tool. A stone of the same kind is removed. */
	set(name) {
		const stone = this.position.at(name) === this.tool ? '' : this.tool;
		announce(`${name} ${stone ? `${sideName(stone)} stone` : 'empty'}`);
		this.onchange(this.position.with(name, stone));
	}

	key(key) {
		const index = ['b', 'w', 'e'].indexOf(key);
		if (index < 0) return false;
		this.tool = TOOLS[index][0];
		this.tools.querySelectorAll('input')[index].checked = true;
		announce(TOOLS[index][1]);
		return true;
	}

	#act(name, change) {
		return button(name, () => this.onchange(change(this.position)));
	}

	#shift(sign, name, right, up) {
		const shift = () => {
			const shifted = this.position.shifted(right, up);
			if (shifted) this.onchange(shifted);
			else this.problem.textContent = `A stone is at the edge, so the board cannot move ${name}.`;
		};
		return button(sign, shift, { 'aria-label': `Shift ${name}`, title: `Shift ${name}` });
	}

	/** Accepts a pasted diagram, whose lines the field would join. */
	#paste(event) {
		event.preventDefault();
		const text = event.clipboardData
			.getData('text')
			.trim()
			.replace(/\s*[\r\n]+\s*/g, '/');
		this.text.setRangeText(text, this.text.selectionStart ?? 0, this.text.selectionEnd ?? 0, 'end');
	}

	async #read() {
		try {
			const { position } = await lookUp('moves', { position: this.text.value });
			this.onchange(Position.read(position));
		} catch (failure) {
			this.problem.textContent = failure.message;
			if (failure.character) this.text.setSelectionRange(failure.character - 1, failure.character);
			this.text.focus();
		}
	}
}
