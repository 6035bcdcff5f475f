// The view of problems: the positions of a suite. The reader plays each win to the end if the tables
// have the answers.

import { addressOf, addressOfPosition } from './address.js';
import { answerTo, whyIllegal } from './answers.js';
import { lookUp } from './api.js';
import { Board } from './board.js';
import { View, announce, button, choice, counted, el, iconButton, prefer, preferences } from './dom.js';
import { Position, other, sideName, squaresOf } from './position.js';
import { inWords } from './value.js';
import { Verdict } from './verdict.js';

const PAUSE = 450;

const THEMES = {
	'only-win': 'only one move wins',
	'only-draw': 'only one move draws',
	greedy: 'the move that draws the stones together is wrong',
	'long-win': 'a long way to go',
};

lookUp('problems').catch(() => {});

export class Problems extends View {
	constructor(given) {
		super(given);
		this.title = 'Problems';
		this.board = new Board({
			onmove: move => this.#try(move),
			onillegal: (from, to) => this.#refuse(from, to),
		});
		this.verdict = new Verdict(() => {});
		this.fields = el('div.fields');
		this.themes = el('p.subject');
		this.result = el('p.result', { role: 'status' });
		this.more = el('div.buttons');
		this.progress = el('p.note');
		this.next = button('Next problem', () => this.#next(1));
		this.hint = iconButton('best', 'Hint', () => this.#hint());
		this.element = el(
			'div.explorer.pair',
			el(
				'section.table',
				{ 'aria-label': 'Problem' },
				el('h1.unseen', 'Problems'),
				this.verdict.element,
				el('div.stage', this.board.element),
				el(
					'div.controls',
					{ role: 'group', 'aria-label': 'Problem' },
					iconButton('back', 'Previous problem', () => this.#next(-1)),
					iconButton('undo', 'Start again', () => this.#begin()),
					this.hint,
					iconButton('eye', 'Show the answer', () => this.#reveal()),
					iconButton('on', 'Skip to the next problem', () => this.#next(1)),
				),
			),
			el(
				'section.card.task',
				{ 'aria-label': 'Task' },
				this.themes,
				this.result,
				this.more,
				el(
					'div.buttons',
					this.next,
					button('Random', () => this.#random()),
					button('Problem of the day', () => this.#today()),
				),
				this.progress,
				this.fields,
			),
		);
	}

	async open({ suite, n }, isCurrent) {
		const { suites } = await lookUp('problems');
		if (suites.length === 0) {
			this.verdict.say('x', '', 'This server has no problems.', '');
			return;
		}
		const shown = suites.find(({ name }) => name === suite) ?? suites[0];
		const isThere = n === undefined || (Number.isInteger(Number(n)) && Number(n) >= 1 && Number(n) <= shown.problems);
		const number = n !== undefined && isThere ? Number(n) : this.#firstUnsolved(shown);
		const problem = await lookUp(`problems/${encodeURIComponent(shown.name)}/${number}`);
		if (!isCurrent()) return;
		const [missing, instead] =
			suite && suite !== shown.name
				? [`suite ${suite}`, `suite ${shown.name}`]
				: [!isThere && `problem ${n} in ${shown.name}, which has ${shown.problems}`, `problem ${number}`];
		if (missing) this.trouble.tell(`This page has no ${missing}. This is ${instead}.`);
		this.title = `Problem ${number} of ${shown.name}`;
		this.suite = shown;
		this.number = number;
		this.problem = problem;
		this.legal = [];
		this.fields.replaceChildren(
			choice(
				'Suite',
				suites.map(({ name, problems }) => [name, `${name}: ${counted(problems, 'problem')}`]),
				shown.name,
				name => this.#goTo(name),
			),
			choice(
				'Problem',
				Array.from({ length: shown.problems }, (_, i) => [
					String(i + 1),
					`${i + 1}${this.#solved.has(i + 1) ? ' ✓ solved' : ''}`,
				]),
				String(number),
				chosen => this.#goTo(shown.name, chosen),
			),
		);
		this.#begin();
		// The board appears before its legal moves are known.
		this.trouble.during(async () => {
			const { moves } = await lookUp('moves', { position: problem.position, rules: problem.rules });
			if (!isCurrent()) return;
			this.legal = moves;
			this.#begin();
		}, isCurrent);
	}

	key(key) {
		if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
		this.#next(key === 'ArrowRight' ? 1 : -1);
		return true;
	}

	get #solved() {
		return new Set(preferences().solved?.[this.suite?.name] ?? []);
	}

	#firstUnsolved({ name, problems }) {
		const solved = new Set(preferences().solved?.[name] ?? []);
		for (let number = 1; number <= problems; number++) if (!solved.has(number)) return number;
		return 1;
	}

	#goTo(suite, n) {
		this.go(addressOf({ view: 'problems', suite, n }));
	}

	#next(step) {
		const { problems, name } = this.suite;
		this.#goTo(name, ((this.number - 1 + step + problems) % problems) + 1);
	}

	#today() {
		this.#goTo(this.suite.name, 1 + (Math.floor(Date.now() / 864e5) % this.suite.problems));
	}

	#random() {
		const left = Array.from({ length: this.suite.problems }, (_, i) => i + 1).filter(
			n => !this.#solved.has(n) && n !== this.number,
		);
		this.#goTo(this.suite.name, left[Math.floor(Math.random() * left.length)] ?? 1);
	}

	#begin() {
		const { position, themes } = this.problem;
		this.themes.textContent = [
			`${this.problem.material} on ${this.problem.board} under ${this.problem.rules}`,
			...themes.map(theme => THEMES[theme] ?? theme),
		].join(' · ');
		this.solver = Position.read(position).turn;
		this.#tellProgress();
		this.#say('', '');
		this.#show(Position.read(position), this.legal);
	}

	#tellProgress() {
		this.progress.textContent = `${this.#solved.size} of ${this.suite.problems} solved.`;
		const { board, rules } = this.problem;
		if (!this.boards.has(board, rules))
			this.progress.textContent += ` Without tables of ${board}, only the first move is checked.`;
	}

	#show(position, moves, shown = {}) {
		const { category, plies } = this.problem;
		this.attempt = {};
		this.position = position;
		const goal = category === 'win' ? `wins${plies ? `, in ${plies} at best` : ''}` : 'holds the draw';
		this.verdict.say(
			this.solver,
			'hidden',
			`${sideName(this.solver)} to move and ${category === 'win' ? 'win' : 'draw'}`,
			`${this.number} of ${this.suite.problems}: ${sideName(this.solver)} ${goal}`,
		);
		this.board.show({ position, moves, isHidden: true, flipped: this.solver === 'o', ...shown });
	}

	/** Shows a move, and checks it by the tables, or by the suite without tables. */
	async #try(move) {
		const attempt = (this.attempt = {});
		const isCurrent = () => attempt === this.attempt;
		const { position } = this;
		this.board.show({ position: position.after(move), last: move, flipped: this.solver === 'o' });
		this.#say('pending', 'Looking it up …');
		await this.trouble.during(async () => {
			try {
				const { rules } = this.problem;
				const [answer, after] = await Promise.all([answerTo(position, rules), answerTo(position.after(move), rules)]);
				if (isCurrent()) this.#judge(move, answer, after);
			} catch (failure) {
				if (isCurrent()) this.#say('', 'The server does not answer.');
				throw failure;
			}
		}, isCurrent);
	}

	#judge(move, answer, after) {
		const found = answer.isExact ? answer.moves.find(entry => entry.move === move) : null;
		const isRight = found ? found.category === answer.category : this.problem.good_moves.includes(move);
		const value = found ? `: ${inWords(found)}` : '';
		if (!isRight) {
			this.#refute(move, value, after);
			return;
		}
		const slower = found && found.plies > answer.plies ? ` The shortest way takes ${answer.plies}.` : '';
		// A win is played to the end if the tables know the best replies.
		const reply = this.problem.category === 'win' && after.isExact && !after.over ? after.moves[0]?.move : null;
		if (reply) {
			this.#say('win', `Right: ${move}.${slower} Continue.`);
			this.#reply(this.position.after(move), reply);
			return;
		}
		const solved = preferences().solved ?? {};
		prefer({ solved: { ...solved, [this.suite.name]: [...this.#solved.add(this.number)] } });
		this.#tellProgress();
		if (after.over)
			this.board.show({
				position: this.position.after(move),
				last: move,
				groups: [this.solver],
				won: true,
				flipped: this.solver === 'o',
			});
		this.verdict.say(this.solver, 'win', 'Solved', `${this.number} of ${this.suite.problems}`);
		this.#say('win', `Right! ${move}${value}.${slower} Solved.`);
		this.next.focus();
	}

	async #reply(position, reply) {
		const { attempt } = this;
		const after = position.after(reply);
		const [{ moves }] = await Promise.all([
			lookUp('moves', { position: String(after), rules: this.problem.rules }),
			new Promise(resolve => {
				setTimeout(resolve, PAUSE);
			}),
		]);
		if (attempt === this.attempt) this.#show(after, moves, { last: reply });
	}

	#refute(move, value, after) {
		const reply = after.isExact ? after.moves[0] : null;
		const words =
			reply && after.category !== 'loss'
				? ` ${sideName(other(this.solver))} answers ${reply.move}${after.category === 'win' ? ` and ${inWords(after)}` : ' and draws'}.`
				: '';
		this.#say(
			'loss',
			`Not ${move}${value}.${words}`,
			button('Try again', () => this.#begin()),
			el('a.button', { href: addressOfPosition(this.position.after(move), this.problem.rules) }, 'Open in Explore'),
		);
		this.verdict.say(
			this.solver,
			'loss',
			`Not ${move}`,
			reply ? `${sideName(other(this.solver))}'s reply is in red.` : '',
		);
		if (reply) this.board.point(reply.move, 'loss');
	}

	async #hint() {
		const { attempt, position } = this;
		await this.trouble.during(async () => {
			const answer = await answerTo(position, this.problem.rules);
			if (attempt !== this.attempt) return;
			const isStart = String(position) === this.problem.position;
			const good = answer.isExact
				? answer.moves.filter(({ category }) => category === answer.category).map(({ move }) => move)
				: isStart
					? this.problem.good_moves
					: [];
			this.#say(
				'',
				good.length ? `Move the stone on ${squaresOf(good[0])?.from ?? good[0]}.` : 'No hint is available.',
			);
		});
	}

	#reveal() {
		const { good_moves: good, position, rules } = this.problem;
		this.#begin();
		this.board.point(good[0], this.problem.category);
		this.#say(
			'draw',
			`${good.length === 1 ? 'The only move' : 'The moves'}: ${good.join(', ')}.`,
			el('a.button', { href: addressOfPosition(position, rules) }, 'Open in Explore'),
		);
	}

	#refuse(from, to) {
		this.trouble.during(async () => this.board.explain(await whyIllegal(this.position, this.problem.rules, from, to)));
	}

	#say(kind, words, ...rest) {
		this.result.className = `result ${kind}`;
		this.result.ariaBusy = String(kind === 'pending');
		this.result.textContent = words;
		this.more.replaceChildren(...rest);
		if (words) announce(words);
	}
}
