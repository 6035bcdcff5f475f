// A folder of files, beyond the tests of the page: it works on any host, and without one after the first visit.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { host } from './folder.js';
import { IN_FOLDER, PROGRAM, newFolder, open, says, settled, test, writeSite } from './harness.js';

/** A position of 4x3 whose value is in a table. */
const START = '#/board?rules=club&start=o3/1xo1/xx1x_x';

/** Adds a test of a folder with the tables of 4x3. */
const testOfFolder = (name, run) =>
	IN_FOLDER &&
	test(name, async t => {
		const tables = newFolder();
		execFileSync(PROGRAM, ['solve', '4x3', '--tables', tables, '--quiet']);
		await run(t, tables);
	});

/** Serves a folder until the end of a test. */
async function shown(t, site, options) {
	const at = await host(site, options);
	t.after(() => at.stop());
	return at;
}

testOfFolder('a visit continues without a network, and a second visit begins without one', async (t, tables) => {
	const at = await shown(t, writeSite(tables));
	const page = await open(t, START, {
		at,
		serviceWorkers: 'allow',
		prepare: context => context.unroute('**/page/carrier.js'),
	});
	const before = await settled(page).then(() => page.locator('.verdict h2').textContent());
	await page.evaluate(() => navigator.serviceWorker.ready);
	// The service worker sees all questions from here.
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await page.reload();
	await says(page, before);
	await at.stop();
	await page.reload();
	await says(page, before);
	await page.goto(`${at.address}/#/board?board=4x4`);
	await says(page, 'Black wins in 3');
	await page.goto(`${at.address}/#/help`);
	await page.getByText(/^loa \d.*4x3 under mover-pass/).waitFor();
});

for (const [name, options, parts] of [
	['without ranges', { ranges: false }, []],
	['with small files alone', {}, ['--part', '300']],
]) {
	testOfFolder(`a host ${name} shows the same`, async (t, tables) => {
		const [plain, other] = [await shown(t, writeSite(tables)), await shown(t, writeSite(tables, ...parts), options)];
		const found = [];
		for (const at of [plain, other]) {
			const page = await open(t, START, { at });
			await settled(page);
			await page.locator('.moves [data-move]').first().waitFor();
			found.push(await page.locator('.moves').innerText());
			await says(page, 'Black wins in 5');
		}
		assert.equal(found[1], found[0]);
	});
}

testOfFolder('the first views appear before the program has arrived', async (t, tables) => {
	const at = await shown(t, writeSite(tables));
	let arrive;
	const released = new Promise(resolve => {
		arrive = resolve;
	});
	const prepare = context =>
		context.route('**/loa/loa.wasm', async route => {
			await released;
			await route.continue();
		});
	const page = await open(t, '#/', { at, prepare });
	for (const [hash, square] of [
		['#/', '.movable'],
		['#/learn', '.movable'],
		['#/learn?n=4', '.movable'],
		['#/board?board=8x8', '.movable'],
		['#/play?board=6x6&white=level:1', '.movable'],
		['#/board?board=4x4', '[aria-label*="b1"]'],
	]) {
		await page.goto(`${at.address}/${hash}`);
		await page.locator(`.square${square}`).first().waitFor();
	}
	for (const [moves, words] of [
		['', 'Black wins within 59'],
		['b1-b3', 'Black wins within 58'],
		['c1-c3', 'White wins within 47'],
	]) {
		await page.goto(`${at.address}/#/board?board=6x6&moves=${moves}`);
		await says(page, words);
	}
	await page.goto(`${at.address}/#/board?board=4x4`);
	arrive();
	await says(page, 'Black wins in 3');
});

testOfFolder("the answers that come with the folder are the program's", async (t, tables) => {
	const at = await shown(t, writeSite(tables));
	const page = await open(t, '#/', { at });
	const differ = await page.evaluate(async () => {
		const base = new URL('.', location.href);
		const { open } = await import(new URL('loa/index.js', base).href);
		const program = await open(base);
		const first = await (await fetch(new URL('first.json', base))).json();
		const differ = [];
		for (const [address, answer] of Object.entries(first)) {
			const { status, body } = await program.ask('GET', `/${address}`);
			if (status !== 200 || JSON.stringify(JSON.parse(body)) !== JSON.stringify(answer)) differ.push(address);
		}
		const events = await (await fetch(new URL('events.json', base))).json();
		for (const [address, event] of Object.entries(events)) {
			// After its first event the program checks a certificate for seconds.
			if (event.checking) continue;
			let found = false;
			for await (const value of program.follow(`/${address}&effort=proofs`))
				found ||= JSON.stringify(value) === JSON.stringify(event);
			if (!found) differ.push(address);
		}
		program.close();
		return [Object.keys(first).length, ...differ];
	});
	assert.deepEqual(differ, [11]);
});

testOfFolder('a table removed from the host is missing, and its value is not shown', async (t, tables) => {
	const site = writeSite(tables);
	const at = await shown(t, site);
	rmSync(join(site, 'tables/mover-pass/4x3/4v2.loa'));
	const page = await open(t, START, { at, statuses: [404] });
	await page.getByText('no table for 4v2').first().waitFor({ state: 'attached' });
	assert.doesNotMatch(await page.locator('.verdict').innerText(), /wins in/);
});

testOfFolder('the first position appears immediately', async (t, tables) => {
	const at = await shown(t, writeSite(tables));
	const times = [];
	for (let attempt = 0; attempt < 5; attempt++) {
		const page = await open(t, '#/board?board=4x4', { at });
		await says(page, 'Black wins in 3');
		times.push(
			await page.evaluate(
				() => performance.now() - performance.getEntriesByName('first-contentful-paint')[0].startTime,
			),
		);
		await page.close();
	}
	const { length } = at.asked;
	const bytes = at.asked.reduce((sum, { bytes }) => sum + bytes, 0);
	t.diagnostic(`${Math.min(...times).toFixed(0)} ms after the page; ${length / 5} requests and ${bytes / 5} bytes`);
	// Half a second without other work.
	assert.ok(Math.min(...times) < 2000, `${times}`);
});
