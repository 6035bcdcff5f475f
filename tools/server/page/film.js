// The state of a film: a won game with a sentence at each turning point, from the gallery.

import { Game } from './game.js';

export class Film {
	/** @param {Wonder} wonder @param {Game} [game] the game at the place in view */
	constructor(wonder, game = Game.recorded(/** @type {any} */ ({ ...wonder.record, preset: wonder.record.rules }))) {
		this.wonder = wonder;
		this.game = game;
	}

	/** Returns the film at a place, or at its start. */
	at(place) {
		return new Film(this.wonder, this.game.shownAt(Math.trunc(Number(place)) || 0));
	}

	/** The value of the position in view. The game is best play, so every move brings the end one ply nearer.
	 *  @returns {Worth} */
	get worth() {
		const { moves, at, position } = this.game;
		return { category: position.turn === this.wonder.winner ? 'win' : 'loss', plies: moves.length - at };
	}

	/** The number of moves before each turning point. */
	get turningPoints() {
		const { moves, notes } = this.game;
		return [...moves.keys(), moves.length].filter(count => notes[String(moves.slice(0, count))]);
	}

	/** The sentence of the last turning point up to the place in view. */
	get words() {
		const { at, moves, notes } = this.game;
		const last = this.turningPoints.findLast(count => count <= at) ?? 0;
		return notes[String(moves.slice(0, last))] ?? '';
	}

	/** The milliseconds for which a running film shows the position: longer if it has a sentence. */
	get pause() {
		return 700 + 50 * this.game.note.length;
	}

	/** Returns the film with the moves of an address, or its own, at their end: a proof to walk through. */
	walked(moves) {
		const { rules, start } = this.game;
		return new Film(this.wonder, moves ? Game.read({ rules, start, moves }) : this.game.shownAt(Infinity));
	}

	/** The numbers of moves in view after which the loser has chosen a reply. */
	get choices() {
		const { at, positions } = this.game;
		return [...positions.keys()].filter(count => count < at && positions[count].turn !== this.wonder.winner);
	}
}
