// Keeps the page, the program and the fetched bytes of tables, so that the page works without a network. If
// any file changes, this file changes too, and the cache starts again.

const VERSION = '{version}';
const FILES = ['{files}'];

/** The maximum number of bytes of tables, certificates and suites in the cache. The oldest are deleted first. */
const MOST = 64 << 20;

const { scope } = registration;
const [SHELL, DATA] = ['page', 'data'].map(kind => `${scope} ${kind} ${VERSION}`);

addEventListener('install', event =>
	event.waitUntil(
		(async () => {
			const shell = await caches.open(SHELL);
			await shell.addAll(FILES.map(file => new Request(new URL(file, scope), { cache: 'reload' })));
			await skipWaiting();
		})(),
	),
);

addEventListener('activate', event =>
	event.waitUntil(
		(async () => {
			const old = (await caches.keys()).filter(name => name.startsWith(`${scope} `) && name !== SHELL && name !== DATA);
			await Promise.all(old.map(name => caches.delete(name)));
			await clients.claim();
		})(),
	),
);

addEventListener('fetch', event => {
	const { request } = event;
	if (request.method === 'GET' && request.url.startsWith(scope)) event.respondWith(answer(request, event));
});

async function answer(request, event) {
	const [path] = request.url.slice(scope.length).split(/[?#]/);
	if (/^(tables|proofs|suites)\//.test(path)) return data(request, event);
	const known = await (await caches.open(SHELL)).match(new URL(path === 'index.html' ? '' : path, scope));
	return known ?? fetch(request);
}

/** Answers with a file or a range of a file. Caches keep only complete answers, so a range is kept in that form. */
async function data(request, event) {
	const range = request.headers.get('range');
	const name = range ? `${request.url}?${range}` : request.url;
	const kept = await caches.open(DATA);
	const known = await kept.match(name);
	if (known)
		return known.headers.has('content-range')
			? new Response(known.body, { status: 206, headers: known.headers })
			: known;
	const response = await fetch(request);
	const size = Number(response.headers.get('content-length') ?? Infinity);
	if (response.ok && size <= MOST / 4) {
		const copy = new Response(response.clone().body, { headers: response.headers });
		event.waitUntil(keep(kept, name, copy, size).catch(() => {}));
	}
	return response;
}

let held;

async function keep(kept, name, response, size) {
	const sizeOf = async key => Number((await kept.match(key))?.headers.get('content-length') ?? 0);
	held ??= (async () => {
		let sum = 0;
		for (const key of await kept.keys()) sum += await sizeOf(key);
		return sum;
	})();
	await kept.put(name, response);
	held = Promise.resolve((await held) + size);
	if ((await held) <= MOST) return;
	for (const key of await kept.keys()) {
		const less = await sizeOf(key);
		await kept.delete(key);
		held = Promise.resolve((await held) - less);
		if ((await held) <= MOST / 2) return;
	}
}
