// Files of a host, read by ranges. A reader gets the bytes that are present. Missing bytes are recorded and
// fetched together, and are present when the reader tries again.

/** The size of a chunk in bytes. */
const CHUNK = 1 << 10;
/** The number of chunks that the first read of a file fetches: a table's head, and the top of its directory. */
const HEAD = 81;
/** Two missing chunks are fetched in one range if their numbers differ by at most this. */
const GAP = 4;
/** The maximum number of chunks fetched ahead of sequential reads. */
const AHEAD = 1 << 10;

/** Files by their paths. They come from an index, or were given as bytes. */
export class Files {
	#base;
	#part;
	#most;
	#notice;
	#kept = new Map();
	#held = 0;
	#missing = new Map();
	#coming = new Map();
	#wholes = new Map();
	#ignoresRanges = false;

	constructor({ base, index: { part, files }, cacheBytes = 64 << 20 }, notice) {
		[this.#base, this.#part, this.#most, this.#notice] = [base, part, cacheBytes, notice];
		this.all = new Map(files.map(file => [file.path, { ...file }]));
	}

	/** Returns a file; undefined if the host lacks it. */
	find(path) {
		const file = this.all.get(path);
		return file?.isGone ? undefined : file;
	}

	add(path, bytes) {
		this.all.set(path, { path, size: bytes.length, bytes });
	}

	/** Fetches a complete file and keeps it while the reader runs. */
	async hold(file) {
		file.bytes = await this.#range(file, 0, file.size);
	}

	/** True if bytes were missing in a read since the last fetch or forget. */
	get isMissing() {
		return this.#missing.size > 0;
	}

	forget() {
		this.#missing.clear();
	}

	/** Reads up to the end of the file. Returns the number of bytes; undefined if some are missing. */
	read(file, offset, into) {
		const end = Math.min(file.size, offset + into.length);
		if (file.bytes) {
			into.set(file.bytes.subarray(offset, end));
			return Math.max(0, end - offset);
		}
		let isThere = true;
		for (let chunk = Math.floor(offset / CHUNK); chunk * CHUNK < end; chunk++) {
			const bytes = this.#look(`${file.path} ${chunk}`);
			if (!bytes) {
				this.#miss(file, chunk);
				isThere = false;
				continue;
			}
			const from = Math.max(offset, chunk * CHUNK);
			const to = Math.min(end, (chunk + 1) * CHUNK);
			into.set(bytes.subarray(from - chunk * CHUNK, to - chunk * CHUNK), from - offset);
		}
		return isThere ? Math.max(0, end - offset) : undefined;
	}

	#miss(file, chunk) {
		const missing = this.#missing.get(file) ?? new Set();
		this.#missing.set(file, missing);
		for (let next = chunk; next < (chunk === 0 ? HEAD : chunk + 1); next++) missing.add(next);
	}

	/** Fetches all bytes that were missing since the last call. */
	async fetch() {
		const waiting = new Set();
		for (const [file, chunks] of this.#missing) {
			const absent = [...chunks].filter(chunk => chunk * CHUNK < file.size).sort((one, other) => one - other);
			for (let at = 0; at < absent.length;) {
				let next = at + 1;
				while (next < absent.length && absent[next] - absent[next - 1] <= GAP) next++;
				const [from, end] = [absent[at], absent[next - 1] + 1];
				// A sequential reader needs fewer requests if more chunks are fetched ahead.
				file.ahead = from === file.end ? Math.min(AHEAD, 2 * file.ahead) : 1;
				const to = end + file.ahead - 1;
				file.end = to;
				const name = `${file.path} ${from}-${to}`;
				if (!this.#coming.has(name)) {
					const range = this.#chunks(file, from, Math.min(to, Math.ceil(file.size / CHUNK)));
					this.#coming.set(
						name,
						range.finally(() => this.#coming.delete(name)),
					);
				}
				waiting.add(this.#coming.get(name));
				at = next;
			}
		}
		this.#missing = new Map();
		await Promise.all(waiting);
	}

	async #chunks(file, from, to) {
		const bytes = await this.#range(file, from * CHUNK, Math.min(file.size, to * CHUNK));
		for (let chunk = from; (chunk - from) * CHUNK < bytes.length; chunk++) {
			this.#keep(`${file.path} ${chunk}`, bytes.slice((chunk - from) * CHUNK, (chunk + 1 - from) * CHUNK));
		}
	}

	/** Returns the bytes of a range; fewer if the file is shorter than the index states. */
	async #range(file, from, to) {
		const part = this.#part && file.size > this.#part ? this.#part : undefined;
		const pieces = [];
		for (let at = from; at < to;) {
			const start = part ? at - (at % part) : 0;
			const end = part ? Math.min(to, start + part) : to;
			const path = part ? `${file.path}.${start / part}` : file.path;
			const size = part ? Math.min(part, file.size - start) : file.size;
			pieces.push({ start, size, got: this.#get(path, size, at - start, end - start) });
			at = end;
		}
		const all = [];
		for (const { start, size, got } of pieces) {
			const { bytes, total } = await got;
			if (total === undefined) file.isGone = true;
			else if (total !== size) file.size = Math.min(file.size, start + total);
			if (total > size) file.size = start + total;
			all.push(bytes);
		}
		if (all.length === 1) return all[0];
		const joined = new Uint8Array(all.reduce((sum, bytes) => sum + bytes.length, 0));
		let at = 0;
		for (const bytes of all) {
			joined.set(bytes, at);
			at += bytes.length;
		}
		return joined;
	}

	/** Returns a range of a stored file, and the size of the file. */
	async #get(path, size, from, to) {
		if (this.#base.startsWith('file:')) return this.#local(path, from, to);
		const isRange = !this.#ignoresRanges && (from > 0 || to < size);
		let whole = this.#look(path);
		if (!whole) {
			const response = await this.#ask(path, isRange ? { Range: `bytes=${from}-${to - 1}` } : {});
			if (response.status === 404 || response.status === 410) return { bytes: new Uint8Array() };
			if (response.status === 206 || response.status === 416) {
				const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? size);
				const bytes = response.status === 206 ? await bodyOf(response, path) : new Uint8Array();
				if (total === size && bytes.length !== to - from)
					throw new Error(`${path}: the host sent ${bytes.length} of ${to - from} bytes`);
				return { bytes, total };
			}
			if (response.status !== 200) throw new Error(`${path}: the host answered with status ${response.status}`);
			if (isRange) this.#ignoresRanges = true;
			whole = await (this.#ignoresRanges ? this.#whole(path, size, response) : bodyOf(response, path));
		}
		return { bytes: whole.subarray(from, to), total: whole.length };
	}

	/** Returns a range of a local file. Only node can read it. */
	async #local(path, from, to) {
		let file;
		try {
			file = await process.getBuiltinModule('node:fs').promises.open(this.#address(path));
			const { size } = await file.stat();
			const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
			const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
			return { bytes: bytes.subarray(0, bytesRead), total: size };
		} catch (failure) {
			if (failure.code === 'ENOENT') return { bytes: new Uint8Array() };
			throw new Error(`${path}: ${failure.message}`, { cause: failure });
		} finally {
			await file?.close();
		}
	}

	#address(path) {
		return new URL(path.split('/').map(encodeURIComponent).join('/'), this.#base);
	}

	/** Keeps a file of a host that sends only complete files. */
	#whole(path, size, response) {
		if (this.#wholes.has(path)) response.body?.cancel();
		else {
			if (size > HEAD * CHUNK) this.#notice({ kind: 'whole-file', path, bytes: size });
			const whole = bodyOf(response, path).then(bytes => {
				this.#keep(path, bytes);
				return bytes;
			});
			this.#wholes.set(
				path,
				whole.finally(() => this.#wholes.delete(path)),
			);
		}
		return this.#wholes.get(path);
	}

	async #ask(path, headers) {
		try {
			return await fetch(this.#address(path), { headers });
		} catch {
			throw new Error(`${path}: the host does not answer`);
		}
	}

	#look(name) {
		const bytes = this.#kept.get(name);
		if (bytes) {
			this.#kept.delete(name);
			this.#kept.set(name, bytes);
		}
		return bytes;
	}

	#keep(name, bytes) {
		this.#held += bytes.length - (this.#kept.get(name)?.length ?? 0);
		this.#kept.delete(name);
		this.#kept.set(name, bytes);
		for (const [oldest, { length }] of this.#kept) {
			if (this.#held <= this.#most || oldest === name) break;
			this.#kept.delete(oldest);
			this.#held -= length;
		}
	}
}

async function bodyOf(response, path) {
	try {
		return new Uint8Array(await response.arrayBuffer());
	} catch {
		throw new Error(`${path}: the host stopped before the end of the file`);
	}
}
