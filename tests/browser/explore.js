// Exploring: positions edited and linked, games dropped, charts, statistics, problems, answers hidden.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { addressHas, ask, headline, open, says, server, settled, square, squaresOf, test } from './harness.js';

/** Returns the position after some moves, as the server plays them. */
async function positionAfter(position, moves, rules) {
  for (const move of moves) {
    const legal = await ask('moves', { position, rules });
    position = legal.moves.find(found => found.move === move).position;
  }
  return position;
}

test('a position is edited by clicks, by shifts and as text', async t => {
  const page = await open(t, '', { statuses: [400] });
  await settled(page);
  await page.getByRole('button', { name: 'Edit' }).click();
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
  await page.getByText('A stone stands at the edge').waitFor();
  await set('4/q3/4/4 x');
  await page.locator('.editor .warning', { hasText: 'character 3' }).waitFor();
});

test('a link shows the game and the place that it names, and back goes back', async t => {
  const rules = 'misere';
  const page = await open(t, `#/board?rules=${rules}&start=1xx1/o2o/o2o/1xx1_x&moves=b1-d1,a2-a4&at=1`);
  await settled(page);
  await page.getByRole('button', { name: 'Last position' }).click();
  await addressHas(page, 'at', null);
  const before = await headline(page);
  const position = await positionAfter('1xx1/o2o/o2o/1xx1 x', ['b1-d1', 'a2-a4'], rules);
  const { moves: [{ move }] } = await ask('probe', { position, rules });
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

/** Drops a text on the page as a file. */
async function drop(page, text) {
  const data = await page.evaluateHandle(content => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'game.sgf'));
    return transfer;
  }, text);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Returns the game with as many of its moves as are legal, and its review. */
async function reviewed(sgf) {
  const answer = await fetch(`${server.address}/api/review`, { method: 'POST', body: sgf });
  return answer.json();
}

test('a game that is dropped is reviewed: chart, table, turning points, saved with values', async t => {
  const page = await open(t);
  await settled(page);
  const review = await reviewed(GAME);
  await drop(page, GAME);
  await addressHas(page, 'moves', review.moves.map(({ move }) => move).join(','));
  await page.getByRole('heading', { name: 'Turning points' }).waitFor();
  for (const { best } of review.turning_points) {
    await page.locator('.findings li', { hasText: `best was ${best}` }).first().waitFor();
  }
  await page.getByText('The chart as a table').click();
  const cells = await page.locator('.chart-table tbody td').allTextContents();
  const expected = review.values.map(value => {
    if (!value) return 'not known';
    if (value.category === 'draw') return 'draw';
    const winner = value.category === 'win' ? 'Black' : 'White';
    return value.plies === 0 ? `${winner} has won` : `${winner} wins in ${value.plies}`;
  });
  assert.deepEqual(cells, expected);
  assert.equal(await page.locator('.chart .bar').count(), review.values.length);
  // A click on the chart leads to the place, and so do the keys.
  await page.locator('.chart .bar').first().click({ force: true, position: { x: 1, y: 1 } });
  await addressHas(page, 'at', '0');
  await page.getByRole('slider', { name: 'Place in the game' }).press('End');
  await addressHas(page, 'at', null);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save SGF' }).click()]);
  assert.equal(readFileSync(await saved.path(), 'utf8'), review.sgf);
});

test('a game beyond the tables has estimates on its chart, which are called that', async t => {
  const page = await open(t, '', { statuses: [429] });
  await settled(page);
  await drop(page, '(;GM[9]SZ[8];B[b1-b3];W[a2-c2])');
  await addressHas(page, 'moves', 'b1-b3,a2-c2');
  await page.locator('.chart .fill.estimate').nth(2).waitFor();
  await page.getByText('The chart as a table').click();
  const cells = await page.locator('.chart-table tbody td').allTextContents();
  assert.equal(cells.length, 3);
  for (const cell of cells) assert.match(cell, /^an estimate: (about level|(Black|White) is ahead)$/);
  await page.getByText('Striped bars of the chart are estimates by the engine, no facts').waitFor();
  await page.getByRole('button', { name: 'Hide answers' }).click();
  await page.locator('.chart .fill').first().waitFor({ state: 'detached' });
});

/** Has the engine say this of every position. */
const thinks = estimate => ({
  prepare: context => context.route('**/api/estimate*', route => route.fulfill({ json: { plies: null, bound: false, score: null, level: false, ...estimate } })),
});

test('a win that is certain is in the list of moves and in the chart', async t => {
  const game = 'start=1xxx1/o3o/o3o/o3o/1xxx1_x&moves=b1-b3,e2-c2';
  const page = await open(t, `#/board?rules=club&${game}`, {
    statuses: [429], ...thinks({ estimate: false, category: 'win', plies: 21, bound: true, best: 'd5-d3', depth: 1 }),
  });
  await says(page, 'Black wins within 21');
  await page.locator('.moves tbody.win', { hasText: 'd5-d3' }).getByText('wins within 21').waitFor();
  await page.getByText('The chart as a table').click();
  await page.locator('.chart-table tr', { hasText: 'after 1... e2-c2' }).getByText('Black wins within 21').waitFor();
  // A certificate has the moves before it.
  await page.getByRole('button', { name: 'First position' }).click();
  await says(page, 'Black wins within 13');
  await page.locator('.chart-table tr', { hasText: 'start' }).getByText('Black wins within 13').waitFor();
});

test('an estimate is set smaller than what is exact, and about level within a band', async t => {
  const size = page => page.locator('.verdict h2').evaluate(one => parseFloat(getComputedStyle(one).fontSize));
  const exact = await open(t);
  await says(exact, 'Black wins in 3');
  for (const [score, level, words] of [[30, true, 'About level'], [-230, false, 'White is probably ahead']]) {
    const page = await open(t, '#/board?rules=club&board=8x8', thinks({ estimate: true, category: null, score, level, best: 'c1-c3', depth: 1 }));
    await says(page, words);
    await page.getByText('c1-c3, found 1 ply deep').waitFor();
    assert.ok(await size(page) < 0.75 * await size(exact));
  }
});

test('the chart says of the place in view what the headline says', async t => {
  const page = await open(t, '#/board?rules=club&board=8x8&moves=c1-c3', {
    statuses: [429], ...thinks({ estimate: true, category: null, score: 900, best: 'a2-c4', depth: 4 }),
  });
  await says(page, 'White is probably ahead');
  await page.locator('.chart .fill.estimate').nth(1).waitFor();
  await page.getByText('The chart as a table').click();
  assert.equal(await page.locator('.chart-table td').last().textContent(), 'an estimate: White is ahead');
});

test('a game that was played here is saved with its players and its date', async t => {
  const page = await open(t, '#/board?board=4x4&white=engine&moves=b1-b3');
  await settled(page);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save SGF' }).click()]);
  assert.match(readFileSync(await saved.path(), 'utf8'), /DT\[\d{4}-\d\d-\d\d\][^;]*PB\[person\]PW\[engine\]/);
});

test('the arrow of a move in the list goes with the list', async t => {
  const page = await open(t, '#/board?rules=club&start=1xx1/o2o/o2o/1xx1_x&moves=b1-b3,a2-a4');
  await says(page, 'Black wins in 1');
  await page.locator('.answers').getByText('b4-b2').hover();
  await page.locator('.arrows .arrow.win').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await says(page, 'Black has won');
  assert.equal(await page.locator('.arrows .arrow').count(), 0);
});

test('the figures of a histogram can be read on a phone', async t => {
  const page = await open(t, '#/tables?rules=mover-pass&board=4x4', { viewport: { width: 360, height: 740 } });
  const figure = page.locator('.histogram svg text').first();
  await figure.waitFor();
  const { height } = await figure.boundingBox();
  assert.ok(height >= 10, `${height} pixels high`);
});

test('what is no game is refused with the reason', async t => {
  const page = await open(t, '', { statuses: [400] });
  await settled(page);
  await drop(page, '(;GM[9]SZ[4];B[zz-99])');
  await page.getByText('This is no game that can be read').waitFor();
});

test('answers are hidden and shown, and nothing of them is left in the page', async t => {
  const page = await open(t);
  await says(page, 'Black wins in 3');
  await page.getByRole('button', { name: 'Hide answers' }).click();
  await says(page, 'Black to move');
  await square(page, 'b1').click();
  const main = await page.locator('main').innerText();
  const labels = await page.locator('[data-square]').evaluateAll(all => all.map(one => one.ariaLabel).join());
  for (const text of [main, labels]) assert.doesNotMatch(text, /wins in|loses in|[+−]\d/);
  await page.reload();
  await says(page, 'Black to move');
  await page.getByRole('button', { name: 'Look' }).click();
  await says(page, 'Black wins in 3');
  await page.locator('.answers', { hasText: 'b1-b3' }).waitFor();
});

test('every move is listed with its value, best first', async t => {
  const page = await open(t);
  await says(page, 'Black wins in 3');
  const { moves } = await ask('probe', { position: 'start 4x4' });
  const text = await page.locator('.answers').innerText();
  const places = moves.map(({ move }) => text.indexOf(move));
  assert.ok(places.every(place => place >= 0), text);
  assert.deepEqual(places, places.toSorted((a, b) => a - b));
});

test('statistics are those of the census, and two rules are compared', async t => {
  const page = await open(t, '#/tables?rules=mover-pass&board=4x4');
  const { all } = await ask('census/mover-pass/4x4');
  const sum = name => all.counts.filter(({ outcome }) => outcome.endsWith(name)).reduce((total, { count }) => total + count, 0);
  const whole = sum('win') + sum('draw') + sum('loss');
  for (const [name, outcome] of [['won', 'win'], ['drawn', 'draw'], ['lost', 'loss']]) {
    await page.getByText(`${name} ${((100 * sum(outcome)) / whole).toFixed(2)} %`).first().waitFor();
  }
  const longest = page.getByRole('region', { name: 'Longest wins' });
  await longest.getByText(`${all.longest_win.plies}: ${all.longest_win.position}`).waitFor();
  await page.getByLabel('Compare with').selectOption('mover-pass-misere');
  await page.getByRole('region', { name: 'Comparison' }).waitFor();
  await longest.getByRole('link').first().click();
  await says(page, `wins in ${all.longest_win.plies}`);
  assert.equal((await ask('overview')).tables.length, 54);
});

test('problems are solved, and solved ones are remembered', async t => {
  const page = await open(t, '#/problems?suite=4x4-mover-pass&n=2');
  const { good_moves: good, position } = await ask('problems/4x4-mover-pass/2');
  const { moves } = await ask('moves', { position });
  const wrong = moves.find(({ move }) => !good.includes(move)).move;
  const play = async ([from, to]) => {
    await square(page, from).click();
    await square(page, to).click();
  };
  await page.locator('[data-square]').first().waitFor();
  await play(squaresOf(wrong));
  await page.getByText(`${wrong} is not it`).first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await play(squaresOf(good[0]));
  await page.getByText('Right!').first().waitFor();
  await page.reload();
  await page.getByText('1 of 40 solved').waitFor();
});
