// The first view: what this is, a board to begin on at once, and a choice of opponents.

import { addressOf } from './address.js';
import { lookUp } from './api.js';
import { Board } from './board.js';
import { boardChoices, presetChoices } from './choices.js';
import { choice, el, prefer, preferences } from './dom.js';
import { PERSON, isPerfect, opponents } from './players.js';
import { Position } from './position.js';

const door = (href, name, words) => el('li', {}, el('a', { href }, el('b', {}, name), ` ${words}`));

const COLOURS = [['x', 'Black, who begins'], ['o', 'White'], ['any', 'Either']];

export class Home {
  constructor({ go, boards, trouble }) {
    Object.assign(this, { go, boards, trouble, title: 'Play' });
    this.board = new Board({ onmove: move => this.#begin(move), onsquare: () => {} });
    this.fields = el('div', { class: 'fields' });
    this.others = el('div', { class: 'fields' });
    this.note = el('p', { class: 'note', role: 'status' });
    this.resume = el('p', {});
    this.element = el('div', { class: 'explorer home' },
      el('section', { class: 'table', 'aria-label': 'Board' }, el('div', { class: 'stage' }, this.board.element)),
      el('section', { class: 'card', 'aria-label': 'Play' },
        el('h1', {}, 'Lines of Action'),
        el('p', { class: 'lead' }, 'Join all your stones into one group before your opponent does. A stone moves along a line by as many squares as there are stones on that line.'),
        el('form', { onsubmit: event => { event.preventDefault(); this.#begin(); } },
          this.fields, el('button', { type: 'submit', class: 'first' }, 'Play'), this.note,
          el('details', {}, el('summary', {}, 'Another board, other rules'), this.others)),
        this.resume,
        el('ul', { class: 'doors' },
          door('#/board', 'Explore', 'See what every move is worth: exact where the game is solved, proved or estimated elsewhere.'),
          door('#/learn', 'Learn', 'The whole game in six moves.'),
          door('#/problems', 'Problems', 'Find the only move that wins, or the one that holds.'))));
  }

  async open() {
    const { board = '6x6', rules = 'club', opponent = 'level:1', colour = 'x', errs = 25 } = preferences().play ?? {};
    Object.assign(this, { chosen: { board, rules, opponent, colour, errs } });
    this.#show();
  }

  /** Shows the choices, and the board that they lead to. */
  #show() {
    const { board, rules, opponent, colour, errs } = this.chosen;
    const position = this.position = Position.draft(`start ${board}`);
    const change = name => value => { this.chosen[name] = value; this.#show(); };
    const choose = (label, choices, name) => choice(label, choices, this.chosen[name], change(name), { id: `play-${name}` });
    const focused = document.activeElement?.id;
    const isErring = opponent === 'perfect:25';
    this.fields.replaceChildren(
      choose('Opponent', opponents(), 'opponent'),
      ...isErring ? [el('label', { class: 'field' }, el('span', {}, 'Errs in moves of 100'),
        el('input', { type: 'number', id: 'play-errs', min: 1, max: 100, value: errs, onchange: event => change('errs')(event.target.value) }))] : [],
      ...opponent === PERSON ? [] : [choose('You play', COLOURS, 'colour')]);
    this.others.replaceChildren(choose('Board', boardChoices(this.boards, rules), 'board'), choose('Rules', presetChoices(this.boards), 'rules'));
    document.getElementById(focused)?.focus();
    this.side = colour === 'any' ? 'xo'[Math.floor(Math.random() * 2)] : colour;
    const reason = isPerfect(opponent) ? this.#withoutPerfect() : '';
    this.note.textContent = reason;
    this.element.querySelector('[type="submit"]').disabled = Boolean(reason);
    if (reason) this.others.parentElement.open = true;
    const show = moves => this.board.show({ position, moves, isHidden: true, flipped: opponent !== PERSON && this.side === 'o' });
    show([]);
    if (!reason && (opponent === PERSON || this.side === 'x')) {
      this.trouble.during(async () => {
        const { moves } = await lookUp('moves', { position: String(position), rules });
        if (position === this.position) show(moves);
      });
    }
    const { game } = preferences();
    this.resume.replaceChildren(...game ? [el('a', { href: game }, 'Go on with your last game')] : []);
  }

  /** Returns why there is no perfect play from the start, or the empty text. */
  #withoutPerfect() {
    const { rules, opponent, board } = this.chosen;
    if (this.boards.covers(this.position, rules)) return '';
    const proof = this.boards.proofOf(board, rules);
    const winner = proof?.winner === 'x' ? 'Black' : 'White';
    if (opponent === 'perfect' && proof?.winner !== this.side && proof) return `On ${board} ${winner} is proved to win, and only that side has an answer to everything: take the other one.`;
    if (opponent === 'perfect' && proof) return '';
    const all = new Set(this.boards.boards.map(there => there.board));
    const covered = [...all].filter(name => this.boards.covers(Position.draft(`start ${name}`), rules)).slice(0, 6);
    return `No table has this board, so ${opponent === 'perfect' ? 'perfect play' : 'it'} is not known here: take ${[...covered, 'the engine'].join(' or ')}.`;
  }

  /** Begins the game, with a first move if one was made. */
  #begin(move) {
    const { board, rules, opponent, errs } = this.chosen;
    prefer({ play: this.chosen });
    const player = opponent === 'perfect:25' ? `perfect:${errs}` : opponent;
    const named = player === PERSON ? undefined : player;
    const seats = this.side === 'x' ? { white: named } : { black: named };
    this.go(addressOf({ view: 'play', rules, board, moves: move, ...seats }));
  }
}
