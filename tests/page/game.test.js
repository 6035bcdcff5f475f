// Games: their trees, their addresses and their records.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, addressOfPosition, readAddress } from '../../tools/server/page/address.js';
import { Game, LEFT_OUT, nextOf } from '../../tools/server/page/game.js';
import { Position } from '../../tools/server/page/position.js';

const START = Position.draft('start 4x4');
const game = fields => new Game({ rules: 'club', start: START, ...fields });
const read = link => Game.read({ rules: 'club', start: START, ...link });

test('a game is read from its address up to the first invalid move', () => {
	const shown = read({ moves: 'b1b3,A2-A4', at: '1', lines: 'b1-d1;c1-c3', line: '1', notes: 'b1-b3=Why%3F' });
	assert.deepEqual([shown.moves, shown.at, shown.line], [['b1-b3', 'a2-a4'], 1, 1]);
	assert.deepEqual(shown.tree, [['b1-d1'], ['b1-b3', 'a2-a4'], ['c1-c3']]);
	assert.deepEqual([shown.note, shown.last, shown.unread], ['Why?', 'b1-b3', '']);
	assert.equal(read({ moves: 'b1-b3,zz,a2-a4' }).unread, 'Move 2 of the link, zz, is not a move.');
	assert.equal(read({ moves: 'b1-b3', lines: 'b1-d1;??' }).unread, LEFT_OUT);
	const none = read({});
	assert.deepEqual([none.moves, none.at, none.isAtEnd], [[], 0, true]);
	assert.equal(read({ moves: 'b1-b3', end: 'somebody' }).end, null);
});

test('an address is written as it is read', () => {
	const address = addressOf({
		view: 'board',
		start: '4/4_x',
		moves: 'b1-b3,a2xa4',
		lines: 'a;b',
		none: undefined,
		at: '',
	});
	assert.equal(address, '#/board?start=4/4_x&moves=b1-b3,a2xa4&lines=a;b');
	assert.deepEqual(readAddress(address), { view: 'board', start: '4/4_x', moves: 'b1-b3,a2xa4', lines: 'a;b' });
	assert.deepEqual(readAddress(''), { view: 'home' });
	assert.equal(addressOfPosition(START, 'club'), '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x');
});

test('in play a move replaces the later moves, and in explore it begins a variation', () => {
	const shown = game({ moves: ['b1-b3', 'a2-a4'], at: 1, end: 'x' });
	const replaced = shown.with('d2-b2');
	assert.deepEqual([replaced.moves, replaced.lines, replaced.end], [['b1-b3', 'd2-b2'], [], null]);
	const kept = shown.with('d2-b2', true);
	assert.deepEqual([kept.moves, kept.lines, kept.line], [['b1-b3', 'd2-b2'], [['b1-b3', 'a2-a4']], 1]);
	const again = kept.shownAt(1).with('a2-a4', true);
	assert.deepEqual([again.moves, again.at], [['b1-b3', 'a2-a4'], 2]);
	assert.deepEqual(game({ moves: ['b1-b3'] }).with('a2-a4', true).lines, []);
});

test('a variation is made the main line, and deleted with its comments', () => {
	const tree = game({
		moves: ['b1-d1'],
		lines: [['b1-b3', 'a2-a4']],
		line: 1,
		notes: { 'b1-d1': 'mine', '': 'start' },
	});
	const promoted = tree.promoted();
	assert.deepEqual([promoted.tree, promoted.line], [[['b1-d1'], ['b1-b3', 'a2-a4']], 0]);
	assert.equal(promoted.promoted(), promoted);
	const pruned = tree.pruned();
	assert.deepEqual([pruned.tree, pruned.at, pruned.notes], [[['b1-b3', 'a2-a4']], 0, { '': 'start' }]);
	assert.deepEqual(game({ moves: ['b1-b3'] }).pruned().tree, [[]]);
	assert.deepEqual(nextOf([['a', 'b'], ['a', 'c'], ['d']], ['a']), [
		['a', 'b'],
		['a', 'c'],
	]);
});

test('comments are kept by position, and an empty comment is removed', () => {
	const noted = game({ moves: ['b1-b3'] }).noted('here');
	assert.deepEqual([noted.note, noted.noted('').notes], ['here', {}]);
});

test('repetition counts positions or boards, up to the place in view', () => {
	const round = game({ moves: ['b1-b3', 'a2-a4', 'b3-b1', 'a4-a2'] });
	assert.deepEqual([round.repeats(), round.shownAt(3).repeats(), round.repeats('board')], [2, 1, 2]);
	assert.deepEqual([round.number(0), round.number(1), round.cut(2).moves.length], ['1.', '1...', 2]);
	assert.equal(game({ start: START.toMove('o'), moves: [] }).number(0), '1...');
	assert.ok(round.isSame(game({ moves: round.moves })) && !round.isSame(game({ moves: [] })) && !round.isSame(null));
});

test('a record for the API has the main line first, the names, the result, comments and properties', () => {
	const shown = game({
		moves: ['b1-d1', 'a2xc4'],
		lines: [['b1-d1', 'a2-a4']],
		line: 1,
		notes: { 'b1-d1': 'a] \\ b' },
		players: { x: 'person', o: 'level:2' },
		end: 'o',
	});
	assert.deepEqual(shown.record, {
		position: '1xx1/o2o/o2o/1xx1 x',
		rules: 'club',
		black: 'person',
		white: 'level:2',
		recorded_result: 'B+R',
		moves: ['b1-d1', 'a2-a4'],
		lines: [['b1-d1', 'a2xc4']],
		notes: { 'b1-d1': 'a] \\ b' },
		properties: {},
	});
	const results = ['x', 'draw', null].map(end => game({ end }).record.recorded_result);
	assert.deepEqual(results, ['W+R', '0', undefined]);
	const { black, white, properties } = game({ names: { x: 'Ada', o: '' }, properties: { '': 'DT[1999]' } }).record;
	assert.deepEqual([black, white, properties], ['Ada', '', { '': 'DT[1999]' }]);
});
