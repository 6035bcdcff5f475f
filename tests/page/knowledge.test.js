// The questions about a position, their order, and their end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Recent } from '../../tools/server/page/api.js';
import { Game } from '../../tools/server/page/game.js';
import { Knowledge } from '../../tools/server/page/knowledge.js';
import { Position } from '../../tools/server/page/position.js';

const game = new Game({ rules: 'club', start: Position.draft('start 6x6'), moves: ['b1-b3'] });
const MOVES = [{ move: 'a2-c2' }, { move: 'a3-c3' }];
const EXACT = { isExact: true, category: 'win', plies: 3, moves: MOVES };
const PROOF = { isExact: false, category: 'win', plies: 9, bound: true, moves: MOVES, line: ['a3-c3'] };
const UNKNOWN = { isExact: false, category: null, score: null, moves: MOVES };

/** Returns knowledge whose questions have these answers, and the list of its questions. */
function knowing({ answer = UNKNOWN, found = [UNKNOWN, PROOF], covers = false, review = async () => ({}) } = {}) {
	const asked = [];
	const source = {
		answerTo: async () => (asked.push('tables'), answer),
		lineOf: async () => (asked.push('line'), ['a2-c2', 'b3-b1']),
		deepen: async (position, rules, onfound) => {
			asked.push('analysis');
			for (const known of await found) onfound(known);
		},
		reviewOf: review,
		patiently: asking => asking(),
	};
	return { knowledge: new Knowledge({ covers: () => covers }, source), asked };
}

async function learned(given = {}, isPlain = false) {
	const { knowledge, asked } = knowing(given);
	const known = [];
	await knowledge.learn(game, isPlain, knowledge.begin(), one => known.push(one));
	return { knowledge, asked: asked.toSorted(), known };
}

test('covered positions ask tables, and other positions one question with better and better answers', async () => {
	const exact = await learned({ answer: EXACT, covers: true });
	assert.deepEqual([exact.asked, exact.known.length], [['line', 'tables'], 2]);
	assert.deepEqual(exact.known.at(-1).line, ['a2-c2', 'b3-b1']);
	const beyond = await learned();
	assert.deepEqual([beyond.asked, beyond.known], [['analysis'], [UNKNOWN, PROOF]]);
	// A table that cannot be read is as good as none.
	assert.deepEqual((await learned({ covers: true })).asked, ['analysis', 'line', 'tables']);
});

test('a question for the rules asks for no line and no engine', async () => {
	assert.deepEqual((await learned({}, true)).asked, ['tables']);
	assert.deepEqual((await learned({ answer: { ...EXACT, over: 'dead' }, covers: true })).known.length, 1);
});

test('values are remembered, as Black sees them', async () => {
	const { knowledge } = await learned({ answer: EXACT, covers: true });
	const { position } = game;
	assert.deepEqual(knowledge.worthOf(position, 'club'), { category: 'loss', plies: 3, bound: undefined });
	assert.equal(knowledge.worthOf(position, 'soucie'), undefined);
});

test('the next question ends the previous one, whose answer is dropped', async () => {
	const { knowledge, asked } = knowing();
	const known = [];
	const first = knowledge.learn(game, false, knowledge.begin(), () => known.push('first'));
	const second = knowledge.learn(game, true, knowledge.begin(), () => known.push('second'));
	await Promise.all([first, second]);
	assert.deepEqual(known, ['second']);
	assert.deepEqual(asked.toSorted(), ['analysis', 'tables']);
});

test('a failure reaches its own question and no other', async () => {
	const failure = new Error('gone');
	const { knowledge } = knowing({ answer: Promise.reject(failure), covers: true });
	await assert.rejects(
		knowledge.learn(game, false, knowledge.begin(), () => {}),
		failure,
	);
});

test('a game is under review until its review arrives or fails', async () => {
	let fail;
	const { knowledge } = knowing({ review: () => new Promise((_, reject) => (fail = reject)) });
	const asked = knowledge.review(game);
	assert.ok(knowledge.isReviewing(game));
	fail(new Error('gone'));
	await assert.rejects(asked);
	assert.ok(!knowledge.isReviewing(game));
});

test('a busy engine gives no estimates, and any other failure is reported', async () => {
	const failing = status => knowing({ review: async () => Promise.reject(Object.assign(new Error(), { status })) });
	assert.equal(await failing(429).knowledge.estimates(game), null);
	await assert.rejects(failing(500).knowledge.estimates(game));
});

test('a bounded map forgets its oldest entries', () => {
	const recent = new Recent(2);
	recent.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
	assert.deepEqual(
		[...recent],
		[
			['a', 3],
			['c', 4],
		],
	);
});
