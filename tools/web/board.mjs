// The board of the page as an element: <loa-board position="start 4x4" rules="club" values flipped>.

import { Board } from './page/board.js';
import { Position } from './page/position.js';
import { styles } from './page/styles.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${styles}
:host { display: block; container-type: inline-size; color: var(--ink) }
.board { width: 100%; --square: calc(100cqi / var(--files)) }`);

/** A board. Its property `tables` holds what `open` returns; without it the board shows a position and no moves.
 *  A played move changes the attribute `position` and causes the event `move`. */
export class LoaBoard extends HTMLElement {
	static observedAttributes = ['position', 'rules', 'values', 'flipped'];
	#board = new Board({ onmove: move => this.#play(move) });
	#tables;
	#moves = [];
	#played = {};
	#round = 0;

	constructor() {
		super();
		const root = this.attachShadow({ mode: 'open' });
		root.adoptedStyleSheets = [sheet];
		root.append(this.#board.element);
	}

	get position() {
		return this.getAttribute('position') ?? 'start 8x8';
	}

	set position(text) {
		this.setAttribute('position', text);
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
		if (this.isConnected) this.#show();
	}

	async #show() {
		const round = ++this.#round;
		const text = this.position;
		const position = Position.draft(text);
		if (!position) {
			this.#board.explain(`${text} is not a position`);
			return;
		}
		const hasLayer = this.hasAttribute('values');
		const draw = moves => {
			this.#moves = moves;
			this.#board.show({
				position,
				moves,
				hasLayer,
				flipped: this.hasAttribute('flipped'),
				last: this.#played.position === text ? this.#played.move : null,
			});
		};
		draw([]);
		const moves = this.#tables ? await this.#ask(text, hasLayer) : [];
		// Another position may be shown meanwhile.
		if (round === this.#round) draw(moves);
	}

	/** Returns the moves, with their values if tables contain them and the reader should see them. */
	async #ask(position, hasValues) {
		const question = { rules: this.getAttribute('rules') ?? 'club' };
		if (hasValues) {
			try {
				return (await this.#tables.probe(position, question)).moves;
			} catch (failure) {
				if (!['missing-table', 'outside-tables'].includes(failure.kind)) throw failure;
			}
		}
		const { moves, over } = await this.#tables.moves(position, question);
		return over ? [] : moves;
	}

	#play(move) {
		const { position } = this.#moves.find(found => found.move === move);
		this.#played = { move, position };
		this.position = position;
		this.dispatchEvent(new CustomEvent('move', { detail: { move, position }, bubbles: true, composed: true }));
	}
}

customElements.define('loa-board', LoaBoard);
