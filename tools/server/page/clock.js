// A clock with increment: the seconds of both players after each move of a game.

/** The moves before the clock starts: one of each side. */
const FREE = 2;

/** The share of its time that the computer takes for a move, and of the increment. */
const SHARE = 1 / 40;
const OF_INCREMENT = 0.5;

/** The clocks that a game can be set up with. */
export const CLOCKS = ['1+0', '3+2', '5+3', '10+5', '30+20'];

const tenths = seconds => Math.max(0, Math.round(10 * seconds) / 10);

/** A clock never changes: each transition returns a new clock. */
export class Clock {
	/** @param {number} minutes @param {number} increment
	 *  @param {number[]} times the seconds left to the mover after each move */
	constructor(minutes, increment, times = []) {
		this.minutes = minutes;
		this.increment = increment;
		this.times = times;
	}

	/** Reads a clock such as `5+3`: minutes for each side, and seconds added after each of its moves. Unknown times of
	 *  the moves are those before them. @returns {Clock | null} */
	static read(text = '', times = '', moves = 0) {
		// In a typed address a plus is a space.
		const [, minutes, increment] = /^([1-9]\d{0,2})[+ ](\d{1,3})$/.exec(text) ?? [];
		if (!minutes) return null;
		const known = times.split(',');
		let clock = new Clock(Number(minutes), Number(increment));
		for (let at = 0; at < moves; at++) {
			const time = known[at] ? Number(known[at]) : NaN;
			clock = clock.#with(time >= 0 && time < 1e6 ? time : clock.left(clock.next));
		}
		return clock;
	}

	/** Reads the clock and the times of a record's properties, as `properties` writes them; null without times.
	 *  @param {Record<string, string>} properties SGF, by the moves before it @param {string[]} moves */
	static recorded(properties, moves) {
		const value = (names, text = '') => new RegExp(`(?:^|\\])(?:${names})\\[([\\d.]+)`).exec(text)?.[1];
		const times = moves.map((_, at) => value('BL|WL', properties[String(moves.slice(0, at + 1))]) ?? '');
		if (times.every(time => !time)) return null;
		const [seconds, increment = 0] = [value('TM', properties['']), value('OT', properties[''])];
		return Clock.read(`${Number(seconds) / 60}+${increment}`, String(times), moves.length);
	}

	toString() {
		return `${this.minutes}+${this.increment}`;
	}

	#with(time) {
		return new Clock(this.minutes, this.increment, [...this.times, tenths(time)]);
	}

	/** The player to move: 0 for the one who has made the first move, else 1. */
	get next() {
		return this.times.length % 2;
	}

	get isRunning() {
		return this.times.length >= FREE;
	}

	/** Returns the seconds left to a player. */
	left(player) {
		return this.times.findLast((_, at) => at % 2 === player) ?? 60 * this.minutes;
	}

	/** Returns the clock after a move that took some seconds. */
	moved(spent = 0) {
		return this.#with(this.left(this.next) + (this.isRunning ? this.increment - spent : 0));
	}

	/** Returns the clock as it was after some moves. */
	cut(moves) {
		return new Clock(this.minutes, this.increment, this.times.slice(0, moves));
	}

	/** The milliseconds that the computer may take for its move. */
	get budget() {
		return Math.ceil(1000 * (SHARE * this.left(this.next) + OF_INCREMENT * this.increment)) || 1;
	}

	/** Returns the properties of a record, as SGF, each after the number of moves before it.
	 *  @param {Side} first @returns {[number, string][]} */
	properties(first) {
		const letters = first === 'x' ? 'BW' : 'WB';
		return [
			[0, `TM[${60 * this.minutes}]OT[${this.increment} fischer]`],
			...this.times.map((time, at) => /** @type {[number, string]} */ ([at + 1, `${letters[at % 2]}L[${time}]`])),
		];
	}
}

/** True if so little time is left that tenths of a second count. */
export const isShort = seconds => seconds < 10;

/** Returns a time as on a clock, such as `4:57`, `1:02:03`, and `0:09.4` below ten seconds. */
export function onClock(seconds) {
	const part = number => String(number).padStart(2, '0');
	// A tenth shows until it is over; times such as 2.3 are not exact.
	const shown = Math.floor(10 * seconds + 1e-6);
	const whole = Math.floor(shown / 10);
	const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
	const rest = isShort(seconds) ? `.${shown % 10}` : '';
	return `${hours ? `${hours}:${part(minutes)}` : minutes}:${part(whole % 60)}${rest}`;
}
