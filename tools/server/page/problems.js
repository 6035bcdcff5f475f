// The view of problems: the positions of a suite. The reader plays each win to the end if the tables
// have the answers.

import { addressOf, addressOfPosition } from './address.js';
import { DEPTH, answerTo, patiently, pause, reviewOf, whyIllegal } from './answers.js';
import { lookUp } from './api.js';
import { Board } from './board.js';
import { View, announce, button, choice, counted, el, iconButton, prefer, preferences } from './dom.js';
import { Game } from './game.js';
import { Position, other, sideName, squaresOf } from './position.js';
import { inWords, lossesOf } from './value.js';
import { Verdict } from './verdict.js';

const PAUSE = 450;

const MINE = 'Your game';

const THEMES = {
	'only-win': 'only one move wins',
	'only-draw': 'only one move draws',
	greedy: 'the move that draws the stones together is wrong',
	'long-win': 'a long way to go',
};

lookUp('problems').catch(() => {});

/** Returns the mistakes of the game of an address as a suite. @returns {Promise<Suite>} */
async function ofGame(link, game) {
	const { rules } = game;
	const review = await patiently(() => reviewOf(game, DEPTH));
	const list = lossesOf(review)
		.filter(lost => lost?.isBlunder)
		.map(({ at, move, best: { category, plies, move: better } }) => {
			const position = game.positions[at];
			const { board, material } = position;
			const themes = [`better than ${game.number(at)} ${move}`];
			return { position: String(position), board, material, rules, category, plies, themes, good_moves: [better] };
		});
	return { name: MINE, problems: list.length, list, link, solved: new Set() };
}

/** The numbers of the solved problems of a suite. Those of a game are forgotten with the game.
 *  @param {Suite} suite */
const solvedOf = ({ name, solved }) => solved ?? new Set(preferences().solved?.[name] ?? []);

export class Problems extends View {
	constructor(given) {
		super(given);
		this.title = 'Problems';
		this.board = new Board({ onmove: move => this.#try(move), onillegal: (from, to) => this.#refuse(from, to) });
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

	async open({ suite, n, ...link }, isCurrent) {
		const { suites: known } = await lookUp('problems');
		if (link.moves && String(Object.values(link)) !== String(Object.values(this.mine?.link ?? {}))) {
			this.verdict.wait('x');
			const { game, told } = await Game.at({ view: 'board', ...link }, Game.first, this.boards);
			if (!isCurrent()) return;
			for (const words of told) this.trouble.tell(words);
			this.mine = await ofGame(link, game);
		}
		/** @type {Suite[]} */
		const suites = [...known, this.mine].filter(suite => suite?.problems);
		if (link.moves) suite = MINE;
		if (suites.length === 0) {
			this.verdict.say('x', '', 'This server has no problems.', '');
			return;
		}
		const shown = suites.find(({ name }) => name === suite) ?? suites[0];
		this.numbers = Array.from({ length: shown.problems }, (_, at) => at + 1);
		const solved = solvedOf(shown);
		const isThere = !n || this.numbers.includes(Number(n));
		const number = n && isThere ? Number(n) : (this.numbers.find(one => !solved.has(one)) ?? 1);
		const problem = shown.list?.[number - 1] ?? (await lookUp(`problems/${encodeURIComponent(shown.name)}/${number}`));
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
				this.numbers.map(one => [String(one), `${one}${solved.has(one) ? ' ✓ solved' : ''}`]),
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
		return solvedOf(this.suite);
	}

	#goTo(suite, n) {
		this.go(addressOf({ view: 'problems', ...(suite === MINE ? this.mine.link : { suite }), n }));
	}

	#next(step) {
		const { problems, name } = this.suite;
		this.#goTo(name, ((this.number - 1 + step + problems) % problems) + 1);
	}

	#today() {
		this.#goTo(this.suite.name, 1 + (Math.floor(Date.now() / 864e5) % this.suite.problems));
	}

	#random() {
		const left = this.numbers.filter(n => !this.#solved.has(n) && n !== this.number);
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
		const task = { win: ' to move and win', draw: ' to move and draw' }[category] ?? ': find a better move';
		this.attempt = {};
		this.position = position;
		const goal = { win: ` wins${plies ? `, in ${plies} at best` : ''}`, draw: ' holds the draw' }[category] ?? '';
		this.verdict.say(
			this.solver,
			'hidden',
			sideName(this.solver) + task,
			`${this.number} of ${this.suite.problems}: ${goal ? sideName(this.solver) + goal : 'judged by the engine'}`,
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
				const isBeyond = this.suite.list && !answer.isExact;
				const tried = isBeyond && (await reviewOf(new Game({ rules, start: position, moves: [move] }), DEPTH));
				if (isCurrent()) this.#judge(move, answer, after, tried?.estimates[0]);
			} catch (failure) {
				if (isCurrent()) this.#say('', 'No answer has arrived.');
				throw failure;
			}
		}, isCurrent);
	}

	#judge(move, answer, after, tried) {
		const found = answer.isExact ? answer.moves.find(entry => entry.move === move) : null;
		const isRight = found
			? found.category === answer.category
			: tried
				? !tried.mark
				: this.problem.good_moves.includes(move);
		const value = found ? `: ${inWords(found)}` : '';
		if (!isRight) {
			this.#refute(move, value, after, after.isExact ? after.moves[0]?.move : tried?.line[1]);
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
		const solved = this.#solved.add(this.number);
		if (!this.suite.list) prefer({ solved: { ...preferences().solved, [this.suite.name]: [...solved] } });
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
		const isCurrent = () => attempt === this.attempt;
		const after = position.after(reply);
		await this.trouble.during(async () => {
			const [{ moves }] = await Promise.all([
				lookUp('moves', { position: String(after), rules: this.problem.rules }),
				pause(PAUSE),
			]);
			if (isCurrent()) this.#show(after, moves, { last: reply });
		}, isCurrent);
	}

	#refute(move, value, after, reply) {
		const end = { win: ` and ${inWords(after)}`, draw: ' and draws' }[after.category] ?? '';
		const words = reply && after.category !== 'loss' ? ` ${sideName(other(this.solver))} answers ${reply}${end}.` : '';
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
		if (reply) this.board.point(reply, 'loss');
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
		this.board.point(good[0], this.problem.category ?? 'win');
		this.#say(
			'draw',
			`${this.suite.list ? 'Better' : good.length === 1 ? 'The only move' : 'The moves'}: ${good.join(', ')}.`,
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
