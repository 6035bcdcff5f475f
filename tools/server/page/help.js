// The help view: rules, symbols and keys.

import { addressOf } from './address.js';
import { lookUp } from './api.js';
import { about } from './carrier.js';
import { rulesByName } from './choices.js';
import { View, button, choice, el, named } from './dom.js';
import { drawn } from './picture.js';

const EXAMPLE = ['c1-c3', 'c1-e3', 'c1xa3'];

const KEYS = `on the board
arrows: move from square to square
1 to 8: go to a rank
x, o: go to the next black or white stone; with Shift to the previous one
Enter or Space: pick up a stone, then play to a landing
m: hear the landings of the stone
c: hear the counts of its lines
v: hear the value of the position
l: hear the last move
b: play the best move
, and .: walk back and forward through the game
Escape: put the stone down, or forget the move for later
right button: draw a circle, or an arrow by dragging; again removes it, a click removes all

on the board while it is edited
Enter or Space: place or remove a stone
b, w, e: place black stones, white stones, or empty squares

elsewhere
Left, Right: walk through the game
Home, End: first and last position
Space: play the best move
f: flip the board
g: show the groups
h: hide the answers
?: these keys`;

const entry = line => {
	const [key, use] = line.split(': ');
	return [el('dt', el('kbd', key)), el('dd', use)];
};

const keys = () =>
	KEYS.split('\n\n').flatMap(part => {
		const [where, ...list] = part.split('\n');
		return [el('h3', `Keys ${where}`), el('dl', list.flatMap(entry))];
	});

export function showKeys() {
	const dialog = el(
		'dialog.card',
		{ 'aria-label': 'Keys', onclose: () => dialog.remove() },
		keys(),
		button('Close', () => dialog.close()),
	);
	document.body.append(dialog);
	dialog.showModal();
}

const part = (name, ...rest) => el('section.card.prose', named(name), el('h2', name), ...rest);

export class Help extends View {
	constructor(given) {
		super(given);
		this.fields = el('div.fields');
		this.rules = el('div');
		this.about = el('p.note');
		this.element = el(
			'div.page',
			el('h1', 'Help'),
			part('The game', this.fields, this.rules),
			part(
				'Values',
				el(
					'p',
					"A value is for the side that makes a move. 'Wins 15' is a win in 15 plies under best play; a ply is a move of one side. It is exact: a table holds it.",
				),
				el(
					'p',
					"Where tables end, 'wins ≤15' is proved by a certificate, and ≈+1.0 is an engine estimate: from about there it believes in a win.",
				),
				el(
					'p',
					'In a review, ?! marks a doubtful move, ? a bad and ?? a very bad one. By a table, a proof or a search to the end, ? turns a win into a draw, and ?? loses, or gives up a win. Elsewhere the engine estimates the chances: how often it wins such positions in games against itself. ?!, ? and ?? gave away at least 15, 25 and 35 % of them. −4 means a win 4 plies later or a loss 4 plies sooner.',
				),
			),
			part(
				'Clock',
				el(
					'p',
					'With a clock of 5 min + 3 s each side has 5 minutes, and 3 seconds more after each of its moves. It starts after the first move of both. It runs on while you look back, and while the page is hidden or closed. A player without time has lost. Take back returns the time, too.',
				),
			),
			part('Keys', keys()),
			this.about,
		);
	}

	async open({ rules = 'club' }) {
		const {
			shared: [begins, moves, example, joined],
			articles,
		} = await lookUp('rules', { rules });
		this.title = 'Help';
		this.about.textContent = await about();
		this.rules.replaceChildren(
			el('p', begins),
			el('p', moves),
			el('figure', drawn('start 8x8', 260, EXAMPLE), el('figcaption', example)),
			el('p', joined),
			el(
				'ul',
				articles.map(({ text: words, special }) => el('li', words, special ? el('b', ' Unlike club.') : '')),
			),
		);
		this.fields.replaceChildren(
			choice('Rules', rulesByName(this.boards), rules, chosen =>
				this.go(addressOf({ view: 'help', rules: chosen }), { replaces: true }),
			),
		);
	}
}
