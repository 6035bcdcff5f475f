// Games: their trees, their addresses and their records.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, addressOfPosition, readAddress, unknownParts } from '../../tools/server/page/address.js';
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

test('a game from the start of its board is an opening', () => {
	assert.deepEqual(
		[game({ moves: ['b1-b3'] }).isFromStart, game({ start: START.toMove('o') }).isFromStart],
		[true, false],
	);
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
	for (const part of ['position', 'fen', 'Board', 'bord', 'mvoes', 'rule'])
		for (const view of ['board', 'play', 'learn', 'problems', 'help', 'home', 'nosuch'])
			assert.deepEqual(unknownParts(readAddress(`#/${view}?${part}=x&rules=club`)).at(0), part);
	assert.deepEqual(unknownParts(readAddress(address)), []);
	assert.deepEqual(unknownParts(readAddress('#/tables?rules=club&material=3v3&position=x&plies=2')), []);
	assert.equal(addressOfPosition(START, 'club'), '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x');
});

test('an address of the board gives a game, its mode, and what cannot be read', async () => {
	const shown = game({ rules: 'tournament', moves: ['b1-b3'] });
	const boards = {
		ids: ['mover-pass'],
		id: rules => ({ club: 'mover-pass', tournament: 'draw-pass' })[rules] ?? rules,
	};
	const asked = [];
	globalThis.fetch = async address => {
		asked.push(address);
		const isKnown = !address.includes('zz');
		const reply = isKnown ? { position: '1ox/x1o/1x1 x' } : { error: 'no position', kind: 'usage' };
		return { status: isKnown ? 200 : 400, text: async () => JSON.stringify(reply) };
	};
	const at = (link, of = boards) => Game.at(link, shown, of);
	const explored = await at({ view: 'board', rules: 'club', moves: 'b1-b3', at: '0' });
	assert.deepEqual(
		[explored.mode, explored.told, explored.game.moves, explored.game.at],
		['explore', [], ['b1-b3'], 0],
	);
	assert.equal(String(explored.game.start), String(START));
	// Under known rules a diagram is shown unchecked; the server reads any other text.
	const drawn = await at({ view: 'board', rules: 'club', start: '3/x1o/3/3_o' });
	assert.deepEqual([String(drawn.game.start), asked], ['3/x1o/3/3 o', []]);
	const scrambled = await at({ view: 'board', rules: 'club', board: '3x3', kind: 'scrambled' });
	assert.equal(String(scrambled.game.start), '1ox/x1o/1x1 x');
	assert.match(asked[0], /position=scrambled\+3x3&rules=club/);
	const played = await at({ view: 'board', rules: 'club', white: 'level:2' });
	assert.deepEqual([played.mode, played.game.players], ['play', { x: 'person', o: 'level:2' }]);
	const strange = await at({ view: 'play', rules: 'club', black: 'ghost', moves: '??' });
	assert.deepEqual(strange.told, [
		'No player is called ghost: you play instead.',
		'Move 1 of the link, ??, is not a move.',
	]);
	const wrong = await at({ view: 'board', rules: 'club', start: 'zz' }, { ...boards, ids: ['draw-pass'] });
	assert.match(wrong.told[0], /^This address has no valid position: no position\./);
	assert.deepEqual([String(wrong.game.start), wrong.game.rules], [String(START), 'tournament']);
});

test('the address of a game is read as the same game', () => {
	const link = {
		rules: 'club',
		start: '1xx1/o2o/o2o/1xx1_x',
		moves: 'b1-b3,a2-a4',
		lines: 'b1-d1',
		line: '1',
		at: '1',
	};
	const hash = addressOf({ view: 'play', ...link, white: 'level:1', notes: 'b1-b3=Why%3F' });
	const { white, ...asked } = readAddress(hash);
	const shown = read({ ...asked, rules: 'club', start: START, players: { x: 'person', o: white } });
	assert.deepEqual(readAddress(shown.address('play')), readAddress(hash));
	assert.deepEqual(readAddress(game().address('explore')), { view: 'board', rules: 'club', start: link.start });
});

test('in play a move replaces the later moves, and in explore it begins a variation', () => {
	const shown = game({ moves: ['b1-b3', 'a2-a4'], at: 1, end: 'x' });
	const replaced = shown.with('d2-b2');
	assert.deepEqual([replaced.moves, replaced.lines, replaced.end], [['b1-b3', 'd2-b2'], [], null]);
	const kept = shown.with('d2-b2', true);
	assert.deepEqual([kept.moves, kept.lines, kept.line], [['b1-b3', 'd2-b2'], [['b1-b3', 'a2-a4']], 1]);
	// The main line still ends as before, unless it continues.
	assert.equal(kept.end, 'x');
	assert.equal(shown.shownAt(2).with('b3-b1', true).end, null);
	assert.deepEqual([kept.pruned().end, shown.pruned().end], ['x', null]);
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

test('circles and arrows are kept by position, drawn twice they go, and none removes all', () => {
	const drawn = game({ moves: ['b1-b3'] })
		.shaped('c3')
		.shaped('b1-d3')
		.shaped('a2');
	assert.deepEqual([drawn.drawn, drawn.shownAt(0).drawn], [['c3', 'b1-d3', 'a2'], []]);
	assert.deepEqual(drawn.shaped('b1-d3').drawn, ['c3', 'a2']);
	assert.deepEqual(drawn.shaped().shapes, {});
	assert.deepEqual(
		[drawn.pruned().shapes, drawn.shownAt(0).shaped('a1').shownAt(1).pruned().shapes],
		[{}, { '': 'a1' }],
	);
	assert.deepEqual(drawn.record.lines[0].shapes, [[1, 'c3 b1-d3 a2']]);
	const { shapes } = readAddress(drawn.address('explore'));
	assert.deepEqual(read({ moves: 'b1-b3', shapes }).drawn, drawn.drawn);
	assert.deepEqual(read({ shapes: '=c3+b1-b1+zz+i9+c3-a1' }).drawn, ['c3', 'c3-a1']);
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
		recorded_result: undefined,
		lines: [
			{
				moves: ['b1-d1', 'a2-a4'],
				conceded: ['white', 'resignation'],
				notes: [[1, 'a] \\ b']],
				shapes: [],
				properties: [],
			},
			{ moves: ['b1-d1', 'a2xc4'], conceded: undefined, notes: [[1, 'a] \\ b']], shapes: [], properties: [] },
		],
	});
	const ends = ['x-forfeit', 'draw', null].map(end => game({ end }).record);
	assert.deepEqual(
		ends.map(({ recorded_result, lines }) => [recorded_result, lines[0].conceded]),
		[
			[undefined, ['black', 'forfeit']],
			['0', undefined],
			[undefined, undefined],
		],
	);
	const { black, white, lines } = game({ names: { x: 'Ada', o: '' }, properties: { '': 'DT[1999]' } }).record;
	assert.deepEqual([black, white, lines[0].properties], ['Ada', '', [[0, 'DT[1999]']]]);
});

test('the record of a review is read, with the kind of its end, and written again', () => {
	const lines = [
		{
			moves: ['b1-d1'],
			conceded: ['white', 'time'],
			notes: [
				[0, 'start'],
				[1, 'a'],
			],
			properties: [[0, 'DT[1999]']],
		},
		{ moves: ['b1-d1', 'a2-a4'], notes: [[1, 'b']], shapes: [[2, 'c3']], properties: [] },
		{ moves: [], notes: [], properties: [] },
	];
	/** @type {any} */
	const review = { preset: 'club', position: '1xx1/o2o/o2o/1xx1 x', black: 'Ada', white: '', lines };
	const read = Game.recorded(review);
	assert.deepEqual(
		[read.end, read.lines, read.notes, read.shapes],
		['o-time', [['b1-d1', 'a2-a4']], { '': 'start', 'b1-d1': 'a\nb' }, { 'b1-d1,a2-a4': 'c3' }],
	);
	assert.equal(readAddress(read.address('explore')).end, 'o-time');
	const [main, other] = read.record.lines;
	assert.deepEqual(
		[main.conceded, main.notes],
		[
			['white', 'time'],
			[
				[0, 'start'],
				[1, 'a\nb'],
			],
		],
	);
	assert.deepEqual([other.notes, other.properties], [main.notes, [[0, 'DT[1999]']]]);
});
