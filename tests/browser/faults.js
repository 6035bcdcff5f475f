// When something is missing or broken, the page says so and how to mend it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newFolder, open, says, serve, settled, square, test } from './harness.js';

test('a missing table is named with the command that makes it, and the engine estimates', async t => {
  const page = await open(t, '#/board?rules=misere&board=5x5', { statuses: [404] });
  await settled(page);
  await page.locator('.verdict', { hasText: 'loa solve 5x5 --rules mover-pass-misere' }).waitFor();
  await page.locator('.verdict', { hasText: 'An estimate' }).waitFor();
});

test('a certificate gives a bound where there is no table', async t => {
  const page = await open(t, '#/board?rules=club&board=6x5', { statuses: [404] });
  await says(page, 'Black wins within 17');
  await page.locator('.verdict', { hasText: 'a bound, not the distance' }).waitFor();
});

test('a certificate answers for the same game turned, and says so', async t => {
  const start = '1xxx1/o3o/o3o/o3o/o3o/1xxx1_o';
  const page = await open(t, `#/board?rules=club&start=${start}`, { statuses: [404] });
  await says(page, 'White wins within 17');
  await page.locator('.verdict', { hasText: 'of 6x5: the same game with files and ranks and the colours exchanged' }).waitFor();
});

test('a damaged table is named', async t => {
  const tables = newFolder();
  const folder = join(tables, 'mover-pass', '4x4');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '4v4.loa'), 'no table');
  const damaged = await serve(tables);
  const page = await open(t, '', { at: damaged, statuses: [404, 500] });
  await page.getByText('4v4.loa').first().waitFor();
  await page.goto(`${damaged.address}/#/tables`);
  await page.getByText('4v4.loa').first().waitFor();
});

test('a server that was stopped is missed, and found again', async t => {
  const stopped = await serve();
  const page = await open(t, '', { at: stopped });
  await says(page, 'Black wins in 3');
  await stopped.stop();
  await square(page, 'b1').click();
  await square(page, 'b3').click();
  await page.getByRole('alert').getByText('The server does not answer').waitFor();
  await page.getByRole('alert').getByText('loa serve').waitFor();
});
