// A game: its start, its moves, and the position in view.

import { addressOf, spelled } from './address.js';
import { lookUp } from './api.js';
import { Clock } from './clock.js';
import { PERSON, playerOf } from './players.js';
import { Position } from './position.js';

export const LEFT_OUT = 'Variations of the link that are not legal, or too many, are left out.';

export const begins = (line, path) => path.every((move, at) => line[at] === move);

export const nextOf = (lines, path) =>
	[...new Set(lines.filter(line => line.length > path.length).map(line => line[path.length]))].map(move => [
		...path,
		move,
	]);

/** Returns the texts of lines by the moves before them, in place of the number of these moves. */
const byMoves = (lines, field) => {
	/** @type {Record<string, string>} */
	const texts = {};
	for (const line of lines)
		for (const [count, text] of line[field] ?? []) {
			const path = String(line.moves.slice(0, count));
			texts[path] = texts[path] ? `${texts[path]}\n${text}` : text;
		}
	return texts;
};

/** Returns the circles and arrows of a text: squares such as `c3`, and two such as `b1-d3`. @returns {string[]} */
const shapesIn = text => text.split(/\s+/).filter(shape => /^([a-h][1-8])(-(?!\1)[a-h][1-8])?$/.test(shape));

/** Returns the texts along a line, each after the number of moves before it. @returns {any[]} */
const along = (texts, moves) =>
	[...moves.keys(), moves.length]
		.map(count => [count, texts[String(moves.slice(0, count))]])
		.filter(([, text]) => text);

const NEW = {
	moves: [],
	at: Infinity,
	names: null,
	end: null,
	lines: [],
	line: 0,
	notes: {},
	shapes: {},
	properties: {},
	clock: null,
	unread: '',
};

export class Game {
	/** @param {Pick<Played, 'rules' | 'start'> & Partial<Played>} fields */
	constructor(fields) {
		Object.assign(this, NEW, fields);
		this.players ??= { x: PERSON, o: PERSON };
		const { start, moves, at, lines, line } = this;
		this.at = Math.max(0, Math.min(at, moves.length));
		this.line = Math.max(0, Math.min(line, lines.length));
		let position = start;
		this.positions = [start, ...moves.map(move => (position = position.after(move)))];
	}

	static get first() {
		return new Game({ rules: 'club', start: Position.start('6x6') });
	}

	/** Returns the game of an address, its mode, and what cannot be read. The game in view has the missing parts.
	 *  @param {Record<string, any>} asked @param {Game} shown @param {Boards} boards
	 *  @returns {Promise<{ game: Game, mode: Mode, told: string[] }>} */
	static async at(asked, shown, boards) {
		const { view, rules = shown.rules, start, board, kind, black = PERSON, white = PERSON, ...rest } = asked;
		const text = start?.replace('_', ' ') ?? `${kind ?? 'start'} ${board ?? shown.position.board}`;
		let position;
		try {
			// A complete diagram is shown before the server has checked it.
			position =
				(boards.ids.includes(boards.id(rules)) && Position.draft(text)) ||
				Position.read((await lookUp('moves', { position: text, rules })).position);
		} catch (failure) {
			if (failure.kind !== 'usage') throw failure;
			const words = `This address has no valid position: ${failure.message}. This is another board.`;
			const other = await Game.at({ view, black, white }, shown, boards);
			return { ...other, told: [words, ...other.told] };
		}
		const stranger = [black, white].find(player => !playerOf(player));
		const players = { x: playerOf(black) ?? PERSON, o: playerOf(white) ?? PERSON };
		const isPlay = view === 'play' || Object.values(players).some(player => player !== PERSON);
		const game = Game.read({ rules, start: position, players, ...rest });
		const told = [stranger && `No player is called ${stranger}: you play instead.`, game.unread].filter(Boolean);
		return { game, mode: isPlay ? 'play' : 'explore', told };
	}

	/** Returns the game of a record. @param {Review} review */
	static recorded({ preset, position, black, white, lines }) {
		const [{ moves, conceded }, ...others] = lines;
		const [side, how] = conceded ?? [];
		const end = side && { black: 'x', white: 'o' }[side] + (how === 'resignation' ? '' : `-${how}`);
		const properties = byMoves(lines, 'properties');
		return new Game({
			rules: preset,
			start: Position.read(position),
			moves,
			clock: Clock.recorded(properties, moves),
			lines: others.map(line => line.moves).filter(line => !begins(moves, line)),
			notes: byMoves(lines, 'notes'),
			shapes: byMoves(lines, 'shapes'),
			properties,
			names: { x: black, o: white },
			end: end ?? null,
		});
	}

	/** Reads the address of a game with a known start. @param {Record<string, any>} link */
	static read(link) {
		const { rules, start, players, moves, at = moves ? Infinity : 0, lines = '', line, notes, shapes, end } = link;
		const { clock, times } = link;
		// The moves up to and including the first unreadable one.
		const readLine = text => {
			const read = [];
			let position = start;
			for (const written of text.split(',')) {
				const move = position.moveNamed(written);
				if (!move) return { read, bad: written };
				read.push(move);
				position = position.after(move);
			}
			return { read };
		};
		const [played = { read: [] }, ...others] = [moves, ...lines.split(';')].filter(Boolean).map(readLine);
		const readable = others.filter(({ bad }) => bad === undefined).map(({ read }) => read);
		const read = new Game({
			rules,
			start,
			players,
			moves: played.read,
			lines: readable,
			line: Number(line) || 0,
			end: /^(draw|[xo](-forfeit|-time)?)$/.test(end) ? end : null,
			notes: Object.fromEntries(new URLSearchParams(notes)),
			shapes: Object.fromEntries(
				[...new URLSearchParams(shapes)].map(([path, text]) => [path, shapesIn(text).join(' ')]),
			),
			at: Number(at) || 0,
		});
		read.clock = Clock.read(clock, times, read.tree[0].length);
		if (readable.length < others.length) read.unread = LEFT_OUT;
		if (played.bad !== undefined)
			read.unread = `Move ${played.read.length + 1} of the link, ${played.bad}, is not a move.`;
		return read;
	}

	/** Returns the address of the game, as `read` reads it. @param {Mode} mode */
	address(mode) {
		const { rules, start, moves, at, players, end, lines, line, notes, shapes, clock } = this;
		const named = player => (player === PERSON ? undefined : player);
		return addressOf({
			view: mode === 'play' ? mode : 'board',
			rules,
			start: spelled(start),
			moves: moves.join(','),
			at: at === moves.length ? undefined : at,
			black: named(players.x),
			white: named(players.o),
			end,
			lines: lines.join(';'),
			line: line || undefined,
			notes: new URLSearchParams(notes).toString(),
			shapes: new URLSearchParams(shapes).toString(),
			clock,
			times: clock?.times.join(','),
		});
	}

	get position() {
		return this.positions[this.at];
	}

	/** True if the game begins from the start of its board. */
	get isFromStart() {
		return String(this.start) === String(Position.start(this.start.board));
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

	/** All lines of the tree, the main line first; lines with a common beginning are adjacent. */
	get tree() {
		return [...this.lines.slice(0, this.line), this.moves, ...this.lines.slice(this.line)];
	}

	get note() {
		return this.notes[String(this.path)] ?? '';
	}

	/** Returns the game with a move played at the position in view, which took some seconds. The move replaces the
	    rest, unless `keeps` makes it a variation. */
	with(move, keeps = false, spent = 0) {
		const path = [...this.path, move];
		const { rules, start, players, tree } = this;
		const clock = this.clock?.cut(this.at).moved(spent);
		if (!keeps) return new Game({ rules, start, players, moves: path, clock });
		if (tree.some(line => begins(line, path))) return this.to(path);
		if (this.isAtEnd) tree[this.line] = path;
		else tree.splice(tree.findLastIndex(line => begins(line, this.path)) + 1, 0, path);
		return this.#showing(tree, path, { end: this.isAtEnd && !this.line ? null : this.end });
	}

	to(path) {
		return begins(this.moves, path) ? this.shownAt(path.length) : this.#showing(this.tree, path);
	}

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

	pruned() {
		const { path, tree } = this;
		const before = path.slice(0, -1);
		const place = tree.findIndex(line => begins(line, path));
		const rest = tree.filter(line => !begins(line, path));
		if (!rest.some(line => begins(line, before))) rest.splice(place, 0, before);
		const [notes, shapes] = [this.notes, this.shapes].map(texts =>
			Object.fromEntries(Object.entries(texts).filter(([moves]) => !begins(moves.split(','), path))),
		);
		return this.#showing(rest, before, { notes, shapes, end: begins(tree[0], path) ? null : this.end });
	}

	noted(text) {
		return new Game({ ...this, notes: this.#replaced(this.notes, text) });
	}

	/** The circles and arrows drawn on the position in view, such as `c3` and `b1-d3`. @returns {string[]} */
	get drawn() {
		return shapesIn(this.shapes[String(this.path)] ?? '');
	}

	/** Draws a circle or an arrow, or removes it; without one, removes all. @param {string} [shape] */
	shaped(shape) {
		const left = this.drawn.filter(one => shape && one !== shape);
		const drawn = shape && !this.drawn.includes(shape) ? [...left, shape] : left;
		return new Game({ ...this, shapes: this.#replaced(this.shapes, drawn.join(' ')) });
	}

	#replaced(texts, text) {
		const { [String(this.path)]: _, ...others } = texts;
		return text ? { ...others, [String(this.path)]: text } : others;
	}

	#showing(tree, path, changes = {}) {
		const line = tree.findIndex(line => begins(line, path));
		const [main] = this.tree;
		const same = main.findIndex((move, at) => tree[0][at] !== move);
		return new Game({
			...this,
			moves: tree[line],
			at: path.length,
			lines: tree.filter((_, at) => at !== line),
			line,
			clock: same < 0 ? this.clock : this.clock?.cut(same),
			...changes,
		});
	}

	shownAt(at) {
		return new Game({ ...this, at });
	}

	cut(length) {
		const clock = this.clock?.cut(length);
		return new Game({ ...this, moves: this.moves.slice(0, length), at: length, end: null, clock });
	}

	/** Returns how often the position in view has occurred, or its board with either side to move. */
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

	/** The side that gave the game up, and how, as the API reads it. @returns {any} */
	get conceded() {
		const [side, how = 'resignation'] = this.end?.split('-') ?? [];
		return side && side !== 'draw' ? [{ x: 'black', o: 'white' }[side], how] : undefined;
	}

	/** The whole tree, as the API reads it. @returns {Schemas['RecordRequest']} */
	get record() {
		const { clock, conceded, rules, start, end, notes, shapes, properties } = this;
		const { x: black, o: white } = this.names ?? this.players;
		const result = end === 'draw' ? '0' : undefined;
		const lines = this.tree.map((moves, at) => ({
			moves,
			conceded: at ? undefined : conceded,
			notes: along(notes, moves),
			shapes: along(shapes, moves),
			properties: [...along(properties, moves), ...((!at && clock?.properties(start.turn)) || [])],
		}));
		return { position: String(start), rules, black, white, recorded_result: result, lines };
	}
}
