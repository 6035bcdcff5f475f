// The verdict above the board, and its basis below the moves.

import { Failure } from './api.js';
import { button, counted, el } from './dom.js';
import { other, sideName } from './position.js';
import { height, inWords, isRated, signed, toBlack, winnerInWords } from './value.js';

function byRepetition(turn, { repetition }) {
	if (!repetition) return '';
	const winner = repetition.category === 'win' ? turn : other(turn);
	return `By repetition ${sideName(winner)} wins${repetition.move ? `, with ${repetition.move}` : ''}, if no position came before.`;
}

export const badgeOf = (degree, known) => (known?.basis === 'verified' ? `${degree}, verified` : degree);

export class Verdict {
	constructor(onlook) {
		this.onlook = onlook;
		this.stone = el('span.stone', { 'aria-hidden': 'true' });
		this.headline = el('h2');
		this.line = el('p.turn');
		this.badge = el('span.badge');
		this.element = el('div.verdict', this.stone, el('div', this.headline, this.line), this.badge);
		this.fill = el('span');
		this.bar = el('div.bar-beside', { 'aria-hidden': 'true' }, this.fill);
		this.basis = el('div.basis');
	}

	wait(turn) {
		this.say(turn, 'pending', `${sideName(turn)} to move`, 'Looking it up …');
		this.element.setAttribute('aria-busy', 'true');
	}

	fail(turn) {
		this.say(turn, '', `${sideName(turn)} to move`, 'No answer has arrived.');
	}

	end(turn, headline, words, winner, kind = '') {
		this.say(winner ?? turn, `over ${kind}`, headline, words, '', winner && { category: 'win', plies: 0 });
	}

	about({ material, board }, rules) {
		this.subject = el('p.subject', `${material} on ${board} under ${rules}`);
	}

	show(turn, known, isHidden) {
		if (isHidden)
			this.say(turn, 'hidden', `${sideName(turn)} to move`, ['Answers are hidden. ', button('Look', this.onlook)]);
		else if (known.isExact) this.#showExact(turn, known);
		else this.#showBeyond(turn, known);
	}

	#showExact(turn, answer) {
		const keeping = answer.moves.filter(({ category }) => category === answer.category).length;
		const kept =
			answer.category === 'loss'
				? 'every move loses'
				: `${keeping} of ${counted(answer.moves.length, 'move')} ${answer.category}${keeping === 1 ? 's' : ''}`;
		const note = answer.note ? el('p.note', `A draw: ${answer.note}. ${byRepetition(turn, answer)}`) : null;
		this.say(
			turn,
			answer.category,
			`${sideName(turn)} ${inWords(answer)}`,
			`${sideName(turn)} to move, ${kept}`,
			badgeOf('exact', answer),
			answer,
			note,
		);
	}

	#showBeyond(turn, known) {
		const { certificate, mirrored, checking, basis, bound, moves, score, level } = known;
		const certain = known.category ? known : null;
		const degree = bound ? 'proved' : 'exact';
		const failure = new Failure(200, known.missing);
		const isDamaged = !failure.isFinal;
		// The message ends with a command that removes the cause, if one exists.
		const words = failure.hint ? failure.message.replace(failure.hint, '') : failure.message;
		const reason = el(
			'details',
			{ open: isDamaged },
			el('summary', isDamaged ? 'A table cannot be read' : 'Why the exact value is missing'),
			el('p', words, failure.hint ? el('code', failure.hint) : ''),
		);
		const side = sideName(turn);
		const fill = (headline, value, ...words) =>
			this.say(
				turn,
				certain ? `${certain.category} ${degree}` : 'beyond',
				headline,
				value ? `${side} to move` : 'The engine is thinking …',
				certain ? badgeOf(degree, certain) : value ? 'estimate' : '',
				value,
				el('p', ...words, certain?.proviso ? ` It holds ${certain.proviso}.` : ''),
				reason,
			);
		const [best] = moves;
		if (certain && certificate) {
			const numbers = bound ? 'The number is a bound, not the distance' : 'Bounds of moves may be longer';
			const image = mirrored ? ` The certificate is of the mirrored game on ${certificate.board}.` : '';
			fill(`${side} ${inWords(known)}`, known, `Proved: a certificate answers every move. ${numbers}.${image}`);
		} else if (certain && basis !== 'search' && basis !== 'tables') {
			const absent = bound ? 'The certificate is' : 'The tables are';
			const next = checking ? 'The moves follow …' : `${absent} not here, so the winning moves are unknown.`;
			fill(winnerInWords(known, turn), known, `${bound ? 'Proved and checked' : 'Solved'}. ${next}`);
		} else if (certain) {
			fill(`${side} ${inWords(known)}`, known, `Certain: the engine has searched to the end; best is ${best.move}.`);
		} else if (isRated(known)) {
			const headline = level ? 'About level' : `${sideName(score > 0 ? turn : other(turn))} is probably ahead`;
			const words = `, not proven: best is ${best.move}, at depth ${best.depth}.`;
			fill(headline, known, el('strong', 'Engine estimate'), words);
		} else {
			fill(`${side} to move`, null, 'No table covers this position.');
		}
	}

	/** Shows a headline and a line, and `value` to the side to move on the bar. */
	say(turn, kind, headline, line, badge = '', value = null, ...basis) {
		this.element.removeAttribute('aria-busy');
		this.element.className = `verdict ${kind}`;
		this.stone.className = `stone ${turn}`;
		this.headline.textContent = headline;
		this.line.replaceChildren(...[line].flat());
		this.badge.textContent = badge;
		this.badge.hidden = !badge;
		this.badge.title = badge.endsWith('verified')
			? 'A theorem that Coq has checked, from the rules to the verdict'
			: '';
		this.bar.className = `bar-beside ${kind}`;
		this.fill.hidden = !value;
		if (value) {
			const toBlacks = toBlack(value, turn);
			const { category } = toBlacks;
			const black =
				category === 'win'
					? 100
					: category === 'loss'
						? 0
						: category || toBlacks.level
							? 50
							: 50 + 60 * height(toBlacks) * Math.sign(toBlacks.score ?? 0);
			this.fill.style.setProperty('--black', `${black}%`);
			this.bar.title = category ? signed(value) : '';
		}
		this.basis.replaceChildren(
			...basis.filter(Boolean),
			...(kind === 'pending' || !this.subject ? [] : [this.subject]),
		);
	}
}
