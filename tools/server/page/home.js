// The first view: an introduction, a board to begin on, and a choice of opponents.

import { addressOf } from './address.js';
import { lookUp } from './api.js';
import { Board } from './board.js';
import { boardChoices, presetChoices } from './choices.js';
import { CLOCKS } from './clock.js';
import { View, choice, el, form, named, numeric, prefer, preferences } from './dom.js';
import { PERSON, isPerfect, opponents } from './players.js';
import { Position, other, sideName } from './position.js';

const door = (href, name, words) => el('li', el('a', { href }, el('b', name), ` ${words}`));

const COLOURS = [
	['x', 'Black, who moves first'],
	['o', 'White'],
	['any', 'Either'],
];

const TIMES = [['', 'No clock'], ...CLOCKS.map(clock => [clock, clock.replace('+', ' min + ') + ' s'])];

const SLIPS = 'perfect:25';

const USUAL = { board: '6x6', rules: 'club', opponent: 'level:1', colour: 'x', errs: 25, clock: '' };

export class Home extends View {
	/** @type {Record<string, any>} */
	chosen;
	/** @type {Side} */
	side;

	constructor(given) {
		super(given);
		this.title = 'Play';
		this.board = new Board({ onmove: move => this.#begin(move) });
		this.fields = el('div.fields');
		this.others = el('div.fields');
		this.note = el('p.note', { role: 'status' });
		this.resume = el('p');
		this.submit = el('button', { type: 'submit', class: 'first' }, 'Play');
		this.elsewhere = el('details', el('summary', 'Another board, other rules'), this.others);
		this.element = el(
			'div.explorer.home',
			el(
				'section.table',
				named('Board'),
				el('div.head', el('h1', 'Play Lines of Action')),
				el('div.stage', this.board.element),
			),
			el(
				'section.card',
				named('Play'),
				el(
					'p.lead',
					'Join all your stones into one group before your opponent does. A stone moves along a line, one square for each stone on that line.',
				),
				form('form', () => this.#begin(), this.fields, this.submit, this.note, this.elsewhere),
				this.resume,
			),
			el(
				'section.card',
				named('Other views'),
				el(
					'ul.doors',
					door(
						'#/board',
						'Explore',
						'See what every move is worth: exact if the game is solved, otherwise proved or estimated.',
					),
					door(
						'#/board?board=6x6',
						'Opening book',
						'The moves of 6x6 that are proved to win or lose, and every answer.',
					),
					door('#/learn', 'Learn', 'The whole game in six moves.'),
					door('#/problems', 'Problems', 'Find the only move that wins, or the one that holds.'),
					door('#/gallery', 'Gallery', 'The longest wins as films, and a proof that answers every move.'),
				),
			),
		);
	}

	async open() {
		this.chosen = { ...USUAL, ...preferences().play };
		this.drawn = 'xo'[Math.floor(Math.random() * 2)];
		this.#show();
	}

	#show() {
		const { board, rules, opponent, colour, errs } = this.chosen;
		const position = (this.position = Position.start(board));
		const change = name => value => {
			this.chosen[name] = value;
			this.#show();
		};
		const choose = (label, choices, name) =>
			choice(label, choices, this.chosen[name], change(name), { id: `play-${name}` });
		const focused = document.activeElement?.id;
		const isErring = opponent === SLIPS;
		this.fields.replaceChildren(
			choose('Opponent', opponents(), 'opponent'),
			...(isErring
				? [numeric('Mistakes per 100 moves', errs, change('errs'), { id: 'play-errs', min: 1, max: 100 })]
				: []),
			...(opponent === PERSON ? [] : [choose('You play', COLOURS, 'colour')]),
			choose('Clock', TIMES, 'clock'),
		);
		this.others.replaceChildren(
			choose('Board', boardChoices(this.boards, rules), 'board'),
			choose('Rules', presetChoices(this.boards), 'rules'),
		);
		document.getElementById(focused ?? '')?.focus();
		const sides = this.#sides();
		this.side = colour !== 'any' ? colour : sides.length === 1 ? sides : this.drawn;
		const reason = sides.includes(this.side) ? '' : this.#refusal(sides);
		this.note.textContent = reason;
		this.submit.disabled = Boolean(reason);
		if (reason && !sides) this.elsewhere.open = true;
		const show = moves =>
			this.board.show({ position, moves, isHidden: true, flipped: opponent !== PERSON && this.side === 'o' });
		show([]);
		if (!reason && (opponent === PERSON || this.side === 'x')) {
			this.trouble.during(async () => {
				const { moves } = await lookUp('moves', { position: String(position), rules });
				if (position === this.position) show(moves);
			});
		}
		const { game, since } = preferences();
		const link = game && el('a', { href: game }, 'Continue your last game');
		this.resume.replaceChildren(...(link ? [link, since ? ': its clock runs' : ''] : []));
	}

	#sides() {
		const { rules, opponent } = this.chosen;
		const solved = isPerfect(opponent) ? this.boards.solvedSides(this.position, rules) : 'xo';
		if (solved.length !== 1) return solved;
		return opponent === SLIPS ? '' : other(solved);
	}

	#refusal(sides) {
		const { rules, board } = this.chosen;
		if (sides)
			return `On ${board} perfect play can only be ${sideName(other(sides))}, who is proved to win: choose ${sideName(sides)} for yourself.`;
		const all = new Set(this.boards.boards.map(there => there.board));
		const covered = [...all].filter(name => this.boards.covers(Position.start(name), rules)).slice(0, 6);
		return `Perfect play needs tables for this board: choose ${[...covered, 'an engine level'].join(' or ')}.`;
	}

	#begin(move) {
		const { board, rules, opponent, errs, clock } = this.chosen;
		prefer({ play: this.chosen });
		const player = opponent === SLIPS ? `perfect:${errs}` : opponent;
		const named = player === PERSON ? undefined : player;
		const seats = this.side === 'x' ? { white: named } : { black: named };
		this.go(addressOf({ view: 'play', rules, board, moves: move, clock, ...seats }));
	}
}
