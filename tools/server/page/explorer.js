// The view of a board. It listens, asks, goes to the next session, and draws it.

import { whyIllegal } from './answers.js';
import { isShort } from './clock.js';
import { View, announce, prefer, preferences } from './dom.js';
import { Game, LEFT_OUT } from './game.js';
import { Knowledge } from './knowledge.js';
import { Panels } from './panels.js';
import { acceptsDraw, moveOf, nameOf } from './players.js';
import { other, readMove } from './position.js';
import { Records } from './records.js';
import { Session } from './session.js';

/** True if moves beyond the tables have been judged. @param {Review} review */
const isEstimated = ({ moves }) => moves.some(({ played, effect }) => played && !effect);

/** Milliseconds before another player answers, so that the reader can follow. */
const PAUSE = 350;

/** Milliseconds between two looks at the clock. */
const TICK = 100;

export class Explorer extends View {
	/** @param {Surroundings} given */
	constructor(given) {
		super(given);
		const { go, boards, trouble } = given;
		this.knowledge = new Knowledge(boards);
		this.session = new Session({ boards, game: Game.first, prefers: preferences() });
		this.records = new Records({ game: () => this.game, open: opened => this.#open(opened), go, trouble });
		this.panels = new Panels(this, this.records.element);
		this.element = this.panels.element;
	}

	get game() {
		return this.session.game;
	}

	get title() {
		return this.session.title;
	}

	/** Shows the game of an address. @param {Record<string, any>} asked @param {() => boolean} isCurrent */
	async open(asked, isCurrent) {
		const { game, mode, told } = await Game.at(asked, this.game, this.boards);
		if (!isCurrent()) return;
		for (const words of told) this.trouble.tell(words);
		this.session = this.session.shows(game, mode, !this.element.isConnected);
		this.#ask();
	}

	key(key) {
		const { at, moves } = this.game;
		const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[key];
		if (place !== undefined) this.walk(place);
		else if (key === ' ') this.playBest();
		else if (key === 'f') this.toggle('flipped');
		else if (key === 'g') this.toggle('groups');
		else if (key === 'h') this.hide();
		else if (key === 'Escape' && this.session.premove) this.premove(null);
		else return false;
		return true;
	}

	boardKey(key) {
		const same = { ',': 'ArrowLeft', '.': 'ArrowRight', b: ' ' }[key];
		if (same) return this.key(same);
		const { last } = this.game;
		if (key === 'v') announce(this.session.spoken);
		else if (key === 'l') announce(last ? `last move ${last}` : 'no move yet');
		else return false;
		return true;
	}

	/** @param {Session} session */
	become(session) {
		this.session = session;
		this.#draw();
	}

	#draw() {
		this.panels.show(this.session, this.knowledge);
		this.records.show();
	}

	async #ask() {
		const { game, knowledge, panels } = this;
		const signal = knowledge.begin();
		this.#draw();
		panels.wait();
		if (game.position.problem) return;
		const isCurrent = () => !signal.aborted;
		const asked = this.trouble.during(
			() => knowledge.learn(game, this.session.isPlain, signal, known => this.#learn(known)),
			isCurrent,
		);
		this.#review();
		await asked;
		if (!isCurrent()) return;
		this.answered = signal;
		if (!this.session.known) panels.verdict.fail(game.position.turn);
		this.#estimate();
	}

	/** @param {Known} known */
	#learn(known) {
		const isFirst = !this.session.known;
		this.become(this.session.with({ known }));
		if (!isFirst) return;
		const { game, isPlay, spoken } = this.session;
		if (isPlay && game.isAtEnd) this.#begin();
		announce(spoken);
		this.#reply();
		this.#playPremove();
	}

	/** Begins a turn: keeps the game for later, and starts the clock. */
	#begin() {
		const { game, isTheirs, result } = this.session;
		// The reader's time runs on while the page is closed.
		const before = preferences();
		const known = this.session.since ?? (!isTheirs && before.game === location.hash ? before.since : null);
		const since = game.clock?.isRunning && !result ? (known ?? Date.now()) : null;
		this.session = this.session.with({ since });
		if (game.moves.length) prefer({ game: result ? null : location.hash, since });
		this.#await();
	}

	#await() {
		clearTimeout(this.ticking);
		this.ticking = setTimeout(() => this.#tick(), TICK);
	}

	/** Shows the time of the player to move, until the flag falls. */
	#tick() {
		const { session } = this;
		if (session.since === null || !this.element.isConnected) return;
		this.panels.showTimes(session);
		const { game, isTheirs } = session;
		const left = session.left(game.positions[game.moves.length].turn) ?? 0;
		if (isShort(left) && !this.wasShort && !isTheirs) announce(`${Math.ceil(left)} seconds left`);
		this.wasShort = isShort(left);
		const flagged = session.flagged();
		if (flagged) this.show(flagged, true);
		else this.#await();
	}

	async #review() {
		const { game, session } = this;
		if (!game.moves.length || session.review || this.knowledge.isReviewing(game) || session.isPlain) return;
		const isCurrent = () => game.moves === this.game.moves;
		await this.trouble.during(async () => {
			const review = await this.knowledge.review(game).finally(() => isCurrent() && this.#draw());
			if (!isCurrent() || !this.element.isConnected) return;
			// The address may contain illegal moves: the server names the first.
			if (review.stopped) {
				const { number, text, reason } = review.stopped;
				await this.show(game.cut(number - 1), true);
				this.panels.board.explain(`Move ${number} of the link, ${text}, is not legal: ${reason}.`);
				return;
			}
			this.session = this.session.with({ review });
			const legal = review.lines.map(({ moves }) => String(moves));
			const lines = this.game.lines.filter(line => legal.includes(String(line)));
			if (lines.length < this.game.lines.length) {
				await this.show(new Game({ ...this.game, lines }), true);
				this.trouble.tell(LEFT_OUT);
			}
			this.#draw();
			this.#estimate();
		}, isCurrent);
	}

	async #estimate() {
		const { game, knowledge } = this;
		const { signal } = knowledge;
		const { review } = this.session;
		if (this.answered !== signal || !review?.outside || isEstimated(review)) return;
		const isCurrent = () => !signal.aborted && review === this.session.review;
		await this.trouble.during(async () => {
			const estimated = await knowledge.estimates(game);
			if (estimated && isCurrent()) this.become(this.session.with({ review: estimated }));
		}, isCurrent);
	}

	/** Goes to the address of a game. @param {Game} game */
	show(game, replaces = false) {
		if (this.session.refuted) this.become(this.session.with({ refuted: null }));
		return this.go(game.address(this.session.mode), { replaces });
	}

	/** Shows a recorded game, whose names and other properties the address cannot hold. @param {Game} game */
	#open(game) {
		this.session = this.session.with({ opened: game, tab: game.moves.length ? 'review' : 'moves' });
		return this.go(game.address('explore'));
	}

	play(move) {
		const { game, session } = this;
		const flagged = session.flagged();
		// A browser delays the timers of a hidden page.
		if (flagged) this.show(flagged, true);
		else this.show(game.with(move, !session.isPlay, game.isAtEnd ? session.spent() : 0));
	}

	/** Keeps a move until the reader's turn, or none. @param {string | null} premove */
	premove(premove) {
		if (premove === this.session.premove) return;
		this.become(this.session.with({ premove }));
		announce(premove ? `${premove} follows` : 'no move follows');
	}

	#playPremove() {
		const { isTheirs, premove, result } = this.session;
		if (!premove || isTheirs) return;
		this.session = this.session.with({ premove: null });
		if (!result) this.type(premove);
		this.#draw();
	}

	/** Plays the best move, but never reveals it in a game unless the reader has asked for answers. */
	playBest() {
		const { isPlain, isTheirs, result, best } = this.session;
		if (best && !isPlain && !isTheirs && !result) this.play(best.move);
	}

	walk(at) {
		this.show(this.game.shownAt(at), true);
	}

	takeBack() {
		const { takenBack } = this.session;
		if (takenBack) this.show(takenBack);
	}

	resign() {
		this.#end(this.session.reader ?? this.game.position.turn);
	}

	#end(end) {
		this.show(new Game({ ...this.game, end }));
	}

	place(position) {
		const isChanged = Boolean(this.session.edit?.isChanged);
		const { rules, players } = this.game;
		this.session = this.session.places(position);
		this.show(new Game({ rules, players, start: position }), isChanged);
	}

	/** Stores a comment without drawing, which would take the focus from a pressed button. */
	note(text) {
		this.#keep(this.game.noted(text));
	}

	/** Draws a circle or an arrow on the board, or removes it; without one, removes all. @param {string} [shape] */
	shape(shape) {
		this.#keep(this.game.shaped(shape));
		this.#draw();
	}

	/** @param {Game} game */
	#keep(game) {
		this.session = this.session.with({ game });
		history.replaceState(null, '', game.address(this.session.mode));
		this.records.show();
	}

	#reply() {
		clearTimeout(this.replying);
		const { known, result, isTheirs } = this.session;
		if (!known || result || !isTheirs) return;
		const { game } = this;
		const { signal } = this.knowledge;
		const { position } = game;
		const time = game.clock?.budget ?? Infinity;
		// A reply must not call the reader back from another view.
		const isCurrent = () => !signal.aborted && this.element.isConnected;
		const reply = async () => {
			const ms = time < Infinity ? Math.min(time, 1000) : undefined;
			const { move, isEngines } = await moveOf(game.players[position.turn], position, game.rules, ms).catch(failure => {
				this.session = this.session.with({ since: null });
				if (isCurrent()) this.panels.verdict.fail(position.turn);
				throw failure;
			});
			if (!move || !isCurrent() || !this.session.isTheirs) return;
			const next = game.with(move, false, this.session.spent());
			this.session = this.session.with({ stoodIn: isEngines ? String(next.path) : null });
			// The browser's Back button skips this reply.
			this.show(next, true);
		};
		this.replying = setTimeout(() => this.trouble.during(reply, isCurrent), Math.min(PAUSE, time / 4));
	}

	async offer() {
		const { position, players, rules } = this.game;
		const { signal } = this.knowledge;
		await this.trouble.during(async () => {
			const isAccepted = !this.session.reader || (await acceptsDraw(position, rules));
			if (signal.aborted || !this.element.isConnected) return;
			if (isAccepted) this.#end('draw');
			else this.panels.board.explain(`${nameOf(players[other(position.turn)])} declines the draw.`);
		});
	}

	twice(name, act) {
		this.session = this.session.presses(name);
		const isFirst = Boolean(this.session.pressed);
		this.panels.board.explain(isFirst ? `Press once more to ${name}.` : '');
		if (!isFirst) act();
	}

	type(typed) {
		const text = this.game.position.moveNamed(typed);
		const found = this.session.known?.moves.find(({ move }) => move === text);
		if (found) this.play(found.move);
		else this.refuse(typed.trim());
		return Boolean(found);
	}

	async refuse(text) {
		const { position, rules } = this.game;
		const { board } = this.panels;
		const squares = readMove(text);
		if (!squares?.from) {
			board.explain(`${text ? `Cannot read ${text} as a move: type` : 'Type'} two squares, such as b1-d3.`);
			return;
		}
		await this.trouble.during(async () => {
			const words = await whyIllegal(position, rules, squares.from, squares.to);
			if (String(position) === String(this.game.position)) board.explain(words);
		});
	}

	toggle(name) {
		prefer({ [name]: !preferences()[name] });
		this.become(this.session.with({ prefers: preferences() }));
	}

	hide() {
		if (this.session.isPlay) return;
		this.session = this.session.with({ isLooking: false });
		this.toggle('hidden');
		announce(this.session.isHidden ? 'answers hidden' : this.session.spoken);
	}

	look() {
		if (!this.session.isPlay) {
			this.become(this.session.looks());
			return;
		}
		this.session = this.session.looks().asks();
		this.#ask();
	}

	/** Shows a step of the refutation of a move: the game's moves up to this one, and the step's. */
	refute(moves, { at, move, steps }) {
		const step = moves.slice(at + 1);
		const number = steps.findIndex(one => one.length === step.length) + 1;
		const headline = `${this.game.number(at)} ${move}, step ${number} of ${steps.length}`;
		this.become(this.session.refutes(moves, headline, `then ${step.join(' ')}`));
		announce(`${headline}: ${step.at(-1)}`);
		const { element } = this.panels.board;
		if (element.getBoundingClientRect().bottom < 0) element.scrollIntoView();
	}

	/** Shows the stone of a good move, and on the second request its landing. */
	async hint() {
		const { game } = this;
		const { signal } = this.knowledge;
		const { hint } = this.session;
		await this.trouble.during(async () => {
			const move = hint?.move ?? (await moveOf('perfect', game.position, game.rules)).move;
			if (!move || signal.aborted) return;
			this.become(this.session.hints(move));
			announce(this.session.hint?.isWhole ? move : `Move the stone on ${move.split(/[-x]/)[0]}`);
		});
	}

	edit() {
		this.panels.controls.close();
		this.become(this.session.edits());
		this.#reply();
		if (this.session.isEdited) scrollTo(0, 0);
	}
}
