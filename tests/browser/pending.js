// The order of messages: a move appears immediately, an answer never stays beside another position, and
// an illegal move is explained on its own board.

import assert from 'node:assert/strict';
import {
	addressHas,
	answerTo,
	hold,
	headline,
	open,
	says,
	serve,
	server,
	settled,
	square,
	test,
	testOfServer,
} from './harness.js';

async function play(page, from, to) {
	await square(page, from).click();
	await square(page, to).click();
}

testOfServer('a move is drawn immediately, and its value is pending', async t => {
	const own = await serve();
	const page = await open(t, undefined, { at: own });
	assert.equal(await headline(page), 'Black wins in 3');
	await page.getByText('Black to move').first().waitFor();
	const release = await hold(page, '');
	await play(page, 'b1', 'b3');
	await square(page, 'b3').locator('.stone.x').waitFor();
	assert.equal(await page.locator('.verdict').getAttribute('aria-busy'), 'true');
	assert.equal(await page.locator('.verdict h2').textContent(), 'White to move');
	assert.equal(await page.locator('.moves [data-move]').count(), 0);
	assert.equal(await page.locator('.chart .shown .fill').count(), 0);
	await release();
	await says(page, 'White loses in 2');
	// A lost server leaves nothing of the previous position.
	await own.stop();
	await square(page, 'a2').click();
	await square(page, 'a4').click();
	await page.getByRole('alert').getByText('The server does not answer').waitFor();
	await page.getByText('No answer has arrived.').waitFor();
	assert.equal(await page.locator('.moves [data-move]').count(), 0);
	await page.getByRole('link', { name: 'Tables' }).click();
	await page.getByRole('alert').getByText('The server does not answer').waitFor();
});

test('an illegal move is explained at the board, by click and by drag', async t => {
	const page = await open(t);
	await settled(page);
	const reason = page.locator('.board .reason');
	const place = () => page.locator('.controls').evaluate(one => one.getBoundingClientRect().top);
	const before = await place();
	await square(page, 'b1').click();
	await square(page, 'b2').click();
	await reason.getByText('2 stones stand on file b, so b1 moves 2 squares').waitFor();
	assert.equal(await place(), before, 'nothing moves for it');
	await square(page, 'b1').click();
	assert.equal(await reason.textContent(), '');
	await square(page, 'b1').dragTo(square(page, 'a4'));
	await reason.getByText('do not lie on one rank, file or diagonal').waitFor();
});

test('a late answer is not shown for another position', async t => {
	const page = await open(t, '#/play?board=4x4');
	await square(page, 'b1').and(page.locator('.movable')).waitFor();
	const release = await hold(page, 'moves');
	const answer = answerTo(page, 'moves');
	await play(page, 'b1', 'b3');
	await page.getByRole('button', { name: 'Move back' }).click();
	await square(page, 'b1').and(page.locator('.movable')).waitFor();
	await release();
	await answer;
	await settled(page);
	assert.deepEqual(await page.locator('.movable .stone.o').count(), 0);
	assert.deepEqual(await page.locator('.movable .stone.x').count(), 4);
});

test('the later of two addresses is shown, in either order of answers', async t => {
	const page = await open(t);
	await settled(page);
	const release = await hold(page, 'moves?position=scrambled+5x5');
	await page.evaluate(() => {
		location.hash = '#/board?board=5x5&kind=scrambled';
	});
	await page.evaluate(() => {
		location.hash = '#/board?board=4x4';
	});
	await settled(page);
	const answer = answerTo(page, 'moves?position=scrambled+5x5');
	await release();
	await answer;
	await settled(page);
	assert.equal(await page.locator('[data-square]').count(), 16);
});

test('a loading view says so, and a board is drawn before its answers arrive', async t => {
	const page = await open(t);
	await says(page, 'Black wins in 3');
	const release = await hold(page, 'overview');
	await page.getByRole('link', { name: 'Tables' }).click();
	assert.ok(await page.locator('main[aria-busy="true"] .verdict').isVisible());
	await release();
	await page.getByRole('heading', { name: 'All tables' }).waitFor();
	await page.locator('main:not([aria-busy])').waitFor();
	await page.goBack();
	await says(page, 'Black wins in 3');
	// Nothing below waits for an answer, and no folder knows the start of 7x7.
	await hold(page, '');
	await page.getByRole('combobox', { name: 'Board' }).selectOption('7x7');
	await square(page, 'g7').waitFor();
	await page.locator('.verdict[aria-busy="true"]', { hasText: 'Black to move' }).waitFor();
	await page.getByRole('link', { name: 'Lines of Action' }).click();
	await page.locator('.home [data-square="f6"]').waitFor();
});

test('a problem shows the move before it is judged', async t => {
	const page = await open(t, '#/problems?suite=4x4-mover-pass&n=2');
	await page.locator('.square.movable').first().waitFor();
	const release = await hold(page, 'probe');
	const from = await page.locator('.square.movable').first().getAttribute('data-square');
	await square(page, from).click();
	const landing = page.locator('.square.landing').first();
	const to = await landing.getAttribute('data-square');
	await landing.click();
	await square(page, to).locator('.stone').waitFor();
	assert.equal(await square(page, from).locator('.stone').count(), 0);
	assert.doesNotMatch(await page.locator('.result').innerText(), /Right|Not /);
	await page.getByRole('button', { name: 'Start again' }).click();
	const answer = answerTo(page, 'probe');
	await release();
	await answer;
	await page.locator('.result:empty').waitFor({ state: 'attached' });
});

testOfServer('a visitor of another server is not told how to start it', async t => {
	const address = 'http://loa.example';
	const page = await open(t, undefined, {
		at: { address },
		// The name leads to this test's server.
		prepare: context =>
			context.route(`${address}/**`, async route => {
				const response = await route.fetch({
					url: route.request().url().replace(address, server.address),
					headers: {},
				});
				await route.fulfill({ response });
			}),
	});
	await says(page, 'Black wins in 3');
	await page.route('**/api/**', route => route.abort());
	await play(page, 'b1', 'b3');
	await page.getByRole('alert').getByText('The server does not answer').waitFor();
	assert.doesNotMatch(await page.getByRole('alert').first().innerText(), /loa serve/);
});

testOfServer('a loading page asks its questions in parallel', async t => {
	const rounds = [];
	let [waiting, quiet] = [[], undefined];
	// A round of questions ends when the page asks nothing more without an answer.
	const answer = () => {
		rounds.push(waiting.map(route => new URL(route.request().url()).pathname));
		for (const route of waiting) route.continue();
		waiting = [];
	};
	const page = await open(t, '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x&moves=b1-b3,a2-a4', {
		prepare: context =>
			context.route('**/*', route => {
				waiting.push(route);
				clearTimeout(quiet);
				quiet = setTimeout(answer, 1500);
			}),
	});
	await addressHas(page, 'moves', 'b1-b3,a2-a4');
	await says(page, 'Black wins in 1');
	await page.locator('.findings .figures').waitFor();
	// First the page, then its files and the boards, then the answer and the review.
	assert.equal(rounds.length, 3, JSON.stringify(rounds));
});
