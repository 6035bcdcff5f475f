// A game: a start, moves, and the place in it that is shown.

import { send } from './api.js';
import { PERSON } from './players.js';
import { Position, other } from './position.js';

/** Said where lines of a link are not those of a game. */
export const LEFT_OUT = 'Variations of the link that are not legal are left out.';

export const begins = (line, path) => path.every((move, at) => line[at] === move);

/** Returns the paths by which lines go on after a path that they share, in order. */
export const nextOf = (lines, path) =>
	[...new Set(lines.filter(line => line.length > path.length).map(line => line[path.length]))].map(move => [
		...path,
		move,
	]);

export class Game {
	/** `players` are those who play here, and `names` those of a record, by side. `end` is `x` or `o`,
      who has resigned, or `draw`. The game is one line of a tree: `lines` are the others, each from
      the start to its end, `line` is its place among them. By the moves before, `notes` has comments, and `properties` what
      else a record says, as SGF. */
	constructor({
		rules,
		start,
		moves = [],
		at = moves.length,
		players = { x: PERSON, o: PERSON },
		names = null,
		end = null,
		lines = [],
		line = 0,
		notes = {},
		properties = {},
	}) {
		Object.assign(this, {
			rules,
			start,
			moves,
			at: Math.max(0, Math.min(at, moves.length)),
			players,
			names,
			end,
			lines,
			line: Math.max(0, Math.min(line, lines.length)),
			notes,
			properties,
		});
		this.positions = [start];
		for (const move of moves) this.positions.push(this.positions.at(-1).after(move));
	}

	/** Reads what the address of a game holds, whose start is known; `unread` says what of it is none. */
	static read({ moves, at = moves ? undefined : 0, lines = '', line, notes, end, ...game }) {
		// The moves to the first that is none, and that one.
		const readLine = text => {
			const read = [];
			let position = game.start;
			for (const written of text.split(',')) {
				const move = position.moveNamed(written);
				if (!move) return { read, bad: written };
				read.push(move);
				position = position.after(move);
			}
			return { read };
		};
		// One line is always in view.
		const [played = { read: [] }, ...others] = [moves, ...lines.split(';')].filter(Boolean).map(readLine);
		const readable = others.filter(({ bad }) => bad === undefined).map(({ read }) => read);
		const read = new Game({
			...game,
			moves: played.read,
			lines: readable,
			line: Number(line) || 0,
			end: ['x', 'o', 'draw'].includes(end) ? end : null,
			notes: Object.fromEntries(new URLSearchParams(notes)),
			at: at === undefined ? at : Number(at) || 0,
		});
		read.unread =
			played.bad !== undefined
				? `Move ${played.read.length + 1} of the link, ${played.bad}, is no move.`
				: readable.length < others.length && LEFT_OUT;
		return read;
	}

	get position() {
		return this.positions[this.at];
	}

	get last() {
		return this.at ? this.moves[this.at - 1] : null;
	}

	get isAtEnd() {
		return this.at === this.moves.length;
	}

	get path() {
		return this.moves.slice(0, this.at);
	}

	/** All lines of the tree, the main line first; those that begin alike stand together. */
	get tree() {
		return [...this.lines.slice(0, this.line), this.moves, ...this.lines.slice(this.line)];
	}

	get note() {
		return this.notes[this.path] ?? '';
	}

	/** Returns the game with a move played where it is shown. What followed is left out, unless
      `keeps` has the move begin a variation. */
	with(move, keeps = false) {
		const path = [...this.path, move];
		if (!keeps)
			return new Game({
				...this,
				moves: path,
				at: path.length,
				names: null,
				end: null,
				lines: [],
				line: 0,
				notes: {},
				properties: {},
			});
		const { tree } = this;
		if (tree.some(line => begins(line, path))) return this.to(path);
		if (this.isAtEnd) tree[this.line] = path;
		else tree.splice(tree.findLastIndex(line => begins(line, this.path)) + 1, 0, path);
		return this.#showing(tree, path, { end: null });
	}

	to(path) {
		return begins(this.moves, path) ? this.shownAt(path.length) : this.#showing(this.tree, path);
	}

	/** Returns the game with the last choice of the path in view that is not a first one put first. */
	promoted() {
		const { path, tree } = this;
		for (let length = path.length; length > 0; length--) {
			const first = tree.findIndex(line => begins(line, path.slice(0, length - 1)));
			if (begins(tree[first], path.slice(0, length))) continue;
			const isChosen = line => begins(line, path.slice(0, length));
			const rest = tree.filter(line => !isChosen(line));
			rest.splice(first, 0, ...tree.filter(isChosen));
			return this.#showing(rest, path);
		}
		return this;
	}

	/** Returns the game without the last move of the path in view and all that follows it. */
	pruned() {
		const { path, tree } = this;
		const before = path.slice(0, -1);
		const place = tree.findIndex(line => begins(line, path));
		const rest = tree.filter(line => !begins(line, path));
		if (!rest.some(line => begins(line, before))) rest.splice(place, 0, before);
		const notes = Object.fromEntries(Object.entries(this.notes).filter(([moves]) => !begins(moves.split(','), path)));
		return this.#showing(rest, before, { notes, end: null });
	}

	noted(text) {
		const { [this.path]: _, ...notes } = this.notes;
		return new Game({ ...this, notes: text ? { ...notes, [this.path]: text } : notes });
	}

	/** Returns the game of other lines, shown after a path of moves. */
	#showing(tree, path, changes = {}) {
		const line = tree.findIndex(line => begins(line, path));
		return new Game({
			...this,
			moves: tree[line],
			at: path.length,
			lines: tree.filter((_, at) => at !== line),
			line,
			...changes,
		});
	}

	shownAt(at) {
		return new Game({ ...this, at });
	}

	cut(length) {
		return new Game({ ...this, moves: this.moves.slice(0, length), at: length, end: null });
	}

	/** Returns how often the position in view has come, or its board, whichever side was to move. */
	repeats(what = 'position') {
		const text = position => (what === 'board' ? position.squares.join() : String(position));
		const shown = text(this.position);
		return this.positions.slice(0, this.at + 1).filter(position => text(position) === shown).length;
	}

	isSame(game) {
		return [game?.rules, game?.start, game?.moves].join() === [this.rules, this.start, this.moves].join();
	}

	number(index) {
		const plies = index + (this.start.turn === 'x' ? 0 : 1);
		return `${Math.floor(plies / 2) + 1}${plies % 2 ? '...' : '.'}`;
	}

	/** Returns the game as SGF, with the variations, comments and other properties of its tree and
      `more` properties of the whole game. */
	toSgf(more = '') {
		const { start, notes, properties } = this;
		const escaped = text => text.replace(/[\\\]]/g, '\\$&');
		const letter = turn => (turn === 'x' ? 'B' : 'W');
		const stones = side => {
			const names = start.squares.flatMap((stone, index) =>
				stone === side ? `[${'abcdefgh'[index % start.files]}${Math.floor(index / start.files) + 1}]` : [],
			);
			return names.length ? `A${letter(side)}${names.join('')}` : '';
		};
		const size = start.files === start.ranks ? start.files : `${start.files}:${start.ranks}`;
		const isUsual = String(start) === String(Position.draft(`start ${start.board}`));
		const setup = isUsual ? 'SU[Standard]' : `SU[Custom]${stones('x')}${stones('o')}PL[${letter(start.turn)}]`;
		const name = (side, named = (this.names ?? this.players)[side]) => named && `P${letter(side)}[${escaped(named)}]`;
		const has = property => new RegExp(`(^|\\])${property}\\[`).test(properties['']);
		const result = this.end && !has('RE') ? `RE[${this.end === 'draw' ? '0' : `${letter(other(this.end))}+R`}]` : '';
		const beside = path => (properties[path] ?? '') + (notes[path] ? `C[${escaped(notes[path])}]` : '');
		const written = (lines, path) => {
			const side = 'BW'[(path.length + (start.turn === 'o')) % 2];
			const parts = nextOf(lines, path).map(
				next =>
					`;${side}[${next.at(-1).replace('x', ':')}]${beside(next)}${written(
						lines.filter(line => begins(line, next)),
						next,
					)}`,
			);
			return parts.length > 1 ? parts.map(part => `(${part})`).join('\n') : parts.join('');
		};
		const head = `(;FF[4]GM[9]CA[UTF-8]SZ[${size}]RU[${this.rules}]${setup}${name('x')}${name('o')}${result}${has('DT') ? '' : more}`;
		return `${head}${beside([])}${written(this.tree, [])})\n`;
	}

	/** Has the server compare every move with the best one, and play the variations; the engine may
      think about moves that no table covers for some milliseconds each, until `signal` ends it. */
	review(ms, signal) {
		// What comes first is reviewed.
		return send('review', { ms }, new Game({ ...this, line: 0, notes: {}, properties: {} }).toSgf(), signal);
	}
}

/** Returns the game of a record and its review. `shown` is the game in view. */
export async function gameOfRecord(text, shown, file) {
	// A file may name its encoding. Text is marked as what it is, whatever it names.
	const record = file ? [file] : ['\ufeff', text];
	// A record that names its rules is refused if others are asked for: those come second.
	const reviewed = async parts => {
		const body = new Blob(parts);
		const review = await send('review', {}, body);
		if (review.preset !== 'club' || shown.rules === 'club') return review;
		return send('review', { rules: shown.rules }, body).catch(failure => {
			if (failure.kind !== 'other-rules') throw failure;
			return review;
		});
	};
	let review = await reviewed(record);
	// A list of moves that names no board may be of the one in view.
	const namesStart = text.includes('(;') || /\[\s*(FEN|SetUp|Variant)\b/i.test(text);
	const here = namesStart ? null : await reviewed([`${shown.start}\n`, ...record]).catch(() => null);
	if (here?.moves.length >= review.moves.length) review = here;
	const game = new Game({
		rules: review.preset,
		start: Position.read(review.position),
		moves: review.moves.map(({ move }) => move),
		lines: review.lines,
		notes: review.notes,
		properties: review.properties,
		names: { x: review.black, o: review.white },
	});
	return { game, review };
}
