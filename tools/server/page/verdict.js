// The headline over the moves: what the position is worth, and how that is known.

import { button, counted, el } from './dom.js';
import { other, sideName } from './position.js';
import { endInWords, inWords, winnerInWords } from './value.js';

/** Returns the sentence on a draw that the rule of repetition decides. */
function byRepetition(turn, { repetition }) {
  if (!repetition) return '';
  const winner = repetition.category === 'win' ? turn : other(turn);
  return `By it ${sideName(winner)} wins${repetition.move ? `, with ${repetition.move}` : ''}, if no position came before.`;
}

/** Returns the sentence on a certificate of another position that is the same game. */
function imageInWords({ transposed, colors_exchanged: exchanged, certificate }) {
  const changes = [transposed && 'files and ranks', exchanged && 'the colours'].filter(Boolean);
  return changes.length ? ` The certificate is of ${certificate.board}: the same game with ${changes.join(' and ')} exchanged.` : '';
}

/** The verdict on the position in view. Calls `onlook()` when hidden answers are asked for. */
export class Verdict {
  constructor(onlook) {
    this.onlook = onlook;
    this.element = el('div', { class: 'verdict' });
  }

  /** Shows that an answer is on its way. The room of the last one stays, lest the page jump. */
  wait(turn) {
    this.element.style.minHeight = `${this.element.offsetHeight}px`;
    this.#fill('pending', `${sideName(turn)} to move`, el('p', {}, 'Looking it up …'));
    this.element.setAttribute('aria-busy', 'true');
  }

  /** Shows that no answer has come. */
  fail(turn) {
    this.#settle();
    this.#fill('', `${sideName(turn)} to move`, el('p', {}, 'No answer has come.'));
  }

  /** Shows an answer. Where tables do not reach, `proof` and `estimate` may say more. */
  show(position, rules, { answer, proof, estimate }, isHidden) {
    const subject = el('p', { class: 'subject' }, `${position.material} on ${position.board} under ${rules}`);
    this.#settle();
    if (answer.over) this.#showEnd(position.turn, answer, subject);
    else if (isHidden) this.#showNothing(position.turn, subject);
    else if (answer.isExact) this.#showExact(position.turn, answer, subject);
    else this.#showBeyond(position.turn, answer, proof, estimate, subject);
  }

  /** Shows why a position, as it is edited, cannot be asked about. */
  refuse(words) {
    this.#settle();
    this.#fill('', 'No position yet', el('p', {}, words));
  }

  #showEnd(turn, answer, subject) {
    const headline = answer.isExact ? winnerInWords(answer, turn) : 'The game is over';
    this.#fill('over', headline, el('p', {}, `The game is over: ${endInWords(answer.over, turn)}.`), subject);
  }

  #showNothing(turn, subject) {
    const look = el('p', {}, 'Answers are hidden. ', button('Look', this.onlook));
    this.#fill('hidden', `${sideName(turn)} to move`, look, subject);
  }

  #showExact(turn, answer, subject) {
    const keeping = answer.moves.filter(({ category }) => category === answer.category).length;
    const kept = answer.category === 'loss'
      ? 'Every move loses.'
      : `${counted(keeping, 'move')} of ${answer.moves.length} ${keeping === 1 ? 'keeps' : 'keep'} it.`;
    const note = answer.note ? el('p', { class: 'note' }, `A draw: ${answer.note}. ${byRepetition(turn, answer)}`) : null;
    this.#fill(answer.category, `${sideName(turn)} ${inWords(answer)}`, el('p', {}, kept), subject, note);
  }

  #showBeyond(turn, { failure, proved }, proof, estimate, subject) {
    const isDamaged = failure.status >= 500;
    // The message ends with the command that removes the cause, if one does.
    const words = failure.hint ? failure.message.replace(failure.hint, '') : failure.message;
    const reason = el('details', { open: isDamaged },
      el('summary', {}, isDamaged ? 'A table cannot be read' : 'Why there is no exact value'),
      el('p', {}, words, failure.hint ? el('code', {}, failure.hint) : ''));
    if (proof) {
      const words = `Proved: a certificate has an answer to everything. The number is a bound, not the distance.${imageInWords(proof)}`;
      this.#fill(`${proof.category} proved`, `${sideName(turn)} ${inWords(proof)}`, el('p', {}, words), subject, reason);
    } else if (proved) {
      const headline = `${sideName(proved.winner)} wins within ${proved.plies}`;
      const words = 'Proved and checked. The certificate is not here, so the moves that win are not known.';
      this.#fill(`${proved.winner === turn ? 'win' : 'loss'} proved`, headline, el('p', {}, words), subject, reason);
    } else if (estimate && !estimate.estimate) {
      const words = `Certain: the engine has searched it to the end; best is ${estimate.best}.`;
      this.#fill(`${estimate.category} proved`, `${sideName(turn)} ${inWords(estimate)}`, el('p', {}, words), subject, reason);
    } else if (estimate) {
      const { score, level, best, depth } = estimate;
      const headline = level ? 'About level' : `${sideName(score > 0 ? turn : other(turn))} is probably ahead`;
      const words = ` by the engine, no fact: its move is ${best}, found ${depth} ${depth === 1 ? 'ply' : 'plies'} deep.`;
      this.#fill('beyond', headline, el('p', {}, el('strong', {}, 'An estimate'), words), subject, reason);
    } else {
      this.#fill('beyond', 'Beyond the tables', el('p', {}, 'The engine is thinking …'), subject, reason);
    }
  }

  #settle() {
    this.element.removeAttribute('aria-busy');
    this.element.style.minHeight = '';
  }

  #fill(kind, headline, ...parts) {
    this.element.className = `verdict ${kind}`;
    this.element.replaceChildren(el('h2', {}, headline), ...parts.filter(Boolean));
  }
}
