// Positions as text and as squares. The server knows the rules and the legal moves.

const FILES = 'abcdefgh';

export const squareName = (file, rank) => FILES[file] + (rank + 1);

export const placeOf = name => [FILES.indexOf(name[0]), Number(name[1]) - 1];

export const sideName = turn => (turn === 'x' ? 'Black' : 'White');

/** Returns the opponent of a side. @returns {Side} */
export const other = turn => (turn === 'x' ? 'o' : 'x');

/** Returns the squares of a move in common notation, such as `b1-d3`, `C1xA3!` or `h3-e6x`. `pass` has no
    squares; other text gives null. */
export function readMove(text) {
	const plain = text
		.normalize('NFKC')
		.replace(/[\p{Cf}\p{DI}]/gu, '')
		.trim();
	const squares = /^([a-h][1-8])\s*(?:->|[\p{Pd}−:x×>→]|to)?\s*([a-h][1-8])[x+#!?]*$/iu.exec(plain);
	if (squares) return { from: squares[1].toLowerCase(), to: squares[2].toLowerCase() };
	return /^pass$/i.test(plain) ? {} : null;
}

export const isCapture = move => move[2] === 'x';

export function squaresOf(move) {
	const squares = /^([a-h][1-8])[-x]([a-h][1-8])$/.exec(move);
	return squares && { from: squares[1], to: squares[2] };
}

export class Position {
	/** `squares` has `x`, `o` or the empty text for each square, a1, b1 and so on.
	 *  @param {number} files @param {number} ranks @param {string[]} squares @param {Side} turn */
	constructor(files, ranks, squares, turn) {
		this.files = files;
		this.ranks = ranks;
		this.squares = squares;
		this.turn = turn;
	}

	static empty(files, ranks, turn = /** @type {Side} */ ('x')) {
		return new Position(files, ranks, Array(files * ranks).fill(''), turn);
	}

	static read(text) {
		const [placement, turn] = text.split(' ');
		const rows = placement
			.split('/')
			.reverse()
			.map(row => [...row].flatMap(c => (/\d/.test(c) ? Array(Number(c)).fill('') : [c])));
		return new Position(rows[0].length, rows.length, rows.flat(), turn);
	}

	/** Returns the start of a board, such as `6x6`. */
	static start(board) {
		const [files, ranks] = board.split('x').map(side => Number(side) - 2);
		const edge = `1${'x'.repeat(files)}1`;
		return Position.read(`${[edge, ...Array(ranks).fill(`o${files}o`), edge].join('/')} x`);
	}

	/** Parses a position, which may lack stones, or the start of a board. */
	static draft(text) {
		const [, board] = /^start ([3-8]x[3-8])$/.exec(text) ?? [];
		if (board) return Position.start(board);
		if (!/^[xo1-8/]+ [xo]$/.test(text)) return null;
		const rows = text
			.split(' ')[0]
			.split('/')
			.map(row => row.replace(/\d/g, run => '.'.repeat(run)).length);
		const isBoard = [rows[0], rows.length].every(side => side >= 3 && side <= 8) && rows.every(row => row === rows[0]);
		return isBoard ? Position.read(text) : null;
	}

	toString() {
		const rows = [];
		for (let rank = this.ranks - 1; rank >= 0; rank--) {
			const row = this.squares.slice(rank * this.files, (rank + 1) * this.files);
			rows.push(
				row
					.map(stone => stone || '.')
					.join('')
					.replace(/\.+/g, run => String(run.length)),
			);
		}
		return `${rows.join('/')} ${this.turn}`;
	}

	get board() {
		return `${this.files}x${this.ranks}`;
	}

	get material() {
		return `${this.stones(this.turn)}v${this.stones(other(this.turn))}`;
	}

	get problem() {
		const bare = [this.turn, other(this.turn)].find(side => !this.stones(side));
		return bare ? `${sideName(bare)} has no stones.` : null;
	}

	stones(side) {
		return this.squares.filter(stone => stone === side).length;
	}

	at(name) {
		const [file, rank] = placeOf(name);
		return this.squares[rank * this.files + file];
	}

	with(name, stone) {
		const [file, rank] = placeOf(name);
		const squares = [...this.squares];
		squares[rank * this.files + file] = stone;
		return new Position(this.files, this.ranks, squares, this.turn);
	}

	after(move) {
		const squares = squaresOf(move);
		const next = squares === null ? this : this.with(squares.to, this.turn).with(squares.from, '');
		return next.toMove(other(this.turn));
	}

	/** Returns a person's move in the server's notation; null if it cannot be read. */
	moveNamed(text) {
		const written = readMove(text);
		if (!written?.from) return written && 'pass';
		const { from, to } = written;
		return `${from}${this.has(...placeOf(to)) && this.at(to) === other(this.turn) ? 'x' : '-'}${to}`;
	}

	toMove(turn) {
		return new Position(this.files, this.ranks, this.squares, turn);
	}

	lines(name) {
		const [file, rank] = placeOf(name);
		/** @type {[string, number, number][]} */
		const directions = [
			['file', 0, 1],
			['rank', 1, 0],
			['diagonal ╱', 1, 1],
			['diagonal ╲', 1, -1],
		];
		return directions.map(([line, right, up]) => {
			let count = this.at(name) ? 1 : 0;
			for (const sign of [1, -1]) {
				for (let step = 1; this.has(file + sign * step * right, rank + sign * step * up); step++) {
					if (this.at(squareName(file + sign * step * right, rank + sign * step * up))) count++;
				}
			}
			return { line, count, right, up };
		});
	}

	/** Returns the squares of each group of a side's stones, the largest first. */
	groups(side) {
		const left = new Set(this.squares.flatMap((stone, index) => (stone === side ? [index] : [])));
		const groups = [];
		for (const first of left) {
			left.delete(first);
			const group = [first];
			for (const index of group) {
				const [file, rank] = [index % this.files, Math.floor(index / this.files)];
				for (const next of left) {
					if (Math.abs((next % this.files) - file) > 1 || Math.abs(Math.floor(next / this.files) - rank) > 1) continue;
					left.delete(next);
					group.push(next);
				}
			}
			groups.push(group.map(index => squareName(index % this.files, Math.floor(index / this.files))));
		}
		return groups.sort((a, b) => b.length - a.length);
	}

	/** The sides whose stones are one group. @returns {Side[]} */
	get joined() {
		return /** @type {Side[]} */ (['x', 'o']).filter(side => this.groups(side).length === 1);
	}

	has(file, rank) {
		return file >= 0 && rank >= 0 && file < this.files && rank < this.ranks;
	}

	shifted(right, up) {
		const isOut = [...this.#occupied()].some(([file, rank]) => !this.has(file + right, rank + up));
		return isOut ? null : this.#moved(this.files, this.ranks, (file, rank) => [file + right, rank + up]);
	}

	mirrored() {
		return this.#moved(this.files, this.ranks, (file, rank) => [this.files - 1 - file, rank]);
	}

	turned() {
		return this.#moved(this.ranks, this.files, (file, rank) => [rank, this.files - 1 - file]);
	}

	swapped() {
		const squares = this.squares.map(stone => stone && other(stone));
		return new Position(this.files, this.ranks, squares, other(this.turn));
	}

	/** @returns {Generator<[number, number, string]>} */
	*#occupied() {
		for (const [index, stone] of this.squares.entries()) {
			if (stone) yield [index % this.files, Math.floor(index / this.files), stone];
		}
	}

	#moved(files, ranks, to) {
		const moved = Position.empty(files, ranks, this.turn);
		for (const [file, rank, stone] of this.#occupied()) {
			const [f, r] = to(file, rank);
			moved.squares[r * files + f] = stone;
		}
		return moved;
	}
}
