// Takes the picture of README anew: `TABLES=FOLDER node pictures.js`, where the folder has all tables of 5x5. The
// picture shows a picked-up stone with the value of each landing, the verdict, and the chart of a game with mistakes.

import { join } from 'node:path';

import { open, runAll, serve, settled, test } from './harness.js';

const MOVES = 'b1-d3,a3xd3,c1-c3,e2-e5,c3-b4,a4-c2,b5xd3,e5-d4,d3-c4,a2-b1,d1xd4';
/** The number of moves before the position in view. */
const PLACE = 8;
const STONE = 'd1';

test('the picture of README', async t => {
	const at = await serve(process.env.TABLES);
	const hash = `#/board?board=5x5&rules=club&moves=${encodeURIComponent(MOVES)}&at=${PLACE}`;
	const page = await open(t, hash, { at, colorScheme: 'light', viewport: { width: 1400, height: 860 } });
	await settled(page);
	await page.locator('.turning').first().waitFor();
	await page.locator(`[data-square=${STONE}]`).click();
	await page.mouse.move(5, 855);
	await page.screenshot({ path: join(import.meta.dirname, '../../docs/pictures/review.png') });
});

runAll();
