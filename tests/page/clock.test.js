// A clock with increment: its moves, its form in addresses and records, and the time of a session's players.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Boards } from '../../tools/server/page/choices.js';
import { CLOCKS, Clock, onClock } from '../../tools/server/page/clock.js';
import { Game } from '../../tools/server/page/game.js';
import { Position } from '../../tools/server/page/position.js';
import { Session } from '../../tools/server/page/session.js';

const START = Position.draft('start 4x4');
const AGAINST = { x: 'person', o: 'level:1' };

test('a clock is written as it is read, and other texts are no clock', () => {
	for (const text of CLOCKS) assert.equal(String(Clock.read(text)), text);
	// A plus that nothing escapes is a space.
	assert.equal(String(Clock.read('5 3')), '5+3');
	for (const text of [undefined, '', '5', '0+3', '05+3', '1000+0', '5+-3', '5+3x', 'x5+3'])
		assert.equal(Clock.read(text), null, text);
});

test('unknown times of moves are those before them', () => {
	const times = (text, moves) => Clock.read('5+3', text, moves)?.times;
	assert.deepEqual(times('300,299.96,288,xx,1e9,-4', 7), [300, 300, 288, 300, 288, 300, 288]);
	assert.deepEqual(times('250,240,230', 2), [250, 240]);
	assert.deepEqual(times(undefined, 3), [300, 300, 300]);
});

test('the first move of each side is free, and later ones cost their time and add the increment', () => {
	const begun = new Clock(5, 3).moved(40).moved(50);
	assert.deepEqual([begun.times, begun.isRunning, begun.next], [[300, 300], true, 0]);
	const later = begun.moved(20).moved(1.26).moved(400);
	assert.deepEqual(later.times, [300, 300, 283, 301.7, 0]);
	assert.deepEqual([later.left(0), later.left(1), later.next], [0, 301.7, 1]);
	assert.deepEqual([later.cut(3).left(0), later.cut(0).left(1), begun.times.length], [283, 300, 2]);
});

test('the computer takes a small share of its time, and never none', () => {
	assert.equal(new Clock(5, 3).budget, 9000);
	assert.equal(Clock.read('1+0', '60,60,60,4', 4)?.moved(0).budget, 100);
	assert.equal(new Clock(1, 0, [0, 0]).budget, 1);
	for (let clock = new Clock(1, 0), moves = 0; moves < 600; moves++) {
		assert.ok(clock.left(clock.next) > 0, `move ${moves}`);
		clock = clock.moved(Math.floor(clock.budget) / 1000);
	}
});

test('times are shown as on a clock', () => {
	const shown = [300, 299.99, 61, 10, 9.99, 2.3, 0.04, 0, 3723.5].map(onClock);
	assert.deepEqual(shown, ['5:00', '4:59', '1:01', '0:10', '0:09.9', '0:02.3', '0:00.0', '0:00.0', '1:02:03']);
});

const boards = new Boards({ boards: [], presets: [{ name: 'club', rules: 'mover-pass' }], proofs: [], solved: [] });
const MOVES = ['b1-b3', 'a2-a4', 'c1-c3'];
const read = link => Game.read({ rules: 'club', start: START, players: AGAINST, ...link });
const timed = (moves = MOVES, times = '300,300,290') => read({ moves: moves.join(','), clock: '5+3', times });

test('the address of a game has its clock', () => {
	const game = timed();
	assert.match(game.address('play'), /&clock=5%2B3&times=300,300,290$/);
	assert.deepEqual([read({ moves: 'b1-b3' }).clock, read({ clock: 'none' }).clock], [null, null]);
	assert.deepEqual(game.with('a4-b4', false, 4).clock?.times, [300, 300, 290, 299]);
	assert.deepEqual(game.cut(1).clock?.times, [300]);
	assert.deepEqual(game.shownAt(1).with('d2-d4', false, 9).clock?.times, [300, 300]);
});

test('a clock belongs to the main line', () => {
	const game = timed();
	const varied = game.shownAt(1).with('d2-d4', true);
	assert.deepEqual([varied.moves.length, varied.clock?.times.length], [2, 3]);
	assert.deepEqual(varied.promoted().clock?.times, [300]);
	assert.deepEqual(game.shownAt(2).pruned().clock?.times, [300]);
	const again = read({ moves: 'b1-b3,d2-d4', lines: MOVES.join(','), line: '1', clock: '5+3', times: '300,300,290' });
	assert.deepEqual(again.clock?.times, [300, 300, 290]);
});

test('a record has the time limit, and the time left after each move of the main line', () => {
	const { lines } = timed().shownAt(1).with('d2-d4', true).record;
	assert.deepEqual(
		lines?.map(({ properties }) => properties),
		[
			[
				[0, 'TM[300]OT[3 fischer]'],
				[1, 'BL[300]'],
				[2, 'WL[300]'],
				[3, 'BL[290]'],
			],
			[],
		],
	);
	assert.deepEqual(new Clock(1, 0, [60]).properties('o'), [
		[0, 'TM[60]OT[0 fischer]'],
		[1, 'WL[60]'],
	]);
});

test('a record is read with its clock, if it has times', () => {
	const of = (properties, moves = MOVES) => Clock.recorded(properties, moves);
	const times = Object.fromEntries(
		MOVES.map((_, at) => [String(MOVES.slice(0, at + 1)), `${'BW'[at % 2]}L[${300 - at}]`]),
	);
	const clock = of({ '': 'DT[2026-01-01]TM[300]OT[3 fischer]', ...times });
	assert.deepEqual([String(clock), clock?.times], ['5+3', [300, 299, 298]]);
	assert.equal(String(of({ '': 'TM[60]', ...times, 'b1-b3': 'TE[1]BL[59]' })), '1+0');
	assert.deepEqual(
		[of({ '': 'TM[300]' }), of(times), of({ '': 'TM[90]', ...times }), of({}, [])],
		[null, null, null, null],
	);
	const [first] = timed().record.lines ?? [];
	const lines = [{ ...first, notes: [], shapes: [] }];
	const again = Game.recorded(
		/** @type {any} */ ({ preset: 'club', position: String(START), black: '', white: '', lines }),
	);
	assert.deepEqual([again.clock, again.properties['b1-b3']], [timed().clock, 'BL[300]']);
});

const played = game => new Session({ boards, game: read({}) }).shows(game, 'play');

test('only the time of the player to move runs, and its end is the end of the game', () => {
	const session = played(timed([...MOVES, 'd2-d4'], '300,300,290,280')).with({ since: 1000 });
	assert.deepEqual([session.left('x', 5000), session.left('o', 5000), session.spent(5000)], [286, 280, 4]);
	// The time of day may be set back.
	assert.equal(session.left('x', 0), 290);
	assert.equal(session.flagged(290_900), null);
	assert.equal(session.flagged(291_000)?.end, 'x-time');
	const lost = played(session.game.shownAt(2)).with({ since: 1000 }).flagged(400_000);
	assert.equal(lost?.isAtEnd, true);
	const over = played(/** @type {Game} */ (lost));
	assert.deepEqual([over.left('x'), over.left('o'), over.flagged()], [0, 280, null]);
	assert.deepEqual([over.result?.headline, over.result?.words], ['You lost', 'You lost on time.']);
	// Explore shows the times at the position in view.
	const seen = over.shows(session.game.shownAt(3), 'explore');
	assert.deepEqual([seen.left('x'), seen.left('o')], [290, 300]);
	assert.equal(played(read({})).left('x'), null);
});

test('a turn continues while its player looks back, and a turn of the computer begins again', () => {
	const mine = played(timed([...MOVES, 'd2-d4'])).with({ since: 1000 });
	assert.equal(mine.shows(mine.game.shownAt(1), 'play').since, 1000);
	assert.equal(mine.shows(mine.game, 'explore').since, null);
	assert.equal(mine.shows(mine.game.with('b3-b1'), 'play').since, null);
	const theirs = played(timed()).with({ since: 1000 });
	assert.equal(theirs.shows(theirs.game.shownAt(1), 'play').since, null);
	assert.deepEqual(mine.rematch.clock?.times, []);
	assert.deepEqual(mine.takenBack?.clock?.times, [300, 300]);
});
