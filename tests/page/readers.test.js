// Every way of writing a position and a move: see tests/texts.json.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Game } from '../../tools/server/page/game.js';
import { Position } from '../../tools/server/page/position.js';
import { Records } from '../../tools/server/page/records.js';

const TEXTS = JSON.parse(readFileSync(new URL('../texts.json', import.meta.url), 'utf8'));
const START = Position.draft(TEXTS.position);

/** Returns what a pasted text does, and the positions that the server is asked to read. */
async function pasted(text) {
	const asked = [];
	globalThis.fetch = async address => {
		const { pathname, searchParams } = new URL(address, 'http://page');
		assert.equal(pathname, '/api/moves', text);
		asked.push(searchParams.get('position'));
		return { status: 200, text: async () => JSON.stringify({ position: TEXTS.position }) };
	};
	const done = {};
	const shown = {
		game: () => new Game({ rules: 'club', start: Position.draft('start 5x5') }),
		open: game => Object.assign(done, { start: String(game.start) }),
		go: address => Object.assign(done, { address }),
		trouble: { tell: words => assert.fail(`${text}: ${words}`) },
	};
	await Records.prototype.open.call({ shown }, text);
	return { done, asked };
}

test('a pasted position is shown, by the server unless it is complete, and a pasted link is followed', async () => {
	for (const text of TEXTS.positions) {
		const { done, asked } = await pasted(text);
		const link = /(board|play)\?.*/.exec(text)?.[0];
		if (link) assert.deepEqual([done, asked], [{ address: `#/${link}` }, []], text);
		else {
			assert.equal(done.start, TEXTS.position, text);
			assert.deepEqual(asked, Position.draft(text.trim()) ? [] : [text], text);
		}
	}
});

test('moves are read in every form, typed and in links', () => {
	for (const [move, texts] of [
		[TEXTS.move, TEXTS.moves],
		[TEXTS['quiet move'], TEXTS['quiet moves']],
	]) {
		for (const text of texts) {
			assert.equal(START.moveNamed(text), move, text);
			const { moves, unread } = Game.read({ rules: 'club', start: START, moves: text });
			assert.deepEqual([moves, unread], [[move], ''], text);
		}
	}
	for (const text of ['B1 D3', 'b1 - d3', 'b1>d3', 'b1->d3', 'b1 to d3', 'b1 x d3'])
		assert.equal(START.moveNamed(text), TEXTS.move, text);
	for (const text of TEXTS['not moves']) assert.equal(START.moveNamed(text), null, text);
});
