// The list of moves: winning, drawing and losing ones, best first.

import { button, counted, el } from './dom.js';
import { inWords, signed } from './value.js';

const GROUPS = [['win', 'Winning'], ['draw', 'Drawing'], ['loss', 'Losing']];

/** The moves of the position in view. Calls `onplay(move)` and `onpoint(move or null)`. */
export class MoveList {
  constructor({ onplay, onpoint }) {
    Object.assign(this, { onplay, onpoint });
    this.element = el('div', { class: 'moves', role: 'region', 'aria-label': 'Moves', tabindex: 0 });
  }

  /** Shows that the moves of a position are on their way; those of another are gone. */
  wait() {
    const { offsetHeight } = this.element;
    this.element.style.minHeight = `${offsetHeight}px`;
    this.element.replaceChildren();
  }

  /** Shows moves, with their values unless those are hidden. */
  show(moves, isHidden) {
    this.element.style.minHeight = '';
    const hasValue = ({ category }) => Boolean(category) && !isHidden;
    const groups = GROUPS.map(([category, title]) =>
      [category, title, moves.filter(move => hasValue(move) && move.category === category)]);
    const others = moves.filter(move => !hasValue(move)).sort((a, b) => a.move.localeCompare(b.move));
    groups.push(['', others.length === moves.length ? 'Legal' : 'Not settled', others]);
    this.element.replaceChildren(el('table', {},
      el('caption', { class: 'unseen' }, 'Moves, best first'),
      groups.filter(([, , list]) => list.length).map(([category, title, list]) => el('tbody', { class: category },
        el('tr', { class: 'group' },
          el('th', { colspan: 2, scope: 'rowgroup' }, `${title}: ${counted(list.length, 'move')}`)),
        list.map(move => this.#row(move, category !== ''))))));
  }

  #row(found, isKnown) {
    const { move, answer } = found;
    const point = { onmouseenter: () => this.onpoint(move), onmouseleave: () => this.onpoint(null) };
    const focus = { onfocus: () => this.onpoint(move), onblur: () => this.onpoint(null) };
    const words = isKnown ? ` ${inWords(found)}${answer ? `, answer ${answer}` : ''}` : '';
    return el('tr', point,
      el('th', { scope: 'row' }, button(move, () => this.onplay(move), { ...focus, 'data-move': move })),
      el('td', {}, isKnown ? el('span', { class: 'sign', 'aria-hidden': 'true' }, signed(found)) : '', words));
  }
}
