// Carries questions to a worker with the program, in a folder of files that `loa site` has written.

import { open } from '../loa/index.js';

/** Without a server, addresses of the API lead nowhere. */
export const isServer = false;

/** The most bytes of a file that is whole at its own address. */
export const whole = Number(document.querySelector('meta[name="loa-site"]').content || Infinity);

const base = new URL('..', import.meta.url);

/** Says that the host sends nothing but whole files, until the next question is answered. */
function notice({ path, bytes }) {
	const words = document.createElement('p');
	words.textContent = `This host sends whole files only: ${path}, ${(bytes / 2 ** 20).toFixed(1)} MiB, is being fetched.`;
	document.getElementById('trouble').replaceChildren(words);
}

let opened;

/** Returns the program; one that did not come may come later. */
function program() {
	opened ??= open(base, { notice });
	opened.catch(() => {
		opened = undefined;
	});
	return opened;
}

program();
navigator.serviceWorker?.register(new URL('service.js', base)).catch(() => {});

/** Returns the status and the text of an answer. */
export async function carry(method, address, body) {
	return (await program()).ask(method, `/${address}`, body);
}

/** Yields the events of an answer as they come, or throws the status and the text of a refusal. */
export async function* events(address, signal) {
	try {
		yield* (await program()).follow(`/${address}`, signal);
	} catch (failure) {
		const { status, message: error, hint, character } = failure;
		throw status ? { status, body: JSON.stringify({ error, hint, character }) } : failure;
	}
}

/** Returns what there is to say of the program and of what it holds. */
export async function about() {
	const { version, files } = await (await fetch(new URL('index.json', base))).json();
	const bytes = files.reduce((sum, { size }) => sum + size, 0);
	const boards = new Set(
		files
			.filter(({ path }) => path.startsWith('tables/'))
			.map(({ path }) => path.split('/').slice(1, 3).reverse().join(' under ')),
	);
	const others = files.filter(({ path }) => !path.startsWith('tables/')).map(({ path }) => path.replace(/.*\//, ''));
	return `loa ${version} answers here, in the browser. Beside what is inside it, this folder holds ${(bytes / 2 ** 20).toFixed(1)} MiB: ${[...boards, ...others].join(', ') || 'nothing'}.`;
}
