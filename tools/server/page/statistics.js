// The view of the tables: an overview of all, and the counts of one board.

import { addressOf, addressOfPosition } from './address.js';
import { ask, lookUp } from './api.js';
import { isServer, whole } from './carrier.js';
import { CHARTS, KINDS, Question, byBoard, csv, inBytes, percent, shares } from './census.js';
import { View, button, choice, counted, el, grouped, named, numeric, row, table } from './dom.js';
import { drawn, save } from './picture.js';
import { sideName } from './position.js';
import { inWords, winnerInWords } from './value.js';

const OUTCOMES = [
	['win', 'won'],
	['draw', 'drawn'],
	['loss', 'lost'],
];

const RESULTS = [
	['', 'any'],
	['win', 'wins'],
	['draw', 'draws'],
	['loss', 'losses'],
];

const picture = (position, rules, words) =>
	el('a', { href: addressOfPosition(position, rules) }, drawn(position, 150), words);

const figures = (label, heads, rows, ...above) =>
	el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': label }, above, table(heads, rows));

export class Statistics extends View {
	/** @type {Question | null} */
	question = null;

	constructor(given) {
		super(given);
		this.isKept = true;
		this.overview = el('div');
		this.detail = el('div');
		this.note = el('p.note', { role: 'status' });
		this.found = el('div.drawn');
		this.element = el(
			'div.page',
			el('h1', 'Tables'),
			el('section.card', named('One board'), this.detail),
			el('section.card', named('All tables'), el('h2', 'All tables'), this.overview),
		);
	}

	async open(asked, isCurrent) {
		const question = Question.of(asked, this.boards);
		const { rules, board, against, position } = question;
		this.title = `Tables of ${board} under ${rules}`;
		// A filter changes the results alone: a reader may already be typing into the next field.
		if (question.isSame(this.question)) return this.#look();
		this.question = null;
		const hasTables = this.boards.has(board, rules);
		const censuses = Promise.all([rules, against].map(of => hasTables && of && lookUp(`census/${of}/${board}`)));
		// The code that awaits the counts handles a failure.
		censuses.catch(() => {});
		const { tables, bytes } = await ask('overview');
		this.#list(tables, bytes);
		if (!hasTables) {
			// The server refuses unknown boards and rules here.
			await lookUp('moves', { position: `start ${board}`, rules });
			this.detail.replaceChildren(
				el('p', `${board} under ${rules} has no tables. This command makes them:`),
				el('p', el('code', `loa solve ${board} --rules ${rules}`)),
			);
			return;
		}
		const [census, other] = await censuses;
		const valueOf = position => lookUp('value', { position, rules });
		// A position outside these tables has no mark.
		const value =
			position &&
			(await valueOf(position.replace('_', ' ')).catch(failure => {
				if (failure.kind === 'usage') this.trouble.tell(`This address has no valid position: ${failure.message}`);
			}));
		// If the tables do not cover the start, its value is omitted.
		const start = census.covers.whole && (await valueOf(`start ${board}`).catch(() => null));
		if (!isCurrent()) return;
		this.question = question;
		const files = tables.filter(table => table.digest && table.board === board && table.rules === rules);
		this.#show(question, census, other, value, start, files);
		this.trouble.during(() => this.#look());
	}

	#list(tables, bytes) {
		const boards = byBoard(tables);
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
		const damaged = boards.flatMap(entry => entry.damaged);
		this.overview.replaceChildren(
			figures('List of all tables', heads, boards.map(rowOf)),
			el('p.note', `${counted(tables.length, 'table')}, ${inBytes(bytes)} in files.`),
			...damaged.map(error => el('p.warning', error)),
		);
	}

	#show(question, census, other, value, start, files) {
		const { rules, board, material, against } = question;
		// The filters may have changed since.
		const field = (label, choices, value, change) =>
			choice(label, choices, value, chosen => this.#goTo(change(this.question ?? question, chosen)));
		const table = census.materials.find(entry => entry.material === material);
		const found = table ?? census.all;
		const rival = other && (other.materials.find(entry => entry.material === found.material) ?? other.all);
		const { words, whole } = census.covers;
		const part =
			table || whole
				? `${table ? material : 'All positions'} on ${board} under ${rules}`
				: `${board} under ${rules}, ${words}`;
		const same = names => names.map(name => [name, name]);
		const ids = this.boards.ids.filter(id => this.boards.has(board, id));
		const withTables = this.boards.boards.filter(entry => entry.rules === rules).map(entry => entry.board);
		const materials = ['all', ...census.materials.map(entry => entry.material)];
		const rivals = [['', 'nothing'], ...same(ids.filter(id => id !== rules))];
		const figure = el('figure.counts', 'Counting …');
		this.detail.replaceChildren(
			el(
				'div.fields',
				field('Board', same(withTables), board, (now, to) => now.of(to)),
				field('Rules', same(ids), rules, (now, to) => now.under(to)),
				field('Material', same(materials), found.material, (now, to) => now.with({ material: to })),
				field('Compare with', rivals, against, (now, to) => now.with({ against: to })),
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
			el(
				'div.fields',
				field('Chart', CHARTS, question.chart, (now, to) => now.with({ chart: to })),
			),
			figure,
			value ? el('p', `The position in view ${inWords(value)}.`) : '',
			rival ? this.#compare(rules, found, against, rival) : '',
			this.#longest(census, rules),
			this.#find(question),
			this.#files(files, material),
			el(
				'div.buttons',
				isServer ? el('a.button', { href: `api/census/${rules}/${board}` }, 'JSON') : '',
				button('CSV of all counts', () => save(`census-${board}-${rules}.csv`, csv(census), 'text/csv')),
			),
		);
		this.trouble.during(() => this.#draw(figure, question, found.material));
	}

	#goTo(question) {
		return this.go(question.address, { replaces: true });
	}

	/** @param {HTMLElement} figure @param {Question} question @param {string} of */
	async #draw(figure, { rules, board, chart }, of) {
		// A folder without a server has the charts of all material.
		const material = isServer && of !== 'all' ? of : '';
		const drawn = await lookUp('chart', { rules, board, chart: chart || 'distances', material }).catch(failure => {
			if (!failure.isFinal) throw failure;
			figure.replaceChildren(el('p.warning', failure.message));
		});
		if (!drawn) return;
		const { title, subject, description, svg, csv } = drawn;
		const [heads, ...rows] = csv.split('\n').map(line => line.split(','));
		const name = `${drawn.chart}-${board}-${rules}`;
		figure.replaceChildren(
			el('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `${title}: ${subject}. ${description}` }),
			el(
				'details',
				el('summary', 'The chart as a table'),
				figures(
					title,
					heads.map(head => head.replace('_', ' ')),
					rows.map(cells => row(...cells.map(cell => (Number(cell) ? grouped(Number(cell)) : cell)))),
				),
			),
			el(
				'div.buttons',
				button('SVG', () => save(`${name}.svg`, svg, 'image/svg+xml')),
				button('CSV of the chart', () => save(`${name}.csv`, `${csv}\n`, 'text/csv')),
			),
		);
	}

	async #look() {
		const { question, note, found } = this;
		const search = question?.search;
		note.replaceChildren(search ? 'Looking …' : '');
		found.replaceChildren();
		if (!search) return;
		const { positions, complete } = await ask('search', search);
		if (question !== this.question) return;
		const most = complete
			? 'the longest 20 of each material'
			: 'the search ran out of time: choose one material for more';
		note.replaceChildren(`${counted(positions.length, 'position')}, ${most}.`);
		found.replaceChildren(
			...positions.map(one => picture(one.position, search.rules, `${sideName(one.position.at(-1))} ${inWords(one)}`)),
		);
	}

	/** @param {Question} question */
	#find(question) {
		const { find, result, plies } = question;
		const filter = name => value => {
			this.question = (this.question ?? question).with({ [name]: value });
			this.#goTo(this.question);
		};
		const kinds = [['', 'nothing'], ...Object.entries(KINDS).map(([name, [words]]) => [name, words])];
		return el(
			'section',
			named('Search'),
			el('h3', 'Find positions'),
			el(
				'div.fields',
				choice('Look for', kinds, find, filter('find')),
				choice('Result', RESULTS, result, filter('result')),
				numeric('Plies', plies, filter('plies'), { min: 1, max: 999 }),
			),
			this.note,
			this.found,
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
			named('Files'),
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
			named('Longest wins'),
			el('h3', 'Longest wins and losses'),
			el(
				'div.drawn',
				entries.map(({ material, longest_win: win }) => drawn(win, 'wins', material)),
				entries.map(({ material, longest_loss: loss }) => drawn(loss, 'loses', material)),
			),
		);
	}
}
