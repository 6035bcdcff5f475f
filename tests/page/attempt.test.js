// The state of a problem, and the question of the view of tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Attempt, chosen } from '../../tools/server/page/attempt.js';
import { Question, byBoard, csv, inBytes, percent, shares } from '../../tools/server/page/census.js';
import { Boards } from '../../tools/server/page/choices.js';
import { Position } from '../../tools/server/page/position.js';

const START = Position.start('4x4');
const MOVES = [{ move: 'b1-b3' }, { move: 'b1-d1' }];
const WIN = {
	position: String(START),
	board: '4x4',
	material: '4v4',
	rules: 'mover-pass',
	category: 'win',
	plies: 3,
	themes: ['only-win'],
	good_moves: ['b1-b3'],
};
const SUITE = { name: 'some', problems: 4 };
const begun = (problem = WIN, suite = SUITE) =>
	new Attempt({ suite, number: 2, problem, solved: new Set([1]) }).begins(MOVES);

const EXACT = {
	isExact: true,
	category: 'win',
	plies: 3,
	moves: [
		{ move: 'b1-b3', category: 'win', plies: 3 },
		{ move: 'c1-c3', category: 'win', plies: 5 },
		{ move: 'b1-d1', category: 'loss', plies: 4 },
	],
};
const after = (fields = {}) => ({ isExact: true, category: 'loss', plies: 2, moves: [{ move: 'a2-c2' }], ...fields });
const BEYOND = { isExact: false, moves: MOVES };
const LOST = { ...WIN, category: 'loss', plies: 10, good_moves: ['b1-d1'], played: 'b1-b3' };
const HELD = {
	isExact: true,
	category: 'loss',
	plies: 10,
	moves: [
		{ move: 'b1-d1', category: 'loss', plies: 10 },
		{ move: 'b1-b3', category: 'loss', plies: 4 },
		{ move: 'c1-c3', category: 'loss', plies: 2 },
	],
};

test('an attempt begins at the problem, and a move waits for its judgement', () => {
	const before = new Attempt({ suite: SUITE, number: 2, problem: WIN }).begins();
	assert.deepEqual([before.moves, before.phase], [[], 'task']);
	const attempt = before.begins(MOVES);
	assert.deepEqual([attempt.phase, attempt.moves, attempt.result.words], ['task', MOVES, '']);
	assert.deepEqual(attempt.task, ['Black to move and win', 'Black wins, in 3 at best']);
	const tried = attempt.tries('b1-b3');
	assert.ok(Object.isFrozen(tried));
	assert.deepEqual([attempt.tried, tried.tried, tried.phase, tried.result.kind], [null, 'b1-b3', 'trying', 'pending']);
	assert.equal(String(tried.after), String(START.after('b1-b3')));
	assert.equal(tried.fails().result.words, 'No answer has arrived.');
	assert.equal(attempt.fails(), attempt);
});

test('a tried move is judged by tables, else by the engine, else by the suite', () => {
	const trial = { ...WIN, category: undefined, good_moves: ['c1-c3'] };
	const cases = [
		[WIN, 'b1-b3', EXACT, after(), undefined, 'right', 'Right: b1-b3. Continue.'],
		[WIN, 'c1-c3', EXACT, after(), undefined, 'right', 'Right: c1-c3. The shortest way takes 3. Continue.'],
		[
			WIN,
			'b1-b3',
			EXACT,
			after({ over: 'them-connected', moves: [] }),
			undefined,
			'won',
			'Right! b1-b3: wins in 3. Solved.',
		],
		[
			WIN,
			'b1-d1',
			EXACT,
			after({ category: 'win', plies: 3 }),
			undefined,
			'wrong',
			'Not b1-d1: loses in 4. White answers a2-c2 and wins in 3.',
		],
		[WIN, 'b1-d1', EXACT, after(), undefined, 'wrong', 'Not b1-d1: loses in 4.'],
		[WIN, 'b1-b3', BEYOND, BEYOND, undefined, 'solved', 'Right! b1-b3. Solved.'],
		[WIN, 'b1-d1', BEYOND, BEYOND, undefined, 'wrong', 'Not b1-d1.'],
		[trial, 'b1-b3', BEYOND, BEYOND, { played: { line: ['b1-b3', 'a2-c2'] } }, 'solved', 'Right! b1-b3. Solved.'],
		// The move of the game solves no problem of it, even if it has no mark.
		[
			{ ...trial, played: 'b1-b3' },
			'b1-b3',
			BEYOND,
			BEYOND,
			{ played: { line: ['b1-b3', 'a2-c2'] } },
			'wrong',
			'Not b1-b3. White answers a2-c2.',
		],
		[
			trial,
			'c1-c3',
			BEYOND,
			BEYOND,
			{ mark: '?', why: 'White joins: a2-c2', played: { line: ['c1-c3', 'a2-c2', 'd4-b4', 'a3xc1'] } },
			'wrong',
			'Not c1-c3. White joins: a2-c2.',
		],
		// In a lost position, a move is right if it lasts longer than that of the game.
		[
			LOST,
			'b1-d1',
			HELD,
			after({ category: 'win', plies: 9 }),
			undefined,
			'solved',
			'Right! b1-d1: loses in 10. Solved.',
		],
		[
			LOST,
			'c1-c3',
			HELD,
			after({ category: 'win', plies: 1 }),
			undefined,
			'wrong',
			'Not c1-c3: loses in 2. White answers a2-c2 and wins in 1.',
		],
		[LOST, 'b1-d1', { ...HELD, isExact: false }, BEYOND, { played: { line: [] } }, 'solved', 'Right! b1-d1. Solved.'],
		[LOST, 'b1-b3', { ...HELD, isExact: false }, BEYOND, { played: { line: [] } }, 'wrong', 'Not b1-b3.'],
		// Without any distance, the better move of the review counts.
		[LOST, 'b1-d1', BEYOND, BEYOND, undefined, 'solved', 'Right! b1-d1. Solved.'],
		[LOST, 'c1-c3', BEYOND, BEYOND, undefined, 'wrong', 'Not c1-c3.'],
	];
	for (const [problem, move, answer, next, review, phase, words] of cases) {
		const judged = begun(problem).tries(move).judges(answer, next, review);
		assert.deepEqual([judged.phase, judged.result.words], [phase, words]);
		assert.deepEqual([...judged.solved], judged.isSolved ? [1, 2] : [1], words);
	}
});

test('only a review judges a move beyond the tables, or says why it is wrong', () => {
	const needs = (problem, move, answer) => begun(problem).tries(move).needsReview(answer);
	assert.deepEqual([needs(undefined, 'b1-b3', EXACT), needs(undefined, 'b1-d1', EXACT)], [false, true]);
	assert.deepEqual([needs(undefined, 'b1-d1', BEYOND), needs(undefined, 'zz', EXACT)], [false, false]);
	const mine = new Attempt({ ...begun().tries('b1-d1'), suite: { name: 'Your game', problems: 1, list: [] } });
	assert.deepEqual([mine.needsReview(BEYOND), mine.tries('b1-b3').needsReview(EXACT)], [true, false]);
});

test('a refutation is shown step by step, until the reader tries again', () => {
	const review = { mark: '?', played: { line: ['b1-d1', 'a2-c2', 'b4-d4', 'a3xc1'] } };
	const wrong = begun()
		.tries('b1-d1')
		.judges(EXACT, after({ category: 'win' }), review);
	assert.deepEqual(wrong.steps, [['a2-c2'], ['a2-c2', 'b4-d4', 'a3xc1']]);
	const shown = wrong.refutes(wrong.steps[1]);
	assert.deepEqual([shown.phase, shown.shown, shown.result], ['wrong', wrong.steps[1], wrong.result]);
	assert.deepEqual([shown.begins().shown, shown.begins().steps], [[], []]);
});

test('a right move is answered, and the reader continues from there', () => {
	const right = begun().tries('b1-b3').judges(EXACT, after());
	const next = right.replies([{ move: 'c1-c2' }]);
	assert.equal(String(next.position), String(START.after('b1-b3').after('a2-c2')));
	assert.deepEqual([next.phase, next.last, next.tried, next.result], ['task', 'a2-c2', null, right.result]);
	assert.equal(next.hints(BEYOND).result.words, 'No hint is available.');
	const again = next.begins();
	assert.deepEqual([String(again.position), again.moves, again.last], [String(START), MOVES, null]);
});

test('an answer that arrives late belongs to an attempt that is still in view', () => {
	const tried = begun().tries('b1-b3');
	assert.ok(tried.fails().isStill(tried));
	for (const later of [tried.begins(), tried.begins().tries('b1-b3'), tried.judges(EXACT, after())])
		assert.ok(!later.isStill(tried));
});

test('a hint names a stone, and the answer all good moves', () => {
	const attempt = begun();
	assert.equal(attempt.hints(EXACT).result.words, 'Move the stone on b1.');
	assert.equal(attempt.hints(BEYOND).result.words, 'Move the stone on b1.');
	assert.ok(attempt.hints(EXACT).isStill(attempt));
	const revealed = [['b1-b3'], ['b1-b3', 'c1-c3']].map(moves => begun({ ...WIN, good_moves: moves }).reveals());
	assert.deepEqual(
		revealed.map(({ phase, result }) => [phase, result.words]),
		[
			['revealed', 'The only move: b1-b3.'],
			['revealed', 'The moves: b1-b3, c1-c3.'],
		],
	);
	assert.equal(begun(WIN, { ...SUITE, list: [WIN] }).reveals().result.words, 'Better: b1-b3.');
});

test('an address asks for a problem, else the first unsolved one is shown', () => {
	const suites = [SUITE, { name: 'other', problems: 2 }];
	const solved = new Map([
		['some', new Set([1, 2])],
		['other', new Set([1, 2])],
	]);
	for (const [name, n, suite, number, told] of [
		[undefined, undefined, 'some', 3, ''],
		['other', undefined, 'other', 1, ''],
		['some', '2', 'some', 2, ''],
		['some', '9', 'some', 3, 'No problem of some is called 9. This is problem 3.'],
		['no', '4', 'some', 4, 'No suite is called no. This is some.'],
	]) {
		const found = chosen(suites, name, n, ({ name }) => solved.get(name));
		assert.deepEqual([found.suite.name, found.number, found.told], [suite, number, told]);
	}
});

test('a question about tables forgets what its change makes meaningless', () => {
	const boards = new Boards({
		boards: [{ board: '4x4', rules: 'mover-pass', materials: ['4v4'] }],
		presets: [{ name: 'club', rules: 'mover-pass' }],
		proofs: [],
		solved: [],
	});
	const asked = { board: '4x4', material: '3v3', against: 'own-loss', position: '4/4/4/4_x' };
	const question = Question.of({ rules: 'club', ...asked }, boards);
	assert.ok(question.isSame(Question.of({ rules: 'mover-pass', ...asked }, boards)));
	assert.ok(!question.isSame(null) && !question.isSame(question.with({ plies: '3' })));
	assert.equal(question.of('5x5').address, '#/tables?material=all&board=5x5&rules=mover-pass');
	assert.equal(question.under('own-loss').address, '#/tables?material=3v3&board=4x4&rules=own-loss');
	assert.equal(question.search, undefined);
	assert.deepEqual(question.with({ find: 'only', result: 'win' }).search, {
		rules: 'mover-pass',
		board: '4x4',
		order: 'longest',
		material: '3v3',
		kind: 'only-move',
		result: 'win',
		plies: '',
	});
});

test('tables are summed, by outcome and by board', () => {
	const counts = [
		{ outcome: 'win', plies: 3, count: 6 },
		{ outcome: 'terminal-loss', plies: 0, count: 2 },
		{ outcome: 'draw', count: 8 },
	];
	assert.deepEqual(shares({ counts }), { win: 6, draw: 8, loss: 2, whole: 16 });
	assert.equal(csv({ materials: [{ material: '2v2', counts }] }).split('\n')[3], '2v2,draw,,8');
	const [four] = byBoard([
		{ board: '4x4', rules: 'club', positions: 5, bytes: 10, longest_win: 3 },
		{ board: '4x4', rules: 'club', positions: 6, bytes: 20, longest_win: 7, error: 'damaged' },
	]);
	assert.deepEqual([four.count, four.positions, four.bytes, four.longest, four.damaged], [2, 11, 30, 7, ['damaged']]);
	assert.deepEqual([0, 1023, 1536, 2 ** 31].map(inBytes), ['0 B', '1023 B', '1.5 KiB', '2.0 GiB']);
	assert.deepEqual([percent(1, 4), percent(0, 0)], ['25.00 %', '']);
});
