// The element <loa-board> in pages with the content security policies that README names: element.js FOLDER, the
// package as .ci/npm assembles it. Run by .ci/web.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { launch } from './chromium.js';
import { host } from './folder.js';

const folder = process.argv[2];
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
/** Returns the code of README that begins with some words. */
const quoted = words => readme.split(/```\w*\n/).find(code => code.startsWith(words));
const policy = quoted('Content-Security-Policy: ').replace('Content-Security-Policy: ', '').trim();

writeFileSync(join(folder, 'page.css'), quoted('loa-board:not(:defined)'));
for (const [name, program] of [
	['bundled', 'bundled'],
	['separate', 'index'],
]) {
	const script = `window.seen = [];
window.addEventListener('securitypolicyviolation', event => seen.push(event.violatedDirective));
window.addEventListener('unhandledrejection', event => seen.push(String(event.reason)));
const board = document.querySelector('loa-board');
for (const kind of ['move', 'end', 'error'])
	board.addEventListener(kind, event => {
		seen.push([kind, event.message ?? event.detail]);
		if (board.dataset.refuses) event.preventDefault();
	});
window.height = board.getBoundingClientRect().height;
const { open } = await import('./${program}.mjs');
// Properties are set before the element is defined.
Object.assign(board, { tables: await open(), position: 'start 4x4', values: true });
for (const copy of ['board.mjs', 'board.mjs?copy']) await import('./' + copy);
document.title = 'defined';
`;
	writeFileSync(join(folder, `${name}-page.mjs`), script);
	const html = `<!doctype html><link rel="stylesheet" href="page.css"><loa-board></loa-board>
<script type="module" src="${name}-page.mjs"></script>\n`;
	writeFileSync(join(folder, `${name}.html`), html);
}

const browser = await launch();
after(() => browser.close());

/** Opens a page with a policy. `tell` returns what the page has seen since. */
async function opened(t, name, policy) {
	const at = await host(folder, { headers: { 'Content-Security-Policy': policy } });
	const page = await browser.newPage();
	t.after(async () => {
		await page.close();
		await at.stop();
	});
	const errors = [];
	page.on('console', message => message.type() === 'error' && errors.push(message.text()));
	page.on('pageerror', error => errors.push(error.message));
	await page.goto(`${at.address}/${name}.html`);
	await page.waitForFunction(() => document.title === 'defined', undefined, { timeout: 60_000 });
	const board = page.locator('loa-board');
	const tell = () => page.evaluate(() => window.seen.splice(0));
	const set = fields => board.evaluate((element, fields) => Object.assign(element, fields), fields);
	const landing = square => board.locator(`[data-square="${square}"] .mark`);
	const play = async (from, to) => {
		await board.locator(`[data-square="${from}"].movable`).click();
		await landing(to).waitFor();
		await board.locator(`[data-square="${to}"]`).click();
	};
	return { page, board, errors, tell, set, landing, play };
}

for (const [name, own] of [
	['bundled', policy],
	['separate', policy.replace('blob:', "'self'")],
]) {
	test(`the ${name} module and the element work under the policy of README`, async t => {
		const { page, board, errors, tell, landing, play } = await opened(t, name, own);
		await landing('b3').waitFor();
		assert.equal(await board.evaluate(element => Object.keys(element).length), 0);
		const height = () => board.evaluate(element => element.getBoundingClientRect().height);
		const heights = [await page.evaluate(() => window.height), await height()];
		assert.ok(Math.abs(heights[0] - heights[1]) < 2, String(heights));
		await play('b1', 'b3');
		await play('a2', 'a4');
		const before = await height();
		await play('b4', 'b2');
		await board.getByText('Black wins').waitFor();
		assert.equal(await height(), before);
		const moves = (await tell()).map(([kind, { move, winner }]) => [kind, move ?? winner]);
		assert.deepEqual(moves, [
			['move', 'b1-b3'],
			['move', 'a2-a4'],
			['move', 'b4-b2'],
			['end', 'x'],
		]);
		// The engine has its own worker.
		const best = await board.evaluate(
			async element => (await element.tables.engine('start 6x6', { ms: 50 })).moves[0].move,
		);
		assert.match(best, /-/);
		assert.deepEqual(errors, []);
	});
}

test('a refused move is not played, mistakes are explained, and properties are attributes', async t => {
	const { board, errors, tell, set, landing, play } = await opened(t, 'bundled', policy);
	await board.evaluate(element => {
		element.dataset.refuses = 'yes';
	});
	await play('b1', 'b3');
	await landing('b3').waitFor();
	assert.equal(await board.getAttribute('position'), 'start 4x4');
	assert.deepEqual(
		(await tell()).map(([kind]) => kind),
		['move'],
	);
	for (const [fields, words] of [
		[{ rules: 'chess' }, 'chess'],
		[{ rules: null, position: '1xx1/o2q x' }, "character 8 is 'q'"],
		[{ position: '4/4/4/4 x' }, 'stone'],
		[{ tables: undefined, position: 'nonsense' }, "'nonsense' is not a position"],
	]) {
		await set(fields);
		await board.locator('.reason', { hasText: words }).waitFor();
		const [[kind, message], ...more] = await tell();
		assert.deepEqual([kind, message.includes(words), more], ['error', true, []], message);
		assert.equal(await board.locator('.movable').count(), 0);
	}
	await set({ position: 'start 5x4', flipped: true, values: false });
	assert.equal(await board.locator('.square').first().getAttribute('data-square'), 'e1');
	const names = await board.evaluate(element => element.getAttributeNames().sort());
	assert.deepEqual(names, ['data-refuses', 'flipped', 'position']);
	assert.equal(await board.locator('.reason').textContent(), '');
	assert.deepEqual([await tell(), errors], [[], []]);
});
