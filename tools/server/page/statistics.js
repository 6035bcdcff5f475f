// The view of the tables: an overview of all, and the counts of one board.

import { addressOf, addressOfPosition } from './address.js';
import { ask, lookUp } from './api.js';
import { isServer, whole } from './carrier.js';
import { View, button, choice, counted, el, grouped, numeric, row, table } from './dom.js';
import { histogram } from './histogram.js';
import { drawn, save } from './picture.js';
import { sideName } from './position.js';
import { inWords, winnerInWords } from './value.js';

const OUTCOMES = [
	['win', 'won'],
	['draw', 'drawn'],
	['loss', 'lost'],
];

function shares({ counts }) {
	const sums = { win: 0, draw: 0, loss: 0, whole: 0 };
	for (const { outcome, count } of counts) {
		sums[outcome.replace('terminal-', '')] += count;
		sums.whole += count;
	}
	return sums;
}

const KINDS = {
	any: ['any position', 'any'],
	zugzwang: ['positions where neither side wants to move', 'zugzwang'],
	only: ['positions with one good move', 'only-move'],
};

const RESULTS = [
	['', 'any'],
	['win', 'wins'],
	['draw', 'draws'],
	['loss', 'losses'],
];

const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(2)} %` : '');

function inBytes(bytes) {
	const unit = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
	const power = bytes ? Math.min(4, Math.floor(Math.log2(bytes) / 10)) : 0;
	return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${unit[power]}`;
}

const csv = ({ materials }) =>
	[
		'material,outcome,plies,count',
		...materials.flatMap(({ material, counts }) =>
			counts.map(({ outcome, plies, count }) => [material, outcome, plies ?? '', count].join()),
		),
	].join('\n') + '\n';

const picture = (position, rules, words) =>
	el('a', { href: addressOfPosition(position, rules) }, drawn(position, 150), words);

const figures = (label, heads, rows, ...above) =>
	el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': label }, above, table(heads, rows));

export class Statistics extends View {
	constructor(given) {
		super(given);
		this.isKept = true;
		this.overview = el('div');
		this.detail = el('div');
		this.element = el(
			'div.page',
			el('h1', 'Tables'),
			el('section.card', { 'aria-label': 'One board' }, this.detail),
			el('section.card', { 'aria-label': 'All tables' }, el('h2', 'All tables'), this.overview),
		);
	}

	async open({ rules = 'mover-pass', ...asked }) {
		const id = this.boards.id(rules);
		const any = { material: 'all', against: '', find: '', result: '', plies: '', position: undefined };
		const shown = { ...any, board: this.boards.first(id), ...asked, rules: id };
		const { against, position } = shown;
		this.title = `Tables of ${shown.board} under ${id}`;
		// A filter changes the results alone: a reader may already be typing into the next field.
		if (this.shown && Object.entries(shown).every(([name, value]) => value === this.shown[name])) return this.look();
		this.shown = null;
		const round = (this.round = (this.round ?? 0) + 1);
		const hasTables = this.boards.has(shown.board, id);
		const censuses = Promise.all([id, against].map(of => hasTables && of && lookUp(`census/${of}/${shown.board}`)));
		// The code that awaits the counts handles a failure.
		censuses.catch(() => {});
		const { tables, bytes } = await ask('overview');
		this.#list(tables, bytes);
		const files = tables.filter(table => table.digest && table.board === shown.board && table.rules === shown.rules);
		if (!hasTables) {
			// The server refuses unknown boards and rules here.
			await lookUp('moves', { position: `start ${shown.board}`, rules: id });
			this.detail.replaceChildren(
				el('p', `${shown.board} under ${shown.rules} has no tables. This command makes them:`),
				el('p', el('code', `loa solve ${shown.board} --rules ${shown.rules}`)),
			);
			return;
		}
		const [census, other] = await censuses;
		// A position outside these tables has no mark.
		const value = position
			? await lookUp('value', { position: position.replace('_', ' '), rules: id }).catch(failure => {
					if (failure.kind === 'usage') this.trouble.tell(`This address has no valid position: ${failure.message}`);
					return null;
				})
			: null;
		// If the tables do not cover the start, its value is omitted.
		const start = census.covers.whole
			? await lookUp('value', { position: `start ${shown.board}`, rules: id }).catch(() => null)
			: null;
		if (round !== this.round) return;
		this.#show(shown, census, other, value, start, files);
		this.shown = shown;
	}

	#list(tables, bytes) {
		const boards = new Map();
		for (const table of tables) {
			const key = `${table.board} ${table.rules}`;
			const sum = boards.get(key) ?? { ...table, count: 0, positions: 0, bytes: 0, longest: 0, damaged: [] };
			sum.count += 1;
			sum.positions += table.positions ?? 0;
			sum.bytes += table.bytes ?? 0;
			sum.longest = Math.max(sum.longest, table.longest_win ?? 0);
			if (table.error) sum.damaged.push(table.error);
			boards.set(key, sum);
		}
		const heads = ['Board', 'Rules', 'Tables', 'Positions', 'Size', 'Longest win'];
		const rowOf = ({ rules, board, count, positions, built_in: isBuiltIn, bytes: size, longest }) =>
			row(
				el('a', { href: addressOf({ view: 'tables', rules, board }) }, board),
				rules,
				count,
				grouped(positions),
				isBuiltIn ? 'built in' : inBytes(size),
				longest || '',
			);
		const damaged = [...boards.values()].flatMap(entry => entry.damaged);
		this.overview.replaceChildren(
			figures('List of all tables', heads, [...boards.values()].map(rowOf)),
			el('p.note', `${counted(tables.length, 'table')}, ${inBytes(bytes)} in files.`),
			...damaged.map(error => el('p.warning', error)),
		);
	}

	#show(shown, census, other, value, start, all) {
		const { rules, board, material, against } = shown;
		const change = changes => this.go(addressOf({ view: 'tables', ...shown, ...changes }), { replaces: true });
		const table = census.materials.find(entry => entry.material === material);
		const found = table ?? census.all;
		const { words, whole } = census.covers;
		const part =
			table || whole
				? `${table ? material : 'All positions'} on ${board} under ${rules}`
				: `${board} under ${rules}, ${words}`;
		const rivals = this.boards.ids.filter(id => id !== rules && this.boards.has(board, id));
		const withTables = this.boards.boards
			.filter(entry => entry.rules === rules)
			.map(entry => [entry.board, entry.board]);
		this.detail.replaceChildren(
			el(
				'div.fields',
				choice('Board', withTables, board, chosen =>
					change({ board: chosen, material: 'all', against: '', position: undefined }),
				),
				choice(
					'Rules',
					this.boards.ids.filter(id => this.boards.has(board, id)).map(id => [id, id]),
					rules,
					chosen => change({ rules: chosen, against: '', position: undefined }),
				),
				choice(
					'Material',
					[['all', 'all'], ...census.materials.map(entry => [entry.material, entry.material])],
					found.material,
					chosen => change({ material: chosen, position: undefined }),
				),
				choice('Compare with', [['', 'nothing'], ...rivals.map(id => [id, id])], against, chosen =>
					change({ against: chosen }),
				),
			),
			el(
				'p.warning',
				table || material === 'all'
					? ''
					: `${material} on ${board} under ${rules} has no table. These are the existing tables.`,
			),
			el('h2', part),
			el('p.lead', start ? `From the start ${winnerInWords(start, 'x')}.` : ''),
			this.#shares(found),
			histogram(found, value),
			other
				? this.#compare(
						rules,
						found,
						against,
						other.materials.find(entry => entry.material === found.material) ?? other.all,
					)
				: '',
			this.#longest(census, rules),
			this.#find(shown),
			this.#files(all, material),
			el(
				'div.buttons',
				isServer ? el('a.button', { href: `api/census/${rules}/${board}` }, 'JSON') : '',
				button('CSV', () => save(`census-${board}-${rules}.csv`, csv(census), 'text/csv')),
			),
		);
	}

	#find(shown) {
		const results = el('div.drawn');
		const note = el('p.note', { role: 'status' });
		let round = 0;
		this.look = async () => {
			const { rules, board, material, find, result, plies } = shown;
			const kind = KINDS[find]?.[1];
			const now = ++round;
			note.replaceChildren(kind ? 'Looking …' : '');
			results.replaceChildren();
			if (!kind) return;
			const of = material === 'all' ? '' : material;
			const question = { rules, board, order: 'longest', material: of, kind, result, plies };
			const { positions, complete } = await ask('search', question);
			if (now !== round) return;
			const most = complete
				? 'the longest 20 of each material'
				: 'the search ran out of time: choose one material for more';
			note.replaceChildren(`${counted(positions.length, 'position')}, ${most}.`);
			results.replaceChildren(
				...positions.map(found =>
					picture(found.position, rules, `${sideName(found.position.at(-1))} ${inWords(found)}`),
				),
			);
		};
		const filter = name => value => {
			Object.assign(shown, { [name]: value, position: undefined });
			this.go(addressOf({ view: 'tables', ...shown }), { replaces: true });
		};
		this.trouble.during(this.look);
		const kinds = [['', 'nothing'], ...Object.entries(KINDS).map(([name, [words]]) => [name, words])];
		return el(
			'section',
			{ 'aria-label': 'Search' },
			el('h3', 'Find positions'),
			el(
				'div.fields',
				choice('Look for', kinds, shown.find, filter('find')),
				choice('Result', RESULTS, shown.result, filter('result')),
				numeric('Plies', shown.plies, filter('plies'), { min: 1, max: 999 }),
			),
			note,
			results,
		);
	}

	#files(all, material) {
		const files = all.filter(file => material === 'all' || file.material === material);
		if (files.length === 0) return '';
		const rowOf = file =>
			row(
				file.bytes > whole
					? `${file.material}.loa`
					: el(
							'a',
							{ href: `tables/${file.rules}/${file.board}/${file.material}.loa`, download: '' },
							`${file.material}.loa`,
						),
				inBytes(file.bytes),
				el('code', file.digest),
			);
		return el(
			'section',
			{ 'aria-label': 'Files' },
			el('h3', 'Files'),
			el('p.note', 'The digest covers the values; ', el('code', 'loa check'), ' compares it with the file.'),
			figures('List of files', ['File', 'Size', 'Digest'], files.map(rowOf)),
		);
	}

	#shares(census) {
		const sums = shares(census);
		const { whole } = sums;
		const words = OUTCOMES.map(([outcome, name]) => `${name} ${percent(sums[outcome], whole)}`).join(', ');
		const parts = OUTCOMES.map(([outcome]) => {
			const part = el('span', { class: outcome });
			part.style.flexGrow = String(sums[outcome] / (whole || 1));
			return part;
		});
		return el(
			'div',
			el('div.shares', { role: 'img', 'aria-label': words }, parts),
			el(
				'p',
				OUTCOMES.flatMap(([outcome, name]) => [
					el('span', { class: `key ${outcome}` }, `${name} ${percent(sums[outcome], whole)}`),
					' ',
				]),
				`of ${grouped(whole)} placements, for the side to move.`,
			),
		);
	}

	#compare(rules, census, against, other) {
		const [left, right] = [shares(census), shares(other)];
		const longest = (entry, kind) => (entry[kind] ? String(entry[kind].plies) : '');
		const rows = [
			...OUTCOMES.map(([outcome, name]) => [
				name,
				percent(left[outcome], left.whole),
				percent(right[outcome], right.whole),
				grouped(right[outcome] - left[outcome]),
			]),
			['longest win', longest(census, 'longest_win'), longest(other, 'longest_win'), ''],
			['longest loss', longest(census, 'longest_loss'), longest(other, 'longest_loss'), ''],
		];
		return figures(
			'Comparison',
			['', rules, against, 'difference'],
			rows.map(cells => row(...cells)),
			el('h3', `${rules} and ${against}`),
		);
	}

	#longest(census, rules) {
		const entries = census.materials
			.filter(entry => entry.longest_win)
			.sort((a, b) => b.longest_win.plies - a.longest_win.plies)
			.slice(0, 8);
		if (entries.length === 0) return '';
		const drawn = (found, verb, material) =>
			found ? picture(found.position, rules, `${material} ${verb} in ${found.plies}`) : '';
		return el(
			'section',
			{ 'aria-label': 'Longest wins' },
			el('h3', 'Longest wins and losses'),
			el(
				'div.drawn',
				entries.map(({ material, longest_win: win }) => drawn(win, 'wins', material)),
				entries.map(({ material, longest_loss: loss }) => drawn(loss, 'loses', material)),
			),
		);
	}
}
