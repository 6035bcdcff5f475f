// The page: one view at a time, named by the address.

import { readAddress, unknownParts } from './address.js';
import { Failure, lookUp } from './api.js';
import { isServer } from './carrier.js';
import { Boards } from './choices.js';
import { button, el, prefer, preferences } from './dom.js';
import { Explorer } from './explorer.js';
import { accept } from './records.js';

/** @type {(id: string) => any} */
const find = id => document.getElementById(id);

const main = find('main');
const themes = find('theme');

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll('[data-view]');

const menu = find('menu');

const isOwn = isServer && /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** The message about a failure, above the page until the next answer. */
const trouble = {
	element: find('trouble'),
	show(words, ...rest) {
		this.element.replaceChildren(el('p', words), ...rest);
	},
	/** Says what the address names in vain, until it changes or the reader closes it. */
	tell(words, ...rest) {
		const close = () => {
			this.told = null;
			this.clear();
		};
		const before = this.told ? `${this.told.firstChild.data} ` : '';
		this.told = el('p', before + words, ' ', ...rest, button('Close', close));
		this.clear();
	},
	note(words) {
		const said = el('p.note', words);
		this.element.replaceChildren(said);
		setTimeout(() => said.isConnected && this.clear(), 4000);
	},
	clear() {
		this.element.replaceChildren(...(this.told ? [this.told] : []));
	},
	/** Runs a task and shows its failure, unless the reader has left the view. */
	async during(task, isCurrent = () => true) {
		const before = this.element.firstChild;
		try {
			await task();
			if (isCurrent() && this.element.firstChild === before) this.clear();
		} catch (failure) {
			if (!isCurrent()) return;
			if (!failure.status && failure.status !== 0) throw failure;
			const again = failure.isFinal ? '' : button('Try again', () => show());
			if (failure.isSilence && isOwn)
				this.show('The server does not answer. If it has stopped, start it again with', el('code', 'loa serve'), again);
			else if (failure.isSilence) this.show('The server does not answer.', again);
			else this.show(failure.message, failure.hint ? el('code', failure.hint) : '', again);
		}
	},
};

const loaded = module =>
	module.catch(() => {
		throw new Failure(0, { error: 'the server does not answer' });
	});

const OTHERS = {
	__proto__: null,
	home: async () => (await import('./home.js')).Home,
	learn: async () => (await import('./learn.js')).Learn,
	tables: async () => (await import('./statistics.js')).Statistics,
	problems: async () => (await import('./problems.js')).Problems,
	gallery: async () => (await import('./gallery.js')).Gallery,
	help: async () => (await import('./help.js')).Help,
};

const views = new Map();
let current;
let visit = new AbortController();

function go(address, { replaces = false } = {}) {
	history[replaces ? 'replaceState' : 'pushState'](null, '', address);
	return show();
}

async function viewOf(name) {
	if (name === 'play') return viewOf('board');
	const [there, View] = await Promise.all([lookUp('boards'), OTHERS[name] ? loaded(OTHERS[name]()) : Explorer]);
	if (!views.has(name)) views.set(name, new View({ go, boards: new Boards(there), trouble }));
	return views.get(name);
}

function markLinks(name) {
	if (menu.matches(':popover-open')) menu.hidePopover();
	const marked = name === 'play' ? 'home' : name;
	for (const link of links) link.ariaCurrent = link.dataset.view === marked ? 'page' : null;
}

function swap(view, isKept) {
	if (current) current.scrolled = scrollY;
	main.replaceChildren(view.element);
	// Otherwise the scroll position of the previous view would apply to this one.
	if (current) scrollTo(0, isKept ? view.scrolled : 0);
	current = view;
}

/** Opens a view, then shows it, so that the page does not jump. If it fails, its heading still appears. */
async function enter(view, asked, isCurrent) {
	const { hash } = location;
	// A view with slow results keeps them and its scroll position.
	const isKept = view.isKept && view.hash === hash && current !== view;
	try {
		if (!isKept) await view.open(asked, isCurrent);
		if (!isCurrent()) return;
		view.hash = hash;
		document.title = `${view.title} · Lines of Action`;
		// The menu of other views leads back to this address, if the address is valid.
		if (hash && !trouble.told) for (const link of links) if (link.dataset.view === asked.view) link.href = hash;
	} finally {
		if (isCurrent() && current !== view) swap(view, isKept);
	}
}

/** Shows the view that the address names, unless the address changes first. */
async function show() {
	visit.abort();
	visit = new AbortController();
	const { signal } = visit;
	const isCurrent = () => !signal.aborted;
	trouble.told = null;
	main.ariaBusy = 'true';
	await trouble.during(async () => {
		const { view: name, ...asked } = readAddress();
		const known = OTHERS[name] || name === 'play' ? name : 'board';
		if (known !== name && name !== 'board') trouble.tell(`No view is called ${name}. This is the board.`);
		const unknown = unknownParts({ view: name, ...asked }).join(', ');
		if (unknown) trouble.tell(`This address has a part that is not known: ${unknown}. It may mean something else.`);
		markLinks(known);
		const view = await viewOf(known);
		if (isCurrent()) await enter(view, { ...asked, view: known }, isCurrent);
	}, isCurrent);
	if (isCurrent()) main.ariaBusy = null;
}

const isTaken = ({ target, key, ctrlKey, metaKey, altKey }) =>
	ctrlKey ||
	metaKey ||
	altKey ||
	/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) ||
	(key === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName));

addEventListener('keydown', event => {
	if (event.defaultPrevented || isTaken(event)) return;
	if (event.key === '?') trouble.during(async () => (await loaded(import('./help.js'))).showKeys());
	else if (current?.key?.(event.key)) event.preventDefault();
});
addEventListener('popstate', show);
accept((...given) => trouble.during(async () => (await viewOf('board')).records.open(...given)));

function paintTheme() {
	const { theme = 'auto' } = preferences();
	document.documentElement.dataset.theme = theme;
	themes.value = theme;
}

themes.addEventListener('change', () => {
	prefer({ theme: themes.value });
	paintTheme();
});
paintTheme();
show();
