// Players, in the words of `loa play`: a person, the engine at a level, or perfect play, also with slips.

import { answerTo, deepen, patiently } from './answers.js';
import { ask } from './api.js';

export const PERSON = 'person';

const LEVELS = ['for a child', 'for a first game', 'easy', 'steady', 'strong', 'full strength'];

function errors(player) {
	const found = /^perfect(?::(\d{1,2}|100))?$/.exec(player);
	return found ? Number(found[1] ?? 0) : undefined;
}

const levelOf = player => /^level:([0-5])$/.exec(player)?.[1];

export const isPerfect = player => errors(player) !== undefined;

export function playerOf(word) {
	if (word === 'engine') return `level:${LEVELS.length - 1}`;
	return word === PERSON || isPerfect(word) || levelOf(word) ? word : null;
}

export function nameOf(player) {
	if (player === PERSON) return 'You';
	if (!isPerfect(player)) return `Level ${levelOf(player)}`;
	return `Perfect play${errors(player) ? ` with slips (${errors(player)} %)` : ''}`;
}

export const opponents = () => [
	['The engine', LEVELS.map((words, at) => [`level:${at}`, `Level ${at}, ${words}`])],
	[
		'Perfect play',
		[
			['perfect', 'Perfect play'],
			['perfect:25', 'Perfect play with slips'],
		],
	],
	['Two people', [[PERSON, 'A friend on this screen']]],
];

const any = list => list[Math.floor(Math.random() * list.length)];

/** Returns the move of a player other than the reader, unless the game is over. Without a table or certificate,
    the engine moves for perfect play: then `isEngines` is true. Full strength thinks for `ms` milliseconds.
    @param {number} [ms] @returns {Promise<{ move?: string, isEngines?: boolean }>} */
export async function moveOf(player, position, rules, ms) {
	const ofLevel = level => patiently(() => ask('play', { position: String(position), rules, level, ms }));
	const level = levelOf(player);
	if (level) return ofLevel(level);
	let answer = await answerTo(position, rules);
	if (answer.over) return {};
	if (answer.checking) await deepen(position, rules, known => (answer = known), undefined, 'proofs');
	const { moves, category, isExact } = answer;
	const known = isExact ? moves : category === 'win' ? moves.filter(move => move.category) : [];
	if (!known.length) return { ...(await ofLevel(LEVELS.length - 1)), isEngines: true };
	const isBest = (/** @type {Worth} */ { category, plies }) =>
		category === known[0].category && plies === known[0].plies;
	const best = known.filter(isBest).map(({ move }) => move);
	const worse = moves.map(({ move }) => move).filter(move => !best.includes(move));
	const errs = worse.length > 0 && Math.random() * 100 < (errors(player) ?? 0);
	return { move: any(errs ? worse : best) };
}

/** Returns whether the engine accepts a draw from the side to move, which is not losing. */
export async function acceptsDraw(position, rules) {
	const worth = await patiently(() => ask('estimate', { position: String(position), rules, ms: 300 }));
	return worth.category ? worth.category !== 'loss' : worth.level || worth.score > 0;
}
