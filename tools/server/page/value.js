// Values in words, signs and heights. A value is as in the API: `category` and `plies`,
// as the side to move sees it (or the player of a move).

import { other, sideName } from './position.js';

const SIGNS = { win: '+', draw: '=', loss: '−' };
const VERBS = { win: 'wins', draw: 'draws', loss: 'loses' };

/** True if a move has a value or an engine estimate. @param {Worth} worth */
export const isRated = ({ category, score }) => Boolean(category) || Number.isFinite(score);

/** Returns the class of a value or an estimate: its colour, paler for an estimate.
 *  @param {Worth} worth */
export const kindOf = ({ category, score, level }) =>
	category ?? `guess ${level ? 'draw' : Number(score) > 0 ? 'win' : 'loss'}`;

/** Returns a value as a sign and a number, such as `+15`; `+≤15` if 15 is a bound, and `≈+0.8` of
    an estimate. @param {Worth} worth */
export function signed({ category, plies, bound, score }) {
	const points = Math.abs(Number(score) / 100).toFixed(1);
	if (!category) return `≈${points === '0.0' ? '' : Number(score) < 0 ? '−' : '+'}${points}`;
	return SIGNS[category] + (category === 'draw' ? '' : `${bound ? '≤' : ''}${plies ?? ''}`);
}

/** Returns a distance in words, if it is known. @param {Worth} worth */
const far = ({ plies, bound }) => (Number.isFinite(plies) ? ` ${bound ? 'within' : 'in'} ${plies}` : '');

/** Returns a value in words, such as `wins in 15`, or `wins within 15` if 15 is a bound.
 *  @param {Worth} worth */
export function inWords({ category, plies, bound, score, level }) {
	if (!category) return `an estimate: ${level ? 'about level' : Number(score) > 0 ? 'ahead' : 'behind'}`;
	return VERBS[category] + (category === 'draw' ? '' : far({ plies, bound }));
}

/** @type {Record<Category, Category>} */
const REVERSED = { win: 'loss', draw: 'draw', loss: 'win' };

/** Returns a value or an estimate with a score, as Black sees it.
 *  @param {Worth} worth @param {Side} turn @returns {ToBlack} */
export function toBlack({ category, plies, bound, score, level }, turn) {
	const isBlack = turn === 'x';
	if (!category) return { score: isBlack ? score : -Number(score), level };
	return { category: isBlack ? category : REVERSED[category], plies, bound };
}

const scoreInWords = (/** @type {ToBlack} */ { score, level }) =>
	`an estimate: ${level ? 'about level' : `${sideName(Number(score) > 0 ? 'x' : 'o')} is ahead`}`;

/** Returns a value in words, with the winner's name. @param {ToBlack} value @param {Side} turn */
export function winnerInWords(value, turn) {
	if (!value) return 'unknown';
	if (!value.category) return scoreInWords(value);
	if (value.category === 'draw') return 'draw';
	const winner = value.category === 'win' ? turn : other(turn);
	if (value.plies === 0) return `${sideName(winner)} has won`;
	return `${sideName(winner)} wins` + far(value);
}

/** Returns how many moves of an opening are known to win, draw and lose, in words; empty if the moves are not known by
 *  tables or proofs. @param {RatedMove[]} moves */
export function bookInWords(moves) {
	if (!moves.some(({ category, basis }) => category && basis !== 'search')) return '';
	const words = {
		win: ['wins', 'win'],
		draw: ['draws', 'draw'],
		loss: ['loses', 'lose'],
		unknown: ['is not known here', 'are not known here'],
	};
	const parts = Object.entries(words).flatMap(([kind, [one, more]]) => {
		const count = moves.filter(({ category }) => (category ?? 'unknown') === kind).length;
		return count ? [`${count} ${count === 1 ? one : more}`] : [];
	});
	return `Opening book: of ${moves.length} moves ${parts.join(', ')}.`;
}

const ENDS = {
	'us-connected': turn => `${sideName(turn)}'s stones are connected`,
	'them-connected': turn => `${sideName(other(turn))}'s stones are connected`,
	'both-connected': () => 'the stones of both sides are connected',
	'no-move': turn => `${sideName(turn)} has no move`,
	dead: () => 'neither side can move',
};

export const endInWords = (over, turn) => ENDS[over]?.(turn) ?? over;

/** Returns the steps of a refutation: the moves up to and including each move of the other side.
 *  @param {string[]} moves */
export const stepsOf = moves =>
	Array.from({ length: Math.ceil(moves.length / 2) }, (_, at) => moves.slice(0, 2 * at + 1));

/** Returns the loss of each move of a review, with the best move, the refutation and its reason.
 *  @param {Review | null} review */
export function lossesOf(review) {
	const { moves = [] } = review ?? {};
	return moves.map(({ side, move, played, best, mark, words, why, plies_lost: plies }, at) => {
		if (!words) return null;
		const reply = moves[at + 1]?.best?.move;
		const line = played?.line?.slice(1) ?? [];
		const steps = stepsOf(line.length || !reply ? line : [reply]);
		const isBlunder = /^\?+$/.test(mark ?? '');
		return { at, side, move, best, steps, words, why, isBlunder, mark: mark ?? (plies ? `−${plies}` : '') };
	});
}

export const blundersOf = (/** @type {ReturnType<typeof lossesOf>} */ losses) =>
	losses.flatMap(lost => (lost?.isBlunder ? [lost] : []));

/** The distance from which bars have their minimum height. */
const FAR = 128;

/** The score at which an estimate's bar has half its maximum height. */
const EVEN = 100;

/** Returns the height of a value's bar, from 0 to 1. Nearer ends are higher. @param {ToBlack} value */
export function height({ category, plies, score, level }) {
	if (category === 'draw' || level) return 0;
	if (!category) return 0.5 * (1 - EVEN / (EVEN + Math.abs(Number(score))));
	const nearness = 1 - Math.log2(1 + (Number.isFinite(plies) ? Number(plies) : 16)) / Math.log2(1 + FAR);
	return 0.25 + 0.75 * Math.max(0, nearness);
}
