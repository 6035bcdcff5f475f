// The elements of a board's view, which draw a session.

import { addressOf, spelled } from './address.js';
import { Board } from './board.js';
import { boardChoices, rulesChoices } from './choices.js';
import { Controls } from './controls.js';
import { button, choice, counted, el, group, named } from './dom.js';
import { Editor } from './editor.js';
import { Game } from './game.js';
import { MoveList } from './moves.js';
import { isShort, onClock } from './clock.js';
import { nameOf } from './players.js';
import { sideName } from './position.js';
import { Score } from './score.js';
import { bookInWords } from './value.js';
import { Verdict } from './verdict.js';

const TABS = /** @type {const} */ (['moves', 'review', 'share']);

export class Panels {
	/** @type {Session} */
	session;

	/** @param {Explorer} explorer @param {HTMLElement} records */
	constructor(explorer, records) {
		this.explorer = explorer;
		const play = move => explorer.play(move);
		this.board = new Board({
			onmove: play,
			onillegal: (from, to) => explorer.refuse(`${from}-${to}`),
			onpremove: move => explorer.premove(this.session.reader && move),
			onsquare: name => this.editor.set(name),
			onshape: shape => explorer.shape(shape),
			onkey: key => (this.session.isEdited && this.editor.key(key)) || explorer.boardKey(key),
		});
		this.moves = new MoveList({
			onplay: play,
			onpoint: move => this.board.point(move),
			online: line => explorer.show(line.reduce((game, move) => game.with(move, true), explorer.game)),
		});
		this.verdict = new Verdict(() => explorer.look());
		this.score = new Score({
			ongo: path => explorer.show(explorer.game.to(path), true),
			onnote: text => explorer.note(text),
			onstep: (moves, lost) => explorer.refute(moves, lost),
		});
		this.editor = new Editor(
			position => explorer.place(position),
			() => explorer.edit(),
		);
		this.controls = new Controls(explorer);
		this.tools = el('section.card.editing', named('Position editor'), this.editor.element);
		this.choices = el('div.slot');
		this.setup = el('details.setup', el('summary', 'New position'), this.choices);
		this.tabs = TABS.map(tab => button(tab, () => explorer.become(this.session.with({ tab }))));
		this.sides = el('ul.sides');
		this.times = { x: el('span.time', { role: 'timer' }), o: el('span.time', { role: 'timer' }) };
		this.ending = el('div.buttons.ending');
		this.table = el('a');
		const { moves, verdict } = this;
		this.book = el('p.note.book');
		this.answers = el(
			'section.card.answers',
			named('Answers'),
			this.book,
			moves.element,
			el('p.note', 'In plies; ≤ is a proved bound, ≈+1.0 an estimate for the mover.'),
			moves.line,
			verdict.basis,
			this.table,
		);
		this.element = this.#build(records);
	}

	#build(records) {
		const { board, controls, score, verdict } = this;
		return el(
			'div.explorer',
			el(
				'section.table',
				named('Position'),
				el('h1.unseen', 'Board'),
				verdict.element,
				el('div.stage', verdict.bar, board.element),
				controls.element,
				controls.more,
			),
			el('div.tabs', group('Below the board'), this.tabs),
			this.tools,
			this.answers,
			el('section.card.game', named('Game'), this.ending, this.sides, score.element),
			el(
				'section.card.share',
				named('Share'),
				this.setup,
				el('details.sharing', el('summary', 'Open, save, share'), records),
			),
		);
	}

	wait() {
		const { problem, turn } = this.session.game.position;
		this.#choose();
		this.moves.wait();
		if (problem) {
			this.verdict.say(turn, '', 'No position yet', problem);
			this.moves.show([], false);
		} else this.verdict.wait(turn);
	}

	/** @param {Session} session
	 *  @param {import('./knowledge.js').Knowledge} knowledge */
	show(session, knowledge) {
		this.session = session;
		const { game, isEdited, isPlain, isPlay, known, result, tab } = session;
		const { position, rules } = game;
		const moves = known && !result ? known.moves : [];
		this.#drawBoard(moves);
		this.#drawScore(knowledge);
		this.element.classList.toggle('play', isPlain);
		this.setup.hidden = this.score.node.hidden = isPlay;
		if (isPlain) delete this.element.dataset.tab;
		else this.element.dataset.tab = isEdited ? 'edit' : tab;
		for (const one of this.tabs) one.ariaPressed = String(one.textContent === tab);
		this.tools.hidden = !isEdited;
		this.answers.hidden = isEdited || Boolean(result);
		this.controls.show(session);
		this.#drawEnding();
		this.#drawSides();
		if (isEdited) this.editor.show(position);
		this.#drawLink(position, rules);
		this.verdict.about(position, rules);
		if (known) this.#drawAnswers(moves);
	}

	#drawBoard(moves) {
		const { session } = this;
		const { game, prefers, refuted, result } = session;
		const { position, last } = game;
		const flipped = Boolean(prefers.flipped) !== (session.isPlay && session.reader === 'o');
		if (refuted) {
			const { joined } = refuted.position;
			this.board.show({ ...refuted, groups: joined, won: true, flipped });
			return;
		}
		this.board.show({
			position,
			moves,
			last,
			isHidden: session.isHidden,
			isEdited: session.isEdited,
			best: session.best,
			mistake: session.mistake,
			hasLayer: prefers.layer,
			hint: session.hint,
			shapes: game.drawn,
			groups: result ? position.joined : prefers.groups ? ['x', 'o'] : [],
			won: Boolean(result?.isJoined),
			flipped,
			isBusy: session.isTheirs && !result,
			premove: session.premove,
		});
	}

	#drawScore(knowledge) {
		const { game, isHidden, isPlain, review } = this.session;
		const seen = game.positions.map(shown => (isHidden ? null : knowledge.worthOf(shown, game.rules)));
		this.score.show(game, isHidden ? null : review, seen, knowledge.isReviewing(game));
		const { chart } = this.score;
		chart.element.hidden = chart.table.hidden = !game.moves.length || isPlain;
	}

	#drawLink(position, rules) {
		const { board, material } = position;
		this.table.hidden = !this.explorer.boards.covers(position, rules);
		this.table.href = addressOf({ view: 'tables', rules, board, material, position: spelled(position) });
		this.table.textContent = `Statistics of ${material}`;
	}

	#drawAnswers(moves) {
		const { game, isHidden, isPlain, isPlay, known, refuted, result, whoseMove } = this.session;
		const { turn } = game.position;
		if (refuted) this.verdict.say(refuted.position.turn, 'loss', refuted.headline, refuted.words);
		else if (result) this.verdict.end(turn, result.headline, result.words, result.winner, result.kind);
		else if (isPlain) this.verdict.say(turn, 'hidden', `${sideName(turn)} to move`, whoseMove);
		else this.verdict.show(turn, known, isHidden);
		// The order would reveal hidden values.
		const listed = isHidden ? moves.toSorted((a, b) => (a.move < b.move ? -1 : 1)) : moves;
		this.book.textContent = isHidden || !game.isFromStart ? '' : bookInWords(moves);
		this.moves.show(listed, isHidden);
		this.moves.follow(isHidden || isPlay ? [] : (known?.line ?? []));
		this.controls.offer(listed);
	}

	#drawEnding() {
		const { game, isPlain, rematch, result } = this.session;
		const { rules, start, moves, end, clock } = game;
		this.ending.replaceChildren();
		if (!isPlain || !result) return;
		const href = new Game({ rules, start, moves, end, clock }).address('explore');
		this.ending.append(
			el('a.button.first', { href }, 'Review'),
			button('Rematch', () => this.explorer.show(rematch)),
			el('a', { href: '#/' }, 'New game'),
		);
	}

	#drawSides() {
		const { game, isPlay } = this.session;
		const { position, players, names } = game;
		this.sides.replaceChildren(
			...['x', 'o'].map(side => {
				const groups = position.groups(side);
				const stones = position.stones(side);
				const left = stones - (groups[0]?.length ?? 0);
				const name = names?.[side] || (isPlay ? nameOf(players[side]) : sideName(side));
				return el(
					'li',
					el('span', { class: `stone ${side}`, 'aria-hidden': 'true' }),
					el('b', name),
					isPlay ? el('span.unseen', sideName(side)) : '',
					el(
						'span',
						`${counted(stones, 'stone')} in ${counted(groups.length, 'group')}${left ? `, ${left} apart` : ''}`,
					),
					game.clock ? this.times[side] : '',
				);
			}),
		);
		this.showTimes(this.session);
	}

	/** Shows the time of both players, and whose time runs. @param {Session} session */
	showTimes(session) {
		const { game, since } = session;
		const { turn } = game.positions[game.moves.length];
		for (const [side, time] of Object.entries(this.times)) {
			const left = session.left(side) ?? 0;
			time.textContent = onClock(left);
			time.className = `time${since !== null && side === turn ? ' running' : ''}${isShort(left) ? ' short' : ''}`;
		}
	}

	#choose() {
		const { game } = this.session;
		const { position, rules } = game;
		const { board } = position;
		const start = (board, kind) => this.explorer.go(addressOf({ view: 'board', rules, board, kind }));
		this.setup.open = !game.moves.length;
		this.choices.replaceChildren(
			choice('Board', boardChoices(this.explorer.boards, rules), board, chosen => start(chosen)),
			choice('Rules', rulesChoices(this.explorer.boards, board), rules, chosen =>
				this.explorer.show(new Game({ ...game, rules: chosen })),
			),
			el(
				'div.buttons',
				button('Start', () => start(board)),
				button('Scrambled', () => start(board, 'scrambled')),
			),
		);
	}
}
