// Runs the program in a worker. The program's files come from an index, and the worker fetches parts of them
// on demand. A question fails if it misses bytes. It is repeated after the bytes have arrived.

import { Files } from './files.mjs';

const [OK, AGAIN, BADF, NOENT, INVAL] = [0, 6, 8, 44, 28];
/** The maximum number of rounds of a question. Each round fetches the bytes that the previous round missed. */
const ROUNDS = 1000;

let exports, files, folders, port;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const view = () => new DataView(exports.memory.buffer);
const bytesAt = (address, length) => new Uint8Array(exports.memory.buffer, address, length);

const opened = new Map();
let next = 4;
const pathOf = (address, length) => decoder.decode(bytesAt(address, length)).replace(/^\/+|\/+$/g, '');

function stat(pointer, file) {
	const data = view();
	for (let at = 0; at < 64; at += 8) data.setBigUint64(pointer + at, 0n, true);
	data.setUint8(pointer + 16, file ? 4 : 3);
	data.setBigUint64(pointer + 24, 1n, true);
	data.setBigUint64(pointer + 32, BigInt(file?.size ?? 0), true);
	return OK;
}

function readInto(open, offset, vectors, count, result) {
	if (!open?.file) return BADF;
	let done = 0;
	for (let at = vectors; at < vectors + 8 * count; at += 8) {
		const [address, length] = [view().getUint32(at, true), view().getUint32(at + 4, true)];
		const read = files.read(open.file, offset + done, bytesAt(address, length));
		if (read === undefined) return AGAIN;
		done += read;
	}
	view().setUint32(result, done, true);
	return OK;
}

const wasi = {
	args_sizes_get: (count, size) => {
		view().setUint32(count, 0, true);
		view().setUint32(size, 0, true);
		return OK;
	},
	args_get: () => OK,
	environ_sizes_get: (count, size) => {
		view().setUint32(count, 0, true);
		view().setUint32(size, 0, true);
		return OK;
	},
	environ_get: () => OK,
	clock_time_get: (clock, _, result) => {
		const now = clock === 0 ? Date.now() : performance.now();
		view().setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
		return OK;
	},
	random_get: (address, length) => {
		crypto.getRandomValues(bytesAt(address, length));
		return OK;
	},
	sched_yield: () => OK,
	poll_oneoff: () => INVAL,
	proc_exit: code => {
		throw new Error(`the program ended with code ${code}`);
	},
	fd_write: (fd, vectors, count, result) => {
		let done = 0;
		for (let at = vectors; at < vectors + 8 * count; at += 8) {
			const [address, length] = [view().getUint32(at, true), view().getUint32(at + 4, true)];
			if (length) console.error(decoder.decode(bytesAt(address, length)));
			done += length;
		}
		view().setUint32(result, done, true);
		return OK;
	},
	fd_prestat_get: (fd, result) => {
		if (fd !== 3) return BADF;
		view().setUint32(result, 0, true);
		view().setUint32(result + 4, 1, true);
		return OK;
	},
	fd_prestat_dir_name: (fd, address) => {
		bytesAt(address, 1)[0] = 47;
		return OK;
	},
	fd_fdstat_get: (fd, result) => {
		const data = view();
		for (let at = 0; at < 24; at += 8) data.setBigUint64(result + at, at ? -1n : 0n, true);
		data.setUint8(result, opened.get(fd)?.file ? 4 : 3);
		return OK;
	},
	fd_fdstat_set_flags: () => OK,
	path_open: (fd, flags, address, length, create, rights, inherited, more, result) => {
		const path = pathOf(address, length);
		const [file, folder] = [files.find(path), folders.get(path)];
		if (!file && !folder) return NOENT;
		opened.set(next, { file, folder, offset: 0 });
		view().setUint32(result, next++, true);
		return OK;
	},
	path_filestat_get: (fd, flags, address, length, result) => {
		const path = pathOf(address, length);
		return files.find(path) || folders.has(path) ? stat(result, files.find(path)) : NOENT;
	},
	fd_filestat_get: (fd, result) => (opened.has(fd) ? stat(result, opened.get(fd).file) : BADF),
	fd_close: fd => {
		opened.delete(fd);
		return OK;
	},
	fd_seek: (fd, offset, whence, result) => {
		const open = opened.get(fd);
		if (!open?.file) return BADF;
		open.offset = Number(offset) + [0, open.offset, open.file.size][whence];
		view().setBigUint64(result, BigInt(open.offset), true);
		return OK;
	},
	fd_read: (fd, vectors, count, result) => {
		const open = opened.get(fd);
		const status = readInto(open, open?.offset, vectors, count, result);
		if (status === OK) open.offset += view().getUint32(result, true);
		return status;
	},
	fd_pread: (fd, vectors, count, offset, result) => readInto(opened.get(fd), Number(offset), vectors, count, result),
	fd_readdir: (fd, address, length, cookie, result) => {
		const open = opened.get(fd);
		if (!open?.folder) return BADF;
		let used = 0;
		for (const [place, [name, isFile]] of open.folder.entries()) {
			if (place < Number(cookie)) continue;
			const text = encoder.encode(name);
			const entry = new Uint8Array(24 + text.length);
			const data = new DataView(entry.buffer);
			data.setBigUint64(0, BigInt(place + 1), true);
			data.setBigUint64(8, BigInt(place + 1), true);
			data.setUint32(16, text.length, true);
			data.setUint8(20, isFile ? 4 : 3);
			entry.set(text, 24);
			const some = entry.subarray(0, length - used);
			bytesAt(address + used, some.length).set(some);
			used += some.length;
			if (used === length) break;
		}
		view().setUint32(result, used, true);
		return OK;
	},
};

let asking;

/** Returns the folders of the files. Each folder lists its names, and whether each name is a file. */
function foldersOf(paths) {
	const folders = new Map([['', new Map()]]);
	for (const path of paths) {
		const steps = path.split('/');
		steps.forEach((name, depth) => {
			const folder = steps.slice(0, depth).join('/');
			if (!folders.has(folder)) folders.set(folder, new Map());
			folders.get(folder).set(name, depth === steps.length - 1);
		});
	}
	return new Map([...folders].map(([folder, names]) => [folder, [...names]]));
}

function write(...parts) {
	let at = exports.room(parts.reduce((sum, { length }) => sum + length, 0));
	for (const part of parts) {
		bytesAt(at, part.length).set(part);
		at += part.length;
	}
}

const answer = () => decoder.decode(bytesAt(exports.answer(), exports.length()));

async function begin(module, tables) {
	// Unknown calls answer that they are not supported.
	const known = new Proxy(wasi, { get: (calls, name) => calls[name] ?? (() => 52) });
	const loa = {
		event: (address, length) => port.postMessage({ id: asking, event: decoder.decode(bytesAt(address, length)) }),
	};
	const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: known, loa });
	exports = instance.exports;
	exports._initialize?.();
	for (const table of tables) {
		const bytes = new Uint8Array(table);
		write(bytes);
		const placed = exports.place();
		if (placed !== 200) throw { reply: { status: placed, body: answer() } };
		files.add(answer(), bytes);
	}
	// Certificates and suites are small, and are needed completely.
	await Promise.all(
		[...files.all.values()].filter(({ path }) => /^(proofs|suites)\//.test(path)).map(file => files.hold(file)),
	);
	folders = foldersOf(files.all.keys());
}

function ask(id, method, address, body = new Uint8Array()) {
	asking = id;
	write(encoder.encode(`${method}\n${address}\n`), body);
	const status = exports.ask();
	return { status, body: answer() };
}

/** Returns the text of bytes; undefined if the bytes are not in this encoding or the encoding is unknown. */
function textIn(encoding, bytes) {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Converts a record to UTF-8 if its encoding is not one that the program knows (UTF-8, UTF-16 and Latin-1). */
function decoded(bytes) {
	const letters = textIn('latin1', bytes);
	const name = letters.startsWith('\u00ef\u00bb\u00bf') ? undefined : /\(;[^]*?CA\[([^\]]*)/.exec(letters)?.[1];
	// UTF-8 text may still declare an old encoding. In multi-byte encodings, other text may look like UTF-8.
	const isUtf8 = textIn('utf-8', bytes) !== undefined && !/^(big5|euc|gb|iso-2022|ks_c|shift|sjis)/i.test(name);
	const text = !name || /^utf/i.test(name) || isUtf8 ? undefined : textIn(name, bytes);
	return text === undefined ? bytes : encoder.encode(`\ufeff${text}`);
}

/** Asks until no bytes are missing. A search of the engine first gets the bytes of a probe, then waits for no more. */
async function asked({ id, method, address, body: given, thinks }) {
	const body = given && decoded(new Uint8Array(await new Blob([given]).arrayBuffer()));
	const { pathname, searchParams } = new URL(address, 'http://loa');
	const [position, rules] = [searchParams.get('position'), searchParams.get('rules')];
	const of = position => `?${new URLSearchParams({ position, ...(rules && { rules }) })}`;
	if (thinks && position) await asked({ method: 'GET', address: `/api/probe${of(position)}` });
	for (let round = 1; round <= ROUNDS; round++) {
		files.forget();
		const reply = ask(id, method, address, body);
		if (!files.isMissing || (thinks && reply.status < 500)) return reply;
		if (position && pathname !== '/api/value') {
			// A question about all moves needs the values of all positions after them: this collects their missing
			// bytes together.
			const { status, body } = ask(undefined, 'GET', `/api/moves${of(position)}`);
			for (const { position } of status === 200 ? JSON.parse(body).moves : [])
				ask(undefined, 'GET', `/api/value${of(position)}`);
		}
		await files.fetch();
	}
	throw new Error('this question needs more of the tables than a page may fetch');
}

let ready;

async function reply(question) {
	try {
		await ready;
		return await asked(question);
	} catch (failure) {
		if (failure instanceof WebAssembly.RuntimeError) ready = undefined;
		return (
			failure.reply ?? { status: 500, body: JSON.stringify({ error: failure.message, status: 1, kind: 'failed' }) }
		);
	}
}

const isInNode = typeof process === 'object' && process.versions?.node;
// Uses a call instead of an import: bundlers follow imports, and refuse an import that a module waits for.
const parent = isInNode ? process.getBuiltinModule('node:worker_threads').parentPort : self;
parent.onmessage = ({ data: { module, tables, setup, port: given } }) => {
	port = given;
	files = new Files(setup, notice => port.postMessage({ notice }));
	const begun = () => {
		ready ??= begin(module, tables);
		// The next question tells why it failed.
		ready.catch(() => {});
	};
	begun();
	port.onmessage = async ({ data }) => {
		begun();
		port.postMessage({ id: data.id, reply: await reply(data) });
	};
};
