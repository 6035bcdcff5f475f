// The view of help: the rules of the game, the signs, and the keys.

import { addressOf } from './address.js';
import { lookUp } from './api.js';
import { about } from './carrier.js';
import { rulesByName } from './choices.js';
import { button, choice, el } from './dom.js';
import { drawn } from './picture.js';

/** The moves of the example in the rules. */
const EXAMPLE = ['c1-c3', 'c1-e3', 'c1xa3'];

const KEYS = [
	[
		'on the board',
		[
			['arrows', 'move from square to square'],
			['1 to 8', 'go to a rank'],
			['x, o', 'go to the next black or white stone; with Shift to the previous one'],
			['Enter or Space', 'take a stone in hand, then play to a landing'],
			['m', 'hear the landings of the stone'],
			['c', 'hear the counts of its lines'],
			['v', 'hear the value of the position'],
			['l', 'hear the last move'],
			['b', 'play the best move'],
			[', and .', 'walk back and on through the game'],
			['Escape', 'put the stone down'],
		],
	],
	[
		'on the board while it is edited',
		[
			['Enter or Space', 'place or remove a stone'],
			['b, w, e', 'place black stones, white stones, or empty squares'],
		],
	],
	[
		'elsewhere',
		[
			['Left, Right', 'walk through the game'],
			['Home, End', 'first and last position'],
			['Space', 'play the best move'],
			['f', 'flip the board'],
			['g', 'show the groups'],
			['h', 'hide the answers'],
			['?', 'these keys'],
		],
	],
];

/** Returns the list of all keys. */
const keys = () =>
	KEYS.flatMap(([where, list]) => [
		el('h3', {}, `Keys ${where}`),
		el(
			'dl',
			{},
			list.flatMap(([key, use]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, use)]),
		),
	]);

/** Shows all keys over the page, until Escape or a click. */
export function showKeys() {
	const dialog = el(
		'dialog',
		{ class: 'card', 'aria-label': 'Keys', onclose: () => dialog.remove() },
		keys(),
		button('Close', () => dialog.close()),
	);
	document.body.append(dialog);
	dialog.showModal();
}

export class Help {
	constructor({ go, boards }) {
		Object.assign(this, { go, boards });
		this.fields = el('div', { class: 'fields' });
		this.rules = el('div', {});
		this.about = el('p', { class: 'note' });
		this.element = el(
			'div',
			{ class: 'page' },
			el('h1', {}, 'Help'),
			el(
				'section',
				{ class: 'card prose', 'aria-label': 'The game' },
				el('h2', {}, 'The game'),
				this.fields,
				this.rules,
			),
			el(
				'section',
				{ class: 'card prose', 'aria-label': 'Values' },
				el('h2', {}, 'Values'),
				el(
					'p',
					{},
					'Every value is for the side to move, or for the one that makes a move. ',
					el('span', { class: 'key win' }, '+15'),
					' wins in 15 plies under best play, ',
					el('span', { class: 'key draw' }, '='),
					' draws, ',
					el('span', { class: 'key loss' }, '−14'),
					' loses in 14. A ply is a move of one side. They are exact: tables hold them, and each was checked.',
				),
				el(
					'p',
					{},
					"Where tables end, the page shows what a certificate proves, with a bound as in +≤15, or the engine's estimate, pale and with ≈, which is always called one: +1.0 is about the point from which it believes in a win.",
				),
				el(
					'p',
					{},
					'In a game, ?? and ? mark moves that gave a win or a draw away; −4 is a win that comes 4 plies later than it could, or a loss that comes sooner.',
				),
			),
			el('section', { class: 'card prose', 'aria-label': 'Keys' }, el('h2', {}, 'Keys'), keys()),
			this.about,
		);
	}

	/** Shows the rules as the server words them. */
	async open({ rules = 'club' }) {
		const {
			shared: [begins, moves, example, joined],
			articles,
		} = await lookUp('rules', { rules });
		this.title = 'Help';
		this.about.textContent = await about();
		this.rules.replaceChildren(
			el('p', {}, begins),
			el('p', {}, moves),
			el('figure', {}, drawn('start 8x8', 260, EXAMPLE), el('figcaption', {}, example)),
			el('p', {}, joined),
			el(
				'ul',
				{},
				articles.map(({ text: words, special }) => el('li', {}, words, special ? el('b', {}, ' Unlike club.') : '')),
			),
		);
		this.fields.replaceChildren(
			choice('Rules', rulesByName(this.boards), rules, chosen =>
				this.go(addressOf({ view: 'help', rules: chosen }), { replaces: true }),
			),
		);
	}
}
