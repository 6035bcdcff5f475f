// Tests of the package in node, run by .ci/web. The variable LOA names the program, and TABLES a folder. Each
// RULES=FILE names a list of positions.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { host } from '../../tests/browser/folder.js';
import { LoaError, open } from './index.mjs';

const { LOA, TABLES, PROGRAM, LISTS } = process.env;
const program = await WebAssembly.compile(readFileSync(PROGRAM));
const lists = LISTS.split(' ').map(list => list.split('='));
const folder = mkdtempSync(join(tmpdir(), 'loa-web-'));
after(() => rmSync(folder, { recursive: true }));
execFileSync(LOA, ['site', join(folder, 'site'), '--tables', TABLES, '--program', PROGRAM, '--quiet']);

const address = (path, question) => `/api/${path}?${new URLSearchParams(question)}`;

/** Opens a folder of `loa site` on a host until the end of a test. */
async function opened(t, site, { ranges = true, ...options } = {}) {
	const at = await host(site, { ranges });
	const loa = await open(`${at.address}/`, { program, ...options });
	t.after(async () => {
		loa.close();
		await at.stop();
	});
	return { loa, at };
}

/** Returns a copy of the site with a changed table. */
function changed(path, change) {
	const site = mkdtempSync(join(folder, 'changed-'));
	cpSync(join(folder, 'site'), site, { recursive: true });
	change(join(site, path));
	return site;
}

test('positions at random have the JSON of loa probe and of loa serve', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const server = spawn(LOA, ['serve', '--listen', '127.0.0.1:0', '--json', '--tables', TABLES], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	t.after(() => server.kill());
	const [line] = await new Promise(resolve => createInterface(server.stdout).once('line', text => resolve([text])));
	const { listening } = JSON.parse(line);
	let count = 0;
	for (const [rules, file] of lists) {
		const input = readFileSync(file, 'utf8');
		const probed = execFileSync(LOA, ['probe', '--stdin', '--tables', TABLES, '--rules', rules], {
			input,
			encoding: 'utf8',
			maxBuffer: 1 << 30,
		});
		const positions = input.trim().split('\n');
		const expected = probed.trim().split('\n');
		for (const [place, position] of positions.entries()) {
			const asked = address('probe', { position, rules });
			const { status, body } = await loa.ask('GET', asked);
			assert.equal(status, 200, body);
			const served = await (await fetch(listening + asked)).text();
			assert.equal(served, expected[place], position);
			// A page knows only the digests of small tables, which it fetches as a whole.
			const isWhole = file.endsWith('4x4') || body.includes('"basis":"verified"');
			assert.equal(body, isWhole ? served : served.replace('"basis":"verified"', '"basis":"tables"'), position);
			count++;
		}
	}
	t.diagnostic(`${count} positions`);
});

test('values, lines, moves, the engine and events come from a call each', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const start = { position: 'start 4x4' };
	for (const call of ['probe', 'line', 'moves']) {
		assert.deepEqual(await loa[call](start.position), JSON.parse((await loa.ask('GET', address(call, start))).body));
	}
	const tournament = await loa.probe('start 4x4', { rules: 'tournament' });
	assert.equal(tournament.rules, 'draw-pass');
	assert.equal((await loa.engine('start 4x4')).basis, 'verified');
	const estimate = await loa.engine('start 8x8', { ms: 50 });
	assert.ok(estimate.basis === 'estimate' && estimate.moves[0].depth > 0, JSON.stringify(estimate));
	let depth = 0;
	for await (const { moves, checking } of loa.follow(address('analysis', { position: 'start 7x7', ms: 100 }))) {
		depth = moves[0].depth ?? 0;
		assert.equal(checking, undefined);
	}
	assert.ok(depth > 0);
	// A position of a table waits for no certificate, so its answers end.
	let last;
	for await (const answer of loa.follow(address('analysis', start))) last = answer;
	assert.deepEqual([last.basis, last.checking], ['verified', undefined]);
	await assert.rejects(
		loa.probe('1xx1/o2q x'),
		error => error instanceof LoaError && error.status === 400 && error.kind === 'usage' && error.character === 8,
	);
});

test('an engine that thinks is stopped, and the next question is answered', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const stopped = new AbortController();
	const thinking = loa.engine('start 8x8', { ms: 1000, signal: stopped.signal });
	setTimeout(() => stopped.abort(), 50);
	await assert.rejects(thinking, { name: 'AbortError' });
	assert.ok((await loa.engine('start 8x8', { ms: 20 })).moves.length);
});

test('leaving the loop of follow ends its search and no other', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const asked = address('analysis', { position: 'start 8x8', ms: 60_000 });
	const first = async signal => {
		for await (const { moves } of loa.follow(asked, signal)) return moves.length;
		return 0;
	};
	const began = performance.now();
	for (let time = 0; time < 2; time++) assert.ok((await first()) > 0);
	// The second search waits until the first has ended.
	assert.ok((await Promise.all([first(), first()])).every(moves => moves > 0));
	await assert.rejects(first(AbortSignal.abort()), { name: 'AbortError' });
	assert.ok(performance.now() - began < 50_000);
	const probe = address('probe', { position: 'start 4x4' });
	await assert.rejects(loa.follow(probe).next(), { name: 'LoaError', kind: 'usage', message: /no events: ask it/ });
});

test('a certificate is checked once, although the first question about it is left', async t => {
	const threads = process.getBuiltinModule('node:worker_threads');
	const { Worker } = threads;
	let workers = 0;
	threads.Worker = class extends Worker {
		constructor(...settings) {
			super(...settings);
			workers++;
		}
	};
	t.after(() => Object.assign(threads, { Worker }));
	const { loa } = await opened(t, join(folder, 'site'));
	const follow = position => loa.follow(address('analysis', { position, effort: 'proofs' }));
	for await (const { checking } of follow('start 6x6')) {
		assert.equal(checking, 'built-in 6x6');
		break;
	}
	let last;
	for await (const known of follow('1xxxx1/5o/o4o/ox3o/o4o/o1xxx1 x')) last = known;
	assert.deepEqual([last.certificate.name, last.category, last.checking], ['built-in 6x6', 'win', undefined]);
	assert.equal(workers, 1);
});

test('a folder is opened by its address or its path, with a slash at its end or without', async t => {
	const site = join(folder, 'site');
	const at = await host(site);
	t.after(() => at.stop());
	const asked = address('probe', { position: '5/1o1xx/5/ox3 x' });
	const { status, body: expected } = await (await opened(t, site)).loa.ask('GET', asked);
	assert.equal(status, 200);
	for (const source of [
		at.address,
		`${at.address}/index.json`,
		pathToFileURL(site),
		pathToFileURL(`${site}/`),
		site,
		`${site}/`,
		relative(process.cwd(), site),
	]) {
		const loa = await open(source, { program });
		assert.deepEqual(await loa.ask('GET', asked), { status: 200, body: expected }, String(source));
		loa.close();
	}
	const broken = await open(changed('tables/mover-pass/5x4/3v2.loa', rmSync), { program });
	assert.equal((await broken.ask('GET', asked)).status, 404);
	broken.close();
});

test('a record is sent as text, or as the bytes of a file in any encoding', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const record = (encoding, name) => `(;GM[9]SZ[4]CA[${encoding}]PB[${name}];B[b1-b3])`;
	const bytes = text => new Blob([Uint8Array.from(text, letter => letter.charCodeAt(0))]);
	for (const [body, name] of [
		[`\ufeff${record('Shift_JIS', 'Ren\u00e9e')}`, 'Ren\u00e9e'],
		[new Blob([record('koi8-r', 'Ren\u00e9e')]), 'Ren\u00e9e'],
		[bytes(record('ISO-8859-1', 'Ren\u00e9e')), 'Ren\u00e9e'],
		[bytes(record('unheard-of', 'Ren\u00e9e')), 'Ren\u00e9e'],
		[bytes(record('ISO-8859-7', '\u00c1')), '\u0391'],
		[bytes(record('Shift_JIS', '\u0083\u005d')), '\u30be'],
	]) {
		const reply = await loa.ask('POST', '/api/review', body);
		assert.equal(JSON.parse(reply.body).black, name);
	}
});

test('a review searches for proofs before it marks a move', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const game = '8/o1x1xx2/1oxox3/3o4/1xxx4/o3o3/7x/7o o\nh1-e4';
	const { body } = await loa.ask('POST', '/api/review?depth=4', game);
	const [{ mark, played }] = JSON.parse(body).moves;
	assert.deepEqual([mark, played.category, played.plies, played.bound], ['??', 'loss', 6, true]);
});

test('no limit of a server shortens the time of the engine', async t => {
	const { loa } = await opened(t, join(folder, 'site'));
	const began = performance.now();
	// At least half of the time is used.
	assert.ok((await loa.engine('start 8x8', { ms: 2600 })).moves.length);
	assert.ok(performance.now() - began > 1200);
});

test('what is closed answers no more, and node ends when nothing is asked', async () => {
	const loa = await open(undefined, { program });
	const pending = loa.probe('start 4x4');
	loa.close();
	await assert.rejects(pending, /were closed/);
	for (const call of ['probe', 'engine']) await assert.rejects(loa[call]('start 4x4'), /are closed: open them again/);
	const script = ending => `const { open } = await import(${JSON.stringify(import.meta.resolve('./index.mjs'))});
    const loa = await open(undefined, { program: require('node:fs').readFileSync(${JSON.stringify(PROGRAM)}) });
    await loa.engine('start 6x6', { ms: 20 });
    console.log((await loa.probe('start 4x4')).plies);
    ${ending}`;
	for (const ending of ['', 'loa.close();', "loa.close(); await loa.probe('start 4x4').catch(() => {});"]) {
		const said = execFileSync(process.execPath, ['-e', `(async () => {${script(ending)}})()`], {
			encoding: 'utf8',
			timeout: 120_000,
		});
		assert.equal(said, '3\n', ending);
	}
});

test('an incomplete package is refused', () => {
	const files = mkdtempSync(join(folder, 'package-'));
	const { files: named } = JSON.parse(readFileSync(new URL('package.json', import.meta.url)));
	for (const file of ['package.json', 'prepack.mjs']) cpSync(new URL(file, import.meta.url), join(files, file));
	const check = () => execFileSync(process.execPath, ['prepack.mjs'], { cwd: files, stdio: 'pipe', encoding: 'utf8' });
	for (const file of [...named, 'README.md']) {
		assert.throws(check, ({ status, stderr }) => status === 1 && stderr.includes(file), file);
		writeFileSync(join(files, file), '');
	}
	check();
});

/** The bytes of tables of 5x4. */
const bytesOf = names => names.map(name => readFileSync(join(TABLES, `mover-pass/5x4/${name}.loa`)));

test('tables are opened from their bytes', async () => {
	const [table] = bytesOf(['2v2']);
	const position = 'x3o/5/5/o3x x';
	const expected = execFileSync(LOA, ['probe', position, '--value', '--json', '--tables', TABLES], {
		encoding: 'utf8',
	});
	for (const source of [table, [new Uint8Array(table).buffer]]) {
		const loa = await open(source, { program });
		assert.equal((await loa.ask('GET', address('value', { position }))).body, expected.trim());
		loa.close();
	}
});

test('a source that cannot be read is refused by open, with its kind', async () => {
	const [table] = bytesOf(['2v2']);
	const other = mkdtempSync(join(folder, 'other-'));
	writeFileSync(join(other, 'index.json'), '<!doctype html>');
	for (const [source, kind, words] of [
		[new Uint8Array(10), 'damaged', /^the table is not a table/],
		[table.subarray(0, 100), 'damaged', /^the table/],
		[[table, new ArrayBuffer(10)], 'damaged', /^the table is not a table/],
		[5, 'usage', /open takes .* Uint8Array or ArrayBuffer, not 5/],
		[{}, 'usage', /open takes/],
		[[table, 'table.loa'], 'usage', /open takes/],
		['http://', 'usage', /'http:\/\/' is not the address of a folder/],
		[join(other, 'nothing'), 'failed', /nothing\/index.json: there is no such file/],
		['http://127.0.0.1:1/', 'failed', /index.json: it cannot be read/],
		[other, 'failed', /index.json is not from a folder that loa site has written/],
	]) {
		await assert.rejects(open(source, { program }), error => {
			assert.ok(error instanceof LoaError && String(error).startsWith('LoaError: '), error);
			assert.equal(error.kind, kind, error.message);
			assert.match(error.message, words);
			return true;
		});
	}
});

test('a host that sends whole files answers the same, and says so before', async t => {
	const notices = [];
	const [plain, whole] = [
		await opened(t, join(folder, 'site')),
		await opened(t, join(folder, 'site'), { ranges: false, notice: notice => notices.push(notice) }),
	];
	const [rules, file] = lists.at(-1);
	for (const position of readFileSync(file, 'utf8').trim().split('\n').slice(0, 20)) {
		const asked = address('probe', { position, rules });
		assert.deepEqual(await whole.loa.ask('GET', asked), await plain.loa.ask('GET', asked));
	}
	assert.ok(notices.length > 0 && notices.every(({ kind, bytes }) => kind === 'whole-file' && bytes > 82_944));
});

/** Returns the error message of loa about a folder of tables, without the paths of files. */
const words = text => text.replaceAll(/\/?\S*\/(?=[^/\s]+\.loa)/g, '').trim();

for (const [what, path, change] of [
	['cut', 'tables/mover-pass/5x4/3v2.loa', file => truncateSync(file, 1000)],
	['gone', 'tables/mover-pass/5x4/3v2.loa', file => rmSync(file)],
	[
		'of another kind',
		'tables/mover-pass/5x4/3v2.loa',
		file => writeFileSync(file, 'Not a table, but a page of a host. '.repeat(80)),
	],
]) {
	test(`a table that is ${what} is told in the words of loa`, async t => {
		const site = changed(path, change);
		const { loa } = await opened(t, site);
		const position = '5/1o1xx/5/ox3 x';
		const { status, body } = await loa.ask('GET', address('value', { position }));
		let expected;
		try {
			execFileSync(LOA, ['probe', position, '--value', '--tables', join(site, 'tables')], {
				encoding: 'utf8',
				stdio: 'pipe',
			});
		} catch (failure) {
			expected = failure.stderr;
		}
		assert.notEqual(status, 200);
		const said = words(JSON.parse(body).error);
		assert.ok(words(expected).includes(said.split(';')[0]), `${said} | ${expected}`);
	});
}

test('a host that fails is named', async t => {
	const { loa, at } = await opened(t, join(folder, 'site'));
	await loa.probe('start 4x4');
	await at.stop();
	const { status, body } = await loa.ask('GET', address('value', { position: '5/1o1xx/5/ox3 x' }));
	assert.equal(status, 500);
	assert.match(body, /3v2\.loa: the host does not answer/);
});

test('every byte of a table changed gives an error or the right value', async t => {
	const [bytes, ...tables] = bytesOf(['2v3', '2v2', '3v2']);
	const positions = ['x3o/5/4o/o3x x', '1x2o/2o2/4o/x4 x', 'xo3/4o/1o3/4x x', 'x4/1oo2/o4/4x x'];
	const valuesOf = async table => {
		const loa = await open([...tables, table], { program }).catch(() => null);
		if (!loa) return positions.map(() => ({ status: 0 }));
		const values = [];
		for (const position of positions)
			values.push(
				await loa.ask('GET', address('value', { position })).catch(error => ({ status: 0, body: error.message })),
			);
		loa.close();
		return values;
	};
	const right = await valuesOf(bytes);
	assert.ok(
		right.every(({ status }) => status === 200),
		JSON.stringify(right),
	);
	let refused = 0;
	for (let at = 0; at < bytes.length; at += Number(process.env.STRIDE ?? 29)) {
		const changed = Buffer.from(bytes);
		changed[at] ^= 1 << (at % 8);
		for (const [place, { status, body }] of (await valuesOf(changed)).entries()) {
			if (status === 200) assert.equal(body, right[place].body, `byte ${at}`);
			else refused++;
		}
	}
	assert.ok(refused > 0);
	t.diagnostic(`${refused} refusals`);
});
