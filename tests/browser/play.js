// Play by mouse, drag, touch, keyboard and typed moves, against other players, and the way back.

import assert from 'node:assert/strict';
import {
	PATIENCE,
	PHONE,
	addressHas,
	ask,
	go,
	headline,
	hold,
	inAddress,
	open,
	says,
	settled,
	square,
	squaresOf,
	test,
	testOfServer,
} from './harness.js';

const { line: LINE } = await ask('line', { position: 'start 4x4' });

/** Plays the best line to the end of the game. `play` makes each move. */
async function playLine(page, play) {
	assert.equal(await headline(page), 'Black wins in 3');
	const played = [];
	for (const move of LINE) {
		await settled(page);
		await play(squaresOf(move), move);
		played.push(move);
		await addressHas(page, 'moves', played.join(','));
	}
	await says(page, 'Black has won');
}

test('a line is played by mouse, and every landing shows its value', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	const { moves } = await ask('probe', { position: 'start 4x4' });
	await headline(page);
	await square(page, 'b1').click();
	for (const { move, category, plies } of moves.filter(({ move }) => move.startsWith('b1'))) {
		const landing = square(page, squaresOf(move)[1]);
		const verb = { win: 'wins', draw: 'draws', loss: 'loses' }[category];
		assert.match(await landing.getAttribute('aria-label'), new RegExp(`, ${verb} in ${plies}$`));
		const sign = { win: '\\+', draw: '=', loss: '−' }[category];
		assert.match(await landing.textContent(), new RegExp(`${sign}${plies}$`));
	}
	await square(page, 'b1').click();
	await playLine(page, async ([from, to]) => {
		await square(page, from).click();
		await square(page, to).click();
	});
});

test('a line is played by dragging stones', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await playLine(page, ([from, to]) => square(page, from).dragTo(square(page, to)));
});

test('another button or Escape cancels a drag', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await headline(page);
	const cancels = [
		() => page.mouse.down({ button: 'right' }).then(() => page.mouse.up({ button: 'right' })),
		() => page.keyboard.press('Escape'),
	];
	for (const cancel of cancels) {
		await settled(page);
		await square(page, 'b1').hover();
		await page.mouse.down();
		await square(page, 'b3').hover();
		await page.locator('.stone.held').waitFor();
		await cancel();
		await page.mouse.up();
		assert.equal(await page.locator('.square.selected').count(), 0);
		assert.equal(inAddress(page, 'moves'), null);
		assert.equal(await page.locator('.reason').textContent(), '');
	}
	await square(page, 'b1').dragTo(square(page, 'b3'));
	await addressHas(page, 'moves', 'b1-b3');
});

test('a line is played by touch on a phone', async t => {
	const page = await open(t, undefined, { ...PHONE, isLoaded: true });
	await playLine(page, async ([from, to]) => {
		await square(page, from).tap();
		await square(page, to).tap();
	});
	const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	assert.ok(!isWide, 'the page is wider than the phone');
});

/** Moves the focus to a square with the keys of the board only. */
async function walkTo(page, name) {
	await page.keyboard.press(name[1]);
	for (let step = 0; step < 8; step++) {
		const focused = await page.evaluate(() => document.activeElement.dataset.square);
		if (focused === name) return;
		await page.keyboard.press(focused[0] < name[0] ? 'ArrowRight' : 'ArrowLeft');
	}
	assert.fail(`the keys do not lead to ${name}`);
}

test('a line is played by keyboard, and a screen reader hears it', async t => {
	const page = await open(t);
	await settled(page);
	for (let tabs = 0; tabs < 30; tabs++) {
		await page.keyboard.press('Tab');
		if (await page.evaluate(() => document.activeElement.dataset.square)) break;
	}
	await playLine(page, async ([from, to]) => {
		await walkTo(page, from);
		await page.keyboard.press('Enter');
		await walkTo(page, to);
		await page.keyboard.press('Enter');
	});
	const page2 = await open(t);
	await says(page2, 'Black wins in 3');
	await page2.locator('#live', { hasText: 'Black to move, wins in 3, best b1-b3' }).waitFor({ state: 'attached' });
	await square(page2, 'a1').focus();
	await page2.keyboard.press('x');
	assert.match(await page2.evaluate(() => document.activeElement.ariaLabel), /black stone/);
	await page2.keyboard.press('m');
	await page2.locator('#live', { hasText: 'Landings: ' }).waitFor({ state: 'attached' });
});

test('space plays the best move, arrows walk through the game', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await settled(page);
	await page.locator('body').press('Space');
	await addressHas(page, 'moves', LINE[0]);
	await settled(page);
	await page.locator('body').press('ArrowLeft');
	await addressHas(page, 'at', '0');
	await says(page, 'Black wins in 3');
	await page.locator('body').press('ArrowRight');
	await addressHas(page, 'at', null);
	// At the end of the game the keys have no next move; after a click they still walk.
	await page.locator('body').press('ArrowRight');
	await square(page, 'a2').click();
	await page.keyboard.press('ArrowLeft');
	await addressHas(page, 'at', '0');
	await addressHas(page, 'moves', LINE[0]);
});

test('two clicks on a listed move play one move, and a hidden list reveals nothing', async t => {
	const page = await open(t, '#/board?board=4x4&moves=b1-b3,a2-a4,b3-b1', { isLoaded: true });
	await settled(page);
	await page.locator('.arrow').waitFor({ state: 'attached' });
	await page.locator('body').press('h');
	const moves = await page.locator('.moves button').evaluateAll(buttons => buttons.map(({ dataset }) => dataset.move));
	assert.deepEqual(moves, moves.toSorted());
	await page.locator('.moves button').first().dblclick();
	await addressHas(page, 'moves', `b1-b3,a2-a4,b3-b1,${moves[0]}`);
	await settled(page);
	await addressHas(page, 'moves', `b1-b3,a2-a4,b3-b1,${moves[0]}`);
});

test('keys reveal no values in a game', async t => {
	const page = await open(t, '#/play?board=4x4&white=level:1', { isLoaded: true });
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	for (const key of [' ', 'ArrowRight']) await page.locator('body').press(key);
	for (const key of ['b', '.']) await square(page, 'a1').press(key);
	await addressHas(page, 'moves', null);
});

test('a move is typed, and an illegal move is explained', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await settled(page);
	await page.getByRole('button', { name: 'More' }).click();
	await page.getByLabel('Type a move').fill('b1-b2');
	await page.keyboard.press('Enter');
	await page.locator('.reason', { hasText: '2 stones stand on file b, so b1 moves 2 squares' }).waitFor();
	await page.getByLabel('Type a move').fill(LINE[0]);
	await page.keyboard.press('Enter');
	await addressHas(page, 'moves', LINE[0]);
});

/** Waits for the other player's answer to the last move. */
const answered = (page, plies) =>
	page.waitForFunction(
		count => (new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').split(',').length === count,
		plies,
		{ timeout: PATIENCE },
	);

test('perfect play answers, and moves are taken back', async t => {
	const page = await open(t, '#/play?board=4x4&white=perfect', { isLoaded: true });
	await settled(page);
	await square(page, 'b1').click();
	await square(page, 'b3').click();
	await answered(page, 2);
	await page.getByRole('button', { name: 'Show the answers' }).click();
	await says(page, 'Black wins in 1');
	await page.getByRole('button', { name: 'Take back' }).click();
	await says(page, 'Black wins in 3');
	assert.ok(!inAddress(page, 'moves'));
});

test('a first visit leads to a game that is played to its end, reviewed and played again', async t => {
	const page = await open(t, '#/', PHONE);
	await page.getByRole('heading', { name: 'Lines of Action' }).waitFor();
	await page.getByText('Join all your stones into one group').waitFor();
	await page.locator('[data-square="f6"]').waitFor();
	await page.getByRole('combobox', { name: 'Opponent' }).selectOption('perfect:25');
	await page.getByText('Perfect play needs tables for this board: choose 4x4 or an engine level.').waitFor();
	await page.getByRole('combobox', { name: 'Opponent' }).selectOption('perfect');
	await page.getByRole('combobox', { name: 'Board' }).selectOption('4x4');
	await page.locator('[data-square="f6"]').waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Play', exact: true }).click();
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	// A game reveals no values.
	assert.equal(await page.locator('.sign, .mark').count(), 0);
	for (let plies = 0; ; plies += 2) {
		const position = await ask('probe', { position: await positionOf(page) });
		const [from, to] = squaresOf(position.moves[0].move);
		await square(page, from).tap();
		await square(page, to).tap();
		if (position.plies === 1) break;
		await answered(page, plies + 2);
		await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	}
	await says(page, 'You won');
	await page.locator('.verdict.win', { hasText: "Black's stones are connected." }).waitFor();
	assert.equal(await page.locator('.joined.won').count(), 1);
	await page.getByRole('link', { name: 'Review' }).click();
	await page.locator('.chart .fill').first().waitFor();
	await page.goBack();
	await page.getByRole('button', { name: 'Rematch' }).click();
	await addressHas(page, 'black', 'perfect');
	await answered(page, 1);
	// The reader's stones are at the bottom.
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	assert.equal(await page.locator('[data-square]').first().getAttribute('data-square'), 'd1');
});

/** Returns the position in view, or after the first moves of the game. */
const positionOf = async (page, plies = Infinity) => {
	const asked = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
	const moves = (asked.get('moves') ?? '').split(',').filter(Boolean);
	let position = asked.get('start')?.replace('_', ' ') ?? `start ${asked.get('board')}`;
	for (const move of moves.slice(0, plies)) {
		const legal = await ask('moves', { position });
		position = legal.moves.find(found => found.move === move).position;
	}
	return position;
};

test('a hint shows the stone, then its landing, and nothing else', async t => {
	const page = await open(t, '#/play?board=4x4&white=perfect', { isLoaded: true });
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	const best = (await ask('probe', { position: 'start 4x4' })).moves.filter(({ plies }) => plies === 3);
	const hint = page.getByRole('button', { name: 'Hint' });
	await hint.click();
	await page.locator('.arrows .hint').waitFor({ state: 'attached' });
	const said = () => page.locator('#live').textContent();
	await page.waitForFunction(() => /^Move the stone on/.test(document.getElementById('live').textContent));
	const stone = (await said()).slice(-2);
	assert.equal(await page.locator('.arrow').count(), 0);
	await hint.click();
	await page.locator('.arrow.plain').waitFor({ state: 'attached' });
	await page.waitForFunction(() => /^[a-d]\d[-x]/.test(document.getElementById('live').textContent));
	const move = await said();
	assert.ok(move.startsWith(stone) && best.some(found => found.move === move), `${stone}, ${move}`);
	assert.equal(await page.locator('.sign, .mark').count(), 0);
	// The hint ends with the position, and the game continues.
	const [from, to] = squaresOf(move);
	await square(page, from).click();
	await square(page, to).click();
	await answered(page, 2);
	assert.equal(await page.locator('.arrows .hint').count(), 0);
});

test('every level answers; a game is resigned, given back, and drawn by offer', async t => {
	const page = await open(t, '#/play?board=6x6&white=level:1', { isLoaded: true, statuses: [429] });
	for (const level of [1, 0, 2, 3, 4, 5]) {
		await go(page, `#/play?board=6x6&white=level:${level}`);
		await addressHas(page, 'white', `level:${level}`);
		await settled(page);
		await square(page, 'b1').click();
		await square(page, 'b3').click();
		await answered(page, 2);
		if (level !== 1) continue;
		await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
		await page.getByRole('link', { name: 'Lines of Action' }).click();
		await page.getByRole('link', { name: 'Continue your last game' }).click();
		await answered(page, 2);
	}
	await go(page, '#/play?board=4x4&white=level:2');
	await page.locator('[data-square="f6"]').waitFor({ state: 'detached' });
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	await page.getByRole('button', { name: 'Resign' }).click();
	await page.locator('.reason', { hasText: 'Press once more to resign.' }).waitFor();
	await page.getByRole('button', { name: 'Resign' }).click();
	await says(page, 'You lost');
	await page.locator('.verdict.loss', { hasText: 'You resigned.' }).waitFor();
	assert.ok(await page.locator('.verdict .stone.o').isVisible());
	assert.equal(await page.locator('.bar-beside span').evaluate(span => span.style.getPropertyValue('--black')), '0%');
	await page.reload();
	await says(page, 'You lost');
	await page.getByRole('button', { name: 'Take back' }).click();
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	// Black wins here, so White accepts a draw.
	await page.getByRole('button', { name: 'Offer a draw' }).dblclick();
	await says(page, 'Draw');
	await page.getByRole('link', { name: 'New game' }).click();
	await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test('a move chosen while the engine thinks follows its answer, unless it is cancelled', async t => {
	const page = await open(t, '#/play?board=6x6&white=level:1', { isLoaded: true, statuses: [429] });
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	const goOn = await hold(page, 'play');
	const choose = async (...names) => {
		for (const name of names) await square(page, name).click();
	};
	await choose('b1', 'b3');
	await page.locator('.verdict', { hasText: 'is thinking' }).waitFor();
	const chosen = page.locator('.square.premove');
	for (const cancel of [() => page.keyboard.press('Escape'), () => square(page, 'c3').click()]) {
		await choose('e1', 'e3');
		await chosen.nth(1).waitFor();
		await cancel();
		await chosen.first().waitFor({ state: 'detached' });
	}
	await choose('e1', 'e3');
	await chosen.nth(1).waitFor();
	await goOn();
	await page.waitForFunction(() => location.hash.includes('moves=b1-b3,'));
	const { moves } = await ask('moves', { position: await positionOf(page, 2) });
	if (moves.some(({ move }) => move === 'e1-e3'))
		await page.waitForFunction(() => /moves=b1-b3,[^,&]*,e1-e3/.test(location.hash));
	else await page.locator('.reason', { hasText: /^e1.e3 is not legal/ }).waitFor();
	assert.equal(await chosen.count(), 0);
});

test('perfect play follows a certificate if no table covers the position', async t => {
	const page = await open(t, '#/play?board=6x5&black=perfect', { isLoaded: true, statuses: [429] });
	await answered(page, 1);
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
});

testOfServer('a reply does not call the reader back from another view', async t => {
	const page = await open(t, '#/play?board=6x6&white=level:1', { statuses: [429] });
	await settled(page);
	let goOn;
	const asked = new Promise(resolve => {
		goOn = resolve;
	});
	await page.route('**/api/play?*', async route => {
		await asked;
		await route.continue();
	});
	const asks = page.waitForRequest('**/api/play?*');
	await square(page, 'b1').click();
	await square(page, 'b3').click();
	await asks;
	await page.getByRole('link', { name: 'Tables' }).click();
	await page.getByRole('heading', { name: 'Tables' }).first().waitFor();
	const replied = page.waitForResponse('**/api/play?*');
	goOn();
	await (await replied).finished();
	await page.waitForTimeout(300);
	assert.ok(page.url().includes('#/tables'), page.url());
	// After the reader returns, the engine answers.
	await page.goBack();
	await answered(page, 2);
});
