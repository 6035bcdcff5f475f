// The state of the board in view: a game, its mode, and the knowledge of its position. A session never changes:
// each transition returns a new session. docs/design.md has a diagram of the modes.

import { Game, begins } from './game.js';
import { PERSON, isPerfect, nameOf } from './players.js';
import { other, sideName } from './position.js';
import { endInWords, inWords, isRated, lossesOf, toBlack } from './value.js';

const NEW = {
	mode: 'explore',
	edit: null,
	prefers: {},
	isLooking: false,
	known: null,
	review: null,
	pressed: '',
	tab: 'moves',
	opened: null,
	hint: null,
	stoodIn: null,
	premove: null,
	refuted: null,
	since: null,
};

export class Session {
	/** @param {Pick<Viewed, 'boards' | 'game'> & Partial<Viewed>} fields */
	constructor(fields) {
		Object.freeze(Object.assign(this, NEW, fields));
	}

	/** @param {Partial<Viewed>} changes */
	with(changes) {
		return new Session({ ...this, ...changes });
	}

	get isPlay() {
		return this.mode === 'play';
	}

	get isEdited() {
		return Boolean(this.edit);
	}

	/** True if the values of positions and moves are hidden: in play unless the reader asks for them. */
	get isHidden() {
		return !this.isLooking && (this.isPlay || Boolean(this.prefers.hidden));
	}

	/** True if the view asks only for the rules about a position. */
	get isPlain() {
		return this.isPlay && this.isHidden;
	}

	/** Shows the game of an address; answers about it come later. An editor closes unless it set the
	 *  position. @param {Game} game @param {Mode} mode */
	shows(game, mode, isFromElsewhere = false) {
		const stays = mode === this.mode && !isFromElsewhere;
		const isSame = game.isSame(this.game);
		const isSamePlace = isSame && this.game.at === game.at;
		const { players, moves, at, end, lines, line, notes, shapes, clock } = game;
		// The same moves keep the same list, so that a running review still applies.
		let shown = isSame ? new Game({ ...this.game, players, at, end, lines, line, notes, shapes, clock }) : game;
		const { opened } = this;
		const isOpened = mode === 'explore' && String(opened?.start) === String(game.start);
		if (opened && isOpened && game.tree.some(line => begins(line, opened.moves))) {
			shown = new Game({ ...shown, names: opened.names, properties: opened.properties });
		}
		return this.with({
			game: shown,
			mode,
			edit: stays && this.edit?.position === String(game.position) ? this.edit : null,
			isLooking: this.isLooking && mode === this.mode && (isSamePlace || mode === 'play'),
			review: isSame ? this.review : null,
			// The computer's turn begins again when the page asks for its move.
			since: stays && isSame && !end && this.player(moves.length) === PERSON ? this.since : null,
			premove: stays && begins(game.moves, this.game.moves) ? this.premove : null,
			tab: stays ? this.tab : mode === 'explore' && game.moves.length ? 'review' : 'moves',
		}).asks();
	}

	asks() {
		return this.with({ known: null, pressed: '', hint: null, refuted: null });
	}

	edits() {
		return this.with({ edit: this.edit ? null : { position: String(this.game.position), isChanged: false } });
	}

	/** Sets an edited position, whose game the next address shows. @param {Position} position */
	places(position) {
		return this.with({ edit: { position: String(position), isChanged: true } });
	}

	looks() {
		return this.with({ isLooking: !this.isLooking });
	}

	presses(name) {
		return this.with({ pressed: this.pressed === name ? '' : name });
	}

	/** Shows the position after a step of a refutation, until another place of the game is shown.
	 *  @param {string[]} moves the moves from the start @param {string} headline @param {string} words */
	refutes(moves, headline, words) {
		const position = moves.reduce((position, move) => position.after(move), this.game.start);
		return this.with({ refuted: { position, last: moves.at(-1), headline, words } });
	}

	/** Shows more of a hint. @param {string} move */
	hints(move) {
		return this.with({ hint: { move, isWhole: Boolean(this.hint) } });
	}

	/** Returns the end of the game, if it has ended. @returns {Ending | null} */
	get result() {
		const { game, isPlay, known, reader } = this;
		const { position, end, isAtEnd } = game;
		const won = (winner, words, isJoined = false) => {
			if (!isPlay || !reader) return { winner, headline: `${sideName(winner)} has won`, words, isJoined };
			const hasWon = winner === reader;
			return { winner, kind: hasWon ? 'win' : 'loss', headline: `You ${hasWon ? 'won' : 'lost'}`, words, isJoined };
		};
		const drawn = words => ({ headline: 'Draw', words });
		if (known?.over) {
			const { over } = known;
			const reason = endInWords(over, position.turn);
			const words = `${reason[0].toUpperCase()}${reason.slice(1)}.`;
			const { category } = toBlack(known, position.turn);
			return category === 'draw'
				? drawn(words)
				: won(category === 'win' ? 'x' : 'o', words, over.endsWith('connected'));
		}
		if (!isPlay || !isAtEnd) return null;
		if (end === 'draw') return drawn('The players have agreed on a draw.');
		if (end) {
			const [side, how] = end.split('-');
			const lost = { forfeit: 'forfeited', time: 'lost on time' }[how] ?? 'resigned';
			return won(other(side), `${this.#name(side)} ${lost}.`);
		}
		const { repetition, repeated, occurrences = 3 } = this.boards.preset(game.rules) ?? {};
		if (game.repeats(repeated) < occurrences) return null;
		if (repetition === 'loss') return won(position.turn, `${this.#name(other(position.turn))} repeated a position.`);
		return drawn(repeated === 'board' ? 'The board has repeated.' : 'The position has occurred three times.');
	}

	#name(side) {
		return this.reader ? nameOf(this.game.players[side]) : sideName(side);
	}

	get best() {
		if (!this.known) return null;
		const [best] = this.known.moves;
		return best && isRated(best) && !this.known.over ? best : null;
	}

	/** The next move of the game if it gives the result away and that is not hidden. */
	get mistake() {
		const { at, moves } = this.game;
		return !this.isHidden && lossesOf(this.review)[at]?.isBlunder ? moves[at] : null;
	}

	/** The side of the only person in the game. @returns {Side | null} */
	get reader() {
		const { x, o } = this.game.players;
		return (x === PERSON) === (o === PERSON) ? null : x === PERSON ? 'x' : 'o';
	}

	player(at = this.game.at) {
		return this.game.players[this.game.positions[at].turn];
	}

	/** Returns the seconds since the turn began, if the clock runs. */
	spent(now = Date.now()) {
		return this.since === null ? 0 : Math.max(0, now - this.since) / 1000;
	}

	/** Returns the seconds left to a side: in explore, at the position in view; null without a clock. */
	left(side, now = Date.now()) {
		const { at, clock, end, isAtEnd, start } = this.game;
		if (!clock) return null;
		if (isAtEnd && end === `${side}-time`) return 0;
		const shown = this.isPlay ? clock : clock.cut(at);
		const player = side === start.turn ? 0 : 1;
		return Math.max(0, shown.left(player) - (player === shown.next ? this.spent(now) : 0));
	}

	/** Returns the game after the flag of the player to move has fallen; null before. */
	flagged(now = Date.now()) {
		const { game } = this;
		const { turn } = game.positions[game.moves.length];
		if (this.since === null || this.left(turn, now) !== 0) return null;
		return new Game({ ...game.shownAt(game.moves.length), end: `${turn}-time` });
	}

	/** True if it is the turn of a player other than a person. */
	get isTheirs() {
		return !this.isEdited && this.game.isAtEnd && !this.game.end && this.player() !== PERSON;
	}

	get whoseMove() {
		const { game, reader } = this;
		const { path, last } = game;
		if (!game.isAtEnd) return 'An earlier position: a move from here replaces the rest.';
		if (this.isTheirs) return `${nameOf(this.player())} is thinking …`;
		if (!reader) return 'Two players on this screen';
		return this.stoodIn === String(path)
			? `Your move. The engine chose ${last}: no table or proof has an answer.`
			: 'Your move';
	}

	/** The game before the reader's last move, or before a resignation. */
	get takenBack() {
		let length = this.game.end ? this.game.at : this.game.at - 1;
		while (length > 0 && this.player(length) !== PERSON) length--;
		return length >= 0 ? this.game.cut(length) : null;
	}

	/** A new game with exchanged colours, unless a certificate plays: it can play only one side. */
	get rematch() {
		const { rules, start, players, clock } = this.game;
		const solved = this.boards.solvedSides(start, rules);
		const isBound = solved.length === 1 && isPerfect(players[solved]);
		const seats = isBound ? players : { x: players.o, o: players.x };
		return new Game({ rules, start, players: seats, clock: clock?.cut(0) });
	}

	get title() {
		const { position, last, at } = this.game;
		return `${position.board}, ${last ? `${this.game.number(at - 1)} ${last}` : `${position.material}, ${sideName(position.turn)} to move`}`;
	}

	get spoken() {
		const { game, known, result, best } = this;
		const { position, last } = game;
		if (!known) return '';
		if (result) return `${result.headline}. ${result.words}`;
		// In play, name the other side's move.
		const done = this.isPlay && last ? `${last}; ` : '';
		if (this.isHidden || !known.category) return `${done}${sideName(position.turn)} to move`;
		return `${sideName(position.turn)} to move, ${inWords(known)}${best ? `, best ${best.move}` : ''}`;
	}
}
