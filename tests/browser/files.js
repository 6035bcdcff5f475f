// The page that loa judge writes to a file: accessible and no wider than the window, on a phone, a
// tablet and a desktop, in light and dark. docs/playing.md shows the picture
// page-judge.png, which PICTURES requests, as docs/pictures/judge.png.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';

import { PROGRAM, inspect, newFolder, open, picture, testOfServer } from './harness.js';

const folder = newFolder();
// Pictures show the engine's name without its folder.
const env = { ...process.env, PATH: `${dirname(resolve(PROGRAM))}:${process.env.PATH}` };

const PAGES = {
	judge: ['judge', 'loa engine --no-tables', '4x4', '--depth', '1', '--positions', '40', '--play', '2', '--html'],
};

/** Returns the words and numbers that cells break in two. */
const broken = cells =>
	cells
		.map(cell => cell.textContent.trim())
		.filter((text, index) => {
			const range = document.createRange();
			range.selectNodeContents(cells[index]);
			return (
				text && !/[ -]/.test(text) && new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
			);
		});

for (const [name, words] of Object.entries(PAGES)) {
	testOfServer(`the file of ${name} is accessible and fits, light and dark`, async t => {
		const file = `${name}.html`;
		// The report on an engine that errs has status 3.
		const { status, stderr } = spawnSync(PROGRAM, [...words, `${folder}/${file}`], { env });
		assert.ok([0, 3].includes(status), String(stderr));
		const page = await open(t, file, { at: { address: `file://${folder}` } });
		const unfold = details =>
			page.evaluate(
				which =>
					document.querySelectorAll(which).forEach(one => {
						one.open = true;
					}),
				details,
			);
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
			if (width === 800) await picture(page, `page-${name}`);
		}
	});
}
