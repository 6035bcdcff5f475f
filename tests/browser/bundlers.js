// The npm package in pages that bundlers make without settings: bundlers.js FOLDER, in which npm has installed the
// package, vite, esbuild and webpack. Run by .ci/web.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { launch } from './chromium.js';
import { host } from './folder.js';

const user = process.argv[2];
const page = script => `<!doctype html>\n<script type="module" src="${script}"></script>\n`;
writeFileSync(
	join(user, 'main.mjs'),
	`import { open } from 'loa-tables';
import 'loa-tables/board';
open().then(async loa => {
	const board = document.createElement('loa-board');
	Object.assign(board, { position: 'start 4x4', tables: loa });
	board.setAttribute('values', '');
	document.body.append(board);
	const { plies } = await loa.probe('start 4x4');
	const [best] = (await loa.engine('start 8x8', { ms: 50 })).moves;
	document.title = plies + ' plies, then ' + typeof best.move;
});
`,
);
writeFileSync(join(user, 'index.html'), page('main.mjs'));
for (const folder of ['esbuild', 'webpack']) {
	mkdirSync(join(user, folder));
	writeFileSync(join(user, folder, 'index.html'), page('main.js'));
}

const browser = await launch();
after(() => browser.close());

const run = (program, ...words) => execFileSync('npx', [program, ...words], { cwd: user, stdio: 'pipe' });

/** Opens a page and waits for the answers of the package. */
async function answers(address) {
	const shown = await browser.newPage();
	const errors = [];
	shown.on('pageerror', error => errors.push(error.message));
	await shown.goto(address);
	await shown.waitForFunction(() => document.title, undefined, { timeout: 60_000 }).catch(() => {});
	assert.deepEqual(errors, []);
	assert.equal(await shown.title(), '3 plies, then string');
	const board = shown.locator('loa-board');
	await board.evaluate(element =>
		element.addEventListener('move', ({ detail }) => {
			element.title = `${detail.move}: ${detail.position}`;
		}),
	);
	await board.locator('[data-square="b1"]').click();
	// The landing shows its value.
	await board.locator('[data-square="b3"] .mark.win', { hasText: '+3' }).waitFor();
	await board.locator('[data-square="b3"]').click();
	await board.locator('[data-square="b3"] .stone.x').waitFor();
	assert.equal(await board.getAttribute('title'), 'b1-b3: 1xx1/ox1o/o2o/2x1 o');
	assert.equal(await board.getAttribute('position'), '1xx1/ox1o/o2o/2x1 o');
	await shown.close();
}

for (const [name, folder, ...words] of [
	['vite', 'dist', 'build', '--base', './', '--logLevel', 'error'],
	['esbuild', 'esbuild', 'main.mjs', '--bundle', '--log-level=error', '--outfile=esbuild/main.js'],
	['webpack', 'webpack', '--mode', 'production', '--entry', './main.mjs', '-o', 'webpack'],
]) {
	test(`${name} bundles the package without settings`, async t => {
		run(name, ...words);
		const at = await host(join(user, folder));
		t.after(() => at.stop());
		await answers(`${at.address}/`);
	});
}

test('the development server of vite serves the package without settings', async t => {
	const { createServer } = await import(pathToFileURL(join(user, 'node_modules/vite/dist/node/index.js')).href);
	const server = await createServer({ root: user, server: { host: '127.0.0.1', port: 0 }, logLevel: 'error' });
	t.after(() => server.close());
	await server.listen();
	await answers(server.resolvedUrls.local[0]);
});
