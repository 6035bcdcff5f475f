// The view of problems: a suite, one position after another, checked by the tables.

import { addressOf, addressOfPosition } from './address.js';
import { answerTo } from './answers.js';
import { lookUp } from './api.js';
import { Board } from './board.js';
import { announce, button, choice, counted, el, prefer, preferences } from './dom.js';
import { Position, sideName } from './position.js';
import { inWords } from './value.js';

export class Problems {
  constructor({ go, trouble }) {
    Object.assign(this, { go, trouble, title: 'Problems' });
    this.board = new Board({ onmove: move => this.#try(move), onsquare: () => {} });
    this.fields = el('div', { class: 'fields' });
    this.task = el('h2', {}, 'Problems');
    this.themes = el('p', { class: 'subject' });
    this.result = el('div', { class: 'verdict', role: 'status' });
    this.progress = el('p', { class: 'note' });
    this.element = el('div', { class: 'explorer pair' },
      el('section', { class: 'table', 'aria-label': 'Problem' }, el('h1', { class: 'unseen' }, 'Problems'), this.fields, this.board.element),
      el('section', { class: 'card answers', 'aria-label': 'Task' }, this.task, this.themes, this.result,
        el('div', { class: 'buttons' },
          button('Try again', () => this.#begin()), button('Show the answer', () => this.#reveal()),
          button('Next problem', () => this.#next(1)), button('Previous', () => this.#next(-1))),
        this.progress));
  }

  async open({ suite, n }, isCurrent) {
    const { suites } = await lookUp('problems');
    if (suites.length === 0) {
      this.task.textContent = 'This server has no problems.';
      return;
    }
    const shown = suites.find(({ name }) => name === suite) ?? suites[0];
    const isThere = n === undefined || (Number.isInteger(Number(n)) && Number(n) >= 1 && Number(n) <= shown.problems);
    const number = n !== undefined && isThere ? Number(n) : this.#firstUnsolved(shown);
    const problem = await lookUp(`problems/${encodeURIComponent(shown.name)}/${number}`);
    const { moves } = await lookUp('moves', { position: problem.position, rules: problem.rules });
    if (!isCurrent()) return;
    const [missing, instead] = suite && suite !== shown.name ? [`suite ${suite}`, `suite ${shown.name}`]
      : [!isThere && `problem ${n} in ${shown.name}, which has ${shown.problems}`, `problem ${number}`];
    if (missing) this.trouble.tell(`There is no ${missing}. This is ${instead}.`);
    this.title = `Problem ${number} of ${shown.name}`;
    Object.assign(this, { suite: shown, number, problem, legal: moves });
    this.fields.replaceChildren(
      choice('Suite', suites.map(({ name, problems }) => [name, `${name}: ${counted(problems, 'problem')}`]), shown.name, name => this.#goTo(name)),
      choice('Problem', Array.from({ length: shown.problems }, (_, i) => [String(i + 1), `${i + 1}${this.#solved.has(i + 1) ? ' ✓ solved' : ''}`]), String(number), chosen => this.#goTo(shown.name, chosen)));
    this.#begin();
  }

  key(key) {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
    this.#next(key === 'ArrowRight' ? 1 : -1);
    return true;
  }

  /** The numbers of solved problems of the suite in view. */
  get #solved() {
    return new Set(preferences().solved?.[this.suite?.name] ?? []);
  }

  #firstUnsolved({ name, problems }) {
    const solved = new Set(preferences().solved?.[name] ?? []);
    for (let number = 1; number <= problems; number++) if (!solved.has(number)) return number;
    return 1;
  }

  #goTo(suite, n) {
    this.go(addressOf({ view: 'problems', suite, n }));
  }

  #next(step) {
    const { problems, name } = this.suite;
    this.#goTo(name, ((this.number - 1 + step + problems) % problems) + 1);
  }

  /** Shows the problem with its legal moves, and nothing of their values. */
  #begin() {
    const { position, rules, category, plies, themes } = this.problem;
    this.position = Position.read(position);
    this.attempt = null;
    const goal = category === 'win' ? `wins${plies ? `, in ${plies} at best` : ''}` : 'holds the draw';
    this.task.textContent = `${this.number}. ${sideName(this.position.turn)} to move ${goal}`;
    this.themes.textContent = [`${this.problem.material} on ${this.problem.board} under ${rules}`, ...themes].join(' · ');
    this.#say('', 'Find a move that keeps it.');
    this.progress.textContent = `${this.#solved.size} of ${this.suite.problems} solved, as this browser remembers.`;
    this.board.show({ position: this.position, moves: this.legal, isHidden: true, flipped: Boolean(preferences().flipped) });
  }

  /** Shows a move, and checks it by the tables, or by the suite where there are none. */
  async #try(move) {
    const attempt = this.attempt = {};
    const isCurrent = () => attempt === this.attempt;
    this.board.show({ position: this.position.after(move), last: move, flipped: Boolean(preferences().flipped) });
    this.#say('pending', 'Looking it up …');
    await this.trouble.during(async () => {
      try {
        const answer = await answerTo(this.position, this.problem.rules);
        if (isCurrent()) this.#judge(move, answer);
      } catch (failure) {
        if (isCurrent()) this.#say('', 'The server has not answered.');
        throw failure;
      }
    }, isCurrent);
  }

  #judge(move, answer) {
    const found = answer.isExact ? answer.moves.find(entry => entry.move === move) : null;
    const isRight = found ? found.category === answer.category : this.problem.good_moves.includes(move);
    const value = found ? `: ${inWords(found)}` : '';
    if (isRight) {
      const solved = preferences().solved ?? {};
      prefer({ solved: { ...solved, [this.suite.name]: [...this.#solved.add(this.number)] } });
      this.progress.textContent = `${this.#solved.size} of ${this.suite.problems} solved, as this browser remembers.`;
      const slower = found && found.plies > answer.plies ? ` The shortest way takes ${answer.plies}.` : '';
      this.#say('win', `Right! ${move}${value}.${slower}`);
    } else {
      this.#say('loss', `${move} is not it${value}.`);
    }
    announce(this.result.textContent);
  }

  #reveal() {
    const { good_moves: good, position, rules } = this.problem;
    this.#say('draw', `${good.length === 1 ? 'The only move' : 'The moves'}: ${good.join(', ')}.`,
      el('p', {}, el('a', { href: addressOfPosition(position, rules) }, 'Look at it on the board')));
  }

  #say(kind, words, ...rest) {
    this.result.className = `verdict ${kind}`;
    this.result.setAttribute('aria-busy', kind === 'pending');
    this.result.replaceChildren(el('p', {}, words), ...rest);
  }
}
