// The boards and rules to choose from, and which of them have tables.

import { Position } from './position.js';

const SIDES = [3, 4, 5, 6, 7, 8];

export class Boards {
	/** @param {Schemas['BoardsReply']} there */
	constructor({ boards, presets, proofs, solved }) {
		this.boards = boards;
		this.presets = presets;
		this.proofs = proofs;
		this.solved = solved;
	}

	preset(rules) {
		return this.presets.find(({ name }) => name === rules);
	}

	id(rules) {
		return this.preset(rules)?.rules ?? rules;
	}

	has(board, rules) {
		return this.boards.some(there => there.board === board && there.rules === this.id(rules));
	}

	covers({ board, material }, rules) {
		return this.boards.some(
			there => there.board === board && there.rules === this.id(rules) && there.materials.includes(material),
		);
	}

	proofOf(position, rules) {
		return this.proofs.find(({ start, rules: ids }) => start === String(position) && ids.includes(this.id(rules)));
	}

	/** Returns the sides that perfect play can take: both if tables cover the position, else a certificate's winner. */
	solvedSides(position, rules) {
		return this.covers(position, rules) ? 'xo' : (this.proofOf(position, rules)?.winner ?? '');
	}

	first(rules) {
		const there = this.boards.filter(({ rules: id }) => id === this.id(rules)).map(({ board }) => board);
		return there.includes('4x4') || there.length === 0 ? '4x4' : there[0];
	}

	get ids() {
		return [...new Set([...this.presets.map(({ rules }) => rules), ...this.boards.map(({ rules }) => rules)])].sort();
	}
}

const USUAL = ['8x8', '6x6', '5x5', '4x4'];

export function boardChoices(boards, rules) {
	const others = SIDES.flatMap(files => SIDES.map(ranks => `${files}x${ranks}`)).filter(
		board => !USUAL.includes(board),
	);
	const known = board => {
		const start = Position.start(board);
		const result = boards.solved.find(one => one.position === String(start) && one.rules === boards.id(rules));
		if (boards.covers(start, rules)) return ', tables';
		if (boards.preset(rules)?.repeated === 'board') return '';
		return result ? `, solved in ${result.plies}` : boards.proofOf(start, rules) ? ', proved' : '';
	};
	const pair = board => [board, board + known(board)];
	return [
		['usual', USUAL.map(pair)],
		['others', others.map(pair)],
	];
}

export const presetChoices = boards => boards.presets.map(({ name, rules }) => [name, `${name} = ${rules}`]);

export const rulesByName = boards => [
	['by name', presetChoices(boards)],
	['by rules id', boards.ids.map(id => [id, id])],
];

export const rulesChoices = (boards, board) =>
	rulesByName(boards).map(([group, choices]) => [
		group,
		choices.map(([rules, text]) => [rules, boards.has(board, rules) ? text : `${text} (no tables)`]),
	]);
