// The moves of the game in view, its chart, and what each move was worth.

import { Chart } from './chart.js';
import { button, counted, el } from './dom.js';
import { sideName } from './position.js';
import { guessesOf, lossOf } from './value.js';

/** The score of a game. Calls `ongo(at)` with the place that was chosen, and `online(line)` with another line. */
export class Score {
  constructor(ongo, online) {
    Object.assign(this, { ongo, online });
    this.chart = new Chart(ongo);
    this.list = el('ol', { class: 'score', 'aria-label': 'Moves of the game' });
    this.lines = el('ul', { class: 'lines', 'aria-label': 'Other lines' });
    this.findings = el('div', { class: 'findings' });
    this.element = el('div', {}, this.chart.element, this.list, this.lines, this.findings, this.chart.table);
  }

  /** Shows a game with its review, as far as there is one yet. `seen` has by place what the view has
      said of it, to Black. */
  show(game, review, seen, isPending) {
    this.chart.element.setAttribute('aria-busy', isPending);
    const reviewed = review?.moves ?? [];
    const proofs = new Map((review?.proofs ?? []).map(({ place, winner, plies }) => [place, { category: winner === 'x' ? 'win' : 'loss', plies, bound: true }]));
    const guesses = guessesOf(review?.estimates ?? []);
    this.chart.show(game, seen.map((worth, at) => review?.values?.[at] ?? (worth?.category ? worth : proofs.get(at) ?? worth) ?? guesses.get(at)));
    this.list.replaceChildren(...game.moves.map((move, index) => this.#entry(game, move, index, reviewed[index])));
    this.lines.replaceChildren(...game.lines.map(line => el('li', {}, button(game.named(line), () => this.online(line)))));
    this.#reveal(this.list.querySelector('[aria-current]'));
    this.#find(game, reviewed, review);
  }

  /** Scrolls the list to an entry. `scrollIntoView` would scroll the window too, and the board out of it. */
  #reveal(entry) {
    if (!entry) return;
    const { list } = this;
    const top = entry.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    list.scrollTop = Math.max(top + entry.offsetHeight - list.clientHeight, Math.min(top, list.scrollTop));
  }

  #entry(game, move, index, reviewed) {
    const lost = reviewed?.covered ? lossOf(reviewed) : null;
    const isFirst = index === 0 || game.positions[index].turn === 'x';
    const isShown = index + 1 === game.at;
    return el('li', {},
      isFirst ? el('span', { class: 'number' }, game.number(index)) : null,
      button([move, lost ? el('span', { class: lost.isBlunder ? 'blunder' : 'slower' }, ` ${lost.mark}`) : ''],
        () => this.ongo(index + 1), {
          'aria-current': isShown ? 'step' : null,
          title: lost?.words ?? null,
          'aria-label': lost ? `${move}, ${lost.words}` : null,
        }));
  }

  /** Lists what was lost: outcomes first, for they decide the game, then distances. */
  #find(game, reviewed, review) {
    const losses = reviewed.flatMap((entry, index) => {
      const lost = entry.covered ? lossOf(entry) : null;
      return lost ? [{ ...lost, index, entry }] : [];
    });
    const turning = losses.filter(({ isBlunder }) => isBlunder);
    const line = ({ index, entry, words }) => el('li', {},
      button(`${game.number(index)} ${entry.move}`, () => this.ongo(index), { title: 'The position before: played in red, better in green' }),
      ` ${words}; best was ${entry.best.move}`);
    const parts = [];
    if (turning.length) parts.push(el('h3', {}, 'Turning points'), el('ul', {}, turning.map(line)));
    if (review && game.moves.length) parts.push(this.#summary(review));
    if (review?.stopped) parts.push(el('p', { class: 'warning' }, review.stopped.message));
    this.findings.replaceChildren(...parts);
  }

  #summary({ summary, outside }) {
    const row = (side, { moves, judged, kept, slower, sooner, blunders }) => {
      const lost = Object.values(blunders).reduce((a, b) => a + b, 0);
      return el('tr', {}, el('th', { scope: 'row' }, sideName(side)),
        ...[`${judged} of ${moves}`, kept, lost, slower.plies + sooner.plies].map(figure => el('td', {}, String(figure))));
    };
    const heads = ['', 'judged', 'kept the result', 'gave it away', 'plies lost'];
    const isJudged = summary.black.judged + summary.white.judged > 0;
    return el('div', {},
      isJudged ? el('table', { class: 'figures' },
        el('thead', {}, el('tr', {}, heads.map(head => (head ? el('th', { scope: 'col' }, head) : el('td', {}))))),
        el('tbody', {}, row('x', summary.black), row('o', summary.white))) : null,
      outside ? el('details', {}, el('summary', {}, `${isJudged ? 'Not every' : 'No'} move is judged by tables. Striped bars of the chart are estimates by the engine, no facts`), el('p', { class: 'note' }, outside)) : null);
  }
}

/** Returns a sentence on a finished review, for those who hear the page. */
export function spoken(review) {
  const lost = side => Object.values(review.summary[side].blunders).reduce((a, b) => a + b, 0);
  return `${counted(review.moves.length, 'move')}; Black gave away ${lost('black')}, White ${lost('white')}`;
}
