// Explore: edited and linked positions, dropped games, charts, statistics, problems, hidden answers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import {
	PHONE,
	addressHas,
	ask,
	go,
	headline,
	inspect,
	more,
	open,
	says,
	serve,
	server,
	settled,
	square,
	squaresOf,
	test,
	testOfServer,
	thinks,
	unfold,
} from './harness.js';

/** Returns the position after the given moves, from the server. */
async function positionAfter(position, moves, rules) {
	for (const move of moves) {
		const legal = await ask('moves', { position, rules });
		position = legal.moves.find(found => found.move === move).position;
	}
	return position;
}

/** True if the editor is visible. */
const isEdited = page => page.getByRole('region', { name: 'Position editor' }).isVisible();

test('the editor opens in sight, beside the board or below it', async t => {
	for (const [device, ...sizes] of [
		[{}, { width: 1280, height: 720 }],
		[PHONE, PHONE.viewport, { width: 320, height: 568 }],
	]) {
		const page = await open(t, '#/board?board=6x6', { statuses: [429], isLoaded: true, ...device });
		for (const size of sizes) {
			await page.setViewportSize(size);
			await settled(page);
			await more(page, 'Edit');
			for (const control of [
				page.getByRole('radio', { name: 'White stone' }),
				square(page, 'f1'),
				square(page, 'a6'),
			]) {
				const { y, height } = await control.boundingBox();
				assert.ok(y >= 0 && y + height <= size.height, `${JSON.stringify(size)}: ${y}`);
			}
			assert.ok(!(await page.locator('.answers').isVisible()));
			await page.getByRole('button', { name: 'Done' }).click();
			assert.ok((await page.locator('.answers').isVisible()) && !(await isEdited(page)));
		}
	}
});

test('editing ends when the view, the game or the board changes', async t => {
	const page = await open(t, '#/board?board=6x6', { isLoaded: true, statuses: [429] });
	const go = hash =>
		page.evaluate(hash => {
			location.hash = hash;
		}, hash);
	const ways = {
		'another view and back': async () => {
			await page.getByRole('link', { name: 'Problems' }).click();
			await page.getByRole('heading', { name: 'Problems' }).waitFor({ state: 'attached' });
			await page.getByRole('link', { name: 'Explore' }).click();
		},
		'another board': () => page.getByRole('combobox', { name: 'Board' }).selectOption('4x4'),
		'another game': () => go('#/board?board=5x5&moves=b1-b3&at=1'),
		'a game against the engine': () => go('#/play?start=1xxxx1/o4o/o4o/o4o/o4o/1xxxx1_x&white=level:1'),
	};
	for (const [way, leave] of Object.entries(ways)) {
		await go('#/board?start=1xxxx1/o4o/o4o/o4o/o4o/1xxxx1_x');
		await page.locator('[data-square="f6"]').waitFor();
		await settled(page);
		await more(page, 'Edit');
		assert.ok(await isEdited(page), way);
		await leave();
		await page.waitForFunction(() => document.querySelector('[aria-label="Position editor"]')?.hidden);
		await page.getByText('Click to place').first().waitFor({ state: 'hidden' });
	}
	// The first game after an open editor keeps its stones.
	await go('#/board?board=6x6');
	await settled(page);
	await more(page, 'Edit');
	await page.getByRole('link', { name: 'Lines of Action' }).click();
	await page.getByRole('button', { name: 'Play', exact: true }).click();
	await page.locator('.verdict', { hasText: 'Your move' }).waitFor();
	await square(page, 'b1').click();
	assert.equal(await page.locator('.square .stone.x').count(), 8);
	assert.ok(await square(page, 'b1').evaluate(one => one.classList.contains('selected')));
});

test('a position is edited by clicks, by shifts and as text', async t => {
	const page = await open(t, undefined, { isLoaded: true, statuses: [400] });
	await settled(page);
	await more(page, 'Edit');
	const set = async text => {
		await page.getByLabel('Position as text').fill(text);
		await page.getByRole('button', { name: 'Set', exact: true }).click();
	};
	await set('4/4/1x2/x1oo x');
	await addressHas(page, 'start', '4/4/1x2/x1oo_x');
	await square(page, 'd4').click();
	await addressHas(page, 'start', '3x/4/1x2/x1oo_x');
	await page.getByRole('combobox', { name: 'To move' }).selectOption({ label: 'White' });
	await addressHas(page, 'start', '3x/4/1x2/x1oo_o');
	await set('4/1x2/1o2/4 x');
	await addressHas(page, 'start', '4/1x2/1o2/4_x');
	await page.getByRole('button', { name: 'Shift up' }).click();
	await addressHas(page, 'start', '1x2/1o2/4/4_x');
	await page.getByRole('button', { name: 'Shift up' }).click();
	await page.getByText('A stone is at the edge').waitFor();
	await set('4/q3/4/4 x');
	await page.locator('.editor .warning', { hasText: 'character 3' }).waitFor();
});

test('a link shows its game and position, and Back returns', async t => {
	const rules = 'misere';
	const page = await open(t, `#/board?rules=${rules}&start=1xx1/o2o/o2o/1xx1_x&moves=b1-d1,a2-a4&at=1`, {
		isLoaded: true,
	});
	await settled(page);
	await page.getByRole('button', { name: 'Last position' }).click();
	await addressHas(page, 'at', null);
	const before = await headline(page);
	const position = await positionAfter('1xx1/o2o/o2o/1xx1 x', ['b1-d1', 'a2-a4'], rules);
	const {
		moves: [{ move }],
	} = await ask('probe', { position, rules });
	const [from, to] = squaresOf(move);
	await square(page, from).click();
	await square(page, to).click();
	await addressHas(page, 'moves', `b1-d1,a2-a4,${move}`);
	await settled(page);
	await page.goBack();
	await addressHas(page, 'moves', 'b1-d1,a2-a4');
	await says(page, before);
	await page.goForward();
	await addressHas(page, 'moves', `b1-d1,a2-a4,${move}`);
});

const GAME = '(;GM[9]SZ[4]RU[club]SU[Standard];B[b1-d1];W[a2:c4];B[d1-b1])';

/** Pastes a text into the page. */
const paste = (page, text) =>
	page.evaluate(pasted => {
		const clipboardData = new DataTransfer();
		clipboardData.setData('text', pasted);
		document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
	}, text);

/** Drops a text on the page as a file. */
async function drop(page, text) {
	const data = await page.evaluateHandle(content => {
		const transfer = new DataTransfer();
		// A file in Latin-1, so that a test can drop any bytes.
		transfer.items.add(new File([Uint8Array.from(content, c => c.charCodeAt(0))], 'game.sgf'));
		return transfer;
	}, text);
	await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Returns the game up to its first illegal move, with its review. */
async function reviewed(sgf) {
	const answer = await fetch(`${server.api}/api/review`, { method: 'POST', body: sgf });
	return answer.json();
}

/** Returns the game that the page saves, as SGF. */
async function saved(page) {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Save SGF' }).click(),
	]);
	return readFileSync(await download.path(), 'utf8');
}

test('a game that is dropped is reviewed: chart, table, turning points, saved with values', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await settled(page);
	const review = await reviewed(GAME);
	await drop(page, GAME);
	await addressHas(page, 'moves', review.moves.map(({ move }) => move).join(','));
	await page.getByRole('heading', { name: 'Turning points' }).waitFor();
	for (const { best } of review.moves.filter(({ mark }) => /^\?+$/.test(mark ?? ''))) {
		await page
			.locator('.findings li', { hasText: `${best.move} was better` })
			.first()
			.waitFor();
	}
	await page.getByText('The chart as a table').click();
	const cells = await page.locator('.chart-table tbody td').allTextContents();
	const expected = review.values.map(value => {
		if (!value) return 'unknown';
		if (value.category === 'draw') return 'draw';
		const winner = value.category === 'win' ? 'Black' : 'White';
		return value.plies === 0 ? `${winner} has won` : `${winner} wins in ${value.plies}`;
	});
	assert.deepEqual(cells, expected);
	assert.equal(await page.locator('.chart .bar').count(), review.values.length);
	// A click on the chart leads to a position, and so do the keys.
	await page
		.locator('.chart .bar')
		.first()
		.click({ force: true, position: { x: 1, y: 1 } });
	await addressHas(page, 'at', '0');
	await page.getByRole('slider', { name: 'Place in the game' }).press('End');
	await addressHas(page, 'at', null);
	await unfold(page);
	const again = await reviewed(await saved(page));
	assert.deepEqual([again.moves, again.values], [review.moves, review.values]);
	assert.ok(
		again.sgf.includes('C[loses in 4, gives away the win; better: b1-b3 (wins in 3); White now joins in 2 moves'),
	);
});

test('a record keeps its dates, names and variations, and the page reports its unused parts', async t => {
	const page = await open(t, '#/board?board=5x5');
	await settled(page);
	const record =
		'(;GM[9]FF[4]CA[ISO-8859-1]SZ[4]RU[olympiad]PB[Ren\u00e9e]DT[2024-05-01]EV[Cup]XX[a\\]b];B[b1-b3]C[own]KO[1](;W[a2-a4])(;W[d2-b2]C[mine])(;W[a2-c3]))(;GM[9])';
	await drop(page, record);
	await addressHas(page, 'moves', 'b1-b3,a2-a4');
	const told = page.locator('#trouble');
	for (const words of [
		'"olympiad" names no rules that are known.',
		'This is game 1 of 2.',
		'A variation ends early: move 2, "a2-c3"',
	]) {
		await told.getByText(words).waitFor();
	}
	await told.getByRole('button', { name: 'Close' }).click();
	await unfold(page);
	const text = await saved(page);
	for (const kept of [
		'CA[UTF-8]',
		'PB[Ren\u00e9e]',
		'DT[2024-05-01]EV[Cup]XX[a\\]b]',
		'C[own\nwins in 3, best]KO[1]',
		';W[d2-b2]C[mine]',
	]) {
		assert.ok(text.includes(kept), `${kept} in ${text}`);
	}
});

test('a file is read in its encoding, and a list of moves on the board in view', async t => {
	const page = await open(t, '#/board?board=5x5', { isLoaded: true });
	await settled(page);
	const bytes = text => String.fromCharCode(...new TextEncoder().encode(text));
	const wide = text => [...text].map(letter => `${letter}\0`).join('');
	for (const file of [
		'b1-b3 {J\u00fcrg}',
		bytes('\ufeffb1-b3 {J\u00fcrg}'),
		`\u00ff\u00fe${wide('(;SZ[5];B[b1-b3]C[J\u00fcrg])')}`,
	]) {
		await drop(page, file);
		await addressHas(page, 'notes', 'b1-b3=J%C3%BCrg');
		await addressHas(page, 'start', '1xxx1/o3o/o3o/o3o/1xxx1_x');
		await page.goBack();
		await addressHas(page, 'notes', null);
	}
});

test('a game beyond the tables has labelled estimates on its chart', async t => {
	// The page limits its questions to the engine, and other tests ask another server.
	const own = await serve();
	const page = await open(t, undefined, { at: own });
	t.after(own.stop);
	await settled(page);
	await drop(page, '(;GM[9]SZ[8];B[b1-b3];W[a2-c2])');
	await addressHas(page, 'moves', 'b1-b3,a2-c2');
	await page.locator('.chart .fill.estimate').nth(2).waitFor();
	await page.getByText('The chart as a table').click();
	const cells = await page.locator('.chart-table tbody td').allTextContents();
	assert.equal(cells.length, 3);
	for (const cell of cells) assert.match(cell, /^an estimate: (about level|(Black|White) is ahead)$/);
	await page.getByText('engine estimates, not proven').waitFor();
	await more(page, 'Hide answers');
	await page.locator('.chart .fill').first().waitFor({ state: 'detached' });
});

test('a lost game of 8x8 has turning points, and each is a problem', async t => {
	const moves = 'b1-h1,a6-c4,f1-f3,h6xf8,c1xc4,h5-f7';
	const page = await open(t, `#/board?rules=club&board=8x8&moves=${moves}`, { isLoaded: true, statuses: [429] });
	const turning = page.locator('.findings > ul li');
	await turning.filter({ hasText: 'a7-c5 was better' }).waitFor();
	assert.equal(await turning.count(), 2);
	// Doubtful moves are refuted, too, and their list stays unfolded.
	await page.getByText('2 doubtful moves').click();
	const doubtful = page.locator('.findings details li', { hasText: '1. b1-h1' });
	await doubtful.getByRole('button', { name: 'Show' }).nth(1).click();
	await says(page, '1. b1-h1, step 2 of 2');
	await doubtful.getByText('gave away').waitFor();
	await turning.filter({ hasText: 'c1xc4 was better' }).getByRole('button', { name: '2. f1-f3' }).click();
	await addressHas(page, 'at', '2');
	await page.locator('.arrow.loss').waitFor({ state: 'attached' });
	await page.getByRole('link', { name: 'Learn from the mistakes' }).click();
	await says(page, 'Black: find a better move');
	const play = async move => {
		for (const name of squaresOf(move)) await square(page, name).click();
	};
	// The move of the game is refuted, and the better one solves the problem.
	await play('f1-f3');
	await page.locator('.result.loss', { hasText: 'h1 can no longer move after a3-c5' }).waitFor();
	await page.getByRole('button', { name: 'Try again' }).click();
	await play('c1xc4');
	await says(page, 'Solved');
	await page.getByText('1 of 2 solved').waitFor();
	await page.getByRole('button', { name: 'Next problem', exact: true }).click();
	await says(page, 'White: find a better move');
	await addressHas(page, 'moves', moves);
	// A game that was given up without a turning point has the move that cost most.
	await go(page, '#/board?rules=club&board=8x8&moves=c8-c6,h2-f2,b1-b3,a2-c2,d1-d3&end=x');
	await page.getByText("Black's chances fell most with 3. d1-d3").waitFor();
	await page.getByRole('link', { name: 'Learn from the mistakes' }).click();
	await says(page, 'Black: find a better move');
	await play('d1-d3');
	await says(page, 'Not d1-d3');
	// A loser who was lost from the start holds out longer, and a game that was won need not be given up.
	await go(page, '#/board?rules=club&board=5x5&moves=c1-c3,e3xc5,d5-b3,a4-c4,b1-b4,a3-a1,d1-d2');
	await page.getByText('1... e3xc5 loses within 8; a3-b2 loses within 12.').waitFor();
	await page.getByRole('link', { name: 'Learn from the mistakes' }).click();
	await says(page, 'White: hold out longer');
	await play('e3xc5');
	await says(page, 'Not e3xc5');
	await page.getByRole('button', { name: 'Try again' }).click();
	await play('a3-b2');
	await says(page, 'Solved');
	await go(page, '#/board?board=4x4&moves=b1-b3,a2-c2&end=x');
	await page.getByText('Black resigned, but b4-b2 wins in 1.').waitFor();
	await page.getByRole('link', { name: 'Learn from the mistakes' }).click();
	await says(page, 'Black to move and win');
	await page.getByText('better than resigning').waitFor();
	// Where the loser made no mistake, the winner's moves are the problems.
	await go(page, '#/board?board=4x4&moves=b1-b3,a2-a4,b4-b2');
	await page.getByText('White was lost from the start').waitFor();
	await page.getByRole('link', { name: 'Learn from the winner' }).click();
	await says(page, 'Black to move and win');
	await page.getByText('the winner played 1. b1-b3').waitFor();
	await page.getByText('0 of 2 solved').waitFor();
});

test('a certain win is in the list of moves and in the chart', async t => {
	const game = 'start=1xxx1/o3o/o3o/o3o/1xxx1_x&moves=b1-b3,e2-c2';
	const page = await open(t, `#/board?rules=club&${game}`, {
		statuses: [429],
		...thinks({ move: 'd5-d3', category: 'win', plies: 21, bound: true, depth: 1 }),
	});
	await says(page, 'Black wins within 21');
	await page.getByRole('button', { name: 'd5-d3, wins within 21' }).waitFor();
	// The review may move it.
	await page.getByText('The chart as a table').press('Enter');
	await page.locator('.chart-table tr', { hasText: 'after 1... e2-c2' }).getByText('Black wins within 21').waitFor();
	// The certificate covers the moves before it.
	await page.unroute('**/api/analysis*');
	await page.evaluate(() => {
		globalThis.thought = undefined;
	});
	await page.getByRole('button', { name: 'First position' }).click();
	await says(page, 'Black wins in 11');
	await page.locator('option', { hasText: '5x5, solved in 11' }).first().waitFor({ state: 'attached' });
	await page.locator('.chart-table tr', { hasText: 'start' }).getByText('Black wins in 11').waitFor();
});

test('an estimate is smaller than an exact value, and about level within a band', async t => {
	const size = page => page.locator('.verdict h2').evaluate(one => parseFloat(getComputedStyle(one).fontSize));
	const exact = await open(t);
	await says(exact, 'Black wins in 3');
	for (const [score, level, words] of [
		[30, true, 'About level'],
		[-230, false, 'White is probably ahead'],
	]) {
		const page = await open(t, '#/board?rules=club&board=8x8', thinks({ move: 'c1-c3', score, level, depth: 1 }));
		await says(page, words);
		await page.getByText('c1-c3, at depth 1').waitFor();
		assert.ok((await size(page)) < 0.75 * (await size(exact)));
	}
});

test('the chart and the headline agree on the position in view', async t => {
	const page = await open(t, '#/board?rules=club&board=8x8&moves=c1-c3', {
		statuses: [429],
		...thinks({ move: 'a2-c4', score: 900, depth: 4 }),
	});
	await says(page, 'White is probably ahead');
	await page.locator('.chart .fill.estimate').nth(1).waitFor();
	await page.getByText('The chart as a table').click();
	assert.equal(await page.locator('.chart-table td').last().textContent(), 'an estimate: White is ahead');
});

test('a game played here is saved with its players and its date', async t => {
	const page = await open(t, '#/board?board=4x4&white=engine&moves=b1-b3');
	await settled(page);
	await unfold(page);
	assert.match(await saved(page), /PB\[person\]PW\[level:5\]DT\[\d{4}-\d\d-\d\d\]/);
});

test('the arrow of a listed move disappears with the list', async t => {
	const page = await open(t, '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x&moves=b1-b3,a2-a4', { isLoaded: true });
	await says(page, 'Black wins in 1');
	await page.locator('[data-move="b4-b2"]').hover();
	await page.locator('.arrows .arrow.win').waitFor({ state: 'attached' });
	await page.keyboard.press('Space');
	await says(page, 'Black has won');
	assert.equal(await page.locator('.arrows .arrow').count(), 0);
});

test('every chart of a board is readable on a phone, and has a table', async t => {
	const page = await open(t, '#/tables?rules=mover-pass&board=4x4', {
		isLoaded: true,
		viewport: { width: 360, height: 740 },
	});
	const cases = {
		'': ['Wins and losses by length', '15'],
		wins: ['Plies to the win by material', '4v4'],
		shares: ['Wins, draws and losses by material', '4v4'],
		'first-moves': ['Winning moves in won positions', '4v4'],
		squares: ['Squares in won positions', 'd4'],
	};
	for (const [chart, [title, last]] of Object.entries(cases)) {
		if (chart) await page.getByLabel('Chart').selectOption(chart);
		const picture = page.locator(`.counts img[alt^="${title}: 4x4 under mover-pass"]`);
		await page.locator('.counts th').getByText(last, { exact: true }).waitFor({ state: 'attached' });
		const scale = await picture.evaluate(async image => {
			await image.decode();
			return image.clientWidth / image.naturalWidth;
		});
		assert.ok(scale > 0.85, `${title}: text of 12 units is ${12 * scale} pixels high`);
	}
});

testOfServer('a chart that takes too long says so in its place', async t => {
	const page = await open(t, '#/tables?rules=mover-pass&board=4x4', { isLoaded: true, statuses: [413] });
	const error = 'counting the winning moves of 4x4 takes longer than 2.00 s: choose one material';
	await page.route('**/api/chart?*', route =>
		route.fulfill({ status: 413, json: { error, kind: 'usage', status: 2 } }),
	);
	await page.getByLabel('Chart').selectOption('squares');
	await page.locator('.counts .warning').getByText('choose one material').waitFor();
});

test('an invalid game is refused with a visible reason', async t => {
	const page = await open(t, undefined, { statuses: [400], isLoaded: true, ...PHONE });
	for (const hash of ['#/board?board=4x4', '#/problems']) {
		await go(page, hash);
		const isSeen = async words => {
			const { y, height } = await page.getByText(words).boundingBox();
			assert.ok(y >= 0 && y + height <= PHONE.viewport.height, `${words} at ${y}`);
		};
		await page.locator('[data-square]').first().waitFor();
		await drop(page, '(;GM[9]SZ[4];B[zz-99])');
		await isSeen('Cannot read this as a game');
		await drop(page, '(;GM[9]SZ[4];B[b1-b3];W[a2-c1])');
		await addressHas(page, 'moves', 'b1-b3');
		await isSeen('Move 2 of the record, a2-c1, is not legal: a2 and c1 do not lie on one rank');
		await unfold(page);
		await page.getByRole('button', { name: 'Copy link' }).click();
		await isSeen(/Copied the link|Copy the link from here/);
	}
});

test('a list of moves starts from the board in view, or else from 8x8', async t => {
	const page = await open(t, undefined, { isLoaded: true, statuses: [429] });
	await settled(page);
	await paste(page, 'b1-b3 d3-d1 b3xd1');
	await addressHas(page, 'moves', 'b1-b3,d3-d1,b3xd1');
	await addressHas(page, 'start', '1xx1/o2o/o2o/1xx1_x');
	await paste(page, '1. f1-f3 a5-c7');
	await addressHas(page, 'moves', 'f1-f3,a5-c7');
	assert.equal(await page.locator('[data-square]').count(), 64);
});

test('answers are hidden and shown, and hidden ones leave no trace in the page', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await says(page, 'Black wins in 3');
	await more(page, 'Hide answers');
	await says(page, 'Black to move');
	await square(page, 'b1').click();
	const main = await page.locator('main').innerText();
	const labels = await page.locator('[data-square]').evaluateAll(all => all.map(one => one.ariaLabel).join());
	for (const text of [main, labels]) assert.doesNotMatch(text, /wins in|loses in|[+−]\d/);
	await page.reload();
	await says(page, 'Black to move');
	await page.getByRole('button', { name: 'Look' }).click();
	await says(page, 'Black wins in 3');
	await page.getByRole('button', { name: 'b1-b3, wins in 3' }).waitFor();
});

test('every move is listed with its value, best first', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await says(page, 'Black wins in 3');
	const { moves } = await ask('probe', { position: 'start 4x4' });
	const listed = await page
		.locator('.moves [data-move]')
		.evaluateAll(all => all.map(one => one.ariaLabel.replace(' takes ', 'x')));
	const verbs = { win: 'wins', draw: 'draws', loss: 'loses' };
	assert.deepEqual(
		listed.toSorted(),
		moves.map(({ move, category, plies }) => `${move}, ${verbs[category]} in ${plies}`).toSorted(),
	);
	// Sorted by stone; the stone with the best move is first.
	const stones = names => [...new Set(names.map(name => name.slice(0, 2)))];
	assert.deepEqual(stones(listed), stones(moves.map(({ move }) => move)));
});

test('beyond the tables every move has an estimate in a distinct style, and the best move an arrow', async t => {
	const page = await open(t, '#/board?rules=soucie&board=8x8', { isLoaded: true, statuses: [429] });
	await page.locator('.moves .guess').nth(35).waitFor();
	assert.equal(await page.locator('.moves [data-move]').count(), 36);
	assert.equal(await page.locator('.arrow.guess').count(), 1);
	await page.locator('.badge', { hasText: 'estimate' }).waitFor();
	const looks = await page.locator('.badge').evaluate(one => getComputedStyle(one).borderStyle);
	await page.getByRole('button', { name: 'Colour stones and landings by value' }).click();
	for (const name of await page.locator('.square.movable').evaluateAll(all => all.map(one => one.dataset.square))) {
		assert.match(await square(page, name).locator('.mark.layer.guess').textContent(), /^≈[+−]?\d/);
	}
	// Exact, proved and estimated values differ in more than colour.
	const forms = [looks];
	for (const board of ['4x4', '6x5']) {
		await page.goto(page.url().replace(/#.*/, `#/board?rules=club&board=${board}`));
		await page.locator('.badge', { hasText: board === '4x4' ? 'exact' : 'proved' }).waitFor();
		forms.push(await page.locator('.badge').evaluate(one => getComputedStyle(one).borderStyle));
	}
	assert.deepEqual(forms, ['dashed', 'solid', 'double']);
});

test('groups are drawn, stones left to join are counted, and so are the lines of a stone', async t => {
	const page = await open(t, undefined, { isLoaded: true });
	await settled(page);
	await page.locator('.sides', { hasText: '4 stones in 2 groups, 2 apart' }).waitFor();
	await more(page, 'Show groups');
	assert.equal(await page.locator('.joined line').count(), 4);
	await square(page, 'b1').hover();
	assert.deepEqual(await page.locator('.count text').allTextContents(), ['2', '2', '2', '2']);
});

test('the best line is clicked through, exact, proved and estimated', async t => {
	const page = await open(t, '#/board?board=4x4', { isLoaded: true });
	const { line } = await ask('line', { position: 'start 4x4' });
	const buttons = page.locator('.line button');
	await buttons.nth(line.length - 1).waitFor();
	assert.deepEqual(await buttons.allTextContents(), line);
	await buttons.nth(1).click();
	await addressHas(page, 'moves', line.slice(0, 2).join(','));
	await says(page, 'Black wins in 1');
	await more(page, 'Hide answers');
	assert.equal(await buttons.count(), 0);
	await more(page, 'Hide answers');
	await page.goto(page.url().replace(/#.*/, '#/board?rules=club&board=6x5'));
	await says(page, 'Black wins within 17');
	// The engine's line may stand there first.
	const { line: whole } = await ask('estimate', { position: 'start 6x5', effort: 'proofs' });
	const proved = whole.slice(0, 3);
	await page.waitForFunction(
		moves => moves.every((move, at) => document.querySelectorAll('.line button')[at]?.textContent === move),
		proved,
	);
	await buttons.nth(6).waitFor();
	await buttons.nth(2).click();
	// Every move of the winner keeps the bound.
	await says(page, 'White loses within 14');
	const thought = await open(
		t,
		'#/board?rules=club&board=8x8',
		thinks({ move: 'c1-c3', score: 90, depth: 2, line: ['c1-c3', 'h3-e3'] }),
	);
	await thought.locator('.line button').nth(1).click();
	await addressHas(thought, 'moves', 'c1-c3,h3-e3');
});

test('a mistake is shown on the board with the better move', async t => {
	const page = await open(t, '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x&moves=b1-d1,a2xc4', { isLoaded: true });
	await page.getByRole('button', { name: '1. b1-d1' }).click();
	await addressHas(page, 'at', '0');
	await page.locator('.arrow.loss').waitFor({ state: 'attached' });
	assert.equal(await page.locator('.arrow.win').count(), 1);
	// The chart marks the position of each mistake with a dot.
	assert.equal(await page.locator('.bar.turning').count(), 2);
	// The refutation is played on the board step by step, and the game comes back.
	const [first] = await page.locator('.findings li').all();
	assert.match(await first.textContent(), /b1-b3 was better\. White now joins in 2 moves: a2-c2, a3xc1\./);
	const steps = first.getByRole('button', { name: 'Show' });
	await steps.nth(1).click();
	await says(page, '1. b1-d1, step 2 of 2');
	await square(page, 'c1').locator('.stone.o').waitFor();
	assert.equal(await page.locator('.joined.o.won').count(), 1);
	await page.getByRole('button', { name: '1. b1-d1' }).click();
	await square(page, 'c1').locator('.stone.x').waitFor();
});

test('another move keeps the old line, and a link contains both', async t => {
	const page = await open(t, '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x&moves=b1-d1,a2-a4&at=0', { isLoaded: true });
	await settled(page);
	await square(page, 'b1').click();
	await square(page, 'b3').click();
	await addressHas(page, 'moves', 'b1-b3');
	await addressHas(page, 'lines', 'b1-d1,a2-a4');
	await page.reload();
	await addressHas(page, 'line', '1');
	// The main line stays first, and a click on any move shows it.
	const variation = page.getByRole('list', { name: 'Instead of b1-d1' });
	await variation.getByRole('button', { name: 'b1-b3' }).waitFor();
	await page.getByRole('list', { name: 'Moves of the game' }).getByRole('button', { name: 'a2-a4' }).click();
	await addressHas(page, 'moves', 'b1-d1,a2-a4');
	await addressHas(page, 'lines', 'b1-b3');
	await variation.getByRole('button', { name: 'b1-b3' }).focus();
	await page.keyboard.press('Enter');
	await addressHas(page, 'moves', 'b1-b3');
	await more(page, 'Make main line');
	await addressHas(page, 'line', null);
	await page.getByRole('list', { name: 'Instead of b1-b3' }).waitFor();
	await more(page, 'Delete from here');
	await addressHas(page, 'moves', 'b1-d1,a2-a4');
	await addressHas(page, 'lines', null);
	await page.goBack();
	await addressHas(page, 'lines', 'b1-d1,a2-a4');
	await page.goForward();
	await addressHas(page, 'lines', null);
	// The next move of the game only moves forward.
	await page.getByRole('button', { name: 'First position' }).click();
	await square(page, 'b1').click();
	await square(page, 'd1').click();
	await addressHas(page, 'at', '1');
	await addressHas(page, 'moves', 'b1-d1,a2-a4');
});

test('variations of a record are read and saved', async t => {
	const page = await open(t);
	await settled(page);
	await drop(
		page,
		'(;GM[9]SZ[4]RU[club];B[b1-d1](;W[a2:c4];B[d1-b1])(;W[a2-a4]C[a line (of two\\]; moves)];B[c1-c3]))',
	);
	await addressHas(page, 'moves', 'b1-d1,a2xc4,d1-b1');
	await addressHas(page, 'lines', 'b1-d1,a2-a4,c1-c3');
	await page.getByRole('heading', { name: 'Turning points' }).waitFor();
	await unfold(page);
	await page.getByText('a line (of two]; moves)').waitFor();
	await page.getByRole('button', { name: 'First position' }).click();
	await page.getByLabel('Comment on the start').fill('<b>Mine</b> [x]');
	await page.getByRole('list', { name: 'Instead of a2xc4' }).getByRole('button', { name: 'c1-c3' }).click();
	await addressHas(page, 'moves', 'b1-d1,a2-a4,c1-c3');
	// Text stays while it is being written.
	await page.getByLabel('Comment on 2. c1-c3').pressSequentially('Also mine');
	await page.waitForFunction(() => decodeURIComponent(location.hash).includes('Also+mine'));
	await page.reload();
	await page.getByText('Also mine').first().waitFor();
	await page.getByRole('button', { name: 'First position' }).click();
	await page.reload();
	await settled(page);
	assert.equal(await page.getByLabel('Comment on the start').inputValue(), '<b>Mine</b> [x]');
	await page.getByText('Also mine').waitFor();
	await inspect(page, 'tree');
	await unfold(page);
	const text = await saved(page);
	assert.match(
		text,
		/C\[<b>Mine<\/b> \[x\\\]\][^;]*;B\[b1-d1\].*\(;W\[a2:c4\].*;B\[d1-b1\].*\)\s*\(;W\[a2-a4\]C\[a line \(of two\\\]; moves\)\]\s*;B\[c1-c3\]C\[Also mine\]\)\)/s,
	);
	const review = await reviewed(text);
	assert.equal(review.moves.length, 3);
	// While answers are hidden, the record has none.
	assert.match(text, /BM\[|C\[loses in/);
	await more(page, 'Hide answers');
	const plain =
		'C[<b>Mine</b> [x\\]]\n;B[b1-d1]\n(;W[a2:c4];B[d1-b1])\n(;W[a2-a4]C[a line (of two\\]; moves)]\n;B[c1-c3]C[Also mine]))\n';
	const hidden = await saved(page);
	assert.match(
		hidden,
		/^\(;FF\[4\]GM\[9\]CA\[UTF-8\]AP\[loa:.*\]SZ\[4\]RU\[club\]SU\[Standard\]PB\[person\]PW\[person\]DT\[/,
	);
	assert.ok(hidden.endsWith(plain), hidden);
});

test('a recorded forfeit is saved, also with a new variation', async t => {
	const page = await open(t);
	await settled(page);
	await drop(page, '(;GM[9]SZ[4]RU[club];B[b1-d1];W[a2-a4];B[forfeit])');
	await addressHas(page, 'end', 'x-forfeit');
	await settled(page);
	await unfold(page);
	assert.match(await saved(page), /RE\[W\+Forfeit\][^]*;B\[forfeit\]/);
	await page.getByRole('button', { name: 'First position' }).click();
	await square(page, 'c1').click();
	await square(page, 'c3').click();
	await addressHas(page, 'moves', 'c1-c3');
	assert.match(await saved(page), /RE\[W\+F/);
});

test('a comment, a circle and an arrow on the start alone are saved and read', async t => {
	const page = await open(t);
	await settled(page);
	await unfold(page);
	const save = page.getByRole('button', { name: 'Save SGF' });
	assert.ok(await save.isDisabled());
	await page.getByLabel('Comment on the start').fill('Black wins');
	const draw = async (from, to) => {
		await square(page, from).hover();
		await page.mouse.down({ button: 'right' });
		await square(page, to).hover();
		await page.mouse.up({ button: 'right' });
	};
	const drawn = async (...counts) =>
		assert.deepEqual(await Promise.all(['.ring', '.arrow.drawn'].map(one => page.locator(one).count())), counts);
	await draw('c3', 'c3');
	await draw('b1', 'd3');
	await draw('a2', 'a4');
	await drawn(1, 2);
	await draw('a2', 'a4');
	await drawn(1, 1);
	const text = await saved(page);
	assert.match(text, /CR\[c3\]AR\[b1:d3\]C\[Black wins/);
	await page.evaluate(() => {
		location.hash = '#/board?board=5x5';
	});
	await square(page, 'e5').waitFor();
	await drop(page, text);
	await page.waitForFunction(() => location.hash.includes('notes='));
	assert.equal(await page.getByLabel('Comment on the start').inputValue(), 'Black wins');
	await settled(page);
	await drawn(1, 1);
	// A stone to move may be chosen; a click on another square clears the board.
	await square(page, 'b1').click();
	await square(page, 'b1').click();
	await drawn(1, 1);
	await square(page, 'c3').click();
	await drawn(0, 0);
	await page.waitForFunction(() => !location.hash.includes('shapes='));
});

/** The texts that every reader must accept: tests/command_line/readers.rs has the others. */
const TEXTS = JSON.parse(readFileSync(new URL('../texts.json', import.meta.url)));

/** Waits for the start of 4x4. */
const showsStart = page =>
	page.waitForFunction(() => {
		const count = what => document.querySelectorAll(what).length;
		return (
			count('[data-square]') === 16 &&
			['b1', 'c1', 'b4', 'c4'].every(name => count(`[data-square="${name}"] .stone.x`) === 1) &&
			count('.square .stone.o') === 4
		);
	});

// tests/page reads every text of a position and of a move.
test('a diagram is read: pasted, and in the editor', async t => {
	// A position in tables asks no engine.
	const elsewhere = '#/board?rules=club&start=4/1xo1/1ox1/4_x';
	const page = await open(t, elsewhere, { isLoaded: true, statuses: [400] });
	const away = async () => {
		await page.evaluate(hash => {
			location.hash = hash;
		}, elsewhere);
		await square(page, 'b3').locator('.stone').waitFor();
		await settled(page);
	};
	const diagrams = TEXTS.positions.filter(text => text.includes('\n'));
	assert.ok(diagrams.length > 2);
	await paste(page, diagrams[0]);
	await showsStart(page);
	await away();
	await more(page, 'Edit');
	for (const text of diagrams) {
		const field = page.getByLabel('Position as text');
		await field.evaluate((input, pasted) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text', pasted);
			input.select();
			input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
		}, text);
		await page.getByRole('button', { name: 'Set', exact: true }).click();
		await showsStart(page);
		await page.getByRole('button', { name: 'Clear' }).click();
		await page.getByText('No position yet').waitFor();
	}
});

test('a pasted position is shown, and ? lists the keys', async t => {
	const page = await open(t, '#/', { isLoaded: true });
	await page.locator('[data-square]').first().waitFor();
	await paste(page, '4/1x2/1o2/4 x');
	await addressHas(page, 'start', '4/1x2/1o2/4_x');
	await page.locator('body').press('?');
	await page.getByRole('dialog', { name: 'Keys' }).getByText('play the best move').first().waitFor();
	await page.keyboard.press('Escape');
	await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('statistics agree with the census, and two rules are compared', async t => {
	const page = await open(t, '#/tables?rules=mover-pass&board=4x4', { isLoaded: true });
	const { all } = await ask('census/mover-pass/4x4');
	const sum = name =>
		all.counts.filter(({ outcome }) => outcome.endsWith(name)).reduce((total, { count }) => total + count, 0);
	const whole = sum('win') + sum('draw') + sum('loss');
	for (const [name, outcome] of [
		['won', 'win'],
		['drawn', 'draw'],
		['lost', 'loss'],
	]) {
		await page
			.getByText(`${name} ${((100 * sum(outcome)) / whole).toFixed(2)} %`)
			.first()
			.waitFor();
	}
	const longest = page.getByRole('region', { name: 'Longest wins' });
	await longest.getByText(`wins in ${all.longest_win.plies}`).first().waitFor();
	await page.getByLabel('Look for').selectOption('only');
	const found = page.getByRole('region', { name: 'Search' });
	await found.getByText(/^\d+ positions, /).waitFor();
	// On a busy machine only a search of little material ends within the server's time limit.
	const question = { board: '4x4', rules: 'mover-pass', material: '3v3', kind: 'only-move' };
	await page.getByLabel('Material').selectOption(question.material);
	const { positions } = await ask('search', question);
	await found.getByText(`${positions.length} positions, the longest 20 of each material.`).waitFor();
	assert.equal(await found.getByRole('link').count(), positions.length);
	const [first] = (await ask('search', { ...question, order: 'longest' })).positions;
	assert.ok((await found.getByRole('link').first().textContent()).endsWith(` in ${first.plies}`));
	// Back from a position leads to the previous view.
	await found.getByRole('link').nth(9).scrollIntoViewIfNeeded();
	const place = await page.evaluate(() => scrollY);
	assert.ok(place > 0);
	await found.getByRole('link').nth(9).click();
	await settled(page);
	assert.equal(await page.evaluate(() => scrollY), 0);
	await page.goBack();
	await found.getByRole('link').nth(9).waitFor();
	assert.equal(await page.evaluate(() => scrollY), place);
	// The filters equal those of the question, and the address contains them.
	await page.getByLabel('Result').selectOption('win');
	await page.getByRole('spinbutton', { name: 'Plies' }).fill('5');
	await page.keyboard.press('Tab');
	await addressHas(page, 'plies', '5');
	const filtered = await ask('search', { ...question, result: 'win', plies: 5 });
	assert.ok(filtered.positions.length > 0);
	await found.getByText(`${filtered.positions.length} positions, the longest 20 of each material.`).waitFor();
	for (const words of await found.getByRole('link').allTextContents()) assert.match(words, /wins in 5$/);
	await page.getByLabel('Compare with').selectOption('mover-pass-misere');
	await page.getByRole('region', { name: 'Comparison' }).waitFor();
	await longest.getByRole('link').first().click();
	await says(page, `wins in ${all.longest_win.plies}`);
	assert.equal((await ask('overview')).tables.length, 54);
});

test('problems are played out, wrong moves are refuted, and solved ones are remembered', async t => {
	const page = await open(t, '#/problems?suite=4x4-mover-pass&n=2', { isLoaded: true });
	const problem = (await ask('problems/4x4-mover-pass')).problems[1];
	let { position } = problem;
	const { moves } = await ask('probe', { position });
	const wrong = moves.find(({ category }) => category === 'loss');
	const play = async ([from, to]) => {
		await square(page, from).click();
		await square(page, to).click();
	};
	await page.locator('[data-square]').first().waitFor();
	await play(squaresOf(wrong.move));
	const answer = (await ask('probe', { position: wrong.position })).moves[0].move;
	await page
		.locator('.result', {
			hasText: `Not ${wrong.move}: loses in ${wrong.plies}. Black `,
		})
		.filter({ hasText: answer })
		.waitFor();
	assert.equal(await page.locator('.arrow').count(), 1);
	await page.getByRole('button', { name: 'Try again' }).click();
	for (;;) {
		const best = (await ask('probe', { position })).moves[0];
		await play(squaresOf(best.move));
		const after = await ask('probe', { position: best.position });
		if (after.over) break;
		position = after.moves[0].position;
		await page.waitForFunction(
			name => document.querySelector(`[data-square="${name}"]`).matches('.last:has(.stone)'),
			squaresOf(after.moves[0].move)[1],
		);
		await page.locator('.square.movable').first().waitFor();
	}
	await page.locator('.result', { hasText: 'Solved.' }).waitFor();
	await page.reload();
	await page.getByText('1 of 40 solved').waitFor();
	await page.getByRole('button', { name: 'Hint' }).click();
	await page.locator('.result', { hasText: 'Move the stone on d3.' }).waitFor();
	// Each day has a problem.
	const days = Math.floor((await page.evaluate(() => Date.now())) / 864e5);
	await page.getByRole('button', { name: 'Problem of the day' }).click();
	await addressHas(page, 'n', String(1 + (days % 40)));
});

test('six lessons teach the game by moves', async t => {
	const page = await open(t, '#/learn', { isLoaded: true });
	// The previous board stays, without movable stones, until the next one is loaded.
	const clickInLesson = async (from, to) => {
		await page.locator(`.movable[data-square="${from}"]`).click();
		await square(page, to).click();
	};
	for (const move of ['c1-c3', 'a1-d1', 'c1xc3', 'a1-c1', 'e5-c3', 'c1xc3']) {
		await clickInLesson(...squaresOf(move));
		if (move !== 'e5-c3') await page.locator('.result:not(:empty)').waitFor();
		else await page.locator('.joined.won').waitFor({ state: 'attached' });
		await page.getByRole('link', { name: /Next lesson|Play a game/ }).click();
		if (move === 'c1-c3') {
			// A move that is not the lesson's gets a message, and an illegal one an explanation.
			await clickInLesson('a1', 'a2');
			await page.locator('.result', { hasText: 'a1-a2 is a legal move, but not the move of this lesson' }).waitFor();
			await page.getByRole('button', { name: 'Again' }).click();
			await clickInLesson('b1', 'b5');
			await page.locator('.reason', { hasText: 'is not legal' }).waitFor();
		}
	}
	await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
	await page.goto(page.url().replace(/#.*/, '#/learn?n=3'));
	await page.getByRole('link', { name: '3, Land and capture, done' }).waitFor();
	assert.equal(await page.getByRole('list', { name: 'Lessons' }).locator('.done').count(), 6);
});
