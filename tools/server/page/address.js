// The state of the page in its address: `#/board?rules=club&start=..&moves=..&at=3`.

export function readAddress(hash = location.hash) {
	const [view, query = ''] = hash.replace(/^#\/?/, '').split('?');
	const asked = Object.fromEntries(new URLSearchParams(query));
	return { view: view || 'home', ...asked };
}

const GAME = 'rules start board kind moves at black white end lines line notes shapes clock times';
const PARTS = {
	__proto__: null,
	home: '',
	board: GAME,
	play: GAME,
	learn: 'n',
	tables: 'rules board material position against find result plies chart',
	problems: 'suite n rules start moves end',
	gallery: 'n at moves',
	help: 'rules',
};

/** Returns the names in an address that its view does not know. */
export const unknownParts = ({ view, ...asked }) =>
	Object.keys(asked).filter(name => !(PARTS[view] ?? GAME).split(' ').includes(name));

export function addressOf({ view, ...shown }) {
	const query = Object.entries(shown)
		.filter(([, value]) => value || value === 0)
		// Slashes and list separators need no escape here, and are easier to read unescaped.
		.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%(2F|2C|3A|3B)/g, decodeURIComponent)}`);
	return `#/${view}${query.length ? `?${query.join('&')}` : ''}`;
}

export const spelled = position => String(position).replace(' ', '_');

export const addressOfPosition = (position, rules) => addressOf({ view: 'board', rules, start: spelled(position) });
