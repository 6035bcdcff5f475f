// The window: only the reader scrolls the board out of view.

import assert from 'node:assert/strict';

import { PHONE, addressHas, ask, go, more, open, settled, square, squaresOf, test, unfold } from './harness.js';

const SIZES = {
	'a phone': PHONE,
	'a tablet': { viewport: { width: 820, height: 1100 } },
	'a screen at 200 %': { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
};

const STATUSES = [429];

/** Returns how far the window is scrolled, and how many pixels of the board's height it shows. */
const seen = page =>
	page.evaluate(() => {
		const { top, bottom, height } = document.querySelector('.squares').getBoundingClientRect();
		return { scrolled: scrollY, shown: Math.min(bottom, innerHeight) - Math.max(top, 0), height };
	});

/** Waits for the review of the game in view, or its absence. */
async function judged(page) {
	await settled(page);
	// A phone shows the review only on request.
	await page.locator('.findings').locator('.figures, details').first().waitFor({ state: 'attached' });
}

for (const [name, size] of Object.entries(SIZES)) {
	for (const board of ['4x4', '8x8']) {
		test(`on ${name} a move, a link and a reload leave the board of ${board} in the window`, async t => {
			const page = await open(t, `#/board?rules=club&board=${board}`, { statuses: STATUSES, isLoaded: true, ...size });
			await settled(page);
			await page.locator('.board').scrollIntoViewIfNeeded();
			const before = await seen(page);
			assert.ok(before.shown > before.height - 1, `${before.shown} of ${before.height} pixels to begin with`);
			const {
				moves: [{ move }],
			} = await ask('moves', { position: `start ${board}` });
			for (const name of squaresOf(move)) await (size.hasTouch ? square(page, name).tap() : square(page, name).click());
			await addressHas(page, 'moves', move);
			await judged(page);
			assert.deepEqual(await seen(page), before, 'after a move');
			await page.reload();
			await judged(page);
			assert.deepEqual(await seen(page), before, 'after a reload');
			const { hash } = new URL(page.url());
			await page.goto('about:blank');
			await go(page, hash);
			await judged(page);
			const { scrolled } = await seen(page);
			assert.equal(scrolled, 0, 'by a link');
		});
	}
}

const { 'a phone': phone, ...DESKS } = SIZES;
const WINDOWS = {
	...DESKS,
	'a desk': { viewport: { width: 1280, height: 900 } },
	'a large screen': { viewport: { width: 1920, height: 1080 } },
};

// A window without touch is resized. A phone is a device of another kind.
for (const [device, given, sizes] of [
	['a phone', phone, { 'a phone': phone }],
	['a computer', {}, WINDOWS],
]) {
	test(`on ${device} verdict, board and buttons are in one window, and the board is large`, async t => {
		const page = await open(t, '#/help', { statuses: STATUSES, isLoaded: true, ...given });
		for (const hash of ['#/board?board=8x8', '#/play?board=6x6&white=level:1', '#/problems', '#/board?board=8x4']) {
			await go(page, hash);
			await page.locator('.square.movable').first().waitFor();
			for (const [name, { viewport }] of Object.entries(sizes)) {
				await page.setViewportSize(viewport);
				const { boxes, rows, width, height, moves } = await page.evaluate(() => ({
					boxes: ['.verdict', '.squares', '.controls'].map(name =>
						document.querySelector(name).getBoundingClientRect().toJSON(),
					),
					rows: new Set([...document.querySelectorAll('.controls > :not([hidden])')].map(one => one.offsetTop)).size,
					moves: document.querySelector('.moves button')?.getBoundingClientRect().bottom,
					width: innerWidth,
					height: innerHeight,
				}));
				for (const box of boxes)
					assert.ok(
						box.top >= 0 && box.bottom <= height && box.left >= 0 && box.right <= width,
						`${hash} on ${name}: ${JSON.stringify(box)}`,
					);
				assert.equal(rows, 1, `${hash} on ${name}: rows of buttons`);
				const [verdict, board] = boxes;
				// In a low window the verdict is beside the board.
				if (height > 600) assert.ok(Math.abs(verdict.width - board.width) < 40, 'the verdict is as wide as the board');
				else assert.ok(verdict.left >= board.right, 'the verdict is beside the board');
				const share = Math.max(board.width / width, board.height / height);
				assert.ok(share > 0.54 || hash.endsWith('8x4'), `${hash} on ${name}: the board takes ${share} of the window`);
				if (name === 'a phone' && moves !== undefined && hash.startsWith('#/board'))
					assert.ok(moves < height, 'moves are in the window');
			}
		}
	});
}

for (const [device, given, sizes] of [
	[
		'a phone',
		PHONE,
		[
			[390, 844],
			[844, 390],
		],
	],
	[
		'a computer',
		{},
		[
			[820, 1180],
			[1280, 720],
			[1920, 1080],
			[2560, 1440],
		],
	],
]) {
	test(`on ${device} the board stands in one place in every view, and columns fit under the header`, async t => {
		const page = await open(t, '#/help', { statuses: STATUSES, isLoaded: true, ...given });
		const places = new Map();
		for (const hash of ['#/', '#/board', '#/play?board=6x6&white=level:1', '#/learn', '#/problems']) {
			await go(page, hash);
			await page.locator('.square.movable').first().waitFor();
			for (const [width, height] of sizes) {
				await page.setViewportSize({ width, height });
				const { board, header, cards } = await page.evaluate(() => ({
					board: document.querySelector('.squares').getBoundingClientRect().toJSON(),
					header: document.querySelector('header').getBoundingClientRect().toJSON(),
					cards: [...document.querySelectorAll('.explorer > .card')]
						.filter(card => card.offsetHeight)
						.map(card => card.getBoundingClientRect().toJSON()),
				}));
				const place = [board.left, board.top, board.width].map(Math.round).join();
				const expected = places.get(width) ?? place;
				places.set(width, place);
				assert.equal(place, expected, `${hash} at ${width}`);
				assert.ok(board.width <= 960);
				for (const { left, right } of [board, ...cards])
					assert.ok(left >= header.left && right <= header.right, `${hash} at ${width}: ${left} to ${right}`);
				for (const card of cards) {
					assert.ok(card.bottom <= height || width < 1600, `${hash}: ${card.bottom} of ${height}`);
					if (width >= 1600) assert.ok(card.width >= 420 && card.width <= 480, `${hash}: ${card.width}`);
				}
				const columns = new Set(cards.map(({ left }) => left)).size;
				if (width >= 1600) assert.equal(columns, /learn|problems/.test(hash) ? 1 : 2, `${hash} at ${width}: columns`);
			}
		}
	});
}

test('views without a board begin below the name of the page', async t => {
	const page = await open(t, '#/help', { statuses: STATUSES, isLoaded: true, viewport: { width: 1920, height: 1080 } });
	for (const hash of ['#/help', '#/tables?rules=mover-pass&board=4x4']) {
		await go(page, hash);
		await page.locator('.page > .card').first().waitFor();
		const left = which =>
			page
				.locator(which)
				.first()
				.evaluate(one => one.getBoundingClientRect().left);
		assert.equal(await left('.page > .card'), await left('header > .name'), hash);
	}
});

const START = '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x';

for (const [device, size, share] of [
	['a phone', PHONE, 0.47],
	['a tablet', { ...PHONE, viewport: { width: 768, height: 1024 } }, 0.55],
	['a phone on its side', { ...PHONE, viewport: { width: 844, height: 390 } }, 0.9],
	['a laptop', { viewport: { width: 1280, height: 720 } }, 0.75],
]) {
	test(`on ${device} the board stays in view while a review is read, and shows what is pressed`, async t => {
		const page = await open(t, `${START}&moves=b1-d1,a2xc4,d1-b1`, { ...size, isLoaded: true });
		const press = part => (size.hasTouch ? part.tap() : part.click());
		const turning = page.locator('.findings li button').first();
		await turning.waitFor();
		await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
		const isInView = async () => {
			const { shown, height } = await seen(page);
			assert.ok(shown > height - 1 && height < share * size.viewport.height, `${shown} of ${height} pixels`);
		};
		await isInView();
		await press(turning);
		await addressHas(page, 'at', '0');
		await page.locator('.arrow.loss').waitFor({ state: 'attached' });
		await isInView();
		const tab = name => page.getByRole('group', { name: 'Below the board' }).getByRole('button', { name });
		for (const [name, part] of [
			['moves', '.moves'],
			['share', '.sharing'],
			['review', '.chart'],
		]) {
			await press(tab(name));
			await page.locator(part).waitFor();
			const parts = await page
				.locator('.moves, .sharing, .chart')
				.evaluateAll(all => all.filter(one => one.offsetHeight).length);
			assert.equal(parts, 1, name);
		}
		if (size !== PHONE) return;
		// The buttons are near the thumb.
		const { y, height } = await page.locator('.controls').boundingBox();
		assert.ok(Math.abs(y + height - PHONE.viewport.height) < 2);
		// The editor has the whole place below the board.
		await more(page, 'Edit');
		await page.locator('.editor').waitFor();
		assert.equal(await page.locator('.tabs button:visible, .game:visible, .share:visible').count(), 0);
		await page.getByRole('button', { name: 'Done' }).tap();
		// A phone has no key to paste with.
		await press(tab('share'));
		await unfold(page);
		await page.getByLabel('Or paste it here').fill('(;GM[9]SZ[4];B[b1-b3]\n;W[a2-a4])');
		await press(page.getByRole('button', { name: 'Open', exact: true }));
		await addressHas(page, 'moves', 'b1-b3,a2-a4');
		await page.locator('.chart').waitFor();
	});
}

test('squares are at least 24 pixels wide in low windows and at 400 %', async t => {
	const page = await open(t, '#/board?board=8x8', { isLoaded: true, statuses: STATUSES });
	await settled(page);
	for (const [width, height] of [
		[568, 320],
		[844, 390],
		[320, 256],
	]) {
		await page.setViewportSize({ width, height });
		const box = await square(page, 'a8').boundingBox();
		assert.ok(box.width >= 24 && box.y + box.height <= height, `${width}x${height}: ${JSON.stringify(box)}`);
		const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		assert.ok(over <= 0, `${over} pixels wider than the window`);
	}
});

test('no words of the verdict are cut off in a window of any size', async t => {
	const page = await open(t, '#/help', { statuses: STATUSES, isLoaded: true });
	for (const hash of [
		'#/board?board=6x6',
		'#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x&moves=b1-d1,a2xc4,d1-b1',
		'#/play?board=6x6&white=level:1',
		'#/problems',
	]) {
		await go(page, hash);
		await settled(page);
		await page.locator('.verdict').evaluate(verdict => {
			// The longest headline and lines of the page.
			verdict.querySelector('h2').textContent = 'White wins within 128';
			const line = verdict.querySelector('p');
			const badge = verdict.querySelector('.badge:not([hidden])')?.textContent ?? '';
			if (badge.startsWith('exact')) line.textContent = 'White to move, 12 of 36 moves draw';
			if (!badge) line.textContent = 'Your move. The engine chose b1-b3: no table or proof has an answer.';
		});
		for (const [width, height] of [
			[320, 568],
			[390, 844],
			[568, 320],
			[640, 450],
			[844, 390],
			[1280, 720],
			[1920, 1080],
		]) {
			await page.setViewportSize({ width, height });
			const cut = await page.evaluate(() => {
				const board = document.querySelector('.squares').getBoundingClientRect();
				return [...document.querySelectorAll('.verdict :is(h2, p, .badge:not([hidden]))')]
					.filter(one => {
						const { left, right, top, bottom } = one.getBoundingClientRect();
						const isOverBoard = right > board.left && left < board.right && bottom > board.top;
						const isCut = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3;
						return isCut || isOverBoard || top < 0 || right > innerWidth;
					})
					.map(one => one.textContent);
			});
			assert.deepEqual({ hash, width, height, cut }, { hash, width, height, cut: [] });
		}
	}
});

test('the tables of a review fit a narrow phone', async t => {
	const page = await open(t, '#/board?rules=club&board=8x8&moves=b1-b3,a2-c2', {
		statuses: STATUSES,
		isLoaded: true,
		viewport: { width: 320, height: 568 },
	});
	await page.getByText('The chart as a table').click();
	await page.locator('.chart-table td', { hasText: 'an estimate: about level' }).first().waitFor();
	const { whole, window } = await page.evaluate(() => ({
		whole: document.documentElement.scrollWidth,
		window: document.documentElement.clientWidth,
	}));
	assert.ok(whole <= window, `${whole} of ${window} pixels`);
});

test('a link from another view leads to the top of the board', async t => {
	const page = await open(t, '#/tables?rules=mover-pass&board=4x4', { ...PHONE, isLoaded: true });
	await page.getByRole('region', { name: 'Longest wins' }).getByRole('link').first().click();
	await settled(page);
	const { shown, height } = await seen(page);
	assert.ok(shown > height - 1, `${shown} of ${height} pixels`);
});

test('a stone is dragged by a finger, and an empty square scrolls', async t => {
	const page = await open(t, undefined, { ...PHONE, isLoaded: true });
	await settled(page);
	const finger = await page.context().newCDPSession(page);
	const centre = async name => {
		const { x, y, width, height } = await square(page, name).boundingBox();
		return { x: x + width / 2, y: y + height / 2 };
	};
	/** Simulates a finger that swipes over the screen. */
	const draw = async (from, to) => {
		const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });
		await touch('touchStart', from);
		for (let step = 1; step <= 10; step++) {
			await touch('touchMove', {
				x: from.x + ((to.x - from.x) * step) / 10,
				y: from.y + ((to.y - from.y) * step) / 10,
			});
		}
		await touch('touchEnd');
	};
	const before = await seen(page);
	await draw(await centre('b1'), await centre('b3'));
	await addressHas(page, 'moves', 'b1-b3');
	assert.deepEqual(await seen(page), before);
	const empty = await centre('c2');
	await draw(empty, { x: empty.x, y: empty.y - 150 });
	await page.waitForFunction(() => scrollY > 0);
});
