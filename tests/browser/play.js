// Playing: by mouse, by drag, by touch, by keyboard and by typed moves, against others and back.

import assert from 'node:assert/strict';
import { PHONE, addressHas, ask, headline, inAddress, open, says, settled, square, squaresOf, test } from './harness.js';

const { line: LINE } = await ask('line', { position: 'start 4x4' });

/** Plays the best line, each move as `play` plays it, to the end of the game. */
async function playLine(page, play) {
  assert.equal(await headline(page), 'Black wins in 3');
  const played = [];
  for (const { move } of LINE) {
    await settled(page);
    await play(squaresOf(move), move);
    played.push(move);
    await addressHas(page, 'moves', played.join(','));
  }
  await says(page, 'Black has won');
}

test('a line is played by mouse, and every landing shows its value', async t => {
  const page = await open(t);
  const { moves } = await ask('probe', { position: 'start 4x4' });
  await headline(page);
  await square(page, 'b1').click();
  for (const { move, category, plies } of moves.filter(({ move }) => move.startsWith('b1'))) {
    const landing = square(page, squaresOf(move)[1]);
    const verb = { win: 'wins', draw: 'draws', loss: 'loses' }[category];
    assert.match(await landing.getAttribute('aria-label'), new RegExp(`, ${verb} in ${plies}$`));
    assert.match(await landing.textContent(), new RegExp(`${plies}$`));
  }
  await square(page, 'b1').click();
  await playLine(page, async ([from, to]) => {
    await square(page, from).click();
    await square(page, to).click();
  });
});

test('a line is played by dragging stones', async t => {
  const page = await open(t);
  await playLine(page, ([from, to]) => square(page, from).dragTo(square(page, to)));
});

test('a line is played by touch on a phone', async t => {
  const page = await open(t, '', PHONE);
  await playLine(page, async ([from, to]) => {
    await square(page, from).tap();
    await square(page, to).tap();
  });
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.ok(!isWide, 'the page is wider than the phone');
});

/** Moves the focus to a square by the keys of the board alone. */
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
  const page = await open(t);
  await settled(page);
  await page.locator('body').press('Space');
  await addressHas(page, 'moves', LINE[0].move);
  await settled(page);
  await page.locator('body').press('ArrowLeft');
  await addressHas(page, 'at', '0');
  await says(page, 'Black wins in 3');
  await page.locator('body').press('ArrowRight');
  await addressHas(page, 'at', null);
});

test('a move is typed, and one that is illegal is explained', async t => {
  const page = await open(t);
  await settled(page);
  await page.getByLabel('Type a move').fill('b1-b2');
  await page.keyboard.press('Enter');
  await page.locator('.reason', { hasText: '2 stones stand on file b, so b1 moves 2 squares' }).waitFor();
  await page.getByLabel('Type a move').fill(LINE[0].move);
  await page.keyboard.press('Enter');
  await addressHas(page, 'moves', LINE[0].move);
});

test('perfect play answers, and moves are taken back', async t => {
  const page = await open(t);
  await settled(page);
  await page.getByRole('group', { name: 'Who plays' }).getByRole('combobox', { name: 'White' }).selectOption({ label: 'Perfect play' });
  await square(page, 'b1').click();
  await square(page, 'b3').click();
  await page.waitForFunction(() => (new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').includes(','));
  await says(page, 'Black wins in 1');
  await page.getByRole('button', { name: 'Take back' }).click();
  await says(page, 'Black wins in 3');
  assert.ok(!inAddress(page, 'moves'));
});
