// The board of the page as an element: <loa-board position="start 4x4" rules="club" values flipped>.

import { Board } from './page/board.js';
import { button } from './page/dom.js';
import { other, Position, sideName } from './page/position.js';
import { styles } from './page/styles.js';

/** Attributes of text with their defaults, and attributes that are there or not. Each is a property, too. */
const TEXTS = { position: 'start 8x8', rules: 'club' };
const SWITCHES = ['values', 'flipped'];

let sheet;

/** Returns the styles, which need a document: servers import this module without one. */
function look() {
	if (sheet) return sheet;
	sheet = new CSSStyleSheet();
	sheet.replaceSync(`${styles}
:host { display: block; container-type: inline-size; color: var(--ink) }
.board { width: 100%; --square: calc(100cqi / var(--files)) }
.reason { inset: .5rem .5rem auto }
.board:has(+ .end:not(:empty)) .caption, .end:empty { display: none }`);
	return sheet;
}

/** A board. Its property `tables` holds what `open` returns; without it the board shows a position and no moves.
 *  A move causes the event `move`, and changes the attribute `position` unless the event is cancelled. The events
 *  `end` and `error` tell that the game is over and that something cannot be shown. */
export class LoaBoard extends (globalThis.HTMLElement ?? class {}) {
	static observedAttributes = [...Object.keys(TEXTS), ...SWITCHES];
	#board = new Board({ onmove: move => this.#play(move) });
	#end = document.createElement('p');
	#tables;
	#moves = [];
	#played = {};
	#ended;
	#round = 0;

	constructor() {
		super();
		const root = this.attachShadow({ mode: 'open' });
		root.adoptedStyleSheets = [look()];
		this.#end.className = 'caption end';
		this.#end.setAttribute('role', 'status');
		root.append(this.#board.element, this.#end);
		// Properties that were set before the element was defined hide those of this class.
		for (const name of [...LoaBoard.observedAttributes, 'tables']) {
			if (!Object.hasOwn(this, name)) continue;
			const value = this[name];
			delete this[name];
			this[name] = value;
		}
	}

	get tables() {
		return this.#tables;
	}

	set tables(tables) {
		this.#tables = tables;
		this.#show();
	}

	connectedCallback() {
		this.#show();
	}

	attributeChangedCallback() {
		this.#show();
	}

	async #show() {
		const round = ++this.#round;
		// Other attributes may change together with this one.
		await null;
		const isCurrent = () => round === this.#round && this.isConnected;
		if (!isCurrent()) return;
		this.#board.explain('');
		this.#end.replaceChildren();
		try {
			const position = Position.draft(this.position);
			if (position) this.#draw(position, []);
			else if (!this.#tables) throw new Error(`'${this.position}' is not a position`);
			if (!this.#tables) return;
			const known = await this.#ask();
			if (!isCurrent()) return;
			this.#draw(Position.read(known.position), known.over ? [] : known.moves);
			this.#tell(known);
		} catch (error) {
			if (!isCurrent()) return;
			if (this.#board.shown) this.#draw(this.#board.shown.position, []);
			this.#board.explain(error.message);
			this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
		}
	}

	/** Returns the moves, with their values if tables contain them and the reader should see them. */
	async #ask() {
		const [position, question] = [this.position, { rules: this.rules }];
		const probe = () => this.#tables.probe(position, question);
		if (this.values) {
			try {
				return await probe();
			} catch (failure) {
				if (!['missing-table', 'outside-tables'].includes(failure.kind)) throw failure;
			}
		}
		const known = await this.#tables.moves(position, question);
		// The value of a game that is over needs no table.
		return known.over ? probe() : known;
	}

	#draw(position, moves) {
		this.#moves = moves;
		this.#board.show({
			position,
			moves,
			hasLayer: this.values,
			flipped: this.flipped,
			last: this.#played.position === this.position ? this.#played.move : null,
		});
	}

	/** Says that the game is over, or offers the only move if it is a pass. */
	#tell({ position, over, category, moves }) {
		const [ended, turn] = [over && `${position} ${this.rules}`, position.at(-1)];
		if (moves.length === 1 && moves[0].move === 'pass') this.#end.append(button('Pass', () => this.#play('pass')));
		if (over) {
			const winner = { win: turn, draw: null, loss: other(turn) }[category];
			this.#end.textContent = winner ? `${sideName(winner)} wins` : 'Draw';
			const detail = { position, over, winner };
			if (ended !== this.#ended) this.dispatchEvent(new CustomEvent('end', { detail, bubbles: true, composed: true }));
		}
		this.#ended = ended;
	}

	#play(move) {
		const [{ position }, before] = [this.#moves.find(found => found.move === move), this.position];
		const detail = { move, position };
		this.#played = detail;
		const event = new CustomEvent('move', { detail, bubbles: true, composed: true, cancelable: true });
		// A listener may refuse the move, or show another position.
		if (this.dispatchEvent(event) && this.position === before) this.position = position;
		else this.#show();
	}
}

for (const [name, otherwise] of Object.entries(TEXTS)) {
	Object.defineProperty(LoaBoard.prototype, name, {
		get() {
			return this.getAttribute(name) ?? otherwise;
		},
		set(text) {
			if (text === undefined || text === null) this.removeAttribute(name);
			else this.setAttribute(name, text);
		},
	});
}
for (const name of SWITCHES) {
	Object.defineProperty(LoaBoard.prototype, name, {
		get() {
			return this.hasAttribute(name);
		},
		set(isOn) {
			this.toggleAttribute(name, Boolean(isOn));
		},
	});
}

if (globalThis.customElements && !customElements.get('loa-board')) customElements.define('loa-board', LoaBoard);
