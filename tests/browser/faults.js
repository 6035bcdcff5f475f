// If something is missing or broken, the page says so and how to fix it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	IN_FOLDER,
	PROGRAM,
	inAddress,
	newFolder,
	open,
	says,
	serve,
	settled,
	square,
	test,
	testOfServer,
} from './harness.js';

test('a missing table is named with the command that makes it, and the engine estimates', async t => {
	const page = await open(t, '#/board?rules=draw-pass-misere&start=1xxx1/o3o/o1x1o/o3o/1x1x1_o', {
		isLoaded: true,
		statuses: [429],
	});
	await settled(page);
	// Visitors of a folder cannot solve.
	const named = IN_FOLDER ? 'no table for 6v6 on 5x5 under draw-pass-misere' : 'loa solve 5x5 --rules draw-pass-misere';
	await page.locator('.basis', { hasText: named }).waitFor();
	await page.locator('.basis', { hasText: 'Engine estimate' }).waitFor();
});

test('a certificate gives a bound if no table covers the position', async t => {
	const page = await open(t, '#/board?rules=club&board=6x5', { isLoaded: true });
	await says(page, 'Black wins within 17');
	await page.locator('.basis', { hasText: 'a bound, not the distance' }).waitFor();
});

test('a certificate answers for the same game turned, and says so', async t => {
	const start = '1xxx1/o3o/o3o/o3o/o3o/1xxx1_o';
	const page = await open(t, `#/board?rules=club&start=${start}`, { isLoaded: true });
	await says(page, 'White wins within 17');
	await page.locator('.basis', { hasText: 'of the mirrored game on 6x5' }).waitFor();
});

test('the engine plays for perfect play beyond tables and certificates, and says so', async t => {
	const page = await open(t, '#/play?rules=club&board=8x8&white=perfect&moves=c1-c3', {
		isLoaded: true,
		statuses: [429],
	});
	await page.locator('.verdict', { hasText: 'no table or proof has an answer' }).waitFor();
	const [, answer] = inAddress(page, 'moves').split(',');
	await page.locator('.verdict', { hasText: `The engine chose ${answer}` }).waitFor();
});

test('statistics name their tables, and a position without a table has no link to them', async t => {
	const tables = newFolder();
	execFileSync(PROGRAM, ['solve', '5x5', '--stones', '5', '--tables', tables, '--quiet']);
	const at = await serve(tables);
	const page = await open(t, '#/tables?rules=mover-pass&board=5x5&material=6v6', { at, statuses: [429] });
	await page.getByText('6v6 on 5x5 under mover-pass has no table').waitFor();
	await page.getByRole('heading', { name: '5x5 under mover-pass, 2v2 to 3v2, 4 and 5 stones of 12' }).waitFor();
	await page.goto(`${at.address}/#/board?rules=mover-pass&start=x1o2/5/1x3/5/4o_x`);
	await page.getByRole('link', { name: 'Statistics of 2v2' }).click();
	await page.getByRole('heading', { name: '2v2 on 5x5 under mover-pass' }).waitFor();
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: '2v2.loa' }).click(),
	]);
	assert.deepEqual(readFileSync(await file.path()), readFileSync(join(tables, 'mover-pass', '5x5', '2v2.loa')));
	await page.goto(`${at.address}/#/board?rules=mover-pass&board=5x5`);
	await says(page, 'Black wins in 11');
	assert.equal(await page.getByRole('link', { name: /Statistics/ }).count(), 0);
});

testOfServer('a damaged table is named', async t => {
	const tables = newFolder();
	const folder = join(tables, 'mover-pass', '4x4');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, '4v4.loa'), 'no table');
	const damaged = await serve(tables);
	const page = await open(t, undefined, { at: damaged, statuses: [500] });
	await page.getByText('4v4.loa').first().waitFor();
	await page.goto(`${damaged.address}/#/tables`);
	await page.getByText('4v4.loa').first().waitFor();
});

testOfServer('a stopped server is reported, and found again', async t => {
	const stopped = await serve();
	const page = await open(t, undefined, { at: stopped });
	await says(page, 'Black wins in 3');
	await stopped.stop();
	await square(page, 'b1').click();
	await square(page, 'b3').click();
	await page.getByRole('alert').getByText('The server does not answer').waitFor();
	await page.getByRole('alert').getByText('loa serve').waitFor();
});
