// A server, a browser, and pages whose errors fail every test.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';

import { launch } from './chromium.js';
import { host } from './folder.js';

export const PROGRAM = process.env.LOA ?? 'target/debug/loa';
const { PICTURES } = process.env;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** True if the page is in a folder of files, with the program as WebAssembly and no server. */
export const IN_FOLDER = Boolean(process.env.IN_FOLDER);

/** The accessibility standard of every view. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The number of tests that run at a time. */
const TOGETHER = 3;

/** The time limit for every step, with a margin for busy machines. */
export const PATIENCE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'loa-browser-'));
const servers = [];
if (PICTURES) mkdirSync(PICTURES, { recursive: true });

/** Starts a server for a folder of tables. */
async function started(tables) {
	// Half of the threads think, one for each test that runs at a time; otherwise the server refuses a question.
	const threads = String(Math.min(2 * TOGETHER, 4 * availableParallelism()));
	const words = ['serve', '--listen', '127.0.0.1:0', '--json', '--tables', tables, '--threads', threads];
	const child = spawn(PROGRAM, words, {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	servers.push(child);
	const [line] = await Promise.race([
		new Promise(resolve => createInterface(child.stdout).once('line', text => resolve([text]))),
		new Promise((_, reject) => child.once('error', reject)),
		new Promise((_, reject) => child.once('exit', code => reject(new Error(`${PROGRAM} ended with status ${code}`)))),
	]);
	return {
		address: JSON.parse(line).listening,
		stop: () =>
			new Promise(resolve => {
				child.once('exit', resolve);
				child.kill('SIGTERM');
			}),
	};
}

/** Returns an empty folder. */
export const newFolder = () => mkdtempSync(join(folder, 'new-'));

/** Writes a folder with the page, the program and a folder's tables. */
export function writeSite(tables, ...options) {
	const site = newFolder();
	execFileSync(PROGRAM, ['site', site, '--tables', tables, '--quiet', ...options], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	return site;
}

/** Serves the page with the tables of a folder, `none` by default: 4x4 is built in. The page is at `address`, and
 *  the API at `api`. */
export async function serve(tables = join(folder, 'none')) {
	const server = await started(tables);
	if (!IN_FOLDER) return { ...server, api: server.address };
	const shown = await host(writeSite(tables));
	return { ...shown, api: server.address, stop: () => Promise.all([server.stop(), shown.stop()]) };
}

const browser = await launch();
export const server = await serve();

const tests = [];

/** Adds a test of a feature that needs a server. */
export const testOfServer = (name, run) => IN_FOLDER || test(name, run);

/** Adds a test. Tests whose names match none of the words on the command line are left out. */
export function test(name, run) {
	const words = process.argv.slice(2);
	if (words.length === 0 || words.some(word => name.includes(word))) tests.push([name, run]);
}

/** Runs all tests, then stops the browser and the servers. */
export function runAll() {
	describe(IN_FOLDER ? 'the page of loa site' : 'the page of loa serve', { concurrency: TOGETHER }, () => {
		after(async () => {
			await browser.close();
			for (const child of servers) child.kill('SIGKILL');
			rmSync(folder, { recursive: true, force: true });
		});
		for (const [name, run] of tests) it(name, run);
	});
}

/** Asks the server like the page. */
export async function ask(path, question = {}, { api } = server) {
	const answer = await fetch(`${api}/api/${path}?${new URLSearchParams(question)}`);
	assert.equal(answer.status, 200, path);
	return answer.json();
}

/** The options of a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A board whose tables are built in. */
const SOLVED = '#/board?board=4x4';

/** The pages that earlier tests have left, by the options that a page cannot change. A new browser context costs more
 *  than most tests. */
const left = new Map();

/** Returns a page in a new browser context with these options. */
async function newPage(options, prepare) {
	const context = await browser.newContext({ serviceWorkers: 'block', ...options });
	if (IN_FOLDER)
		await context.route('**/page/carrier.js', route =>
			route.fulfill({ contentType: 'text/javascript', body: CARRIER }),
		);
	context.setDefaultTimeout(PATIENCE);
	await prepare?.(context);
	return context.newPage();
}

/** Takes a page that another test has left; for a test that needs no load, a loaded page first. */
function take(key, isLoaded) {
	const pages = left.get(key) ?? [];
	const at = pages.findIndex(page => isLoaded === isAtHelp(page));
	return pages.splice(at < 0 ? 0 : at, 1)[0];
}

const isAtHelp = page => page.url() === `${server.address}/#/help`;

/** Leaves a page to other tests, with nothing of this test but cached files, and the loaded modules if `isLoaded`. */
async function leave(page, key, isLoaded) {
	page.removeAllListeners();
	await page.unrouteAll({ behavior: 'ignoreErrors' });
	const isChanged = await page.evaluate(() => {
		const { length } = localStorage;
		localStorage.clear();
		const explored = document.querySelector('[data-view="board"]').href;
		const hasOtherRules = [location.href, explored].some(href => /rules=(?!club\b)/.test(href));
		return length > 0 || hasOtherRules || Boolean(document.querySelector('details[open]'));
	});
	// A loaded page would remember what it has stored or opened, and the rules.
	await (isLoaded && !isChanged ? go(page, '#/help') : page.goto('about:blank'));
	left.set(key, [...(left.get(key) ?? []), page]);
}

/** Opens the page for a test, by default in Explore with 4x4. At the end, no question may have gone to another host,
 *  thrown an error, or failed with an unexpected status. `prepare` runs before the first question, on the page, or on
 *  its context if it is new. With `isNew`, by default with `prepare`, the page has no cached files. With `isLoaded`,
 *  only the address changes if another such test has left a page: for tests that do not depend on a load. */
export async function open(
	test,
	hash = SOLVED,
	{ at = server, statuses = [], prepare, isNew = Boolean(prepare), isLoaded = false, ...given } = {},
) {
	const { viewport = { width: 1280, height: 900 }, colorScheme = null, ...fixed } = given;
	const options = { reducedMotion: 'reduce', ...fixed };
	// What another server has stored would stay.
	const isKept = !isNew && at === server;
	const key = JSON.stringify(options);
	const page =
		(isKept && take(key, isLoaded)) ||
		(await newPage({ viewport, colorScheme, ...options }, isKept ? undefined : prepare));
	if (isKept) await prepare?.(page);
	await page.setViewportSize(viewport);
	await page.emulateMedia({ colorScheme, reducedMotion: options.reducedMotion });
	const faults = [];
	page.on('pageerror', error => faults.push(`thrown: ${error.stack}`));
	page.on('console', message => {
		// The browser itself logs a status that the test expects.
		const isStatus = /Failed to load resource/.test(message.text());
		if (message.type() === 'error' && !isStatus) faults.push(`console: ${message.text()}`);
	});
	page.on('request', request => {
		if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${at.address}/`))
			faults.push(`asked: ${request.url()}`);
	});
	page.on('response', response => {
		if (response.status() >= 400 && !statuses.includes(response.status()))
			faults.push(`${response.status()}: ${response.url()}`);
	});
	test.after(async () => {
		const close = () => page.context().close();
		// A page that shows nothing of the server cannot be emptied.
		// A question that may fail could do so in the next test.
		const isQuiet = isLoaded && statuses.length === 0;
		await (isKept && test.passed ? leave(page, key, isQuiet).catch(close) : close());
		assert.deepEqual(faults, []);
	});
	if (!isLoaded && isAtHelp(page)) await page.goto('about:blank');
	if (isLoaded) await go(page, hash);
	else await page.goto(`${at.address}/${hash}`);
	return page;
}

/** Goes to an address of the page, without a load if the page is there, and waits for the view. */
export async function go(page, hash) {
	await page.goto(`${server.address}/${hash}`);
	await page.locator('main:not([aria-busy])').waitFor({ state: 'attached' });
}

/** Presses a button of the menu under the board. */
export async function more(page, name) {
	await page.getByRole('button', { name: 'More' }).click();
	await page.getByRole('group', { name: 'More' }).getByRole('button', { name }).click();
	await page.keyboard.press('Escape');
}

/** Shows the controls of records, which a phone has in a separate tab. */
export async function unfold(page) {
	const share = page.getByRole('button', { name: 'share', exact: true });
	if (await share.isVisible()) await share.click();
	if (!(await page.locator('.sharing').evaluate(one => one.open))) await page.getByText('Open, save, share').click();
}

/** The module that sends questions in a folder, where a test cannot hold requests back: unchanged except for
 *  what the test holds back and answers. */
const CARRIER = `import * as real from './carrier.js?real';
export const { isServer, whole, about } = real;
export async function carry(method, address, body) {
  if (address.startsWith('api/' + globalThis.held)) await new Promise(resolve => { globalThis.waiting.push(resolve); });
  const reply = await real.carry(method, address, body);
  (globalThis.answered ??= []).push(address);
  return reply;
}
export async function* events(address, signal) {
  if (globalThis.thought) yield globalThis.thought;
  else yield* real.events(address, signal);
}`;

/** Replaces the engine's answer about every position by these moves, best first. */
export const thinks = (...moves) => ({
	// A script for all loads cannot be taken back.
	isNew: IN_FOLDER,
	prepare: target => {
		const rated = moves.map(move => ({
			category: null,
			plies: null,
			bound: false,
			score: null,
			level: false,
			basis: move.category ? 'search' : 'estimate',
			line: [],
			...move,
		}));
		const event = {
			...rated[0],
			moves: rated,
			over: null,
			missing: { error: 'no table', status: 5, kind: 'missing-table' },
		};
		if (IN_FOLDER)
			return target.addInitScript(thought => {
				globalThis.thought = thought;
			}, event);
		return target.route('**/api/analysis*', route =>
			route.fulfill({
				contentType: 'text/event-stream',
				body: `data: ${JSON.stringify(event)}\n\n`,
			}),
		);
	},
});

/** Holds back every answer to a question whose address begins with `words`. Returns a function that lets them go. */
export async function hold(page, words) {
	if (IN_FOLDER) {
		await page.evaluate(held => Object.assign(globalThis, { held, waiting: [] }), words);
		return () =>
			page.evaluate(() => {
				globalThis.held = undefined;
				for (const resume of globalThis.waiting) resume();
			});
	}
	const addresses = `**/api/${words}*`;
	const waiting = [];
	let isOver = false;
	// The page may have given the question up.
	const resume = route => route.continue().catch(() => {});
	await page.route(addresses, route => (isOver ? resume(route) : waiting.push(route)));
	return async () => {
		isOver = true;
		await Promise.all(waiting.map(resume));
	};
}

/** Waits for the next answer to a question whose address contains `words`. */
export async function answerTo(page, words) {
	if (!IN_FOLDER) return page.waitForResponse(response => response.url().includes(`/api/${words}`));
	await page.evaluate(() => {
		globalThis.answered = [];
	});
	return page.waitForFunction(part => globalThis.answered.some(address => address.includes(`api/${part}`)), words);
}

/** Waits for the verdict on the position in view. */
export async function settled(page) {
	await page.locator('.verdict h2').waitFor();
	await page.waitForFunction(() => !document.querySelector('.verdict[aria-busy="true"]'));
}

/** Returns the headline on the position in view. */
export async function headline(page) {
	await settled(page);
	return page.locator('.verdict h2').textContent();
}

/** Waits for this headline. */
export const says = (page, words) => page.locator('.verdict h2', { hasText: words }).waitFor();

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/** Returns the squares of a move. */
export const squaresOf = move => move.split(/[-x]/);

/** Returns a named part of the address. */
export const inAddress = (page, name) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get(name);

/** Waits until a named part of the address has a value. */
export const addressHas = (page, name, value) =>
	page.waitForFunction(
		([name, value]) => new URLSearchParams(location.hash.split('?')[1]).get(name) === value,
		[name, value],
		{ timeout: PATIENCE },
	);

/** The rules of the standard that depend on colours. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Saves a picture of the page, if PICTURES names a folder for it. */
export async function picture(page, name, options) {
	if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), ...options });
}

/** Fails if a view violates the accessibility standard, or these rules of it. */
export async function inspect(page, name, rules = STANDARD) {
	if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
	const found = await page.evaluate(async runOnly => {
		// Descriptions of what passes cost more than the check.
		const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ['violations'] });
		return violations.map(
			({ id, help, nodes }) =>
				`${id}: ${help}: ${nodes
					.map(node => node.html)
					.slice(0, 3)
					.join(' ')}`,
		);
	}, rules);
	await picture(page, name, { fullPage: true });
	assert.deepEqual(found, [], name);
}
