// Perfect play by a certificate: its side, its rematch, and its moves outside the certificate.

import assert from 'node:assert/strict';

import { PHONE, addressHas, ask, inAddress, open, settled, square, test } from './harness.js';

const STATUSES = [429];

const { proofs } = await ask('boards');

/** Certificates of a start; some prove a win for Black and some for White. */
const PROVED = ['6x6', '5x5', '7x6', '5x6'].map(board => [board, proofs.find(proof => proof.board === board).winner]);

const opponent = (page, value) => page.getByRole('combobox', { name: 'Opponent' }).selectOption(value);
const chooseSide = (page, side) => page.getByRole('combobox', { name: 'You play' }).selectOption(side);

/** Chooses a board in the first view. */
async function chooseBoard(page, board) {
	const choice = page.getByRole('combobox', { name: 'Board', exact: true });
	if (!(await choice.isVisible())) await page.getByText('Another board, other rules').click();
	await choice.selectOption(board);
}

test('the losing side plays against a certificate, and the other side is told so', async t => {
	assert.deepEqual([...new Set(PROVED.map(([, winner]) => winner))].sort(), ['o', 'x']);
	const page = await open(t, '#/', { isLoaded: true, statuses: STATUSES });
	await opponent(page, 'perfect');
	const play = page.getByRole('button', { name: 'Play', exact: true });
	for (const [board, winner] of PROVED) {
		await chooseBoard(page, board);
		for (const side of ['x', 'o']) {
			await chooseSide(page, side);
			assert.equal(await play.isDisabled(), side === winner, `${board}, ${side}`);
		}
		await chooseSide(page, winner);
		const [name, loser] = winner === 'x' ? ['Black', 'White'] : ['White', 'Black'];
		await page
			.getByText(`On ${board} perfect play can only be ${name}, who is proved to win: choose ${loser} for yourself.`)
			.waitFor();
	}
	// Tables answer for both sides, and the engine plays both.
	await chooseBoard(page, '4x4');
	for (const side of ['x', 'o', 'any']) {
		await chooseSide(page, side);
		assert.ok(await play.isEnabled(), side);
	}
	await chooseBoard(page, '6x6');
	await opponent(page, 'perfect:25');
	await page.getByText('Perfect play needs tables for this board: choose 4x4 or an engine level.').waitFor();
	assert.ok(await play.isDisabled());
});

test('a random colour is drawn once, from the playable colours', async t => {
	const page = await open(t, '#/', { isLoaded: true, statuses: STATUSES });
	const play = page.getByRole('button', { name: 'Play', exact: true });
	const below = () => page.locator('[data-square]').last().getAttribute('data-square');
	await chooseSide(page, 'any');
	const first = await below();
	for (let change = 0; change < 8; change++) {
		await opponent(page, change % 2 ? 'level:1' : 'level:2');
		assert.equal(await below(), first, 'the board turns round');
		assert.ok(await play.isEnabled());
	}
	await opponent(page, 'perfect');
	for (const [board, winner] of PROVED) {
		await chooseBoard(page, board);
		assert.ok(await play.isEnabled(), board);
		assert.equal((await below()) === 'a1' || !(await below()).endsWith('1'), winner === 'x', board);
	}
});

test('a rematch against a certificate keeps the colours', async t => {
	const page = await open(t, '#/play?board=6x6&black=perfect', { isLoaded: true, statuses: STATUSES });
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	await page.getByRole('button', { name: 'Resign' }).dblclick();
	await page.getByRole('button', { name: 'Rematch' }).click();
	await addressHas(page, 'end', null);
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	assert.deepEqual([inAddress(page, 'black'), inAddress(page, 'white')], ['perfect', null]);
});

for (const [name, size] of Object.entries({
	'a phone': PHONE,
	'a small phone': { ...PHONE, viewport: { width: 320, height: 568 } },
})) {
	test(`on ${name} the engine moves where perfect play has no answer, and a note says so`, async t => {
		const page = await open(t, '#/play?board=6x6&white=perfect', { statuses: STATUSES, ...size });
		await settled(page);
		await square(page, 'b1').tap();
		await square(page, 'b3').tap();
		const note = page.locator('.verdict .turn', {
			hasText: /^Your move\. The engine chose [a-f]\d-[a-f]\d: no table or proof has an answer\.$/,
		});
		await note.waitFor();
		const fits = await note.evaluate(
			({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
				scrollHeight <= clientHeight && scrollWidth <= clientWidth,
		);
		assert.ok(fits, 'the note is cut off');
		const [above, board] = [await page.locator('.verdict').boundingBox(), await page.locator('.squares').boundingBox()];
		assert.ok(above.y + above.height <= board.y, 'the note covers the board');
	});
}

test('the opening book of 6x6 names the first moves that win and lose, and leads through them', async t => {
	const page = await open(t, '#/', { isLoaded: true, statuses: STATUSES });
	await page.getByRole('link', { name: 'Opening book' }).click();
	await page.locator('.verdict', { hasText: 'Black wins within 59' }).waitFor();
	// The moves of the certificate follow when it is checked.
	await page.getByText(/^Opening book: of 24 moves [48] win, 12 lose, [48] are not known here\.$/).waitFor();
	await page.getByRole('button', { name: 'c1-c3, loses within 48' }).click();
	await page.locator('.verdict', { hasText: 'White wins within 47' }).waitFor();
	await page.goBack();
	await page.getByRole('button', { name: 'b1-f1, loses within 66' }).waitFor();
	await page.keyboard.press('h');
	await page.getByText(/^Opening book/).waitFor({ state: 'detached' });
});
