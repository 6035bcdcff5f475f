// The verdict above the board, and its basis below the moves.

import { certainOf } from './answers.js';
import { button, counted, el } from './dom.js';
import { other, sideName } from './position.js';
import { height, inWords, signed, toBlack, winnerInWords } from './value.js';

function byRepetition(turn, { repetition }) {
	if (!repetition) return '';
	const winner = repetition.category === 'win' ? turn : other(turn);
	return `By repetition ${sideName(winner)} wins${repetition.move ? `, with ${repetition.move}` : ''}, if no position came before.`;
}

const badgeOf = (degree, known) => (known?.basis === 'verified' ? `${degree}, verified` : degree);

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
		const { answer } = known;
		if (isHidden)
			this.say(turn, 'hidden', `${sideName(turn)} to move`, ['Answers are hidden. ', button('Look', this.onlook)]);
		else if (answer.isExact) this.#showExact(turn, answer);
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
		const { failure, proved } = known.answer;
		const { proof, estimate } = known;
		const certain = certainOf({ turn }, known);
		const degree = certain?.bound ? 'proved' : 'exact';
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
		if (certain && proof) {
			const isImage = proof.transposed || proof.colors_exchanged;
			const bound = certain.bound ? 'The number is a bound, not the distance' : 'Bounds of moves may be longer';
			const basis = `Proved: a certificate answers every move. ${bound}. ${isImage ? `The certificate is of the mirrored game on ${proof.certificate.board}.` : ''}`;
			fill(`${side} ${inWords(certain)}`, certain, basis);
		} else if (certain && proved) {
			const absent = certain.bound ? 'The certificate is' : 'The tables are';
			const moves = proof === null ? `${absent} not here, so the winning moves are unknown.` : 'The moves follow …';
			fill(winnerInWords(certain, turn), certain, `${certain.bound ? 'Proved and checked' : 'Solved'}. ${moves}`);
		} else if (certain) {
			const basis = `Certain: the engine has searched to the end; best is ${estimate.best}.`;
			fill(`${side} ${inWords(estimate)}`, estimate, basis);
		} else if (estimate) {
			const { score, level, best, depth } = estimate;
			const headline = level ? 'About level' : `${sideName(score > 0 ? turn : other(turn))} is probably ahead`;
			fill(headline, estimate, el('strong', 'Engine estimate'), `, not proven: best is ${best}, at depth ${depth}.`);
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
						: category || toBlacks.isLevel
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
