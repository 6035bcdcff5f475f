// Addresses: they contain the whole game, Back loses nothing, and an invalid address is reported.

import assert from 'node:assert/strict';

import { IN_FOLDER, addressHas, go, inAddress, more, open, says, settled, square, test, unfold } from './harness.js';

const START = '1xx1/o2o/o2o/1xx1_x';

test("a reload keeps the game, the opponent and the opponent's level", async t => {
	const page = await open(t, '#/play?board=4x4&white=perfect:25');
	await settled(page);
	await square(page, 'b1').click();
	await square(page, 'b3').click();
	await page.waitForFunction(() => (new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').includes(','));
	const moves = inAddress(page, 'moves');
	await page.reload();
	await settled(page);
	await page.locator('.sides', { hasText: 'Perfect play with slips (25 %)' }).waitFor();
	assert.equal(inAddress(page, 'moves'), moves);
	// A link can fix a position, a side and an opponent at any level.
	await go(page, `#/play?start=${START}&black=perfect:7`);
	await addressHas(page, 'black', 'perfect:7');
	await page.locator('.sides', { hasText: 'with slips (7 %)' }).waitFor();
});

test('opening the editor changes nothing, and Back leads to the whole game', async t => {
	const page = await open(t, `#/board?rules=club&start=${START}&moves=b1-d1,a2-a4,d1-b1&at=2`, { isLoaded: true });
	await settled(page);
	const address = page.url();
	await more(page, 'Edit');
	await page.getByText('Click to place or remove a stone').waitFor();
	await square(page, 'd4').hover();
	await page.getByText('Click to place or remove a stone').waitFor();
	await more(page, 'Edit');
	assert.equal(page.url(), address);
	await more(page, 'Edit');
	for (const name of ['b2', 'c2']) await square(page, name).click();
	await addressHas(page, 'moves', null);
	await page.goBack();
	await addressHas(page, 'moves', 'b1-d1,a2-a4,d1-b1');
	assert.equal(page.url(), address);
});

test('a copied link leads to the same position, with a preview if a server answers', async t => {
	const page = await open(t, `#/board?rules=club&start=${START}&moves=b1-d1,a2-a4,d1-b1&at=2`, {
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	await settled(page);
	const address = page.url();
	const stones = () =>
		page
			.locator('[data-square]')
			.evaluateAll(squares => squares.map(({ ariaLabel }) => ariaLabel.split(',').slice(0, 2).join()));
	const shown = await stones();
	await unfold(page);
	await page.getByRole('button', { name: 'Copy link' }).click();
	await page.getByText('Copied the link').waitFor();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	assert.equal(copied, IN_FOLDER ? address : address.replace('#', 'share'));
	await page.goto('about:blank');
	await page.goto(copied);
	await page.waitForURL(address);
	await settled(page);
	assert.deepEqual(await stones(), shown);
});

test('an address that names something unknown is reported', async t => {
	const page = await open(t, '#/nosuch', { isLoaded: true, statuses: [400] });
	const notice = words => page.locator('#trouble', { hasText: words }).waitFor();
	await notice('No view is called nosuch');
	await page.locator('[data-square]').first().waitFor();
	const go = hash =>
		page.evaluate(to => {
			location.hash = to;
		}, hash);
	await go('#/constructor');
	await notice('No view is called constructor');
	await go('#/problems?moves=b1-b3');
	await notice('No suite is called Your game. This is ');
	await go('#/problems?suite=nosuch');
	await notice('No suite is called nosuch. This is ');
	await go('#/problems?suite=4x4-mover-pass&n=999');
	await notice('No problem of 4x4-mover-pass is called 999. This is problem 1.');
	await go('#/board?board=4x4&white=somebody');
	await notice('No player is called somebody');
	await go('#/tables?rules=mover-pass&board=4x4&material=9v9');
	await page.getByText('9v9 on 4x4 under mover-pass has no table').waitFor();
	await page.locator('#trouble:empty').waitFor({ state: 'attached' });
	await go('#/tables?rules=mover-pass&board=4x4&position=foo');
	await notice('has no valid position');
	await go('#/tables?rules=chess&board=4x4');
	await notice('chess');
	await go('#/board?board=4x4&mvoes=b1-b3');
	await notice('This address has a part that is not known: mvoes');
	await go('#/tables?rules=mover-pass&bord=4x4');
	await notice('This address has a part that is not known: bord');
	await go('#/learn?n=77');
	await notice('No lesson is called 77');
});

test('an address without a valid position shows a usable board that the reader can leave', async t => {
	const page = await open(t, '#/board?start=garbage', { isLoaded: true, statuses: [400, 429] });
	for (const shown of ['start=garbage', 'start=1xx1/o2o', 'board=9x9', `rules=nonsense&start=${START}`]) {
		await page.evaluate(hash => {
			location.hash = hash;
		}, `#/board?${shown}`);
		await page.locator('#trouble', { hasText: 'This address has no valid position' }).waitFor();
		assert.deepEqual(await page.locator('#trouble button').allTextContents(), ['Close']);
		for (const key of ['f', 'g']) await page.locator('body').press(key);
		await page.locator('.square.movable').first().waitFor();
		assert.ok(!(await page.getByRole('link', { name: 'Explore' }).getAttribute('href')).includes(shown));
		for (const name of ['b1', 'b3']) await square(page, name).click();
		await addressHas(page, 'moves', 'b1-b3');
		await page.locator('#trouble', { hasText: 'This address' }).waitFor({ state: 'detached' });
	}
});

test('invalid moves of a link are left out with a message', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	for (const [shown, words, moves, lines] of [
		['moves=a1-a9,b1-b3', 'Move 1 of the link, a1-a9, is not a move', 'a1-a9,b1-b3', null],
		['moves=b1-b3&lines=c1-c3;b1-d4,d3-d1;d1-d4&line=3', 'Variations of the link', 'b1-b3', 'c1-c3'],
		['lines=c1-c3;b1-q4', 'Variations of the link', null, 'c1-c3;b1-q4'],
	]) {
		await go(page, `#/board?rules=club&start=${START}&${shown}`);
		await page.locator('#trouble', { hasText: words }).waitFor();
		await settled(page);
		await addressHas(page, 'moves', moves);
		await addressHas(page, 'lines', lines);
		const listed = await page.getByRole('list', { name: 'Moves of the game' }).getByRole('button').allTextContents();
		assert.deepEqual(listed, [lines && 'c1-c3', moves === 'b1-b3' && moves].filter(Boolean));
	}
	await go(page, `#/play?rules=club&start=${START}&moves=b1-b3&end=zz`);
	await says(page, 'White to move');
});

test('the title names the view and the position, and a view returns to its last state', async t => {
	const page = await open(t, `#/board?rules=club&start=${START}&moves=b1-d1`);
	const titled = words => page.waitForFunction(text => document.title.startsWith(text), words);
	await titled('4x4, 1. b1-d1');
	await page.getByRole('link', { name: 'Tables' }).click();
	await titled('Tables of 4x4 under mover-pass');
	await page.getByRole('link', { name: 'Problems' }).click();
	await titled('Problem 1 of');
	await page.getByRole('link', { name: 'Explore' }).click();
	await titled('4x4, 1. b1-d1');
});
