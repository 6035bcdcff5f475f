// Sends questions to a worker that runs the program, in a folder that `loa site` has written.

import { open } from '../loa/index.js';

/** Addresses of the API do not work without a server. */
export const isServer = false;

/** The maximum number of bytes of a file that is not split into parts. */
export const whole = Number(document.querySelector('meta[name="loa-site"]').content || Infinity);

const base = new URL('..', import.meta.url);

/** Shows that the host sends only complete files, until the next question is answered. */
function notice({ path, bytes }) {
	const words = document.createElement('p');
	words.textContent = `This host sends only complete files: ${path}, ${(bytes / 2 ** 20).toFixed(1)} MiB, is being fetched.`;
	document.getElementById('trouble').replaceChildren(words);
}

let opened;

/** Returns the program. After a failure, the next call tries again. */
function program() {
	opened ??= open(base, { notice });
	opened.catch(() => {
		opened = undefined;
	});
	return opened;
}

const answersIn = file =>
	fetch(new URL(file, base))
		.then(response => response.json())
		.catch(() => ({}));

/** The answers that the first view needs before the program has arrived, by address. */
const first = answersIn('first.json');

/** The first events of analyses that begin before the program has arrived. */
const firstEvents = first.then(() => answersIn('events.json'));

let charts;

/** Returns the answer with a chart, which the folder has for all material of a board. */
async function chart(address) {
	charts ??= answersIn('charts.json');
	const known = (await charts)[address];
	if (known) return { status: 200, body: JSON.stringify(known) };
	const error = 'this folder does not have this chart: loa census draws it';
	return { status: 413, body: JSON.stringify({ error, kind: 'usage' }) };
}

// The service worker fetches all files once more, so it waits for the program.
program()
	.catch(() => {})
	.then(() => navigator.serviceWorker?.register(new URL('service.js', base)))
	.catch(() => {});

/** Returns the status and the text of an answer. */
export async function carry(method, address, body) {
	if (address.startsWith('api/chart?')) return chart(address);
	const known = method === 'GET' && (await first)[address];
	if (known) return { status: 200, body: JSON.stringify(known) };
	return (await program()).ask(method, `/${address}`, body);
}

/** Yields the events of an answer as they arrive, or throws the status and the text of a refusal. */
export async function* events(address, signal) {
	const { position, rules, effort } = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
	const about = new URLSearchParams({ position, rules });
	const known = (await firstEvents)[`api/analysis?${about}`];
	if (known) yield known;
	try {
		const { ask, follow } = await program();
		// Leaving follow may end its worker and the parts of tables that it has fetched, so tables are asked.
		for (const path of effort === 'proofs' ? ['probe', 'line'] : []) {
			const { status, body } = await ask('GET', `/api/${path}?${about}`);
			if (status !== 200) break;
			yield JSON.parse(body);
			if (path === 'line') return;
		}
		yield* follow(`/${address}`, signal);
	} catch (failure) {
		const { status, message: error, hint, character } = failure;
		throw status ? { status, body: JSON.stringify({ error, hint, character }) } : failure;
	}
}

/** Returns a sentence about the program and the contents of the folder. */
export async function about() {
	const { version, files } = await (await fetch(new URL('index.json', base))).json();
	const bytes = files.reduce((sum, { size }) => sum + size, 0);
	const boards = new Set(
		files
			.filter(({ path }) => path.startsWith('tables/'))
			.map(({ path }) => path.split('/').slice(1, 3).reverse().join(' under ')),
	);
	const others = files.filter(({ path }) => !path.startsWith('tables/')).map(({ path }) => path.replace(/.*\//, ''));
	return `loa ${version} answers here, in the browser. In addition to its built-in tables, this folder contains ${(bytes / 2 ** 20).toFixed(1)} MiB: ${[...boards, ...others].join(', ') || 'nothing'}.`;
}
