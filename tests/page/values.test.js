// Positions, values in words, choices, players, and the knowledge of moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { patiently } from '../../tools/server/page/answers.js';
import { Boards, boardChoices, rulesChoices } from '../../tools/server/page/choices.js';
import { isPerfect, nameOf, opponents, playerOf } from '../../tools/server/page/players.js';
import { Position, other, readMove, squaresOf } from '../../tools/server/page/position.js';
import * as value from '../../tools/server/page/value.js';

const START = Position.draft('start 4x4');

test('a position is written as it is read, and a draft may lack stones', () => {
	for (const text of ['1xx1/o2o/o2o/1xx1 x', '3/3/3 o', '8/8/8/8/8/8/8/7x o'])
		assert.equal(String(Position.draft(text)), text);
	for (const text of ['9/9 x', '4/3/4/4 x', '4/4 x', '4/4/4/4', 'q3/4/4/4 x', 'start 9x9'])
		assert.equal(Position.draft(text), null, text);
	assert.equal(String(Position.draft('start 5x3')), '1xxx1/o3o/1xxx1 x');
	assert.equal(START.problem, null);
	const bare = ['4/x3/4/4 x', '4/o3/4/4 x', '4/4/4/4 o'].map(text => Position.draft(text).problem);
	assert.deepEqual(bare, ['White has no stones.', 'Black has no stones.', 'White has no stones.']);
	assert.deepEqual([START.board, START.material, START.toMove('o').material], ['4x4', '4v4', '4v4']);
});

test('moves are read as people write them', () => {
	for (const text of ['b1-b3', 'B1B3', ' b1:b3 ', 'b1×b3!', 'b1-b3x'])
		assert.deepEqual(readMove(text), { from: 'b1', to: 'b3' }, text);
	assert.deepEqual([readMove('pass'), readMove('b1'), squaresOf('pass')], [{}, null, null]);
	assert.deepEqual(
		['b1b3', 'b1a2', 'Pass', 'no'].map(text => START.moveNamed(text)),
		['b1-b3', 'b1xa2', 'pass', null],
	);
});

test('a move, a pass and an edit change squares and turn', () => {
	assert.equal(String(START.after('b1-b3')), '1xx1/ox1o/o2o/2x1 o');
	assert.equal(START.after('pass').turn, 'o');
	assert.equal(String(START.with('a1', 'o')), '1xx1/o2o/o2o/oxx1 x');
	assert.equal(START.shifted(1, 0), null);
	const one = Position.read('3/x2/3 x');
	assert.deepEqual([one.shifted(1, 1), one.mirrored(), one.turned(), one.swapped()].map(String), [
		'1x1/3/3 x',
		'3/2x/3 x',
		'1x1/3/3 x',
		'3/o2/3 o',
	]);
});

test('lines of a square and groups of a side are counted', () => {
	assert.deepEqual(
		START.lines('b1').map(({ count }) => count),
		[2, 2, 2, 2],
	);
	assert.deepEqual(
		START.groups('x').map(group => group.length),
		[2, 2],
	);
	assert.deepEqual(
		Position.read('x2/1x1/2x x')
			.groups('x')
			.map(group => group.length),
		[3],
	);
	assert.equal(other('x'), 'o');
});

test('values have signs and words, and an estimate is labelled', () => {
	const cases = [
		[{ category: 'win', plies: 15 }, '+15', 'wins in 15', 'Black wins in 15'],
		[{ category: 'loss', plies: 4, bound: true }, '−≤4', 'loses within 4', 'White wins within 4'],
		[{ category: 'draw' }, '=', 'draws', 'draw'],
		[{ score: 80 }, '≈+0.8', 'an estimate: ahead', 'an estimate: Black is ahead'],
		[{ score: -4 }, '≈0.0', 'an estimate: behind', 'an estimate: White is ahead'],
		[{ category: 'win', plies: 0 }, '+0', 'wins in 0', 'Black has won'],
	];
	for (const [worth, sign, words, winner] of cases) {
		assert.deepEqual(
			[value.signed(worth), value.inWords(worth), value.winnerInWords(worth, 'x')],
			[sign, words, winner],
		);
	}
	assert.equal(value.winnerInWords(null, 'x'), 'unknown');
	assert.deepEqual([{ score: 0, level: true }, { score: -9 }, { category: 'win' }].map(value.kindOf), [
		'guess draw',
		'guess loss',
		'win',
	]);
	assert.deepEqual([value.isRated({}), value.isRated({ score: 0 })], [false, true]);
});

test("a value of White's move is converted to Black's view", () => {
	assert.deepEqual(value.toBlack({ category: 'win', plies: 3 }, 'o'), { category: 'loss', plies: 3, bound: undefined });
	assert.deepEqual(value.toBlack({ score: 30, level: true }, 'o'), { score: -30, level: true });
});

test('a bar is higher nearer the end, and an estimate is never full', () => {
	const [near, far, unknown, guess, level] = [
		{ category: 'win', plies: 1 },
		{ category: 'win', plies: 60 },
		{ category: 'loss' },
		{ score: 9999 },
		{ level: true },
	].map(value.height);
	assert.ok(near > unknown && unknown > far && far > 0.25 && guess < 0.5 && level === 0);
	assert.equal(value.endInWords('no-move', 'o'), 'White has no move');
	assert.equal(value.endInWords('else', 'o'), 'else');
});

const PROOF = { board: '5x4', start: String(Position.draft('start 5x4')), winner: 'o', rules: ['mover-pass'] };
const boards = new Boards({
	boards: [
		{ board: '4x4', rules: 'mover-pass', materials: ['4v4'] },
		{ board: '3x3', rules: 'own-loss', materials: [] },
	],
	presets: [{ name: 'club', rules: 'mover-pass' }],
	proofs: [PROOF],
	solved: [{ position: String(Position.draft('start 5x5')), rules: 'mover-pass', winner: 'x', plies: 11 }],
});

test('boards list the tables and proofs of a position', () => {
	const five = Position.draft('start 5x4');
	assert.deepEqual([boards.covers(START, 'club'), boards.has('4x4', 'own-loss')], [true, false]);
	assert.deepEqual(
		[boards.solvedSides(START, 'club'), boards.solvedSides(five, 'club'), boards.solvedSides(five, 'own-loss')],
		['xo', 'o', ''],
	);
	assert.deepEqual([boards.first('club'), boards.first('own-loss')], ['4x4', '3x3']);
	assert.deepEqual(boards.ids, ['mover-pass', 'own-loss']);
	const named = Object.fromEntries(boardChoices(boards, 'club').flatMap(([, pairs]) => pairs));
	assert.deepEqual(
		[named['4x4'], named['5x5'], named['5x4'], named['8x8']],
		['4x4, tables', '5x5, solved in 11', '5x4, proved', '8x8'],
	);
	assert.deepEqual(rulesChoices(boards, '4x4')[1][1], [
		['mover-pass', 'mover-pass'],
		['own-loss', 'own-loss (no tables)'],
	]);
});

test('players have names, and unknown players have none', () => {
	assert.deepEqual(['person', 'engine', 'level:0', 'perfect', 'perfect:25', 'level:9', 'perfect:999'].map(playerOf), [
		'person',
		'level:5',
		'level:0',
		'perfect',
		'perfect:25',
		null,
		null,
	]);
	assert.deepEqual(['person', 'level:3', 'perfect', 'perfect:25'].map(nameOf), [
		'You',
		'Level 3',
		'Perfect play',
		'Perfect play with slips (25 %)',
	]);
	assert.deepEqual([isPerfect('perfect'), isPerfect('level:1')], [true, false]);
	for (const [word] of opponents().flatMap(([, pairs]) => pairs)) assert.equal(playerOf(word), word);
});

test('a busy engine is asked again a limited number of times', async () => {
	let tries = 0;
	const busy = { status: 429 };
	const asking = async () => {
		if (++tries < 2) throw busy;
		return 'well';
	};
	assert.equal(await patiently(asking), 'well');
	await assert.rejects(
		patiently(async () => Promise.reject({ status: 500 })),
		{ status: 500 },
	);
	await assert.rejects(
		patiently(async () => Promise.reject(busy), AbortSignal.abort()),
		busy,
	);
});

test('an opening book counts the moves that tables and proofs know', () => {
	const moves = (...worths) => worths.map(([category, basis = 'proof']) => ({ move: 'b1-b3', category, basis }));
	const open = [null, 'estimate'];
	const words = (...worths) => value.bookInWords(moves(...worths));
	assert.equal(
		words(['win'], ['win'], ['loss'], open),
		'Opening book: of 4 moves 2 win, 1 loses, 1 is not known here.',
	);
	assert.equal(
		words(['draw', 'tables'], ['loss', 'tables'], ['loss', 'tables']),
		'Opening book: of 3 moves 1 draws, 2 lose.',
	);
	assert.deepEqual([words(), words(open, open), words(['win', 'search'], open)], ['', '', '']);
});

test('the losses of a review have marks, words and the answer', () => {
	const best = { move: 'a1-a3', category: 'win', plies: 3 };
	const at = (number, more) => ({ number, side: number % 2 ? 'black' : 'white', move: `m${number}`, best, ...more });
	const losses = value.lossesOf({
		moves: [
			at(1, { mark: '?', words: 'loses in 4', why: 'White joins', played: { line: ['m1', 'a', 'b', 'c', 'd'] } }),
			at(2, { mark: null, words: null }),
			at(3, { mark: null, words: 'wins 3 plies later', plies_lost: 3 }),
			at(4, { mark: '??', words: 'turned a win into a loss' }),
			at(5, { best: { ...best, move: 'c1-c3' } }),
			at(6, { mark: '?!', words: 'gave away 16 % of the chances' }),
			// A move that leaves a proof has words and no mark.
			at(7, { mark: null, words: 'left the proof: d1xa4 wins within 11' }),
		],
	});
	assert.deepEqual(
		losses.map(lost => lost && [lost.at, lost.side, lost.mark, lost.isBlunder, lost.steps]),
		[
			[0, 'black', '?', true, [['a'], ['a', 'b', 'c']]],
			null,
			[2, 'black', '−3', false, [['a1-a3']]],
			[3, 'white', '??', true, [['c1-c3']]],
			null,
			[5, 'white', '?!', false, [['a1-a3']]],
			[6, 'black', '', false, []],
		],
	);
	assert.equal(losses[0]?.why, 'White joins');
	const steps = value.stepsOf([...'abcdefgh']).map(step => step.join(''));
	assert.deepEqual(steps, ['a', 'abc', 'abcde', 'abcdefg']);
	assert.deepEqual(value.lossesOf(null), []);
});
