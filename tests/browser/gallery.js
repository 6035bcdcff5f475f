// The gallery: films, and a proof to walk through.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	COLOURS,
	PHONE,
	addressHas,
	go,
	inAddress,
	inspect,
	open,
	picture,
	says,
	square,
	squaresOf,
	test,
} from './harness.js';

const WONDERS = JSON.parse(readFileSync(join(import.meta.dirname, '../../data/gallery/gallery.json'), 'utf8'));
const numberOf = words => 1 + WONDERS.findIndex(({ title }) => title.includes(words));
const SHORT = numberOf('4x4: the longest win');
const PROOF = numberOf('the proof');
const { moves, notes } = WONDERS[SHORT - 1].record.lines[0];

const words = page => page.getByRole('status').and(page.locator('.lead'));

/** Waits for a proof's answer: the view after some number of moves with the next replies, or the end of the game. */
const answered = (page, count) =>
	page.waitForFunction(
		choices => {
			const isShown = document.querySelectorAll('.line button').length === choices;
			return document.querySelector('.verdict.over') || (isShown && document.querySelector('.moves .loss'));
		},
		(count - 1) / 2,
	);

test('a film is walked by buttons and keys, and a turning point is a click away', async t => {
	const page = await open(t, `#/gallery?n=${SHORT}`, { isLoaded: true });
	await says(page, `Black wins in ${moves.length}`);
	assert.equal(await words(page).textContent(), notes[0][1]);
	await page.keyboard.press('ArrowRight');
	await says(page, `White loses in ${moves.length - 1}`);
	await page.keyboard.press('End');
	await says(page, 'Black has won');
	await page.getByRole('button', { name: 'Move back' }).click();
	await says(page, 'Black wins in 1');
	const [count, said] = notes[1];
	const point = page.getByRole('region', { name: 'Turning points' }).getByRole('button').nth(1);
	await point.focus();
	await page.keyboard.press('Enter');
	await addressHas(page, 'at', String(count));
	assert.equal(await words(page).textContent(), said);
	assert.equal(await point.getAttribute('aria-current'), 'step');
	assert.ok(await point.evaluate(one => one === document.activeElement));
	await picture(page, 'gallery-film');
});

test('the value of a film is exact by a table, else recorded, and its board stays in view on a phone', async t => {
	const page = await open(t, `#/gallery?n=${SHORT}`, { isLoaded: true, viewport: PHONE.viewport });
	const badge = page.locator('.verdict .badge');
	await badge.getByText('exact, verified').waitFor();
	await go(page, '#/gallery?n=1');
	await badge.getByText('recorded').waitFor();
	await page.getByText('no table here confirms it').waitFor();
	await page.getByRole('region', { name: 'Turning points' }).getByRole('button').last().click();
	await says(page, 'Black has won');
	const board = await page.locator('.squares').boundingBox();
	// The pointer is over the button of the place in view.
	await inspect(page, 'gallery-film-phone', COLOURS);
	assert.ok(board.y >= 0 && board.y + board.height < PHONE.viewport.height, JSON.stringify(board));
});

test('a film runs to its end, stops when the reader walks, and begins again', async t => {
	const page = await open(t, `#/gallery?n=${SHORT}&at=${moves.length - 2}`, { isLoaded: true });
	const run = page.getByRole('button', { name: 'Play (space)' });
	await says(page, 'White loses in 2');
	await page.keyboard.press('Space');
	assert.equal(await run.getAttribute('aria-pressed'), 'true');
	await says(page, 'Black has won');
	await page.waitForFunction(() => !document.querySelector('.controls [aria-pressed="true"]'));
	await run.click();
	await addressHas(page, 'at', '0');
	await addressHas(page, 'at', '1');
	await page.getByRole('button', { name: 'Move on' }).click();
	assert.equal(await run.getAttribute('aria-pressed'), 'false');
});

test('another film is chosen, opens in Explore with its sentences, and an unknown number is told', async t => {
	const page = await open(t, `#/gallery?n=${PROOF}`, { isLoaded: true });
	await page.getByRole('combobox', { name: 'Show' }).selectOption(String(SHORT));
	await addressHas(page, 'n', String(SHORT));
	await page.keyboard.press('Home');
	await page.getByRole('link', { name: 'Open in Explore' }).click();
	await says(page, `Black wins in ${moves.length}`);
	await page.locator('.score .comment', { hasText: notes[1][1] }).waitFor();
	await go(page, '#/gallery?n=99');
	await page.getByText('The gallery has no number 99.').waitFor();
	assert.equal(await page.getByRole('combobox', { name: 'Show' }).inputValue(), '1');
});

test('a proof answers each reply, and leads back to an earlier one', async t => {
	const page = await open(t, `#/gallery?n=${PROOF}`, { isLoaded: true });
	await says(page, 'White loses within 58');
	const replies = await page.locator('.moves [data-move]').evaluateAll(all => all.map(one => one.dataset.move));
	assert.equal(
		await words(page).textContent(),
		`White has ${replies.length} moves, and the proof answers each: choose one.`,
	);
	await inspect(page, 'gallery-proof');
	await page.setViewportSize(PHONE.viewport);
	await inspect(page, 'gallery-proof-phone');
	// By a click on the board, then on the list, then on with the longest defence.
	const [from, to] = squaresOf(replies[0]);
	await square(page, from).click();
	await square(page, to).click();
	await answered(page, 3);
	const first = await inAddress(page, 'moves');
	await page.locator('.moves [data-move]').first().click();
	await answered(page, 5);
	await page.goBack();
	await addressHas(page, 'moves', first);
	await answered(page, 3);
	await page.getByRole('button', { name: 'Move on' }).click();
	await answered(page, 5);
	await page.getByRole('button', { name: 'Move back' }).click();
	await answered(page, 3);
	await page.locator('.line').getByRole('button').first().click();
	await says(page, 'White loses within 58');
});

test('a proof ends with joined stones, and says what is not in it', async t => {
	const page = await open(t, `#/gallery?n=${PROOF}`, { isLoaded: true });
	await says(page, 'White loses within 58');
	// The replies that lose soonest.
	for (let count = 3; !(await page.locator('.verdict.over').count()); count += 2) {
		await page.locator('.moves [data-move]').last().click();
		await answered(page, count);
	}
	await says(page, 'Black has won');
	await page.getByText('The proof ends here').waitFor();
	await go(page, `#/gallery?n=${PROOF}&moves=b1-b3,a5-a1,b1-b2`);
	await page.getByText('Move 3 of the link, b1-b2, is not legal').waitFor();
	await go(page, `#/gallery?n=${PROOF}&moves=b1-b3,a5-a1,c1xa3`);
	await words(page).getByText('This position is not in the proof').waitFor();
	await page.getByRole('button', { name: 'First position' }).click();
	await says(page, 'White loses within 58');
});
