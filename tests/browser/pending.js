// What is said when: a move is drawn at once, no answer stays beside the position of another, and
// an illegal move is explained where it was made.

import assert from 'node:assert/strict';
import { headline, open, says, serve, settled, square, test } from './harness.js';

test('a move is drawn at once, and what is not known yet is pending', async t => {
  const own = await serve();
  const page = await open(t, '', { at: own });
  assert.equal(await headline(page), 'Black wins in 3');
  await page.getByText('Black to move').first().waitFor();
  await page.route('**/api/**', async route => {
    await new Promise(resolve => { setTimeout(resolve, 1500); });
    await route.continue().catch(() => {});
  });
  await square(page, 'b1').click();
  await square(page, 'b3').click();
  await page.waitForTimeout(300);
  assert.ok(await square(page, 'b3').locator('.stone.x').isVisible());
  assert.equal(await page.locator('.board .turn').textContent(), 'White to move');
  assert.equal(await page.locator('.verdict').getAttribute('aria-busy'), 'true');
  assert.equal(await page.locator('.verdict h2').textContent(), 'White to move');
  assert.equal(await page.locator('.moves [data-move]').count(), 0);
  await says(page, 'White loses in 2');
  // A server that goes leaves nothing of the position before.
  await page.unroute('**/api/**');
  await own.stop();
  await square(page, 'a2').click();
  await square(page, 'a4').click();
  await page.getByRole('alert').getByText('The server does not answer').waitFor();
  await page.getByText('No answer has come.').waitFor();
  assert.equal(await page.locator('.moves [data-move]').count(), 0);
  await page.getByRole('link', { name: 'Tables' }).click();
  await page.getByRole('alert').getByText('The server does not answer').waitFor();
});

test('an illegal move is explained at the board, by click and by drag', async t => {
  const page = await open(t);
  await settled(page);
  const reason = page.locator('.board .reason');
  await square(page, 'b1').click();
  await square(page, 'b2').click();
  await reason.getByText('2 stones stand on file b, so b1 moves 2 squares').waitFor();
  await square(page, 'b1').click();
  assert.equal(await reason.textContent(), '');
  await square(page, 'b1').dragTo(square(page, 'a4'));
  await reason.getByText('do not lie on one rank, file or diagonal').waitFor();
});
