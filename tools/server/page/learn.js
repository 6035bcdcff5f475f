// The lessons: six small boards teach the game by moves.

import { addressOf } from './address.js';
import { whyIllegal } from './answers.js';
import { lookUp } from './api.js';
import { Board } from './board.js';
import { View, announce, button, el, named, prefer, preferences } from './dom.js';
import { Position } from './position.js';

const LESSONS = [
	[
		'Count',
		'2x2/5/o3o/5/2x2 x',
		'c1-c3',
		'A stone moves along a line, exactly one square for each stone on that line, of both colours. Two stones stand on file c: move c1 two squares up.',
		'Two stones, two squares. Ranks, files and diagonals are all lines.',
	],
	[
		'Jump over your own',
		'2x2/4o/5/5/xx2o x',
		'a1-d1',
		'Three stones stand on the lowest rank. Move a1 three squares to the right, over your own stone on b1.',
		'Your own stones never block you.',
	],
	[
		'Land and capture',
		'o3x/5/2o1o/5/2x2 x',
		'c1xc3',
		'A stone that lands on an enemy stone captures it. Capture the white stone on c3.',
		'Captured. But fewer stones are easier to join: a capture may help your opponent.',
	],
	[
		'Be blocked',
		'x4/4o/o4/5/x2x1 x',
		'a1-c1',
		"Three stones stand on file a, so a1 would move three squares up. But a stone never passes over an enemy stone, and White's is on a3. Move a1 along the rank instead, where two stones stand.",
		'Enemy stones block your stone. Blocking is half the game.',
	],
	[
		'Connect',
		'4x/o4/5/1xx2/4o x',
		'e5-c3',
		'The first to join all stones of their colour into one group wins; stones that touch at a corner are joined. Two stones stand on the long diagonal: bring e5 to the others.',
		'Joined: you have won.',
	],
	[
		'Connect both',
		'5/1x3/2o2/4o/2x1o x',
		'c1xc3',
		'A capture can join the stones of both sides. Under the usual rules, the player who moves then wins. Capture c3.',
		'Both sides are joined, and it was your move: you have won.',
	],
];

export class Learn extends View {
	/** @type {Position} */
	position;
	number = 1;
	done = '';

	constructor(given) {
		super(given);
		this.board = new Board({ onmove: move => this.#try(move), onillegal: (from, to) => this.#refuse(from, to) });
		this.task = el('h2');
		this.words = el('p.lead');
		this.result = el('p.result', { role: 'status' });
		this.buttons = el('div.buttons');
		this.list = el('ol.steps', named('Lessons'));
		this.element = el(
			'div.explorer.lesson',
			el(
				'section.table',
				named('Lesson'),
				el('h1.unseen', 'Learn'),
				el('div.head', this.task),
				el('div.stage', this.board.element),
			),
			el('section.card', named('Task'), this.list, this.words, this.result, this.buttons),
		);
	}

	async open({ n = '1' }, isCurrent) {
		const number = LESSONS[Number(n) - 1] ? Number(n) : 1;
		const [name, text, goal, words, done] = LESSONS[number - 1];
		const { moves } = await lookUp('moves', { position: text, rules: 'club' });
		if (!isCurrent()) return;
		if (number !== Number(n)) this.trouble.tell(`No lesson is called ${n}. This is lesson 1.`);
		this.number = number;
		this.goal = goal;
		this.done = done;
		this.moves = moves;
		this.position = Position.read(text);
		this.title = `Lesson ${number}: ${name}`;
		this.task.textContent = `${number}. ${name}`;
		this.words.textContent = words;
		this.#begin();
	}

	#begin() {
		const { learnt = [] } = preferences();
		this.result.textContent = '';
		this.list.replaceChildren(
			...LESSONS.map(([name], at) => {
				const isDone = learnt.includes(at + 1);
				return el(
					'li',
					el(
						'a',
						{
							href: addressOf({ view: 'learn', n: at + 1 }),
							class: isDone ? 'done' : '',
							'aria-current': at + 1 === this.number ? 'step' : null,
							'aria-label': `${at + 1}, ${name}${isDone ? ', done' : ''}`,
						},
						String(at + 1),
					),
				);
			}),
		);
		this.buttons.replaceChildren();
		this.board.show({ position: this.position, moves: this.moves, isHidden: true });
	}

	#try(move) {
		const after = this.position.after(move);
		const isDone = move === this.goal;
		this.board.show({
			position: after,
			last: move,
			groups: isDone ? after.joined : [],
			won: true,
		});
		this.result.textContent = isDone ? this.done : `${move} is a legal move, but not the move of this lesson.`;
		this.result.classList.toggle('wrong', !isDone);
		announce(this.result.textContent);
		const again = button('Again', () => this.#begin());
		if (!isDone) {
			this.buttons.replaceChildren(again);
			return;
		}
		const { learnt = [] } = preferences();
		prefer({ learnt: [...new Set([...learnt, this.number])] });
		const [href, next] =
			this.number < LESSONS.length
				? [addressOf({ view: 'learn', n: this.number + 1 }), 'Next lesson']
				: ['#/', 'Play a game'];
		this.buttons.replaceChildren(el('a.button.first', { href }, next), again);
	}

	#refuse(from, to) {
		this.trouble.during(async () => this.board.explain(await whyIllegal(this.position, 'club', from, to)));
	}
}
