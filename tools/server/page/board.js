// The board: a button for every square, marks on it, and moves by click, drag and key.

import { announce, el, preferences, svg } from './dom.js';
import { isCapture, other, placeOf, sideName, squareName, squaresOf } from './position.js';
import { inWords, isRated, kindOf, signed } from './value.js';

const DRAG = 6;

/** The sound of a placed stone, an option. */
let context;

function knock(isCapture) {
	if (!preferences().sound) return;
	context ??= new AudioContext();
	const [tone, gain] = [context.createOscillator(), context.createGain()];
	const now = context.currentTime;
	tone.type = 'triangle';
	tone.frequency.setValueAtTime(isCapture ? 190 : 320, now);
	tone.frequency.exponentialRampToValueAtTime(80, now + 0.09);
	gain.gain.setValueAtTime(0.4, now);
	gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
	tone.connect(gain).connect(context.destination);
	tone.start(now);
	tone.stop(now + 0.13);
}

/** A board. It calls `onmove(move)` with a legal move, `onillegal(from, to)`, `onsquare(name)` while edited,
 *  `onshape(shape)` with a circle or an arrow of the right button, or none, `onpremove(move)` with a move for later, or
 *  none, while the other side thinks, and `onkey(key)` with keys that it does not handle. */
export class Board {
	/** @type {Shown} */
	shown;

	constructor(callbacks) {
		this.callbacks = callbacks;
		this.squares = new Map();
		this.grid = el('div.squares', {
			role: 'group',
			onkeydown: event => this.#key(event),
			onfocusin: event => {
				this.isByPointer = !event.target.matches(':focus-visible');
			},
			onpointerdown: event => this.#press(event),
			onclick: event => this.#click(event),
			oncontextmenu: event => callbacks.onshape && event.preventDefault(),
			onpointerover: event => this.#hover(event),
			// On touch screens the touched square stays marked.
			onpointerleave: event => event.pointerType === 'mouse' && this.#hover(null),
		});
		this.arrows = svg('svg', { class: 'arrows', 'aria-hidden': 'true' });
		this.caption = el('p.caption');
		this.reason = el('p.warning.reason', { role: 'alert' });
		this.element = el('div.board', el('div.frame', this.grid, this.arrows), this.reason, this.caption);
		this.focused = 'a1';
	}

	/** @param {Drawing} given */
	show({ position, flipped = false, last = null, ...rest }) {
		const before = this.shown?.position;
		// The list that contained the move disappears without an event.
		if (before && String(before) !== String(position)) {
			this.pointed = this.hovered = null;
			this.explain('');
		}
		this.shown = { moves: [], groups: [], ...rest, position, last };
		if (before?.board !== position.board || this.flipped !== flipped) {
			this.flipped = flipped;
			this.#lay();
		}
		if (this.selected && !rest.isBusy && !this.#movesOf(this.selected).length) this.selected = null;
		this.#paint();
		if (before && last && String(before) !== String(position)) {
			knock(last.includes('x'));
			this.#slide(before, last);
		}
	}

	point(move, kind = 'plain') {
		this.pointed = move;
		this.pointedKind = kind;
		this.#draw();
	}

	explain(words) {
		this.reason.textContent = words;
	}

	#lay() {
		const { files, ranks } = this.shown.position;
		const { style } = /** @type {HTMLElement} */ (this.element.closest('.explorer')) ?? this.element;
		style.setProperty('--files', String(files));
		style.setProperty('--ranks', String(ranks));
		this.squares.clear();
		const rows = [];
		for (let row = 0; row < ranks; row++) {
			for (let column = 0; column < files; column++) {
				const file = this.flipped ? files - 1 - column : column;
				const rank = this.flipped ? row : ranks - 1 - row;
				const name = squareName(file, rank);
				const square = el('button', {
					type: 'button',
					class: `square ${(file + rank) % 2 ? 'light' : 'dark'}`,
					'data-square': name,
					tabindex: -1,
				});
				if (column === 0) square.dataset.rank = String(rank + 1);
				if (row === ranks - 1) square.dataset.file = name[0];
				this.squares.set(name, square);
				rows.push(square);
			}
		}
		this.grid.replaceChildren(...rows);
		this.arrows.setAttribute('viewBox', `0 0 ${files} ${ranks}`);
		if (!this.squares.has(this.focused)) this.focused = 'a1';
		this.#rove(this.focused, false);
	}

	#movesOf(square) {
		return this.shown.moves.filter(({ move }) => squaresOf(move)?.from === square);
	}

	#landing(square) {
		return this.selected && this.#movesOf(this.selected).find(({ move }) => squaresOf(move)?.to === square);
	}

	#paint() {
		const { position, last, isHidden, isEdited, premove } = this.shown;
		const layer = this.#layer();
		const lastSquares = last ? squaresOf(last) : null;
		this.grid.setAttribute('aria-label', `Board ${position.board}, ${sideName(position.turn)} to move`);
		for (const [name, square] of this.squares) {
			const stone = position.at(name);
			const landing = this.#landing(name);
			const value = landing && !isHidden && isRated(landing) ? landing : null;
			square.replaceChildren();
			if (stone) square.append(el('span', { class: `stone ${stone}` }));
			if (landing)
				square.append(el('span', { class: `mark ${value ? kindOf(value) : ''}` }, value ? signed(value) : ''));
			else if (layer.has(name))
				square.append(
					el(
						'span',
						{ class: `mark layer ${kindOf(layer.get(name))}` },
						stone === position.turn ? signed(layer.get(name)) : '',
					),
				);
			square.classList.toggle('last', name === lastSquares?.from || name === lastSquares?.to);
			square.classList.toggle('premove', Boolean(premove?.includes(name)));
			square.classList.toggle('selected', name === this.selected);
			square.classList.toggle('landing', Boolean(landing));
			square.classList.toggle('movable', !isEdited && this.#movesOf(name).length > 0);
			square.setAttribute('aria-label', this.#label(name, stone, landing, value));
		}
		this.#draw();
	}

	#layer() {
		const { hasLayer, isHidden, moves } = this.shown;
		const layer = new Map();
		if (!hasLayer || isHidden || this.selected) return layer;
		for (const found of moves.filter(isRated)) {
			const squares = squaresOf(found.move);
			for (const name of squares ? [squares.from, squares.to] : []) if (!layer.has(name)) layer.set(name, found);
		}
		return layer;
	}

	#label(name, stone, landing, value) {
		const label = `${name}, ${stone ? `${sideName(stone)} stone`.toLowerCase() : 'empty'}`;
		if (name === this.selected) return `${label}, selected`;
		if (!landing) return label;
		return `${label}, ${isCapture(landing.move) ? 'capture' : 'landing'}${value ? `, ${inWords(value)}` : ''}`;
	}

	#draw() {
		const { position, isHidden, isEdited, best, mistake, moves, groups, hint, shapes = [] } = this.shown;
		const drawn = groups.map(side => this.#joined(side));
		const held = this.selected ?? this.hovered;
		const isHeld = held && position.at(held) && !isEdited;
		const arrowOf = (move, kind) => {
			const squares = squaresOf(move);
			if (squares) drawn.push(this.#arrow(squares.from, squares.to, kind));
		};
		if (this.pointed) {
			const value = isHidden ? null : moves.find(({ move }) => move === this.pointed);
			arrowOf(this.pointed, value && isRated(value) ? kindOf(value) : this.pointedKind);
		} else if (isHeld) {
			// The landings of a picked-up stone have marks instead.
			for (const { move } of this.#movesOf(held)) arrowOf(move, this.selected ? 'plain thin' : 'plain');
			drawn.push(...this.#counted(held));
		} else if (hint) {
			const [cx, cy] = this.#centre(hint.move);
			if (cx) drawn.push(svg('circle', { class: 'hint', cx, cy, r: 0.44 }));
			if (hint.isWhole) arrowOf(hint.move, 'plain');
		} else if (best && !isHidden && !isEdited) {
			if (mistake) arrowOf(mistake, 'loss');
			arrowOf(best.move, best.category === 'loss' ? 'defence' : isRated(best) ? kindOf(best) : 'plain');
		}
		if (!isEdited) drawn.push(...[...shapes, this.drawing].flatMap(shape => this.#shaped(shape)));
		this.arrows.replaceChildren(...drawn);
		this.caption.textContent = isHeld ? this.#counts(held) : this.#hint();
	}

	/** Returns a circle such as `c3`, or an arrow such as `b1-d3`, if the board has its squares. */
	#shaped(shape) {
		const [from, to] = shape?.split('-') ?? [];
		if (![from, to ?? from].every(name => this.squares.has(name))) return [];
		const [cx, cy] = this.#centre(from);
		return to ? this.#arrow(from, to, 'drawn') : svg('circle', { class: 'ring', cx, cy, r: 0.45 });
	}

	#joined(side) {
		const lines = this.shown.position.groups(side).flatMap(group =>
			group.flatMap((from, at) =>
				group.slice(at + 1).flatMap(to => {
					const [[x1, y1], [x2, y2]] = [this.#centre(from), this.#centre(to)];
					return Math.abs(x1 - x2) < 1.5 && Math.abs(y1 - y2) < 1.5 ? [svg('line', { x1, y1, x2, y2 })] : [];
				}),
			),
		);
		return svg('g', { class: `joined ${side} ${this.shown.won ? 'won' : ''}` }, ...lines);
	}

	#counted(name) {
		const [x, y] = this.#centre(name);
		const { files, ranks } = this.shown.position;
		const away = this.flipped ? -1 : 1;
		return this.shown.position.lines(name).map(({ count, right, up }) => {
			const [dx, dy] = [right, -up].map(step => step * away * (right && up ? 0.33 : 0.45));
			const isIn = x + dx * 2 > 0 && x + dx * 2 < files && y + dy * 2 > 0 && y + dy * 2 < ranks;
			const [cx, cy] = isIn ? [x + dx, y + dy] : [x - dx, y - dy];
			return svg(
				'g',
				{ class: 'count' },
				svg('circle', { cx, cy, r: 0.12 }),
				svg('text', { x: cx, y: cy + 0.065 }, String(count)),
			);
		});
	}

	#counts(name) {
		const counts = this.shown.position.lines(name).map(({ line, count }) => `${line} ${count}`);
		return `From ${name} a stone moves: ${counts.join(', ')}.`;
	}

	#hint() {
		const { moves, isEdited } = this.shown;
		if (isEdited) return 'Click to place or remove a stone.';
		return moves.length ? 'A stone moves one square for each stone on its line.' : '';
	}

	#arrow(from, to, kind) {
		const [x1, y1] = this.#centre(from);
		const [x2, y2] = this.#centre(to);
		const length = Math.hypot(x2 - x1, y2 - y1);
		const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
		const [ex, ey] = [x2 - dx * 0.32, y2 - dy * 0.32];
		const head = [
			[ex + dx * 0.2, ey + dy * 0.2],
			[ex - dy * 0.13, ey + dx * 0.13],
			[ex + dy * 0.13, ey - dx * 0.13],
		];
		return svg(
			'g',
			{ class: `arrow ${kind}` },
			svg('line', { x1: x1 + dx * 0.3, y1: y1 + dy * 0.3, x2: ex, y2: ey }),
			svg('polygon', { points: head.map(point => point.join(',')).join(' ') }),
		);
	}

	#centre(name) {
		const { files, ranks } = this.shown.position;
		const [file, rank] = placeOf(name);
		return this.flipped ? [files - file - 0.5, rank + 0.5] : [file + 0.5, ranks - rank - 0.5];
	}

	#slide(before, move) {
		const squares = squaresOf(move);
		if (!squares || before.at(squares.from) === '' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
		const stone = this.squares.get(squares.to)?.querySelector('.stone');
		if (!stone || this.dropped) return;
		const [x1, y1] = this.#centre(squares.from);
		const [x2, y2] = this.#centre(squares.to);
		const size = this.grid.clientWidth / this.shown.position.files;
		stone.animate([{ transform: `translate(${(x1 - x2) * size}px, ${(y1 - y2) * size}px)` }, {}], {
			duration: 160,
			easing: 'ease-out',
		});
	}

	#squareOf(event) {
		return event?.target.closest?.('[data-square]')?.dataset.square;
	}

	#hover(event) {
		const name = this.#squareOf(event);
		const hovered = name && this.shown?.position.at(name) ? name : null;
		if (hovered !== this.hovered) {
			this.hovered = hovered;
			if (this.shown) this.#draw();
		}
	}

	#click(event) {
		const name = this.#squareOf(event);
		if (!name || this.dropped) return;
		this.isByPointer = event.detail > 0;
		this.#rove(name, false);
		this.#choose(name);
	}

	#choose(name) {
		if (this.shown.isEdited) {
			this.callbacks.onsquare?.(name);
			return;
		}
		if (this.shown.isBusy) {
			if (this.callbacks.onpremove) this.#premove(name);
			return;
		}
		const landing = this.#landing(name);
		if (landing) {
			this.selected = null;
			this.callbacks.onmove(landing.move);
			return;
		}
		const moves = this.#movesOf(name);
		const from = this.selected;
		this.selected = moves.length && from !== name ? name : null;
		this.#paint();
		if (!from && !this.selected && this.shown.shapes?.length) this.callbacks.onshape?.();
		if (from && from !== name && !this.selected) this.callbacks.onillegal?.(from, name);
		else this.explain('');
		if (this.selected) this.#sayLandings(moves);
		else if (this.shown.position.at(name) === this.shown.position.turn) {
			announce(`${name} cannot move. ${this.#counts(name)}`);
		}
	}

	/** Keeps a move of the side that waits. */
	#premove(name) {
		const { position } = this.shown;
		const from = this.selected;
		const isOwn = position.at(name) === other(position.turn);
		this.selected = isOwn && name !== from ? name : null;
		this.callbacks.onpremove(from && !isOwn ? `${from}-${name}` : null);
		this.#paint();
	}

	#sayLandings(moves) {
		const said = moves.map(found => {
			const value = isRated(found) && !this.shown.isHidden ? ` ${inWords(found)}` : '';
			return `${squaresOf(found.move)?.to}${isCapture(found.move) ? ' capture' : ''}${value}`;
		});
		announce(said.length ? `Landings: ${said.join('; ')}` : 'no landings');
	}

	#press(event) {
		const name = this.#squareOf(event);
		if (name && event.button === 2 && !this.shown.isEdited) this.#shape(name);
		this.dropped = false;
		const canDrag =
			name && event.button === 0 && !this.shown.isEdited && !this.shown.isBusy && this.#movesOf(name).length;
		if (!canDrag) return;
		const stone = this.squares.get(name).querySelector('.stone');
		const [startX, startY] = [event.clientX, event.clientY];
		let isDragged = false;
		const listening = new AbortController();
		const move = moved => {
			// Another button, or Escape, cancels the drag.
			if (moved.buttons !== 1 || (isDragged && !this.selected)) {
				drop(moved);
				return;
			}
			const [dx, dy] = [moved.clientX - startX, moved.clientY - startY];
			if (!isDragged && Math.hypot(dx, dy) < DRAG) return;
			if (!isDragged) {
				isDragged = true;
				this.selected = name;
				this.#paint();
			}
			const held = this.squares.get(name).querySelector('.stone') ?? stone;
			held.classList.add('held');
			held.style.transform = `translate(${dx}px, ${dy}px)`;
		};
		const drop = dropped => {
			listening.abort();
			if (!isDragged) return;
			// The click after a drag is not a separate choice.
			this.dropped = true;
			setTimeout(() => {
				this.dropped = false;
			}, 50);
			const target = this.#under(dropped);
			const isMeant = dropped.type === 'pointerup' && this.selected && target;
			const landing = isMeant ? this.#landing(target) : null;
			this.selected = null;
			if (landing) {
				this.callbacks.onmove(landing.move);
				return;
			}
			this.#paint();
			if (isMeant && target !== name) this.callbacks.onillegal?.(name, target);
		};
		for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, drop, listening);
		addEventListener('pointermove', move, listening);
	}

	/** Draws with the right button: a circle, or an arrow to another square. */
	#shape(from) {
		const { onshape } = this.callbacks;
		if (!onshape) return;
		const listening = new AbortController();
		const draw = moved => {
			const to = this.#under(moved);
			const shape = to && (to === from ? from : `${from}-${to}`);
			const isOver = moved.type !== 'pointermove';
			this.drawing = isOver ? null : shape;
			if (isOver) listening.abort();
			if (shape && moved.type === 'pointerup') onshape(shape);
			else this.#draw();
		};
		for (const kind of ['pointermove', 'pointerup', 'pointercancel']) addEventListener(kind, draw, listening);
	}

	#under({ clientX, clientY }) {
		const elements = document.elementsFromPoint(clientX, clientY);
		return elements.map(target => this.#squareOf({ target })).find(Boolean);
	}

	#rove(name, hasFocus = true) {
		this.squares.get(this.focused)?.setAttribute('tabindex', -1);
		this.focused = name;
		const square = this.squares.get(name);
		square?.setAttribute('tabindex', 0);
		if (hasFocus) square?.focus();
	}

	#key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const { key } = event;
		// For pointer users, the arrow keys walk through the game.
		if (this.isByPointer && /^Arrow(Left|Right)$/.test(key)) return;
		this.isByPointer = false;
		const [file, rank] = placeOf(this.focused);
		const away = this.flipped ? -1 : 1;
		const step = { ArrowUp: [0, away], ArrowDown: [0, -away], ArrowLeft: [-away, 0], ArrowRight: [away, 0] }[key];
		const { position } = this.shown;
		if (step) {
			if (position.has(file + step[0], rank + step[1])) this.#rove(squareName(file + step[0], rank + step[1]));
			else announce('edge');
		} else if (/^[1-8]$/.test(key) && position.has(file, Number(key) - 1)) {
			this.#rove(squareName(file, Number(key) - 1));
		} else if (/^[xo]$/i.test(key)) {
			this.#roveToStone(key.toLowerCase(), key === key.toLowerCase() ? 1 : -1);
		} else if (key === 'm') {
			this.#sayLandings(this.#movesOf(this.focused));
		} else if (key === 'c' && position.at(this.focused)) {
			announce(this.#counts(this.focused));
		} else if (key === 'Escape' && this.selected) {
			this.selected = null;
			this.#paint();
		} else if (!this.callbacks.onkey?.(key)) {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}

	#roveToStone(side, direction) {
		const names = [...this.squares.keys()];
		const from = names.indexOf(this.focused);
		for (let step = 1; step <= names.length; step++) {
			const name = names[(from + direction * step + names.length * step) % names.length];
			if (this.shown.position.at(name) === side) {
				this.#rove(name);
				return;
			}
		}
	}
}
