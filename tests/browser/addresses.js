// Addresses: they hold all of a game, nothing is lost on the way back, and one that names nothing is told so.

import assert from 'node:assert/strict';

import { addressHas, inAddress, open, says, settled, square, test } from './harness.js';

const START = '1xx1/o2o/o2o/1xx1_x';

const player = (page, side) => page.getByRole('group', { name: 'Who plays' }).getByRole('combobox', { name: side });

test('a reload keeps the game, the opponent and how well that one plays', async t => {
  const page = await open(t);
  await settled(page);
  await player(page, 'White').selectOption('perfect:25');
  await addressHas(page, 'white', 'perfect:25');
  await square(page, 'b1').click();
  await square(page, 'b3').click();
  await page.waitForFunction(() => (new URLSearchParams(location.hash.split('?')[1]).get('moves') ?? '').includes(','));
  const moves = inAddress(page, 'moves');
  await page.reload();
  await settled(page);
  assert.equal(await player(page, 'White').inputValue(), 'perfect:25');
  assert.equal(await player(page, 'Black').inputValue(), 'person');
  assert.equal(inAddress(page, 'moves'), moves);
  // A link names an opponent, at any level.
  const invited = await open(t, '#/board?board=4x4&black=perfect:7');
  await addressHas(invited, 'black', 'perfect:7');
  assert.match(await player(invited, 'Black').locator('option:checked').textContent(), /errs in 7 %/);
});

test('the editor changes nothing before a square is changed, and back leads to the whole game', async t => {
  const page = await open(t, `#/board?rules=club&start=${START}&moves=b1-d1,a2-a4,d1-b1&at=2`);
  await settled(page);
  const address = page.url();
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.click();
  await page.getByText('A click sets a stone').waitFor();
  await square(page, 'd4').hover();
  await page.getByText('A click sets a stone').waitFor();
  await edit.click();
  assert.equal(page.url(), address);
  await edit.click();
  for (const name of ['b2', 'c2']) await square(page, name).click();
  await addressHas(page, 'moves', null);
  await page.goBack();
  await addressHas(page, 'moves', 'b1-d1,a2-a4,d1-b1');
  assert.equal(page.url(), address);
});

test('an address that names nothing is told so', async t => {
  const page = await open(t, '#/nosuch', { statuses: [400] });
  const notice = words => page.locator('#trouble', { hasText: words }).waitFor();
  await notice('There is no view nosuch');
  await says(page, 'Black wins in 3');
  const go = hash => page.evaluate(to => { location.hash = to; }, hash);
  await go('#/problems?suite=nosuch');
  await notice('There is no suite nosuch');
  await go('#/problems?suite=4x4-mover-pass&n=999');
  await notice('There is no problem 999 in 4x4-mover-pass, which has 40');
  await go('#/board?board=4x4&white=nobody');
  await notice('There is no player nobody');
  await go('#/tables?rules=mover-pass&board=4x4&material=9v9');
  await page.getByText('There is no table of 9v9 on 4x4').waitFor();
  await page.locator('#trouble:empty').waitFor({ state: 'attached' });
  await go('#/tables?rules=chess&board=4x4');
  await notice('chess');
});

test('the window says which view and position it shows, and a view leads back to what it showed', async t => {
  const page = await open(t, `#/board?rules=club&start=${START}&moves=b1-d1`);
  const titled = words => page.waitForFunction(text => document.title.startsWith(text), words);
  await titled('4x4, 1. b1-d1');
  await page.getByRole('link', { name: 'Tables' }).click();
  await titled('Tables of 4x4 under mover-pass');
  await page.getByRole('link', { name: 'Problems' }).click();
  await titled('Problem 1 of');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await titled('4x4, 1. b1-d1');
});
