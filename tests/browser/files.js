// Pages that loa writes into files: accessible and no wider than the window, on a phone, a tablet
// and a screen, in light and dark. The pictures page-judge.png and page-review.png are those of
// docs/playing.md: docs/pictures/judge.png and game.png.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { PICTURES, PROGRAM, inspect, newFolder, open, testOfServer } from './harness.js';

const folder = newFolder();
// The engine is named without its folder, as people see it in pictures.
const env = { ...process.env, PATH: `${dirname(resolve(PROGRAM))}:${process.env.PATH}` };

const game = `${folder}/game`;
writeFileSync(game, `start 4x4
b1-b3 a2-c2 b4xd2 a3-a2 c1-d1 a2-a3 d1-c1 a3-a2 b3-b4 c2-b3 b4-a3 a2-b1 a3-a2 b3-a4 a2-c2 b1-b2
c1-d1 b2-c1 c4xa4 c1-b2 a4-a3 b2-b3 a3-b4 b3-a2 d2xa2
`);

const PAGES = {
  judge: ['judge', 'loa engine --no-tables', '4x4', '--depth', '1', '--positions', '40', '--play', '2', '--html'],
  review: ['review', game, '--rules', 'misere', '--html'],
  suite: ['suite', 'show', 'data/suites/4x4-mover-pass.suite', '--html'],
  certificate: ['proof', 'page', 'data/proofs/5x5.proof', '--html'],
};

/** Returns the words and figures in cells that are broken in two. */
const broken = cells => cells.map(cell => cell.textContent.trim()).filter((text, index) => {
  const range = document.createRange();
  range.selectNodeContents(cells[index]);
  return text && !/[ -]/.test(text) && new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
});

for (const [name, words] of Object.entries(PAGES)) {
  testOfServer(`the file of ${name} is accessible and fits, light and dark`, async t => {
    const file = `${name}.html`;
    // An engine that errs is reported with status 3.
    const { status, stderr } = spawnSync(PROGRAM, [...words, `${folder}/${file}`], { env });
    assert.ok([0, 3].includes(status), String(stderr));
    const page = await open(t, file, { at: { address: `file://${folder}` } });
    const unfold = details => page.evaluate(which =>
      document.querySelectorAll(which).forEach(one => { one.open = true; }), details);
    await unfold('main > details');
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await inspect(page, `file-${name}-${colorScheme}`);
    }
    await unfold('details');
    for (const width of [1400, 800, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels wider than a window of ${width}`);
      assert.deepEqual(await page.locator('th, td').evaluateAll(broken), []);
      if (width === 800) await page.screenshot({ path: join(PICTURES, `page-${name}.png`) });
    }
  });
}
