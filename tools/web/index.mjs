// Sends questions to workers that run the program: one for tables, one for what takes longer, such as the engine
// and the check of a certificate, and one for engine searches that run until they are stopped.

/** A question without an answer, in the words of `loa`. */
export class LoaError extends Error {
	constructor(status, { error, kind, hint, character }) {
		super(error);
		Object.assign(this, { status, kind, hint, character });
	}

	get name() {
		return 'LoaError';
	}
}

const usage = error => new LoaError(400, { error, kind: 'usage' });
const failed = error => new LoaError(0, { error, kind: 'failed' });

const isInNode = typeof process === 'object' && process.versions?.node;
/** Returns a module of node. Uses a call, because bundlers follow imports. */
const ofNode = name => process.getBuiltinModule(`node:${name}`);
// The files beside this module. bundle.mjs replaces these two lines, to put the files into the module.
const ownProgram = () => fetched(new URL('loa.wasm', import.meta.url));
const newWorker = Worker => new Worker(new URL('worker.mjs', import.meta.url), { type: 'module' });
const isSlow = address => /^\/api\/(analysis|estimate|play)|[?&](ms|depth)=/.test(address);
/** True for a question that ends within ten seconds, apart from the check of a certificate. */
const isShort = address => /[?&](effort=proofs|ms=\d{1,4})(&|$)/.test(address);

/** A worker that runs the program. It starts when it is first needed. */
class Thread {
	constructor(start, thinks) {
		Object.assign(this, { start, thinks, waiting: new Map(), last: 0 });
	}

	async ask(message, onevent, signal) {
		signal?.throwIfAborted();
		if (this.isClosed) throw new Error('these tables are closed: open them again');
		const id = ++this.last;
		const stop = () => this.#stop(id, signal.reason);
		signal?.addEventListener('abort', stop, { once: true });
		try {
			return await new Promise((resolve, reject) => {
				this.waiting.set(id, { resolve, reject, onevent, message: { id, ...message, thinks: this.thinks } });
				this.#post();
			});
		} finally {
			signal?.removeEventListener('abort', stop);
			if (this.waiting.size === 0) this.#keep(false);
		}
	}

	/** Sends the worker its questions. One that thinks gets one at a time, so that a question that is left while it waits
	 *  is never sent. */
	#post() {
		this.running ??= this.#begin();
		this.#keep(true);
		const { asked, port } = this.running;
		for (const [id, { message }] of this.waiting) {
			if (asked.has(id) || (this.thinks && asked.size)) continue;
			asked.add(id);
			port.postMessage(message);
		}
	}

	/** Ends a question. A worker that thinks receives no messages, so it is ended, and another answers the other
	 *  questions from their beginning. A worker that checks a certificate or has checked one answers short questions to
	 *  their end, because another would have to check it again. */
	#stop(id, reason) {
		const stopped = this.waiting.get(id);
		if (!this.waiting.delete(id)) return;
		stopped.reject(reason);
		const { asked, checks } = this.running;
		if (!asked.has(id) || (checks && isShort(stopped.message.address))) return;
		this.#terminate();
		if (this.waiting.size) this.#post();
	}

	/** Makes node wait for the worker while a question is open, and lets node end otherwise. */
	#keep(isAsked) {
		const call = isAsked ? 'ref' : 'unref';
		for (const held of [this.running?.worker, this.running?.port]) held?.[call]?.();
	}

	#begin() {
		const running = { ...this.start(error => this.end(error)), asked: new Set() };
		running.port.onmessage = ({ data: { id, event, reply, notice } }) => {
			if (notice) running.notice?.(notice);
			const waiting = this.waiting.get(id);
			running.checks ||= event?.includes('"checking"');
			if (event) waiting?.onevent?.(event);
			if (!reply) return;
			running.asked.delete(id);
			this.waiting.delete(id);
			waiting?.resolve(reply);
			if (this.waiting.size) this.#post();
		};
		return running;
	}

	#terminate() {
		this.running?.worker.terminate();
		this.running?.port.close();
		this.running = undefined;
	}

	end(reason = new Error('the worker ended')) {
		this.#terminate();
		for (const { reject } of this.waiting.values()) reject(reason);
		this.waiting.clear();
	}

	close() {
		this.isClosed = true;
		this.end(new Error('these tables were closed'));
	}
}

/** Returns the address of a folder. In node, the folder may also be named by its path. */
function folderOf(source) {
	const isPath = isInNode && typeof source === 'string' && !/^[a-z][a-z\d+.-]+:/i.test(source);
	let address;
	try {
		address = isPath ? ofNode('url').pathToFileURL(source) : new URL(source, globalThis.location?.href);
	} catch {
		throw usage(`'${source}' is not the address of a folder`);
	}
	if (!/\/(index\.\w+)?$/.test(address.pathname)) address.pathname += '/';
	return new URL('.', address).href;
}

/** Reads the bytes at an address. In node, this may also be a file. */
async function fetched(url) {
	let response;
	try {
		if (isInNode && String(url).startsWith('file:')) return await ofNode('fs').promises.readFile(new URL(url));
		response = await fetch(url);
	} catch ({ code }) {
		throw failed(`${url}: ${code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}`);
	}
	if (!response.ok) throw failed(`${url}: the host answered with status ${response.status}`);
	return response.arrayBuffer();
}

/** Returns the list of the files of a folder. */
async function listed(base) {
	const address = new URL('index.json', base);
	const text = new TextDecoder().decode(await fetched(address));
	try {
		const index = JSON.parse(text);
		if (Array.isArray(index.files)) return index;
	} catch {
		// It is told below.
	}
	throw failed(`${address} is not from a folder that loa site has written`);
}

const isBytes = source => source instanceof ArrayBuffer || ArrayBuffer.isView(source);

/** Opens tables: a folder that `loa site` has written, by its address, or the bytes of tables. */
export async function open(source, { program, cacheBytes, notice } = {}) {
	const isFolder = typeof source === 'string' || source instanceof URL;
	const tables = isFolder ? [] : [source ?? []].flat();
	if (!tables.every(isBytes)) {
		throw usage(`open takes the address of a folder, or tables as Uint8Array or ArrayBuffer, not ${String(source)}`);
	}
	const base = isFolder ? folderOf(source) : undefined;
	const bytes = () => {
		if (program === undefined) return ownProgram();
		return isBytes(program) ? program : fetched(program);
	};
	const compiled = async () => (program instanceof WebAssembly.Module ? program : WebAssembly.compile(await bytes()));
	const [module, index] = await Promise.all([compiled(), base ? listed(base) : { part: null, files: [] }]);
	const { Worker } = isInNode ? ofNode('worker_threads') : globalThis;
	const start = failed => {
		const worker = newWorker(Worker);
		worker.onerror = event => failed(new Error(event.message ?? 'the worker failed'));
		worker.on?.('error', failed);
		const { port1, port2 } = new MessageChannel();
		worker.postMessage({ module, tables, setup: { base, index, cacheBytes }, port: port2 }, [port2]);
		return { worker, port: port1, notice };
	};
	const [of, engine, thinking] = [new Thread(start, false), new Thread(start, true), new Thread(start, true)];

	const ask = (method, address, body, signal) =>
		(isSlow(address) ? engine : of).ask({ method, address, body }, undefined, signal);
	/** Asks about a position, and returns the parsed JSON. */
	async function about(path, position, { signal, ...more } = {}) {
		const { status, body } = await ask(
			'GET',
			`/api/${path}?${new URLSearchParams({ position, ...more })}`,
			undefined,
			signal,
		);
		if (status !== 200) throw new LoaError(status, JSON.parse(body));
		return JSON.parse(body);
	}

	const loa = {
		ask,
		probe: (position, question) => about('probe', position, question),
		line: (position, question) => about('line', position, question),
		moves: (position, question) => about('moves', position, question),
		engine: (position, question) => about('estimate', position, question),
		async *follow(address, signal) {
			const events = [];
			let wake, reply;
			let count = 0;
			const left = new AbortController();
			const asked = thinking.ask(
				{ method: 'GET', address },
				event => {
					events.push(event);
					wake?.();
				},
				signal ? AbortSignal.any([signal, left.signal]) : left.signal,
			);
			asked.then(
				found => {
					reply = found;
					wake?.();
				},
				() => wake?.(),
			);
			try {
				for (;;) {
					for (; events.length; count++) yield JSON.parse(events.shift().replace(/^data: /, ''));
					if (reply) break;
					await Promise.race([
						asked,
						new Promise(resolve => {
							wake = resolve;
						}),
					]);
				}
			} finally {
				// Leaving the loop ends the search.
				left.abort();
			}
			if (reply.status !== 200) throw new LoaError(reply.status, JSON.parse(reply.body));
			if (reply.body && !count) throw usage(`${address} has an answer and no events: ask it`);
		},
		close() {
			for (const thread of [of, engine, thinking]) thread.close();
		},
	};
	// Unreadable tables are refused here.
	const { status, body } = tables.length ? await ask('GET', '/api/boards') : { status: 200 };
	if (status === 200) return loa;
	loa.close();
	throw new LoaError(status, JSON.parse(body));
}
