// The view of a board, to explore it or to play: a position or a game, what it is worth unless that is
// hidden, and everything to do with it.

import { addressOf, spelled } from './address.js';
import { answerTo, certainOf, deepen, movesWith, patiently, proofOf, whyIllegal } from './answers.js';
import { ask, lookUp } from './api.js';
import { Board } from './board.js';
import { boardChoices, rulesChoices } from './choices.js';
import { announce, button, choice, counted, el, iconButton, prefer, preferences } from './dom.js';
import { Editor, problemOf } from './editor.js';
import { Game, LEFT_OUT, begins } from './game.js';
import { MoveList } from './moves.js';
import { PERSON, isPerfect, moveOf, nameOf, playerOf } from './players.js';
import { Position, other, readMove, sideName } from './position.js';
import { Records } from './records.js';
import { Score } from './score.js';
import { endInWords, inWords, lossOf, toBlack, winnerInWords } from './value.js';
import { Verdict } from './verdict.js';

const USUAL = '6x6';

/** Milliseconds before another player answers, so that moves can be followed. */
const PAUSE = 350;

/** Milliseconds that the engine may think about each position of a game beyond the tables. */
const GLANCE = 40;

/** Milliseconds that an opponent thinks about an offer of a draw. */
const OFFERED = 300;

function opponents({ x, o }) {
	const named = player => (player === PERSON ? undefined : player);
	return { black: named(x), white: named(o) };
}

export class Explorer {
	/** `go(address, { replaces })` changes the address; `boards` is the server's list. */
	constructor({ go, boards, trouble }) {
		Object.assign(this, { go, boards, trouble });
		/** The worth of positions that were in view, to Black. */
		this.seen = new Map();
		this.isLooking = false;
		this.game = new Game({ rules: 'club', start: Position.draft(`start ${USUAL}`) });
		this.asking = new AbortController();
		const play = move => this.play(move);
		this.board = new Board({
			onmove: play,
			onillegal: (from, to) => this.#refuse(`${from}-${to}`),
			onsquare: name => this.editor.set(name),
			onkey: key => this.#boardKey(key),
		});
		this.moves = new MoveList({ onplay: play, onpoint: move => this.board.point(move) });
		this.verdict = new Verdict(() => this.#look());
		this.score = new Score({
			ongo: path => this.#push(this.game.to(path), true),
			onnote: text => this.#note(text),
			onpromote: () => this.#push(this.game.promoted()),
			onprune: () => this.#push(this.game.pruned()),
		});
		this.editor = new Editor(
			position => this.#set(position),
			() => this.#toggleEditor(),
		);
		this.records = new Records({ game: () => this.game, open: game => this.#open(game), go, trouble });
		this.#build();
	}

	/** True if the worth of positions and moves is not to be seen: in play unless it is asked for. */
	get isHidden() {
		return !this.isLooking && (this.isPlay || Boolean(preferences().hidden));
	}

	get isEdited() {
		return !this.tools.hidden;
	}

	/** Shows what an address names; without a start, the start of a board. */
	async open(
		{ view, rules = this.game.rules, start, board, kind, black = PERSON, white = PERSON, ...shown },
		isCurrent,
	) {
		const text = start?.replace('_', ' ') ?? `${kind ?? 'start'} ${board ?? this.game.position.board}`;
		const { boards } = this;
		let drawn;
		try {
			// A board that is drawn with all its squares is shown before the server has read it.
			drawn =
				(boards.ids.includes(boards.id(rules)) && Position.draft(text)) ||
				Position.read((await lookUp('moves', { position: text, rules })).position);
		} catch (failure) {
			if (failure.kind !== 'usage') throw failure;
			if (isCurrent()) this.trouble.tell(`This address names no position: ${failure.message}. Here is another board.`);
			return this.open({ view, black, white }, isCurrent);
		}
		if (!isCurrent()) return;
		const stranger = [black, white].find(player => !playerOf(player));
		if (stranger) this.trouble.tell(`There is no player ${stranger}: you play instead.`);
		const players = { x: playerOf(black) ?? PERSON, o: playerOf(white) ?? PERSON };
		const isPlay = view === 'play' || Object.values(players).some(player => player !== PERSON);
		if (isPlay !== this.isPlay) this.isLooking = false;
		if (isPlay !== this.isPlay || !this.element.isConnected) this.#edit(false);
		this.isPlay = isPlay;
		const game = Game.read({ rules, start: drawn, players, ...shown });
		if (game.unread) this.trouble.tell(game.unread);
		this.#show(game);
	}

	get title() {
		const { position, last, at } = this.game;
		return `${position.board}, ${last ? `${this.game.number(at - 1)} ${last}` : `${position.material}, ${sideName(position.turn)} to move`}`;
	}

	play(move) {
		this.#push(this.game.with(move, !this.isPlay));
	}

	key(key) {
		const { at, moves } = this.game;
		const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[key];
		if (place !== undefined) this.#walk(place);
		else if (key === ' ') this.#playBest();
		else if (key === 'f') this.#flip();
		else if (key === 'g') this.#toggle('groups');
		else if (key === 'h') this.#hide();
		else return false;
		return true;
	}

	#boardKey(key) {
		if (this.isEdited && this.editor.key(key)) return true;
		const { at, last } = this.game;
		if (key === ',' || key === '.') this.#walk(at + (key === '.' ? 1 : -1));
		else if (key === 'b') this.#playBest();
		else if (key === 'v') announce(this.#spoken());
		else if (key === 'l') announce(last ? `last move ${last}` : 'no move yet');
		else return false;
		return true;
	}

	#build() {
		const walk = (icon, name, place) => iconButton(icon, name, () => this.#walk(place()));
		const flip = iconButton('flip', 'Flip the board (f)', () => this.#flip());
		const more = iconButton('more', 'More', null, { popovertarget: 'more' });
		this.layerButton = iconButton('values', 'Colour stones and landings by value', () => this.#toggle('layer'));
		this.lookButton = iconButton('eye', 'Show the answers', () => this.#look());
		this.drawButton = iconButton('draw', 'Offer a draw', () => this.#twice('offer a draw', () => this.#offer()));
		this.flagButton = iconButton('flag', 'Resign', () =>
			this.#twice('resign', () => this.#end(this.#reader() ?? this.game.position.turn)),
		);
		this.forAll = [walk('back', 'Move back', () => this.game.at - 1), walk('on', 'Move on', () => this.game.at + 1)];
		this.forExploring = [
			walk('first', 'First position', () => 0),
			walk('last', 'Last position', () => this.game.moves.length),
			iconButton('best', 'Best move (space)', () => this.#playBest()),
			this.layerButton,
		];
		this.forPlay = [
			iconButton('undo', 'Take back', () => this.#takeBack()),
			this.lookButton,
			this.drawButton,
			this.flagButton,
		];
		this.controls = el(
			'div',
			{ class: 'controls', role: 'group', 'aria-label': 'Board' },
			this.forExploring[0],
			this.forAll,
			this.forExploring.slice(1),
			this.forPlay,
			flip,
			more,
		);

		this.hideButton = button('Hide answers', () => this.#hide(), { title: 'Key h' });
		this.groupsButton = button('Show groups', () => this.#toggle('groups'), { title: 'Key g' });
		this.soundButton = button('Sound', () => this.#toggle('sound'));
		this.editButton = button('Edit', () => this.#toggleEditor());
		this.typed = el('input', {
			type: 'text',
			id: 'typed-move',
			list: 'legal-moves',
			autocomplete: 'off',
			spellcheck: 'false',
			placeholder: 'b1-d3',
		});
		this.legal = el('datalist', { id: 'legal-moves' });
		const typing = el(
			'form',
			{ class: 'typed', onsubmit: event => this.#type(event) },
			el('label', { for: 'typed-move' }, 'Type a move'),
			this.typed,
			this.legal,
			el('button', { type: 'submit' }, 'Play'),
		);
		this.more = el(
			'div',
			{ id: 'more', class: 'card', popover: 'auto', role: 'group', 'aria-label': 'More' },
			el('div', { class: 'buttons' }, this.groupsButton, this.hideButton, this.editButton, this.soundButton),
			typing,
		);

		this.tools = el('section', { class: 'card', 'aria-label': 'Position editor', hidden: true }, this.editor.element);
		this.boardChoice = el('div', { class: 'slot' });
		this.sides = el('ul', { class: 'sides' });
		this.ending = el('div', { class: 'buttons ending' });
		this.table = el('p', {});
		this.answers = el(
			'section',
			{ class: 'card answers', 'aria-label': 'Answers' },
			this.moves.element,
			this.verdict.basis,
			this.table,
		);
		this.element = el(
			'div',
			{ class: 'explorer' },
			el(
				'section',
				{ class: 'table', 'aria-label': 'Position' },
				el('h1', { class: 'unseen' }, 'Board'),
				this.verdict.element,
				el('div', { class: 'stage' }, this.verdict.bar, this.board.element),
				this.controls,
				this.more,
			),
			this.tools,
			this.answers,
			el(
				'section',
				{ class: 'card game', 'aria-label': 'Game' },
				this.ending,
				this.sides,
				this.boardChoice,
				this.score.element,
				el('details', { class: 'sharing' }, el('summary', {}, 'Open, save, share'), this.records.element),
			),
		);
	}

	#show(game) {
		if (String(game.position) !== this.edited) this.#edit(false);
		const isSame = game.isSame(this.game);
		const isSamePlace = isSame && this.game.at === game.at;
		// The same moves stay the same list: a review that is under way is still theirs.
		this.game = isSame
			? new Game({
					...this.game,
					players: game.players,
					at: game.at,
					end: game.end,
					lines: game.lines,
					line: game.line,
					notes: game.notes,
				})
			: game;
		const { opened } = this;
		if (opened && String(opened.start) === String(game.start) && game.tree.some(line => begins(line, opened.moves)))
			({ names: this.game.names, properties: this.game.properties } = opened);
		if (!isSame) this.review = null;
		if (!isSamePlace && !this.isPlay) this.isLooking = false;
		this.#refresh();
		this.#reviewIfShown();
	}

	#reviewIfShown() {
		const { game } = this;
		if (game.moves.length && !this.review && this.reviewing !== game.moves && !(this.isPlay && this.isHidden))
			this.#review();
	}

	/** Asks about the position in view, and shows what comes until another is in view. */
	async #refresh() {
		const round = (this.round = (this.round ?? 0) + 1);
		const isCurrent = () => round === this.round;
		const { position, rules } = this.game;
		this.asking.abort();
		this.asking = new AbortController();
		this.known = this.pressed = null;
		this.#choices();
		this.verdict.wait(position.turn);
		this.moves.wait();
		this.#paint();
		if (problemOf(position)) {
			this.verdict.refuse(position.turn, problemOf(position));
			this.moves.show([], false);
			return;
		}
		this.isAsking = true;
		await this.trouble.during(() => this.#ask(position, rules, isCurrent), isCurrent);
		if (!isCurrent()) return;
		if (!this.known) this.verdict.fail(position.turn);
		this.isAsking = false;
		this.#estimate();
	}

	async #ask(position, rules, isCurrent) {
		const isPlain = this.isPlay && this.isHidden;
		const asked = isPlain || this.boards.covers(position, rules) ? null : proofOf(position, rules);
		// A failure is for those who wait for the answer.
		asked?.catch(() => {});
		const answer = await answerTo(position, rules);
		if (!isCurrent()) return;
		this.#learn({ answer });
		announce(this.#spoken());
		this.#reply();
		if (answer.isExact || answer.over || isPlain) return;
		const proof = await (asked ?? proofOf(position, rules));
		if (!isCurrent()) return;
		if (proof) this.#learn({ answer, proof });
		// Where all moves lose, no more is to be known.
		if (proof?.category === 'loss') return;
		await deepen(position, rules, estimate => this.#learn({ answer, proof, estimate }), this.asking.signal);
	}

	#learn(known) {
		const { position, rules } = this.game;
		const certain = certainOf(position, known);
		const worth = certain ?? known.estimate;
		if (worth) this.seen.set(`${position} ${rules}`, toBlack(worth, position.turn));
		this.known = { ...known, certain, moves: movesWith(known.answer, certain, known.estimate) };
		this.#paint();
	}

	async #review() {
		const { game } = this;
		const isCurrent = () => game.moves === this.game.moves;
		this.reviewing = game.moves;
		await this.trouble.during(async () => {
			const review = await game.review().finally(() => {
				if (!isCurrent()) return;
				this.reviewing = null;
				this.#paint();
			});
			if (!isCurrent() || !this.element.isConnected) return;
			// The address may hold moves that are none: the server says from which on.
			if (review.stopped) {
				const { number, text, reason } = review.stopped;
				await this.go(this.#address(game.cut(number - 1)), { replaces: true });
				this.board.explain(`Move ${number} of the link, ${text}, is not legal: ${reason}.`);
				return;
			}
			this.review = review;
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

	/** Has the engine look at moves that no table covers, after the position in view. */
	async #estimate() {
		const {
			game,
			review,
			asking: { signal },
		} = this;
		if (this.isAsking || !review?.outside || review.estimates.length) return;
		const isCurrent = () => !signal.aborted && review === this.review;
		await this.trouble.during(async () => {
			const estimated = await patiently(() => game.review(GLANCE, signal), signal).catch(failure => {
				if (failure.status !== 429) throw failure;
			});
			if (!estimated || !isCurrent()) return;
			this.review = estimated;
			this.#paint();
		}, isCurrent);
	}

	#paint() {
		const { game, isHidden, isEdited, isPlay, known } = this;
		const { position, last, rules } = game;
		const { flipped, groups, layer } = preferences();
		const moves = known?.moves ?? [];
		const result = this.#result();
		this.board.show({
			position,
			moves: result ? [] : moves,
			last,
			isHidden,
			isEdited,
			best: known && this.#best(),
			mistake: this.#mistake(),
			hasLayer: layer,
			groups: result?.isJoined ? [result.winner] : groups ? ['x', 'o'] : [],
			won: Boolean(result?.isJoined),
			flipped: Boolean(flipped) !== (isPlay && this.#reader() === 'o'),
			isBusy: this.#isTheirs(),
		});
		const seen = game.positions.map(shown => (isHidden ? null : this.seen.get(`${shown} ${rules}`)));
		this.score.show(game, isHidden ? null : this.review, seen, this.reviewing === game.moves);
		this.score.chart.element.hidden = this.score.chart.table.hidden = !game.moves.length || (isPlay && isHidden);
		this.records.show();
		this.#paintControls(Boolean(result));
		this.#paintSides();
		if (isEdited) this.editor.show(position);
		this.table.replaceChildren(
			...(this.boards.covers(position, rules)
				? [
						el(
							'a',
							{
								href: addressOf({
									view: 'tables',
									rules,
									board: position.board,
									material: position.material,
									position: spelled(position),
								}),
							},
							`Statistics of ${position.material}`,
						),
					]
				: []),
		);
		this.verdict.about(position, rules);
		if (!known) return;
		// The first view leads back to a game that goes on.
		if (isPlay && game.isAtEnd && game.moves.length) prefer({ game: result ? null : location.hash });
		if (result) this.verdict.end(position.turn, result.headline, result.words, result.winner);
		else if (isPlay && isHidden)
			this.verdict.say(position.turn, 'hidden', `${sideName(position.turn)} to move`, this.#whoseMove());
		else this.verdict.show(position.turn, known, isHidden);
		// Best first would tell what is hidden.
		const listed = isHidden ? moves.toSorted((a, b) => (a.move < b.move ? -1 : 1)) : moves;
		this.moves.show(result ? [] : listed, isHidden);
		this.legal.replaceChildren(...listed.map(({ move }) => el('option', { value: move })));
	}

	#paintControls(isOver) {
		const { isPlay, isHidden } = this;
		this.element.classList.toggle('play', isPlay && isHidden);
		for (const control of this.forExploring) control.hidden = isPlay;
		for (const control of this.forPlay) control.hidden = !isPlay;
		this.boardChoice.hidden = this.score.node.hidden = isPlay;
		this.drawButton.disabled = this.flagButton.disabled = isOver || !this.game.isAtEnd || this.#isTheirs();
		const { layer, groups, sound, hidden } = preferences();
		for (const [control, isOn] of [
			[this.lookButton, !isHidden],
			[this.layerButton, layer],
			[this.groupsButton, groups],
			[this.soundButton, sound],
			[this.hideButton, hidden],
		]) {
			control.setAttribute('aria-pressed', Boolean(isOn));
		}
		this.hideButton.hidden = isPlay;
		const { rules, start, moves } = this.game;
		this.ending.replaceChildren(
			...(isPlay && isOver
				? [
						el('a', { class: 'button', href: this.#address(new Game({ rules, start, moves }), 'board') }, 'Review'),
						button('Rematch', () => this.#push(new Game({ rules, start, players: this.#rematch() }))),
						el('a', { class: 'button', href: '#/' }, 'New game'),
						button('Share', () => this.records.copyLink()),
					]
				: []),
		);
	}

	/** Returns the players with colours changed, unless a certificate plays: it has one side only. */
	#rematch() {
		const { rules, start, players } = this.game;
		const solved = this.boards.solvedSides(start, rules);
		const isBound = solved.length === 1 && isPerfect(players[solved]);
		return isBound ? players : { x: players.o, o: players.x };
	}

	#paintSides() {
		const { position, players, names } = this.game;
		this.sides.replaceChildren(
			...['x', 'o'].map(side => {
				const groups = position.groups(side);
				const left = position.stones(side) - (groups[0]?.length ?? 0);
				const name = names?.[side] || (this.isPlay ? nameOf(players[side]) : sideName(side));
				return el(
					'li',
					{},
					el('span', { class: `stone ${side}`, 'aria-hidden': 'true' }),
					el('b', {}, name),
					this.isPlay ? el('span', { class: 'unseen' }, sideName(side)) : '',
					` ${counted(position.stones(side), 'stone')} in ${counted(groups.length, 'group')}${left ? `, ${left} apart` : ''}`,
				);
			}),
		);
	}

	#result() {
		const { game, isPlay, known } = this;
		const { position, end, isAtEnd } = game;
		if (known?.answer.over) {
			const { answer } = known;
			const winner = { win: 'x', loss: 'o' }[toBlack(answer, position.turn).category];
			const whose = isPlay && winner ? `${this.#has(winner)} won: ` : 'The game is over: ';
			return {
				winner,
				isJoined: Boolean(winner),
				headline: winnerInWords(answer, position.turn),
				words: whose + endInWords(answer.over, position.turn) + '.',
			};
		}
		if (!isPlay || !isAtEnd) return null;
		if (end === 'draw') return { headline: 'Draw', words: 'The players have agreed on a draw.' };
		if (end)
			return { winner: other(end), headline: `${sideName(other(end))} has won`, words: `${this.#has(end)} resigned.` };
		const { repetition, repeated, occurrences = 3 } = this.boards.presets.find(({ name }) => name === game.rules) ?? {};
		if (game.repeats(repeated) < occurrences) return null;
		if (repetition === 'loss')
			return {
				winner: position.turn,
				headline: `${sideName(position.turn)} has won`,
				words: `${this.#has(other(position.turn))} repeated a position.`,
			};
		return {
			headline: 'Draw',
			words: repeated === 'board' ? 'The board has come before.' : 'The position has come three times.',
		};
	}

	#has(side) {
		const player = this.game.players[side];
		if (!this.#reader()) return `${sideName(side)} has`;
		return player === PERSON ? 'You have' : `${nameOf(player)} has`;
	}

	#mistake() {
		const { at, moves } = this.game;
		const reviewed = this.isHidden ? null : this.review?.moves[at];
		return reviewed?.covered && lossOf(reviewed)?.isBlunder ? moves[at] : null;
	}

	#whoseMove() {
		const { game } = this;
		const player = this.#player();
		if (!game.isAtEnd) return 'An earlier position: a move from here replaces the rest.';
		if (player === PERSON) return this.#reader() ? `Your move${this.#standIn()}` : 'Two players on this screen';
		return `${nameOf(player)} is thinking …`;
	}

	/** Returns the note on a move that the engine has made for perfect play, or ''. */
	#standIn() {
		const { path, last } = this.game;
		return this.stoodIn === String(path) ? `. The engine chose ${last}: no table or proof has an answer.` : '';
	}

	#reader() {
		const { x, o } = this.game.players;
		return (x === PERSON) === (o === PERSON) ? null : x === PERSON ? 'x' : 'o';
	}

	#choices() {
		const {
			game: { position, rules },
		} = this;
		this.boardChoice.replaceChildren(
			choice('Board', boardChoices(this.boards, rules), position.board, board => this.#start({ board })),
			choice('Rules', rulesChoices(this.boards, position.board), rules, chosen =>
				this.#push(new Game({ ...this.game, rules: chosen })),
			),
			el(
				'div',
				{ class: 'buttons' },
				button('Start', () => this.#start({})),
				button('Scrambled', () => this.#start({ kind: 'scrambled' })),
			),
		);
	}

	#start({ board = this.game.position.board, kind }) {
		this.go(addressOf({ view: 'board', rules: this.game.rules, board, kind }));
	}

	#address(
		{ rules, start, moves, at, players: present, end, lines, line, notes },
		view = this.isPlay ? 'play' : 'board',
	) {
		return addressOf({
			view,
			rules,
			start: spelled(start),
			moves: moves.join(','),
			at: at === moves.length ? undefined : at,
			...opponents(present),
			end: end ?? undefined,
			lines: lines.length ? lines.join(';') : undefined,
			line: line || undefined,
			notes: new URLSearchParams(notes).toString(),
		});
	}

	#push(game, replaces = false) {
		return this.go(this.#address(game), { replaces });
	}

	/** Shows an edited position: a new game begins, and Back leads to the one before. */
	#set(position) {
		const { isChanged } = this;
		Object.assign(this, { edited: String(position), isChanged: true });
		this.#push(
			new Game({ ...this.game, start: position, moves: [], at: 0, lines: [], line: 0, notes: {}, properties: {} }),
			isChanged,
		);
	}

	/** Shows the game of a record, whose names and other properties an address does not hold. */
	#open(game) {
		this.opened = game;
		return this.go(this.#address(game, 'board'));
	}

	/** Keeps a comment, without painting the page: a button may have taken the focus. */
	#note(text) {
		this.game = this.game.noted(text);
		history.replaceState(null, '', this.#address(this.game));
		this.records.show();
	}

	#walk(at) {
		this.#push(this.game.shownAt(at), true);
	}

	/** Plays the best move; in play nobody is told it who has not asked. */
	#playBest() {
		if (!this.known || (this.isPlay && this.isHidden) || this.#isTheirs() || this.#result()) return;
		const best = this.#best()?.move;
		if (best) this.play(best);
	}

	#best() {
		const { answer, certain, estimate, moves } = this.known;
		const isKnown = answer.isExact || certain?.moves || certain?.best || estimate;
		return isKnown && !answer.over ? moves[0] : null;
	}

	#takeBack() {
		// What is taken back of a game that was given up is the giving up.
		let length = this.game.end ? this.game.at : this.game.at - 1;
		while (length > 0 && this.#player(length) !== PERSON) length--;
		if (length >= 0) this.#push(this.game.cut(length));
	}

	#isTheirs() {
		return !this.isEdited && this.game.isAtEnd && !this.game.end && this.#player() !== PERSON;
	}

	#player(at = this.game.at) {
		return this.game.players[this.game.positions[at].turn];
	}

	/** Has a player who is not the reader move, if it is that one's turn. */
	#reply() {
		clearTimeout(this.replying);
		if (!this.known || this.#result() || !this.#isTheirs()) return;
		const { round, game } = this;
		const { position } = game;
		// A reply does not call back who has gone to another view.
		const isCurrent = () => round === this.round && this.element.isConnected;
		this.replying = setTimeout(
			() =>
				this.trouble.during(async () => {
					const { move, isEngines } = await moveOf(game.players[position.turn], position, game.rules).catch(failure => {
						if (isCurrent()) this.verdict.fail(position.turn);
						throw failure;
					});
					if (!move || !isCurrent() || !this.#isTheirs()) return;
					const next = game.with(move);
					this.stoodIn = isEngines ? String(next.path) : null;
					// Going back in the browser skips this reply.
					this.#push(next, true);
				}, isCurrent),
			PAUSE,
		);
	}

	#type(event) {
		event.preventDefault();
		const text = this.game.position.moveNamed(this.typed.value);
		const found = this.known?.answer.moves.find(({ move }) => move === text);
		if (!found) {
			this.#refuse(this.typed.value.trim());
			return;
		}
		this.typed.value = '';
		this.play(found.move);
	}

	/** Says at the board why a move is none, in the server's words. */
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

	/** Does what ends a game when it is asked for a second time. */
	#twice(name, act) {
		const isSecond = this.pressed === name;
		this.pressed = isSecond ? null : name;
		this.board.explain(isSecond ? '' : `Press once more to ${name}.`);
		if (isSecond) act();
	}

	#end(end) {
		this.#push(new Game({ ...this.game, end }));
	}

	async #offer() {
		const { position, rules } = this.game;
		const round = this.round;
		await this.trouble.during(async () => {
			const worth = this.#reader()
				? await patiently(() => ask('estimate', { position: String(position), rules, ms: OFFERED }))
				: { level: true };
			if (round !== this.round || !this.element.isConnected) return;
			const takes = worth.category ? worth.category !== 'loss' : worth.level || worth.score > 0;
			if (takes) this.#end('draw');
			else this.board.explain(`${nameOf(this.game.players[other(position.turn)])} declines the draw.`);
		});
	}

	#flip() {
		prefer({ flipped: !preferences().flipped });
		this.#paint();
	}

	#toggle(name) {
		prefer({ [name]: !preferences()[name] });
		this.#paint();
	}

	/** Shows the answers of this position, or in play of this game, or hides them again. */
	#look() {
		this.isLooking = !this.isLooking;
		if (!this.isPlay) {
			this.#paint();
			return;
		}
		this.#refresh();
		this.#reviewIfShown();
	}

	#hide() {
		if (this.isPlay) return;
		this.isLooking = false;
		prefer({ hidden: !preferences().hidden });
		this.#paint();
		announce(this.isHidden ? 'answers hidden' : this.#spoken());
	}

	#toggleEditor() {
		if (this.more.matches(':popover-open')) this.more.hidePopover();
		this.#edit(!this.isEdited);
		this.#paint();
		this.#reply();
		if (this.isEdited) scrollTo(0, 0);
	}

	#edit(isEdited) {
		this.tools.hidden = !isEdited;
		this.answers.hidden = isEdited;
		this.editButton.setAttribute('aria-pressed', isEdited);
		Object.assign(this, { edited: String(this.game.position), isChanged: false });
	}

	#spoken() {
		const { position, last } = this.game;
		if (!this.known) return '';
		const { answer, certain } = this.known;
		const result = this.#result();
		if (result) return `${result.headline}. ${result.words}`;
		// In play, what the other side has done.
		const done = this.isPlay && last ? `${last}; ` : '';
		if (answer.over || this.isHidden || !certain) return `${done}${sideName(position.turn)} to move`;
		const best = this.#best();
		return `${sideName(position.turn)} to move, ${inWords(certain)}${best ? `, best ${best.move}` : ''}`;
	}
}
