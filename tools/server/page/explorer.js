// The view of a board. It draws a session, and moves to the next one after an answer, an action or a new address.

import { addressOf, spelled } from './address.js';
import { patiently, whyIllegal } from './answers.js';
import { ask, lookUp } from './api.js';
import { Board } from './board.js';
import { boardChoices, rulesChoices } from './choices.js';
import { Controls } from './controls.js';
import { View, announce, button, choice, counted, el, prefer, preferences } from './dom.js';
import { Editor, problemOf } from './editor.js';
import { Game, LEFT_OUT } from './game.js';
import { Knowledge } from './knowledge.js';
import { MoveList } from './moves.js';
import { PERSON, moveOf, nameOf, playerOf } from './players.js';
import { Position, other, readMove, sideName } from './position.js';
import { Records } from './records.js';
import { Score } from './score.js';
import { Session } from './session.js';
import { Verdict } from './verdict.js';

const USUAL = '6x6';

/** Milliseconds before another player answers, so that the reader can follow. */
const PAUSE = 350;

const OFFERED = 300;

export class Explorer extends View {
	/** @param {Surroundings} given */
	constructor(given) {
		super(given);
		const { go, boards, trouble } = given;
		this.knowledge = new Knowledge(boards);
		this.signal = this.knowledge.begin();
		this.session = new Session({
			boards,
			game: new Game({ rules: 'club', start: Position.draft(`start ${USUAL}`) }),
			prefers: preferences(),
		});
		const play = move => this.play(move);
		this.board = new Board({
			onmove: play,
			onillegal: (from, to) => this.#refuse(`${from}-${to}`),
			onsquare: name => this.editor.set(name),
			onkey: key => this.#boardKey(key),
		});
		this.moves = new MoveList({
			onplay: play,
			onpoint: move => this.board.point(move),
			online: line => this.#push(line.reduce((game, move) => game.with(move, true), this.game)),
		});
		this.verdict = new Verdict(() => this.#look());
		this.score = new Score({ ongo: path => this.#push(this.game.to(path), true), onnote: text => this.#note(text) });
		this.editor = new Editor(
			position => this.#place(position),
			() => this.#edit(),
		);
		this.records = new Records({ game: () => this.game, open: game => this.#open(game), go, trouble });
		this.controls = new Controls({
			walk: to => this.#walk(to(this.game)),
			playBest: () => this.#playBest(),
			toggle: name => this.#prefer(name),
			twice: (name, act) => this.#twice(name, act),
			offer: () => this.#offer(),
			resign: () => this.#end(this.session.reader ?? this.game.position.turn),
			takeBack: () => this.#takeBack(),
			hide: () => this.#hide(),
			look: () => this.#look(),
			hint: () => this.#hint(),
			promote: () => this.#push(this.game.promoted()),
			prune: () => this.#push(this.game.pruned()),
			edit: () => this.#edit(),
			type: text => this.#type(text),
		});
		this.#build();
	}

	get game() {
		return this.session.game;
	}

	get title() {
		return this.session.title;
	}

	/** Shows the game of an address; without a start, the start of a board.
	 *  @param {Record<string, any>} asked @param {() => boolean} isCurrent */
	async open(asked, isCurrent) {
		const { view, rules = this.game.rules, start, board, kind, black = PERSON, white = PERSON, ...shown } = asked;
		const text = start?.replace('_', ' ') ?? `${kind ?? 'start'} ${board ?? this.game.position.board}`;
		const { boards } = this;
		let drawn;
		try {
			// A complete diagram is shown before the server has checked it.
			drawn =
				(boards.ids.includes(boards.id(rules)) && Position.draft(text)) ||
				Position.read((await lookUp('moves', { position: text, rules })).position);
		} catch (failure) {
			if (failure.kind !== 'usage') throw failure;
			if (isCurrent())
				this.trouble.tell(`This address has no valid position: ${failure.message}. This is another board.`);
			return this.open({ view, black, white }, isCurrent);
		}
		if (!isCurrent()) return;
		const stranger = [black, white].find(player => !playerOf(player));
		if (stranger) this.trouble.tell(`No player is called ${stranger}: you play instead.`);
		const players = { x: playerOf(black) ?? PERSON, o: playerOf(white) ?? PERSON };
		const isPlay = view === 'play' || Object.values(players).some(player => player !== PERSON);
		const game = Game.read({ rules, start: drawn, players, ...shown });
		if (game.unread) this.trouble.tell(game.unread);
		this.session = this.session.shows(game, isPlay ? 'play' : 'explore', !this.element.isConnected);
		this.#ask();
		this.#reviewIfShown();
	}

	play(move) {
		this.#push(this.game.with(move, !this.session.isPlay));
	}

	key(key) {
		const { at, moves } = this.game;
		const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[key];
		if (place !== undefined) this.#walk(place);
		else if (key === ' ') this.#playBest();
		else if (key === 'f') this.#prefer('flipped');
		else if (key === 'g') this.#prefer('groups');
		else if (key === 'h') this.#hide();
		else return false;
		return true;
	}

	#boardKey(key) {
		if (this.session.isEdited && this.editor.key(key)) return true;
		const { at, last } = this.game;
		if (key === ',' || key === '.') this.#walk(at + (key === '.' ? 1 : -1));
		else if (key === 'b') this.#playBest();
		else if (key === 'v') announce(this.session.spoken);
		else if (key === 'l') announce(last ? `last move ${last}` : 'no move yet');
		else return false;
		return true;
	}

	#build() {
		const { controls, verdict, score } = this;
		this.tools = el('section.card', { 'aria-label': 'Position editor' }, this.editor.element);
		this.boardChoice = el('div.slot');
		this.setup = el('details.setup', el('summary', 'New position'), this.boardChoice);
		const tabs = /** @type {const} */ (['moves', 'review', 'share']);
		this.tabs = tabs.map(tab =>
			button(tab, () => {
				this.session = this.session.with({ tab });
				this.#paint();
			}),
		);
		this.sides = el('ul.sides');
		this.ending = el('div.buttons.ending');
		this.table = el('a');
		this.answers = el(
			'section.card.answers',
			{ 'aria-label': 'Answers' },
			this.moves.element,
			el('p.note', 'In plies; ≤ is a proved bound, ≈+1.0 an estimate for the mover.'),
			this.moves.line,
			verdict.basis,
			this.table,
		);
		this.element = el(
			'div.explorer',
			el(
				'section.table',
				{ 'aria-label': 'Position' },
				el('h1.unseen', 'Board'),
				verdict.element,
				el('div.stage', verdict.bar, this.board.element),
				controls.element,
				controls.more,
			),
			el('div.tabs', { role: 'group', 'aria-label': 'Below the board' }, this.tabs),
			this.tools,
			this.answers,
			el(
				'section.card.game',
				{ 'aria-label': 'Game' },
				this.ending,
				this.sides,
				score.element,
				this.setup,
				el('details.sharing', el('summary', 'Open, save, share'), this.records.element),
			),
		);
	}

	async #ask() {
		this.session = this.session.asks();
		const signal = (this.signal = this.knowledge.begin());
		const isCurrent = () => !signal.aborted;
		const { game } = this;
		const { turn } = game.position;
		const problem = problemOf(game.position);
		this.#choices();
		this.verdict.wait(turn);
		this.moves.wait();
		this.#paint();
		if (problem) {
			this.verdict.say(turn, '', 'No position yet', problem);
			this.moves.show([], false);
			return;
		}
		this.isAsking = true;
		await this.trouble.during(
			() => this.knowledge.learn(game, this.session.isPlain, signal, known => this.#learn(known)),
			isCurrent,
		);
		if (!isCurrent()) return;
		this.isAsking = false;
		if (!this.session.known) this.verdict.fail(turn);
		this.#estimate();
	}

	/** @param {Known} known */
	#learn(known) {
		const isFirst = !this.session.known;
		this.session = this.session.learns(known);
		this.#paint();
		if (!isFirst) return;
		announce(this.session.spoken);
		this.#reply();
	}

	#reviewIfShown() {
		const { game, session } = this;
		if (game.moves.length && !session.review && !this.knowledge.isReviewing(game) && !session.isPlain) this.#review();
	}

	async #review() {
		const { game } = this;
		const isCurrent = () => game.moves === this.game.moves;
		await this.trouble.during(async () => {
			const review = await this.knowledge.review(game).finally(() => isCurrent() && this.#paint());
			if (!isCurrent() || !this.element.isConnected) return;
			// The address may contain illegal moves: the server names the first.
			if (review.stopped) {
				const { number, text, reason } = review.stopped;
				await this.#push(game.cut(number - 1), true);
				this.board.explain(`Move ${number} of the link, ${text}, is not legal: ${reason}.`);
				return;
			}
			this.session = this.session.with({ review });
			const legal = review.lines.map(String);
			const lines = this.game.lines.filter(line => legal.includes(String(line)));
			if (lines.length < this.game.lines.length) {
				await this.#push(new Game({ ...this.game, lines }), true);
				this.trouble.tell(LEFT_OUT);
			}
			this.#paint();
			this.#estimate();
		}, isCurrent);
	}

	async #estimate() {
		const { game, signal } = this;
		const { review } = this.session;
		if (this.isAsking || !review?.outside || review.estimates.length) return;
		const isCurrent = () => !signal.aborted && review === this.session.review;
		await this.trouble.during(async () => {
			const estimated = await this.knowledge.estimates(game);
			if (!estimated || !isCurrent()) return;
			this.session = this.session.with({ review: estimated });
			this.#paint();
		}, isCurrent);
	}

	#paint() {
		const { session, game, boards } = this;
		const { isHidden, isEdited, isPlay, known, result, prefers } = session;
		const { position, last, rules } = game;
		const moves = known && !result ? known.moves : [];
		this.board.show({
			position,
			moves,
			last,
			isHidden,
			isEdited,
			best: session.best,
			mistake: session.mistake,
			hasLayer: prefers.layer,
			hint: session.hint,
			groups: ['x', 'o'].filter(side => (result ? position.groups(side).length === 1 : prefers.groups)),
			won: Boolean(result?.isJoined),
			flipped: Boolean(prefers.flipped) !== (isPlay && session.reader === 'o'),
			isBusy: session.isTheirs,
		});
		const seen = game.positions.map(shown => (isHidden ? null : this.knowledge.worthOf(shown, rules)));
		this.score.show(game, isHidden ? null : session.review, seen, this.knowledge.isReviewing(game));
		this.score.chart.element.hidden = this.score.chart.table.hidden = !game.moves.length || session.isPlain;
		this.records.show();
		this.element.classList.toggle('play', session.isPlain);
		this.setup.hidden = this.score.node.hidden = isPlay;
		if (session.isPlain) delete this.element.dataset.tab;
		else this.element.dataset.tab = session.tab;
		for (const tab of this.tabs) tab.ariaPressed = String(tab.textContent === session.tab);
		this.tools.hidden = !isEdited;
		this.answers.hidden = isEdited || Boolean(result);
		this.controls.show(session);
		this.#paintEnding();
		this.#paintSides();
		if (isEdited) this.editor.show(position);
		const { board, material } = position;
		this.table.hidden = !boards.covers(position, rules);
		this.table.href = addressOf({ view: 'tables', rules, board, material, position: spelled(position) });
		this.table.textContent = `Statistics of ${material}`;
		this.verdict.about(position, rules);
		if (!known) return;
		if (isPlay && game.isAtEnd && game.moves.length) prefer({ game: result ? null : location.hash });
		if (result) this.verdict.end(position.turn, result.headline, result.words, result.winner, result.kind);
		else if (session.isPlain)
			this.verdict.say(position.turn, 'hidden', `${sideName(position.turn)} to move`, session.whoseMove);
		else this.verdict.show(position.turn, known, isHidden);
		// The order would reveal hidden values.
		const listed = isHidden ? moves.toSorted((a, b) => (a.move < b.move ? -1 : 1)) : moves;
		this.moves.show(listed, isHidden);
		this.moves.follow(isHidden || isPlay ? [] : known.line);
		this.controls.offer(listed);
	}

	#paintEnding() {
		const { session, game } = this;
		const { rules, start, moves } = game;
		const link = (tag, name, href) => el(tag, { href }, name);
		this.ending.replaceChildren(
			...(session.isPlay && session.result
				? [
						link('a.button.first', 'Review', this.#address(new Game({ rules, start, moves }), 'board')),
						button('Rematch', () => this.#push(session.rematch)),
						link('a', 'New game', '#/'),
					]
				: []),
		);
	}

	#paintSides() {
		const { isPlay } = this.session;
		const { position, players, names } = this.game;
		this.sides.replaceChildren(
			...['x', 'o'].map(side => {
				const groups = position.groups(side);
				const left = position.stones(side) - (groups[0]?.length ?? 0);
				const name = names?.[side] || (isPlay ? nameOf(players[side]) : sideName(side));
				return el(
					'li',
					el('span', { class: `stone ${side}`, 'aria-hidden': 'true' }),
					el('b', name),
					isPlay ? el('span.unseen', sideName(side)) : '',
					` ${counted(position.stones(side), 'stone')} in ${counted(groups.length, 'group')}${left ? `, ${left} apart` : ''}`,
				);
			}),
		);
	}

	#choices() {
		const { position, rules } = this.game;
		this.setup.open = !this.game.moves.length;
		this.boardChoice.replaceChildren(
			choice('Board', boardChoices(this.boards, rules), position.board, board => this.#start({ board })),
			choice('Rules', rulesChoices(this.boards, position.board), rules, chosen =>
				this.#push(new Game({ ...this.game, rules: chosen })),
			),
			el(
				'div.buttons',
				button('Start', () => this.#start({})),
				button('Scrambled', () => this.#start({ kind: 'scrambled' })),
			),
		);
	}

	/** @param {{ board?: string, kind?: string }} chosen */
	#start({ board = this.game.position.board, kind }) {
		this.go(addressOf({ view: 'board', rules: this.game.rules, board, kind }));
	}

	#address(
		{ rules, start, moves, at, players: { x, o }, end, lines, line, notes },
		view = this.session.isPlay ? 'play' : 'board',
	) {
		const named = player => (player === PERSON ? undefined : player);
		return addressOf({
			view,
			rules,
			start: spelled(start),
			moves: moves.join(','),
			at: at === moves.length ? undefined : at,
			black: named(x),
			white: named(o),
			end,
			lines: lines.join(';'),
			line: line || undefined,
			notes: new URLSearchParams(notes).toString(),
		});
	}

	#push(game, replaces = false) {
		return this.go(this.#address(game), { replaces });
	}

	#place(position) {
		const { isChanged } = this.session;
		const { rules, players } = this.game;
		this.session = this.session.places(position);
		this.#push(new Game({ rules, players, start: position }), isChanged);
	}

	/** Shows a recorded game, whose names and other properties the address cannot hold. */
	#open(game) {
		this.session = this.session.with({ opened: game });
		return this.go(this.#address(game, 'board'));
	}

	/** Stores a comment without repainting, which would take the focus from a pressed button. */
	#note(text) {
		this.session = this.session.with({ game: this.game.noted(text) });
		history.replaceState(null, '', this.#address(this.game));
		this.records.show();
	}

	#walk(at) {
		this.#push(this.game.shownAt(at), true);
	}

	/** Plays the best move, but never reveals it in a game unless the reader has asked for answers. */
	#playBest() {
		const { isPlain, isTheirs, result, best } = this.session;
		if (best && !isPlain && !isTheirs && !result) this.play(best.move);
	}

	#takeBack() {
		const { takenBack } = this.session;
		if (takenBack) this.#push(takenBack);
	}

	#reply() {
		clearTimeout(this.replying);
		const { known, result, isTheirs } = this.session;
		if (!known || result || !isTheirs) return;
		const { signal, game } = this;
		const { position } = game;
		// A reply must not call the reader back from another view.
		const isCurrent = () => !signal.aborted && this.element.isConnected;
		const reply = async () => {
			const { move, isEngines } = await moveOf(game.players[position.turn], position, game.rules).catch(failure => {
				if (isCurrent()) this.verdict.fail(position.turn);
				throw failure;
			});
			if (!move || !isCurrent() || !this.session.isTheirs) return;
			const next = game.with(move);
			this.session = this.session.with({ stoodIn: isEngines ? String(next.path) : null });
			// The browser's Back button skips this reply.
			this.#push(next, true);
		};
		this.replying = setTimeout(() => this.trouble.during(reply, isCurrent), PAUSE);
	}

	#type(typed) {
		const text = this.game.position.moveNamed(typed);
		const found = this.session.known?.answer.moves.find(({ move }) => move === text);
		if (found) this.play(found.move);
		else this.#refuse(typed.trim());
		return Boolean(found);
	}

	async #refuse(text) {
		const { position, rules } = this.game;
		const squares = readMove(text);
		if (!squares?.from) {
			this.board.explain(`${text ? `Cannot read ${text} as a move: type` : 'Type'} two squares, such as b1-d3.`);
			return;
		}
		await this.trouble.during(async () => {
			const words = await whyIllegal(position, rules, squares.from, squares.to);
			if (String(position) === String(this.game.position)) this.board.explain(words);
		});
	}

	#twice(name, act) {
		this.session = this.session.presses(name);
		const isFirst = Boolean(this.session.pressed);
		this.board.explain(isFirst ? `Press once more to ${name}.` : '');
		if (!isFirst) act();
	}

	#end(end) {
		this.#push(new Game({ ...this.game, end }));
	}

	async #offer() {
		const { position, rules } = this.game;
		const { signal } = this;
		await this.trouble.during(async () => {
			const question = { position: String(position), rules, ms: OFFERED };
			const worth = this.session.reader ? await patiently(() => ask('estimate', question)) : { level: true };
			if (signal.aborted || !this.element.isConnected) return;
			const takes = worth.category ? worth.category !== 'loss' : worth.level || worth.score > 0;
			if (takes) this.#end('draw');
			else this.board.explain(`${nameOf(this.game.players[other(position.turn)])} declines the draw.`);
		});
	}

	#prefer(name) {
		prefer({ [name]: !preferences()[name] });
		this.session = this.session.with({ prefers: preferences() });
		this.#paint();
	}

	#look() {
		this.session = this.session.looks();
		if (!this.session.isPlay) {
			this.#paint();
			return;
		}
		this.#ask();
		this.#reviewIfShown();
	}

	/** Shows the stone of a good move, and on the second request its landing. */
	async #hint() {
		const { game, signal } = this;
		const { hint } = this.session;
		await this.trouble.during(async () => {
			const move = hint?.move ?? (await moveOf('perfect', game.position, game.rules)).move;
			if (!move || signal.aborted) return;
			this.session = this.session.hints(move);
			this.#paint();
			announce(this.session.hint.isWhole ? move : `Move the stone on ${move.split(/[-x]/)[0]}`);
		});
	}

	#hide() {
		if (this.session.isPlay) return;
		this.session = this.session.with({ isLooking: false });
		this.#prefer('hidden');
		announce(this.session.isHidden ? 'answers hidden' : this.session.spoken);
	}

	#edit() {
		this.controls.close();
		this.session = this.session.edits();
		this.#paint();
		this.#reply();
		if (this.session.isEdited) scrollTo(0, 0);
	}
}
