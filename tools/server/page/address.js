// The state of the page in its address: `#/board?rules=club&start=..&moves=..&at=3`.

/** Reads the address: the view and what it shows. */
export function readAddress(hash = location.hash) {
	const [view, query = ''] = hash.replace(/^#\/?/, '').split('?');
	const asked = Object.fromEntries(new URLSearchParams(query));
	return { view: view || 'home', ...asked };
}

/** Returns the address of a view. */
export function addressOf({ view, ...shown }) {
	const query = Object.entries(shown)
		.filter(([, value]) => value !== undefined && value !== '')
		// Slashes and the marks of lists need no escape here, and are easier to read without.
		.map(
			([name, value]) =>
				`${name}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%3B', ';')}`,
		);
	return `#/${view}${query.length ? `?${query.join('&')}` : ''}`;
}

/** Returns a position as it is written in addresses. */
export const spelled = position => String(position).replace(' ', '_');

/** Returns the address of a position by itself. */
export const addressOfPosition = (position, rules) => addressOf({ view: 'board', rules, start: spelled(position) });
