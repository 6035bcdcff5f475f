// Games with a clock: set up, played, kept over a reload, lost on time and saved.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { addressHas, go, hold, inAddress, open, says, square, test, unfold } from './harness.js';

/** A game of 6x6 after the first move of each side. */
const BEGUN = '#/play?board=6x6&white=level:1&clock=5%2B3&moves=b1-b3,a5-c5';

/** Returns the element with the time of a side. */
const timeOf = (page, side, that = '') => page.locator(`.sides li:nth-child(${side === 'Black' ? 1 : 2}) .time${that}`);

/** Waits until a side's time runs. */
const runs = (page, side) => timeOf(page, side, '.running').waitFor();

/** Returns the seconds that a side has left. */
async function secondsOf(page, side) {
	const [seconds, minutes] = (await timeOf(page, side).textContent()).split(':').reverse();
	return 60 * Number(minutes) + Number(seconds);
}

/** Returns the number of sides whose time runs. */
const running = page => page.locator('.time.running').count();

test('a game is set up with a clock, which starts after the first moves and survives a reload', async t => {
	const page = await open(t, '#/', { isLoaded: true, statuses: [429] });
	await page.getByRole('combobox', { name: 'Clock' }).selectOption({ label: '5 min + 3 s' });
	await page.getByRole('button', { name: 'Play', exact: true }).click();
	await addressHas(page, 'clock', '5+3');
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	assert.deepEqual([await secondsOf(page, 'Black'), await running(page)], [300, 0]);
	await square(page, 'b1').click();
	await square(page, 'b3').click();
	await runs(page, 'Black');
	assert.equal(inAddress(page, 'times'), '300,300');
	await page.waitForFunction(() => document.querySelector('.time').textContent !== '5:00');
	const before = await secondsOf(page, 'Black');
	await page.reload();
	await runs(page, 'Black');
	assert.ok((await secondsOf(page, 'Black')) <= before);
	assert.deepEqual([await secondsOf(page, 'White'), await running(page)], [300, 1]);
	// A look back does not stop the time, and a move costs it and adds the increment.
	await page.locator('body').press('ArrowLeft');
	await page.waitForFunction(
		seconds => !document.querySelector('.time.running').textContent.endsWith(seconds),
		String(before).slice(-2),
	);
	await page.locator('body').press('ArrowRight');
	await page.getByRole('button', { name: 'Take back' }).click();
	await addressHas(page, 'moves', null);
	assert.deepEqual([inAddress(page, 'times'), await secondsOf(page, 'Black')], [null, 300]);
});

test('a player whose time is over has lost, also the computer', async t => {
	const page = await open(t, `${BEGUN}&times=11.5,300`, { isLoaded: true, statuses: [429] });
	await page.locator('#live', { hasText: '10 seconds left' }).waitFor({ state: 'attached' });
	await go(page, `${BEGUN}&times=1.5,300`);
	await says(page, 'You lost');
	await page.locator('.verdict.loss', { hasText: 'You lost on time.' }).waitFor();
	assert.deepEqual([inAddress(page, 'end'), await timeOf(page, 'Black').textContent()], ['x-time', '0:00.0']);
	await go(page, '#/help');
	await go(page, `${BEGUN}&times=200,300&end=x-time`);
	await says(page, 'You lost');
	await page.getByRole('button', { name: 'Take back' }).click();
	await runs(page, 'Black');
	const goOn = await hold(page, 'play');
	await go(page, `${BEGUN},c1-c4&times=300,1,280`);
	await says(page, 'You won');
	await page.locator('.verdict.win', { hasText: 'Level 1 lost on time.' }).waitFor();
	await goOn();
	assert.equal(await running(page), 0);
});

test('a saved game has the time limit and the times of the moves', async t => {
	const page = await open(t, `${BEGUN}&times=300,299.5&end=x-time`, { isLoaded: true });
	await page.getByRole('link', { name: 'Review' }).click();
	await addressHas(page, 'times', '300,299.5');
	await unfold(page);
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Save SGF' }).click(),
	]);
	const sgf = readFileSync(await download.path(), 'utf8');
	for (const part of ['TM[300]', 'OT[3 fischer]', 'BL[300]', 'WL[299.5]', 'RE[W+T'])
		assert.ok(sgf.includes(part), `${part}: ${sgf}`);
	await page.locator('body').press('Home');
	await addressHas(page, 'at', '0');
	assert.deepEqual([await timeOf(page, 'White').textContent(), await running(page)], ['5:00', 0]);
});
