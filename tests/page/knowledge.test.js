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
function knowing({ exact = [], found = [UNKNOWN, PROOF], covers = false, review = async () => ({}) } = {}) {
	const asked = [];
	const source = {
		movesOf: async () => (asked.push('moves'), { over: null, moves: MOVES }),
		deepen: async (position, rules, onfound, signal, effort = 'engine') => {
			asked.push(effort);
			for (const known of await (effort === 'proofs' ? exact : found)) onfound(known);
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
	return { knowledge, asked, known };
}

test('each position is one question with better and better answers, without the engine if tables cover it', async () => {
	const exact = [EXACT, { ...EXACT, line: ['a2-c2', 'b3-b1'] }];
	const covered = await learned({ exact, covers: true });
	assert.deepEqual([covered.asked, covered.known], [['proofs'], exact]);
	const beyond = await learned();
	assert.deepEqual([beyond.asked, beyond.known], [['engine'], [UNKNOWN, PROOF]]);
	// A table that cannot be read is as good as none.
	const unread = await learned({ exact: [UNKNOWN], covers: true });
	assert.deepEqual([unread.asked, unread.known.length], [['proofs', 'engine'], 3]);
});

test('a question for the rules asks for the legal moves alone', async () => {
	for (const covers of [false, true]) {
		const { asked, known } = await learned({ covers }, true);
		assert.deepEqual([asked, known], [['moves'], [{ over: null, moves: MOVES }]]);
	}
});

test('values are remembered, as Black sees them', async () => {
	const { knowledge } = await learned({ exact: [EXACT], covers: true });
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
	assert.deepEqual(asked, ['engine', 'moves']);
});

test('a failure reaches its own question and no other', async () => {
	const failure = new Error('gone');
	const { knowledge } = knowing({ exact: Promise.reject(failure), covers: true });
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
