// The view of problems: the positions of a suite.

import { addressOf, addressOfPosition } from './address.js';
import { DEPTH, answerTo, patiently, pause, reviewOf, whyIllegal } from './answers.js';
import { lookUp } from './api.js';
import { Attempt, chosen, numbersOf } from './attempt.js';
import { Board } from './board.js';
import { View, announce, button, choice, counted, el, group, iconButton, named, prefer, preferences } from './dom.js';
import { Game } from './game.js';
import { stepButtons } from './moves.js';
import { Position, sideName } from './position.js';
import { blundersOf, lossesOf } from './value.js';
import { Verdict } from './verdict.js';

const PAUSE = 450;

const THEMES = {
	'only-win': 'only one move wins',
	'only-draw': 'only one move draws',
	greedy: 'the move that draws the stones together is wrong',
	'long-win': 'a long way to go',
};

const MINE = 'Your game';

lookUp('problems').catch(() => {});

/** Returns the mistakes and the lesson of a game as a suite, else the winner's moves. @returns {Promise<Suite>} */
async function ofGame(link, game) {
	const { rules } = game;
	const review = await patiently(() => reviewOf(game, DEPTH));
	const number = review.lesson?.number;
	const mistakes = [...blundersOf(lossesOf(review)).map(({ at }) => at), ...(number ? [number - 1] : [])];
	const byWinner = at => sideName(game.positions[at].turn).toLowerCase() === review.end?.result;
	const won = review.moves.flatMap(({ move }, at) => (move !== 'pass' && byWinner(at) ? at : []));
	const list = (mistakes.length ? mistakes : won)
		.toSorted((a, b) => a - b)
		.map(at => {
			const { move, best } = /** @type {any} */ (review.moves[at] ?? review.resignation);
			const name = move ? `${game.number(at)} ${move}` : 'resigning';
			const [theme, played] = mistakes.length ? ['better than', move] : ['the winner played', null];
			const { move: good_move = '', ...worth } = best ?? {};
			const position = String(game.positions[at]);
			return { ...worth, position, rules, themes: [`${theme} ${name}`], good_moves: [good_move], played };
		});
	return { name: MINE, problems: list.length, list, link, solved: new Set() };
}

/** The numbers of the solved problems of a suite. Those of a game are forgotten with the game.
 *  @param {Suite} suite */
const solvedOf = ({ name, solved }) => solved ?? new Set(preferences().solved?.[name] ?? []);

export class Problems extends View {
	/** @type {Attempt} */
	attempt;
	/** @type {Suite | undefined} */
	mine;

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
		this.element = el(
			'div.explorer.pair',
			el(
				'section.table',
				named('Problem'),
				el('h1.unseen', 'Problems'),
				this.verdict.element,
				el('div.stage', this.board.element),
				el(
					'div.controls',
					group('Problem'),
					iconButton('back', 'Previous problem', () => this.#next(-1)),
					iconButton('undo', 'Start again', () => this.#begin()),
					iconButton('best', 'Hint', () => this.#hint()),
					iconButton('eye', 'Show the answer', () => this.#become(this.attempt.reveals())),
					iconButton('on', 'Skip to the next problem', () => this.#next(1)),
				),
			),
			el(
				'section.card.task',
				named('Task'),
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

	async open({ suite: name, n, ...link }, isCurrent) {
		const { suites: known } = await lookUp('problems');
		if (link.moves && String(Object.values(link)) !== String(Object.values(this.mine?.link ?? {}))) {
			this.verdict.wait('x');
			const { game, told } = await Game.at({ view: 'board', ...link }, Game.first, this.boards);
			if (!isCurrent()) return;
			for (const words of told) this.trouble.tell(words);
			this.mine = await ofGame(link, game);
		}
		/** @type {Suite[]} */
		const suites = [...known, ...(this.mine ? [this.mine] : [])].filter(({ problems }) => problems);
		if (suites.length === 0) {
			this.verdict.say('x', '', 'This server has no problems.', '');
			return;
		}
		const { told, ...asked } = chosen(suites, link.moves ? MINE : name, n, solvedOf);
		const { suite, number, solved } = asked;
		const problem = (suite.list ?? (await lookUp(`problems/${encodeURIComponent(suite.name)}`)).problems)[number - 1];
		if (!isCurrent()) return;
		if (told) this.trouble.tell(told);
		this.title = `Problem ${number} of ${suite.name}`;
		this.fields.replaceChildren(
			choice(
				'Suite',
				suites.map(({ name, problems }) => [name, `${name}: ${counted(problems, 'problem')}`]),
				suite.name,
				chosen => this.#goTo(chosen),
			),
			choice(
				'Problem',
				numbersOf(suite).map(one => [String(one), `${one}${solved.has(one) ? ' ✓ solved' : ''}`]),
				String(number),
				chosen => this.#goTo(suite.name, chosen),
			),
		);
		this.#become(new Attempt({ ...asked, problem }).begins());
		// The board appears before its legal moves are known.
		this.trouble.during(async () => {
			const { moves } = await lookUp('moves', { position: problem.position, rules: problem.rules });
			if (isCurrent()) this.#become(this.attempt.begins(moves));
		}, isCurrent);
	}

	key(key) {
		if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
		this.#next(key === 'ArrowRight' ? 1 : -1);
		return true;
	}

	#goTo(suite, n) {
		this.go(addressOf({ view: 'problems', ...(suite === MINE ? this.mine?.link : { suite }), n }));
	}

	#next(step) {
		const { number, suite } = this.attempt;
		const { problems, name } = suite;
		this.#goTo(name, ((number - 1 + step + problems) % problems) + 1);
	}

	#today() {
		const { name, problems } = this.attempt.suite;
		this.#goTo(name, 1 + (Math.floor(Date.now() / 864e5) % problems));
	}

	#random() {
		const { number, solved, suite } = this.attempt;
		const unsolved = numbersOf(suite).filter(n => !solved.has(n) && n !== number);
		this.#goTo(suite.name, unsolved[Math.floor(Math.random() * unsolved.length)] ?? 1);
	}

	#begin() {
		this.#become(this.attempt.begins());
	}

	/** @param {Attempt} attempt */
	#become(attempt) {
		const { isSolved, phase, result, solved, suite } = attempt;
		const before = this.attempt;
		this.attempt = attempt;
		this.#draw();
		if (result.words && result !== before?.result) announce(result.words);
		if (phase === before?.phase) return;
		if (phase === 'right') this.#reply();
		if (!isSolved) return;
		if (suite.list) suite.solved = solved;
		else prefer({ solved: { ...preferences().solved, [suite.name]: [...solved] } });
		this.next.focus();
	}

	#draw() {
		const { attempt } = this;
		const { number, phase, position, problem, reply, result, solved, suite } = attempt;
		const { rules, themes } = problem;
		const { board, material } = Position.read(problem.position);
		const [isWrong, isRevealed] = [phase === 'wrong', phase === 'revealed'];
		const words = themes.map(theme => THEMES[theme] ?? theme);
		this.themes.textContent = [`${material} on ${board} under ${rules}`, ...words].join(' · ');
		const limit = this.boards.has(board, rules) ? '' : ` Without tables of ${board}, only the first move is checked.`;
		this.progress.textContent = `${solved.size} of ${suite.problems} solved.${limit}`;
		const say = (...words) => this.verdict.say(position.turn, ...words);
		const place = `${number} of ${suite.problems}`;
		const [task, goal] = attempt.task;
		const step = attempt.shown.length ? `then ${attempt.shown.join(' ')}` : '';
		if (isWrong) say('loss', `Not ${attempt.tried}`, step || (reply ? `${attempt.opponent}'s reply is in red.` : ''));
		else if (attempt.isSolved) say('win', 'Solved', place);
		else say('hidden', task, `${place}: ${goal}`);
		this.#drawBoard();
		if (isRevealed) this.board.point(problem.good_moves[0], problem.category ?? 'win');
		else this.board.point(isWrong && !attempt.shown.length ? reply : null, 'loss');
		this.result.className = `result ${result.kind}`;
		this.result.ariaBusy = String(result.kind === 'pending');
		this.result.textContent = result.words;
		const again = button('Try again', () => this.#begin());
		const href = addressOfPosition(isWrong ? attempt.after : position, rules);
		const explore = el('a.button', { href }, 'Open in Explore');
		const steps = stepButtons(attempt.steps, step => this.#become(this.attempt.refutes(step)));
		this.more.replaceChildren(...(isWrong ? [again, explore, steps ?? ''] : isRevealed ? [explore] : []));
	}

	#drawBoard() {
		const { moves, last, phase, position, shown, tried } = this.attempt;
		const { turn } = position;
		const flipped = turn === 'o';
		const line = [tried, ...shown];
		const after = line.reduce((position, move) => position.after(move), position);
		const groups = phase === 'won' ? [turn] : shown.length ? after.joined : [];
		if (tried) this.board.show({ position: after, last: line.at(-1), groups, won: true, flipped });
		else this.board.show({ position, moves, last, isHidden: true, flipped });
	}

	/** Goes to the attempt that a task returns, unless the reader has moved on. */
	#await(task) {
		const { attempt } = this;
		const isCurrent = () => this.attempt.isStill(attempt);
		return this.trouble.during(async () => {
			const next = await task(attempt).catch(failure => {
				if (isCurrent()) this.#become(attempt.fails());
				throw failure;
			});
			if (isCurrent()) this.#become(next);
		}, isCurrent);
	}

	#try(move) {
		this.#become(this.attempt.tries(move));
		return this.#await(async attempt => {
			const { position, problem } = attempt;
			const { rules } = problem;
			const [answer, after] = await Promise.all([answerTo(position, rules), answerTo(attempt.after, rules)]);
			if (!attempt.needsReview(answer)) return attempt.judges(answer, after);
			const depth = answer.isExact ? undefined : DEPTH;
			const { moves } = await reviewOf(new Game({ rules, start: position, moves: [move] }), depth);
			return attempt.judges(answer, after, moves[0]);
		});
	}

	#reply() {
		return this.#await(async attempt => {
			const asked = { position: String(attempt.replied), rules: attempt.problem.rules };
			const [{ moves }] = await Promise.all([lookUp('moves', asked), pause(PAUSE)]);
			return attempt.replies(moves);
		});
	}

	#hint() {
		return this.#await(async attempt => attempt.hints(await answerTo(attempt.position, attempt.problem.rules)));
	}

	#refuse(from, to) {
		const { position, problem } = this.attempt;
		this.trouble.during(async () => this.board.explain(await whyIllegal(position, problem.rules, from, to)));
	}
}
