// The view of a board: a position or a game, what it is worth, and everything to do with it.

import { addressOf, spelled } from './address.js';
import { answerTo, askBeyond, estimateOf, movesWith, patiently, proofOf } from './answers.js';
import { lookUp, send } from './api.js';
import { Board } from './board.js';
import { boardChoices, rulesChoices } from './choices.js';
import { announce, button, choice, el, prefer, preferences } from './dom.js';
import { Editor, problemOf } from './editor.js';
import { Game } from './game.js';
import { MoveList } from './moves.js';
import { PLAYERS, moveOf } from './players.js';
import { Position, sideName } from './position.js';
import { Records } from './records.js';
import { Score } from './score.js';
import { inWords } from './value.js';
import { Verdict } from './verdict.js';

/** Milliseconds before a player who is not the reader answers, so that moves can be followed. */
const PAUSE = 350;

/** Milliseconds that the engine may think about each position of a game beyond the tables. */
const GLANCE = 40;

export class Explorer {
  /** `go(address, { replaces })` changes the address; `boards` is the server's list. */
  constructor({ go, boards, trouble }) {
    Object.assign(this, { go, boards, trouble });
    this.players = { x: 'you', o: 'you' };
    this.isLooking = false;
    const play = move => this.play(move);
    this.board = new Board({ onmove: play, onillegal: (from, to) => this.#refuse(`${from}-${to}`), onsquare: name => this.editor.set(name), onkey: key => this.#boardKey(key) });
    this.moves = new MoveList({ onplay: play, onpoint: move => this.board.point(move) });
    this.verdict = new Verdict(() => { this.isLooking = true; this.#paint(); });
    this.score = new Score(at => this.#walk(at));
    this.editor = new Editor(position => this.#set(position));
    this.records = new Records({ game: () => this.game, review: () => this.review, open: game => this.#push(game), rules: () => this.game.rules });
    this.#build();
  }

  get isHidden() {
    return Boolean(preferences().hidden) && !this.isLooking;
  }

  get isEdited() {
    return !this.tools.hidden;
  }

  /** Shows what an address names; without a start, the start of a board. */
  async open({ rules = this.game?.rules ?? 'club', start, board, kind, ...shown }, isCurrent) {
    const text = start?.replace('_', ' ') ?? `${kind ?? 'start'} ${board ?? this.boards.first(rules)}`;
    // A board that is drawn with all its squares is shown before the server has read it.
    const drawn = Position.draft(text) ?? Position.read((await lookUp('moves', { position: text, rules })).position);
    if (isCurrent()) this.#show(Game.read({ rules, start: drawn, ...shown }));
  }

  /** Plays a move in the position in view. */
  play(move) {
    this.#push(this.game.with(move));
  }

  /** Handles a key that nothing else has taken. */
  key(key) {
    const { at, moves } = this.game;
    const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[key];
    if (place !== undefined) this.#walkOrPlay(place);
    else if (key === ' ') this.#playBest();
    else return false;
    return true;
  }

  #boardKey(key) {
    if (this.isEdited && this.editor.key(key)) return true;
    const { at, last } = this.game;
    if (key === ',' || key === '.') this.#walkOrPlay(at + (key === '.' ? 1 : -1));
    else if (key === 'b') this.#playBest();
    else if (key === 'v') announce(this.#spoken());
    else if (key === 'l') announce(last ? `last move ${last}` : 'no move yet');
    else return false;
    return true;
  }

  #build() {
    this.boardChoice = el('div', { class: 'slot' });
    this.typed = el('input', { type: 'text', id: 'typed-move', list: 'legal-moves', autocomplete: 'off', spellcheck: 'false', placeholder: 'b1-d3' });
    this.legal = el('datalist', { id: 'legal-moves' });
    this.tools = el('section', { class: 'card', 'aria-label': 'Position editor', hidden: true }, this.editor.element);
    this.editButton = button('Edit', () => this.#edit(), { 'aria-pressed': 'false' });
    this.hideButton = button('Hide answers', () => this.#hide(), { 'aria-pressed': 'false' });
    const walk = (sign, name, place) => button(sign, () => this.#walk(place()), { 'aria-label': name, title: name });
    const walking = el('div', { class: 'buttons walk', role: 'group', 'aria-label': 'Walk through the game' },
      walk('|◀', 'First position', () => 0), walk('◀', 'Move back', () => this.game.at - 1),
      walk('▶', 'Move on', () => this.game.at + 1), walk('▶|', 'Last position', () => this.game.moves.length),
      button('Best move', () => this.#playBest()), button('Take back', () => this.#takeBack()));
    const looks = el('div', { class: 'buttons', role: 'group', 'aria-label': 'Board' },
      button('Flip', () => this.#flip()), this.editButton, this.hideButton);
    const typing = el('form', { class: 'typed', onsubmit: event => this.#type(event) },
      el('label', { for: 'typed-move' }, 'Type a move'), this.typed, this.legal, el('button', { type: 'submit' }, 'Play'));
    const player = side => choice(sideName(side), PLAYERS, 'you', kind => { this.players[side] = kind; this.#paint(); this.#reply(); });
    const playing = el('fieldset', { class: 'players' }, el('legend', {}, 'Who plays'), player('x'), player('o'));
    this.table = el('a', { href: '#/tables' }, 'Statistics of this table');
    this.element = el('div', { class: 'explorer' },
      el('section', { class: 'table', 'aria-label': 'Position' },
        el('h1', { class: 'unseen' }, 'Board'), this.boardChoice, this.board.element, walking, looks, typing, this.tools),
      el('section', { class: 'card answers', 'aria-label': 'Answers' }, this.verdict.element, this.moves.element, el('p', {}, this.table)),
      el('section', { class: 'card game', 'aria-label': 'Game' }, el('h2', {}, 'Game'), playing, this.score.element, this.records.element));
  }

  #show(game) {
    const isSame = this.game && this.game.rules === game.rules && String(this.game.start) === String(game.start)
      && this.game.moves.join() === game.moves.join();
    const isSamePlace = isSame && this.game.at === game.at;
    // The same moves stay the same list: a review that is under way is still theirs.
    this.game = isSame ? this.game.shownAt(game.at) : game;
    if (!isSame) this.review = null;
    if (!isSamePlace) this.isLooking = false;
    this.#refresh();
    if (this.game.moves.length && !this.review && this.reviewing !== this.game.moves) this.#review();
  }

  /** Asks about the position in view, and shows what comes until another is in view. */
  async #refresh() {
    const round = this.round = (this.round ?? 0) + 1;
    const isCurrent = () => round === this.round;
    const { position, rules } = this.game;
    this.known = null;
    this.#choices();
    this.verdict.wait(position.turn);
    this.moves.wait();
    this.#paint();
    if (problemOf(position)) {
      this.verdict.refuse(problemOf(position));
      this.moves.show([], false);
      return;
    }
    await this.trouble.during(() => this.#ask(position, rules, isCurrent), isCurrent);
    if (isCurrent() && !this.known) this.verdict.fail(position.turn);
  }

  /** Asks what is known of a position, the surest first. */
  async #ask(position, rules, isCurrent) {
    const early = this.boards.has(position.board, rules) ? null : askBeyond(position, rules);
    const answer = await answerTo(position, rules);
    if (!isCurrent()) return;
    this.#learn({ answer, moves: movesWith(answer) });
    announce(this.#spoken());
    this.#reply();
    if (answer.isExact || answer.over) return;
    const proof = await (early ?? proofOf(position, rules));
    const estimate = proof ? null : await estimateOf(position, rules);
    if (isCurrent()) this.#learn({ answer, proof, estimate, moves: movesWith(answer, proof) });
  }

  #learn(known) {
    this.known = known;
    this.#paint();
  }

  async #review() {
    const { game } = this;
    const isCurrent = () => game.moves === this.game.moves;
    this.reviewing = game.moves;
    await this.trouble.during(async () => {
      const review = await game.review().finally(() => {
        if (!isCurrent()) return;
        this.reviewing = null;
        this.#paint();
      });
      if (!isCurrent()) return;
      // The address may hold moves that are none: the server says from which on.
      if (review.stopped) {
        const { number, text, reason } = review.stopped;
        await this.go(this.#address(game.cut(number - 1)), { replaces: true });
        this.board.explain(`Move ${number} of the link, ${text}, is not legal: ${reason}.`);
        return;
      }
      this.review = review;
      this.#paint();
      if (!review.outside) return;
      const estimated = await patiently(() => game.review(GLANCE)).catch(failure => {
        // The chart does without while the engine thinks for others.
        if (failure.status !== 429) throw failure;
      });
      if (!estimated || !isCurrent()) return;
      this.review = estimated;
      this.#paint();
    }, isCurrent);
  }

  #paint() {
    const { position, last, rules } = this.game;
    const { isHidden, isEdited, known } = this;
    const moves = known?.moves ?? [];
    this.board.show({ position, moves, last, isHidden, isEdited, flipped: Boolean(preferences().flipped), isBusy: this.#isTheirs(), isOver: Boolean(known?.answer.over) });
    this.score.show(this.game, this.review, known?.answer, isHidden, this.reviewing === this.game.moves);
    this.records.show();
    this.hideButton.setAttribute('aria-pressed', Boolean(preferences().hidden));
    if (isEdited) this.editor.show(position);
    this.table.href = addressOf({ view: 'tables', rules, board: position.board, material: position.material, position: spelled(position) });
    if (!known) return;
    this.verdict.show(position, rules, known, isHidden);
    this.moves.show(moves, isHidden);
    this.legal.replaceChildren(...moves.map(({ move }) => el('option', { value: move })));
  }

  #choices() {
    const { game: { position, rules } } = this;
    this.boardChoice.replaceChildren(
      choice('Board', boardChoices(this.boards, rules), position.board, board => this.#start({ board })),
      choice('Rules', rulesChoices(this.boards, position.board), rules, chosen => this.go(this.#address(new Game(chosen, this.game.start, this.game.moves, this.game.at)))),
      el('div', { class: 'buttons' }, button('Start', () => this.#start({})), button('Scrambled', () => this.#start({ kind: 'scrambled' }))));
  }

  #start({ board = this.game.position.board, kind }) {
    this.go(addressOf({ view: 'board', rules: this.game.rules, board, kind }));
  }

  #address({ rules, start, moves, at }) {
    return addressOf({
      view: 'board', rules, start: spelled(start), moves: moves.join(','), at: at === moves.length ? undefined : at,
    });
  }

  #push(game, replaces = false) {
    this.go(this.#address(game), { replaces });
  }

  /** Replaces the position in view by an edited one: a game of its own begins. */
  #set(position) {
    this.#push(new Game(this.game.rules, position), true);
  }

  #walk(at) {
    this.#push(this.game.shownAt(at), true);
  }

  /** Walks through the game, and on along the best line where it ends. */
  #walkOrPlay(at) {
    if (at > this.game.moves.length) this.#playBest();
    else this.#walk(at);
  }

  #playBest() {
    if (!this.known || this.#isTheirs()) return;
    const best = this.known.estimate?.best ?? this.#best()?.move;
    if (best) this.play(best);
  }

  /** Returns the first move that keeps the value of the position, if that is known. */
  #best() {
    const { answer, proof, moves } = this.known;
    const value = proof ?? answer;
    return value.category && moves.find(({ category }) => category === value.category);
  }

  /** Takes moves back until it is the reader's turn again. */
  #takeBack() {
    let length = this.game.at - 1;
    while (length > 0 && this.players[this.game.positions[length].turn] !== 'you') length--;
    if (length >= 0) this.#push(this.game.cut(length));
  }

  /** True if another player is to move. */
  #isTheirs() {
    return !this.isEdited && this.game.isAtEnd && this.players[this.game.position.turn] !== 'you';
  }

  /** Has a player who is not the reader move, if it is that one's turn. */
  #reply() {
    clearTimeout(this.replying);
    if (!this.known || this.known.answer.over || !this.#isTheirs()) return;
    const { round, game } = this;
    this.replying = setTimeout(() => this.trouble.during(async () => {
      const move = await moveOf(this.players[game.position.turn], game.position, game.rules);
      // The reader may have walked away; going back in the browser skips this reply.
      if (move && round === this.round && this.#isTheirs()) this.#push(game.with(move), true);
    }), PAUSE);
  }

  #type(event) {
    event.preventDefault();
    const text = this.typed.value.trim().toLowerCase().replace(/[:x-]/g, '');
    const found = this.known?.answer.moves.find(({ move }) => move.replace(/[x-]/g, '') === text);
    if (!found) {
      this.#refuse(this.typed.value.trim());
      return;
    }
    this.typed.value = '';
    this.play(found.move);
  }

  /** Says at the board why a move is none, in the server's words. */
  async #refuse(text) {
    const { position, rules } = this.game;
    const squares = /^([a-h][1-8])[:x-]?([a-h][1-8])$/i.exec(text);
    if (!squares) {
      this.board.explain(`${text || 'nothing'} is no move: expected two squares, such as b1-d3.`);
      return;
    }
    const move = `${squares[1]}${position.at(squares[2]) ? 'x' : '-'}${squares[2]}`.toLowerCase();
    await this.trouble.during(async () => {
      const { stopped } = await send('review', { rules }, `${position}\n${move}\n`);
      if (String(position) === String(this.game.position)) this.board.explain(`${move} is not legal${stopped ? `: ${stopped.reason}` : ''}.`);
    });
  }

  #flip() {
    prefer({ flipped: !preferences().flipped });
    this.#paint();
  }

  #hide() {
    this.isLooking = false;
    prefer({ hidden: !preferences().hidden });
    this.#paint();
    announce(this.isHidden ? 'answers hidden' : this.#spoken());
  }

  #edit() {
    this.tools.hidden = !this.tools.hidden;
    this.editButton.setAttribute('aria-pressed', this.isEdited);
    if (this.isEdited && (this.game.moves.length || this.game.at)) this.#set(this.game.position);
    else this.#paint();
  }

  /** Returns what there is to say of the position in view. */
  #spoken() {
    const { position } = this.game;
    if (!this.known) return '';
    const { answer, proof } = this.known;
    const value = answer.isExact ? answer : proof;
    if (answer.over || this.isHidden || !value) return `${sideName(position.turn)} to move`;
    const best = this.#best();
    return `${sideName(position.turn)} to move, ${inWords(value)}${best ? `, best ${best.move}` : ''}`;
  }
}
