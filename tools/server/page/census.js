// The question of the view of tables, whose transitions return new questions, and counts for it.

import { addressOf } from './address.js';

const ANY = { material: 'all', against: '', find: '', result: '', plies: '', chart: '', position: undefined };

export const KINDS = {
	any: ['any position', 'any'],
	zugzwang: ['positions where neither side wants to move', 'zugzwang'],
	only: ['positions with one good move', 'only-move'],
};

export const CHARTS = [
	['', 'lengths of wins and losses'],
	['wins', 'plies to the win'],
	['shares', 'wins, draws and losses'],
	['first-moves', 'winning moves'],
	['squares', 'squares of stones'],
];

export class Question {
	/** Reads an address, without the parts that name nothing. @param {Record<string, any>} asked @param {Boards} boards */
	static of({ rules = 'mover-pass', ...asked }, boards) {
		const id = boards.id(rules);
		return new Question({ ...ANY, board: boards.first(id), ...asked, rules: id });
	}

	/** @param {Record<string, any>} fields */
	constructor(fields) {
		Object.freeze(Object.assign(this, fields));
	}

	with(changes) {
		return new Question({ ...this, position: undefined, ...changes });
	}

	of(board) {
		return this.with({ board, material: 'all', against: '' });
	}

	under(rules) {
		return this.with({ rules, against: '' });
	}

	isSame(question) {
		return Object.entries(this).every(([name, value]) => value === question?.[name]);
	}

	get address() {
		return addressOf({ view: 'tables', ...this });
	}

	/** The search for positions, if one is asked for. */
	get search() {
		const { rules, board, material, find, result, plies } = this;
		const kind = KINDS[find]?.[1];
		const of = material === 'all' ? '' : material;
		return kind && { rules, board, order: 'longest', material: of, kind, result, plies };
	}
}

export function shares({ counts }) {
	const sums = { win: 0, draw: 0, loss: 0, whole: 0 };
	for (const { outcome, count } of counts) {
		sums[outcome.replace('terminal-', '')] += count;
		sums.whole += count;
	}
	return sums;
}

export function byBoard(tables) {
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
	return [...boards.values()];
}

export const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(2)} %` : '');

export function inBytes(bytes) {
	const unit = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
	const power = bytes ? Math.min(4, Math.floor(Math.log2(bytes) / 10)) : 0;
	return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${unit[power]}`;
}

export const csv = ({ materials }) =>
	[
		'material,outcome,plies,count',
		...materials.flatMap(({ material, counts }) =>
			counts.map(({ outcome, plies, count }) => [material, outcome, plies ?? '', count].join()),
		),
	].join('\n') + '\n';
