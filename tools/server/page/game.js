// A game: a start, moves, and the place in it that is shown.

import { send } from './api.js';
import { PERSON } from './players.js';
import { Position, other, squaresOf } from './position.js';

/** The nodes of a record in SGF. */
const NODES = /;(?:\s*[A-Z]+(?:\s*\[(?:\\[^]|[^\]\\])*\])+)*/g;

/** Returns the moves of every line of a record in SGF; those of the server's review come first. */
function linesOf(text, start) {
  const [lines, branches] = [[], []];
  let path = [];
  let isLeaf = false;
  for (const token of text.match(new RegExp(`[()]|${NODES.source}`, 'g')) ?? []) {
    const [, from, to] = /(?:^|[^A-Z])[BW]\[(?:([a-h][1-8])[-:x]?([a-h][1-8])|pass)\]/i.exec(token) ?? [];
    if (token === '(') {
      branches.push(path);
    } else if (token === ')') {
      if (isLeaf) lines.push(path);
      isLeaf = false;
      path = branches.pop() ?? [];
    } else if (from || /[BW]\[pass\]/i.test(token)) {
      const position = path.reduce((position, move) => position.after(move), start);
      path = [...path, from ? `${from}${position.at(to) ? 'x' : '-'}${to}`.toLowerCase() : 'pass'];
      isLeaf = true;
    }
  }
  return lines;
}

export class Game {
  /** `players` are those who play here, and `names` those of a record, by side. `end` is `x` or `o`,
      who has resigned, or `draw`; `lines` are other lists of moves from the same start. */
  constructor({ rules, start, moves = [], at = moves.length, players = { x: PERSON, o: PERSON }, names = null, end = null, lines = [] }) {
    Object.assign(this, { rules, start, moves, at: Math.max(0, Math.min(at, moves.length)), players, names, end, lines });
    this.positions = [start];
    for (const move of moves) this.positions.push(this.positions.at(-1).after(move));
  }

  /** Reads what the address of a game holds, whose start is known. */
  static read({ moves, at, lines, ...game }) {
    const listed = text => (text ? text.split(',').filter(move => squaresOf(move) || move === 'pass') : []);
    return new Game({ ...game, moves: listed(moves), lines: lines ? lines.split(';').map(listed) : [], at: at === undefined ? undefined : Number(at) || 0 });
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

  /** Returns the game with a move played where it is shown. What followed is left out, unless
      `keeps` has it kept as another line. */
  with(move, keeps = false) {
    if (keeps && this.moves[this.at] === move) return this.shownAt(this.at + 1);
    const moves = [...this.moves.slice(0, this.at), move];
    const lines = keeps && !this.isAtEnd ? [...this.lines, this.moves] : this.lines;
    return new Game({ ...this, moves, at: this.at + 1, names: null, end: null, lines: lines.filter(line => !String(line).startsWith(String(moves))) });
  }

  /** Returns the game with another line in place of its moves, which become another line. */
  along(line) {
    const lines = [...this.lines.filter(other => other !== line), this.moves];
    return new Game({ ...this, moves: line, at: this.#parting(line) + 1, lines });
  }

  /** Returns the number of moves that the game and a line have in common. */
  #parting(line) {
    const place = line.findIndex((move, at) => move !== this.moves[at]);
    return place < 0 ? line.length : place;
  }

  /** Returns a line in a few words, from where it leaves the game. */
  named(line) {
    const from = this.#parting(line);
    return `${this.number(from)} ${line.slice(from, from + 4).join(' ')}${line.length > from + 4 ? ' …' : ''}`;
  }

  /** Returns the game shown at another place. */
  shownAt(at) {
    return new Game({ ...this, at });
  }

  /** Returns the game without its last moves. */
  cut(length) {
    return new Game({ ...this, moves: this.moves.slice(0, length), at: length, end: null });
  }

  /** Returns how often the position in view has come. */
  get repeats() {
    const shown = String(this.position);
    return this.positions.slice(0, this.at + 1).filter(position => String(position) === shown).length;
  }

  /** True if another game has the same rules, start and moves. */
  isSame(game) {
    return [game?.rules, game?.start, game?.moves].join() === [this.rules, this.start, this.moves].join();
  }

  /** Returns the number of a move as games are numbered, such as `3.` or `3...`. */
  number(index) {
    const plies = index + (this.start.turn === 'x' ? 0 : 1);
    return `${Math.floor(plies / 2) + 1}${plies % 2 ? '...' : '.'}`;
  }

  /** Returns the game as SGF. */
  toSgf() {
    const { start } = this;
    const size = start.files === start.ranks ? start.files : `${start.files}:${start.ranks}`;
    const letter = turn => (turn === 'x' ? 'B' : 'W');
    const stones = side => {
      const names = start.squares.flatMap((stone, index) =>
        stone === side ? `[${'abcdefgh'[index % start.files]}${Math.floor(index / start.files) + 1}]` : []);
      return names.length ? `A${letter(side)}${names.join('')}` : '';
    };
    const name = side => {
      const named = (this.names ?? this.players)[side].replace(/[\\\]]/g, '\\$&');
      return named && `P${letter(side)}[${named}]`;
    };
    const result = this.end && `RE[${this.end === 'draw' ? '0' : `${letter(other(this.end))}+R`}]`;
    const about = `${name('x')}${name('o')}${result ?? ''}`;
    const head = `(;FF[4]GM[9]CA[UTF-8]SZ[${size}]RU[${this.rules}]${about}SU[Custom]${stones('x')}${stones('o')}PL[${letter(start.turn)}]`;
    const moves = this.moves.map((move, index) => `;${letter(this.positions[index].turn)}[${move.replace('x', ':')}]`);
    return `${head}${moves.join('')})\n`;
  }

  /** Returns a record of the game, in SGF, with its other lines as variations. */
  withLines(sgf) {
    if (!this.lines.length) return sgf;
    const [root, ...nodes] = sgf.match(NODES);
    const written = (line, from) => line.slice(from).map((move, index) =>
      `;${(this.start.turn === 'x') === ((from + index) % 2 === 0) ? 'B' : 'W'}[${move.replace('x', ':')}]`).join('');
    const from = place => {
      const rest = place < nodes.length ? nodes[place].trim() + from(place + 1) : '';
      const others = this.lines.filter(line => this.#parting(line) === place && line.length > place);
      return others.length ? [rest, ...others.map(line => written(line, place))].filter(Boolean).map(text => `(${text})`).join('') : rest;
    };
    return `(${root.trim()}${from(0)})\n`;
  }

  /** Has the server compare every move with the best one; the engine may think about those
      that no table covers for some milliseconds each. */
  review(ms) {
    return send('review', { ms }, this.toSgf());
  }
}

/** Returns the game of a record (SGF, or a list of moves), with its review. */
export async function gameOfRecord(text, rules) {
  // A record that names its rules is refused if others are asked for: those come second.
  let review;
  try {
    review = await send('review', {}, text);
    if (review.preset === 'club' && rules !== 'club') review = await send('review', { rules }, text);
  } catch (failure) {
    if (failure.status !== 409 || !review) throw failure;
  }
  const start = Position.read(review.position);
  const moves = review.moves.map(({ move }) => move);
  const lines = /^\s*\(/.test(text) ? linesOf(text, start).filter(line => !String(moves).startsWith(String(line))) : [];
  const game = new Game({
    rules: review.preset, start, moves, lines,
    names: { x: review.black, o: review.white },
  });
  return { game, review };
}
