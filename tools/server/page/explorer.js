// The view of a board: a position or a game, what it is worth, and everything to do with it.

import { addressOf, spelled } from './address.js';
import { answerTo, certainOf, estimateOf, movesWith, patiently, proofOf } from './answers.js';
import { lookUp, send } from './api.js';
import { Board } from './board.js';
import { boardChoices, rulesChoices } from './choices.js';
import { announce, button, choice, el, prefer, preferences } from './dom.js';
import { Editor, problemOf } from './editor.js';
import { Game } from './game.js';
import { MoveList } from './moves.js';
import { PERSON, isPerfect, isPlayer, moveOf, players } from './players.js';
import { Position, sideName } from './position.js';
import { Records } from './records.js';
import { Score } from './score.js';
import { inWords, toBlack } from './value.js';
import { Verdict } from './verdict.js';

/** Milliseconds before a player who is not the reader answers, so that moves can be followed. */
const PAUSE = 350;

/** Milliseconds that the engine may think about each position of a game beyond the tables. */
const GLANCE = 40;

/** Returns who plays besides the reader, as addresses have it. */
function opponents({ x, o }) {
  const named = player => (player === PERSON ? undefined : player);
  return { black: named(x), white: named(o) };
}

export class Explorer {
  /** `go(address, { replaces })` changes the address; `boards` is the server's list. */
  constructor({ go, boards, trouble }) {
    Object.assign(this, { go, boards, trouble });
    /** The worth of positions that were in view, to Black. */
    this.seen = new Map();
    this.isLooking = false;
    const play = move => this.play(move);
    this.board = new Board({ onmove: play, onillegal: (from, to) => this.#refuse(`${from}-${to}`), onsquare: name => this.editor.set(name), onkey: key => this.#boardKey(key) });
    this.moves = new MoveList({ onplay: play, onpoint: move => this.board.point(move) });
    this.verdict = new Verdict(() => { this.isLooking = true; this.#paint(); });
    this.score = new Score(at => this.#walk(at));
    this.editor = new Editor(position => this.#set(position));
    this.records = new Records({ game: () => this.game, review: () => this.review, open: game => this.#open(game), rules: () => this.game.rules });
    this.#build();
  }

  get isHidden() {
    return Boolean(preferences().hidden) && !this.isLooking;
  }

  get isEdited() {
    return !this.tools.hidden;
  }

  /** Shows what an address names; without a start, the start of a board. */
  async open({ rules = this.game?.rules ?? 'club', start, board, kind, black = PERSON, white = PERSON, ...shown }, isCurrent) {
    const text = start?.replace('_', ' ') ?? `${kind ?? 'start'} ${board ?? this.boards.first(rules)}`;
    // A board that is drawn with all its squares is shown before the server has read it.
    const drawn = Position.draft(text) ?? Position.read((await lookUp('moves', { position: text, rules })).position);
    if (!isCurrent()) return;
    const stranger = [black, white].find(player => !isPlayer(player));
    if (stranger) this.trouble.tell(`There is no player ${stranger}: you play instead.`);
    const known = player => (isPlayer(player) ? player : PERSON);
    this.#show(Game.read({ rules, start: drawn, players: { x: known(black), o: known(white) }, ...shown }));
  }

  /** The position in view in a few words, for the window and the history of the browser. */
  get title() {
    const { position, last, at } = this.game;
    return `${position.board}, ${last ? `${this.game.number(at - 1)} ${last}` : `${position.material}, ${sideName(position.turn)} to move`}`;
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
    const player = side => choice(sideName(side), [], '', kind => this.#push(new Game({ ...this.game, players: { ...this.game.players, [side]: kind } }), true));
    this.players = { x: player('x'), o: player('o') };
    this.missing = el('p', { class: 'warning' });
    const playing = el('fieldset', { class: 'players' }, el('legend', {}, 'Who plays'), this.players.x, this.players.o, this.missing);
    this.table = el('p', {});
    this.element = el('div', { class: 'explorer' },
      el('section', { class: 'table', 'aria-label': 'Position' },
        el('h1', { class: 'unseen' }, 'Board'), this.boardChoice, this.board.element, walking, looks, typing, this.tools),
      el('section', { class: 'card answers', 'aria-label': 'Answers' }, this.verdict.element, this.moves.element, this.table),
      el('section', { class: 'card game', 'aria-label': 'Game' }, el('h2', {}, 'Game'), playing, this.score.element, this.records.element));
  }

  #show(game) {
    const isSame = game.isSame(this.game);
    const isSamePlace = isSame && this.game.at === game.at;
    // The same moves stay the same list: a review that is under way is still theirs.
    this.game = isSame ? new Game({ ...this.game, players: game.players, at: game.at }) : game;
    if (game.isSame(this.opened)) this.game.names = this.opened.names;
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
    const asked = this.boards.covers(position, rules) ? null : proofOf(position, rules);
    // A failure is for those who wait for the answer.
    asked?.catch(() => {});
    const answer = await answerTo(position, rules);
    if (!isCurrent()) return;
    this.#learn({ answer });
    announce(this.#spoken());
    this.#reply();
    if (answer.isExact || answer.over) return;
    const proof = await (asked ?? proofOf(position, rules));
    const estimate = proof ? null : await estimateOf(position, rules);
    if (isCurrent()) this.#learn({ answer, proof, estimate });
  }

  #learn(known) {
    const { position, rules } = this.game;
    const certain = certainOf(position, known);
    const worth = certain ?? known.estimate;
    if (worth) this.seen.set(`${position} ${rules}`, toBlack(worth, position.turn));
    this.known = { ...known, certain, moves: movesWith(known.answer, certain) };
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
    const seen = this.game.positions.map(shown => (isHidden ? null : this.seen.get(`${shown} ${rules}`)));
    this.score.show(this.game, isHidden ? null : this.review, seen, this.reviewing === this.game.moves);
    this.records.show();
    this.hideButton.setAttribute('aria-pressed', Boolean(preferences().hidden));
    if (isEdited) this.editor.show(position);
    this.#paintPlayers();
    this.table.replaceChildren(...this.boards.covers(position, rules) ? [el('a', {
      href: addressOf({ view: 'tables', rules, board: position.board, material: position.material, position: spelled(position) }),
    }, `Statistics of ${position.material}`)] : []);
    if (!known) return;
    this.verdict.show(position, rules, known, isHidden);
    this.moves.show(moves, isHidden);
    this.legal.replaceChildren(...moves.map(({ move }) => el('option', { value: move })));
  }

  /** Shows who plays, and that perfect play needs a table. */
  #paintPlayers() {
    const { position, rules, players: present } = this.game;
    const isCovered = this.boards.covers(position, rules) || Boolean(this.known?.answer.isExact);
    const perfect = Object.values(present).some(isPerfect);
    this.missing.textContent = perfect && !isCovered && !this.known?.answer.over
      ? 'No table has this position, so there is no perfect play here. The engine can play on, or you.' : '';
    for (const [side, field] of Object.entries(this.players)) {
      const list = field.querySelector('select');
      for (const [kind, name] of players(present[side])) {
        const option = [...list.options].find(({ value }) => value === kind) ?? list.appendChild(el('option', { value: kind }));
        option.disabled = isPerfect(kind) && !isCovered;
        const words = option.disabled ? `${name} (no table)` : name;
        // A list that is open stays as it is.
        if (option.textContent !== words) option.textContent = words;
      }
      list.value = present[side];
    }
  }

  #choices() {
    const { game: { position, rules } } = this;
    this.boardChoice.replaceChildren(
      choice('Board', boardChoices(this.boards, rules), position.board, board => this.#start({ board })),
      choice('Rules', rulesChoices(this.boards, position.board), rules, chosen => this.#push(new Game({ ...this.game, rules: chosen }))),
      el('div', { class: 'buttons' }, button('Start', () => this.#start({})), button('Scrambled', () => this.#start({ kind: 'scrambled' }))));
  }

  #start({ board = this.game.position.board, kind }) {
    this.go(addressOf({ view: 'board', rules: this.game.rules, board, kind, ...opponents(this.game.players) }));
  }

  #address({ rules, start, moves, at, players: present }) {
    return addressOf({
      view: 'board', rules, start: spelled(start), moves: moves.join(','), at: at === moves.length ? undefined : at, ...opponents(present),
    });
  }

  #push(game, replaces = false) {
    this.go(this.#address(game), { replaces });
  }

  /** Shows an edited position: a game of its own begins, and the way back leads to the one before. */
  #set(position) {
    const isEdited = this.game.moves.length === 0 && String(this.game.start) === this.edited;
    this.edited = String(position);
    this.#push(new Game({ ...this.game, start: position, moves: [], at: 0 }), isEdited);
  }

  /** Shows the game of a record, whose names an address does not hold. */
  #open(game) {
    this.opened = game;
    this.#push(game);
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
    const { answer, certain, moves } = this.known;
    const isKnown = answer.isExact || certain?.moves || certain?.best;
    return isKnown && moves.find(({ category }) => category === certain.category);
  }

  /** Takes moves back until it is the reader's turn again. */
  #takeBack() {
    let length = this.game.at - 1;
    while (length > 0 && this.#player(length) !== PERSON) length--;
    if (length >= 0) this.#push(this.game.cut(length));
  }

  /** True if another player is to move. */
  #isTheirs() {
    return !this.isEdited && this.game.isAtEnd && this.#player() !== PERSON;
  }

  /** Returns who moves at a place of the game. */
  #player(at = this.game.at) {
    return this.game.players[this.game.positions[at].turn];
  }

  /** Has a player who is not the reader move, if it is that one's turn. */
  #reply() {
    clearTimeout(this.replying);
    if (!this.known || this.known.answer.over || !this.#isTheirs()) return;
    const { round, game } = this;
    this.replying = setTimeout(() => this.trouble.during(async () => {
      const move = await moveOf(game.players[game.position.turn], game.position, game.rules);
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
    this.edited = null;
    this.#paint();
    this.#reply();
  }

  /** Returns what there is to say of the position in view. */
  #spoken() {
    const { position } = this.game;
    if (!this.known) return '';
    const { answer, certain } = this.known;
    if (answer.over || this.isHidden || !certain) return `${sideName(position.turn)} to move`;
    const best = this.#best();
    return `${sideName(position.turn)} to move, ${inWords(certain)}${best ? `, best ${best.move}` : ''}`;
  }
}
