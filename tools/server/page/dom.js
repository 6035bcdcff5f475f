// Creates and finds elements of the page.

/** Returns an element: `el('p.note', { title }, 'words')`. Attributes are optional and may hold listeners, such
 *  as `onclick`; null children are skipped.
 *  @type {El} */
export function el(tag, ...rest) {
	const [name, ...classes] = tag.split('.');
	const element = document.createElement(name);
	element.classList.add(...classes);
	const attributes = rest[0]?.constructor === Object ? rest.shift() : {};
	for (const [key, value] of Object.entries(attributes)) {
		if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
		else if (value === true) element.setAttribute(key, '');
		else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
	}
	element.append(...rest.flat().filter(child => child !== null && child !== undefined));
	return /** @type {any} */ (element);
}

/** The attributes that name an element for screen readers. */
export const named = label => ({ 'aria-label': label });

export const group = label => ({ role: 'group', 'aria-label': label });

export function svg(tag, attributes = {}, ...children) {
	const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.append(...children);
	return element;
}

export function button(text, onclick, attributes = {}) {
	return el('button', { type: 'button', onclick, ...attributes }, text);
}

export const form = (tag, onsubmit, ...rest) =>
	el(tag, { onsubmit: event => (event.preventDefault(), onsubmit()) }, ...rest);

export const row = (head, ...cells) =>
	el(
		'tr',
		el('th', { scope: 'row' }, head),
		cells.map(cell => el('td', cell)),
	);

/** Returns a table. A column without a heading is the one of the rows' names. */
export const table = (heads, rows) =>
	el(
		'table.figures',
		el(
			'thead',
			el(
				'tr',
				heads.map(head => (head ? el('th', { scope: 'col' }, head) : el('td'))),
			),
		),
		el('tbody', rows),
	);

const ICONS = {
	first: 'M6 5v14M18 5l-9 7 9 7z',
	back: 'M15 5l-8 7 8 7',
	on: 'M9 5l8 7-8 7',
	last: 'M18 5v14M6 5l9 7-9 7z',
	play: 'M7 4v16l13-8z',
	best: 'M12 3l2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z',
	undo: 'M8 6L3 11l5 5M3 11h11a6 6 0 0 1 0 10h-2',
	flip: 'M7 20V4M7 4L3 8M7 4l4 4M17 4v16M17 20l-4-4M17 20l4-4',
	values: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18zM12 3v18M12 8h8M12 12h9M12 16h8',
	eye: 'M2 12q10-13 20 0-10 13-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6z',
	more: 'M4 12h1M11.5 12h1M19 12h1',
	draw: 'M5 9h14M5 15h14',
	hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5q1.2 1.2 1.2 2.5h5.6q0-1.3 1.2-2.5A6 6 0 0 0 12 3z',
	flag: 'M6 22V3M6 4h12l-3 4 3 4H6',
};

export function iconButton(icon, name, onclick, attributes = {}) {
	const picture = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[icon] }));
	return el(
		'button',
		{ type: 'button', class: 'icon', 'aria-label': name, title: name, onclick, ...attributes },
		picture,
	);
}

/** Returns a labelled list of choices. `choices` are [value, text] pairs, or [group, pairs]. */
export function choice(label, choices, value, onchange, attributes = {}) {
	const option = ([key, text]) => el('option', { value: key, selected: key === value }, text);
	const list = el(
		'select',
		{ onchange: event => onchange(event.target.value), ...attributes },
		choices.map(([key, text]) =>
			Array.isArray(text) ? el('optgroup', { label: key }, text.map(option)) : option([key, text]),
		),
	);
	return el('label.field', el('span', label), list);
}

export const numeric = (label, value, onchange, attributes = {}) =>
	el(
		'label.field',
		el('span', label),
		el('input', { type: 'number', value, onchange: event => onchange(event.target.value), ...attributes }),
	);

let pending;

/** Has a screen reader say something after its current words. */
export function announce(text) {
	clearTimeout(pending);
	const live = document.getElementById('live');
	// Other pages that show a board lack it.
	if (!live) return;
	// Only a change is announced: empty the element first.
	live.textContent = '';
	pending = setTimeout(() => {
		live.textContent = text;
	}, 60);
}

export const grouped = number => number.toLocaleString('en-US');

export const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export class View {
	/** @param {Surroundings} given */
	constructor({ go, boards, trouble }) {
		this.go = go;
		this.boards = boards;
		this.trouble = trouble;
	}
}

const PREFERENCES = 'lines-of-action';

export function preferences() {
	try {
		return JSON.parse(localStorage.getItem(PREFERENCES) ?? '{}');
	} catch {
		return {};
	}
}

export function prefer(changes) {
	try {
		localStorage.setItem(PREFERENCES, JSON.stringify({ ...preferences(), ...changes }));
	} catch {
		// Without storage the choice lasts until the reader leaves the page.
	}
}
