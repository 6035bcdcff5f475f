// Games and positions in and out: SGF, text, links and pictures.

import { lookUp, pictureOf, toSvg } from './api.js';
import { isServer } from './carrier.js';
import { announce, button, el, preferences } from './dom.js';
import { Game, gameOfRecord } from './game.js';
import { save, toPng } from './picture.js';
import { Position } from './position.js';
import { spoken } from './score.js';

/** The longest text that is asked about as a position: the address of a question holds it. */
const MOST_CHARACTERS = 2000;

/** Returns the position that the server reads in a text, a diagram for instance; null if it reads none. */
async function positionIn(text, rules) {
  // SGF, and what has a move, is a record.
  if (text.length > MOST_CHARACTERS || /^\s*\(|[a-h][1-8]/i.test(text)) return null;
  try {
    return Position.read((await lookUp('moves', { position: text, rules })).position);
  } catch (failure) {
    if (failure.status !== 400) throw failure;
    return null;
  }
}

/** Returns the text of a file: UTF-8 or UTF-16, or else what Windows calls Latin-1. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  const isLittle = (first === 0xff && second === 0xfe) || (first && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second);
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Controls that open a game, save it, and copy the position. */
export class Records {
  /** `game()` and `review()` return what is in view; `open(game)` shows another, and `go(address)` a view. */
  constructor(shown) {
    this.shown = shown;
    this.file = el('input', { type: 'file', id: 'sgf-file', accept: '.sgf,.txt', class: 'unseen', onchange: () => this.#pick() });
    const position = () => this.shown.game().position;
    this.saving = button('Save SGF', () => this.#save());
    this.element = el('div', { class: 'records' },
      el('div', { class: 'buttons', role: 'group', 'aria-label': 'Game records' },
        el('label', { class: 'button', for: 'sgf-file' }, 'Open SGF'), this.file, this.saving),
      el('p', { class: 'note' }, 'Or drop or paste it anywhere: SGF, a list of moves, a record of boardspace or Little Golem, a position, a diagram, or a link.'),
      el('div', { class: 'buttons', role: 'group', 'aria-label': 'Copy' },
        button('Copy link', () => this.copyLink()),
        button('Copy position', () => this.#copy(String(position()), 'position')),
        isServer ? button('Copy picture address', () => this.#copy(new URL(pictureOf(position()), location.href.split('#')[0]).href, 'address')) : '',
        button('Copy SVG', async () => this.#copy(await toSvg(position()), 'picture')),
        button('Save PNG', async () => save('position.png', await toPng(position()), 'image/png'))));
  }

  /** Shows which controls there is something for. */
  show() {
    const { moves, notes } = this.shown.game();
    this.saving.disabled = !moves.length && !notes[''];
  }

  /** Opens the game in a text, or the position that it is, or what a link of a page like this one shows. */
  async open(text) {
    const { trouble, open, go } = this.shown;
    const { rules } = this.shown.game();
    const link = /(?:#\/?|share\/)((?:board|play)\?\S+)$/.exec(text.trim());
    if (link) return go(`#/${link[1]}`);
    try {
      const start = Position.draft(text.trim()) ?? await positionIn(text, rules);
      if (start) return open(new Game({ rules, start }));
      const { game, review } = await gameOfRecord(text, this.shown.game());
      await open(game);
      const { stopped } = review;
      if (stopped) trouble.tell(`Move ${stopped.number} of the record, ${stopped.text}, is not legal: ${stopped.reason}. This is the game before it.`);
      announce(`game read: ${preferences().hidden ? '' : spoken(review)}`);
    } catch (failure) {
      trouble.tell(`Cannot read this as a game: ${failure.message}`);
    }
  }

  /** Copies the address of what is in view: one with a preview, unless it is longer than servers take. */
  copyLink() {
    const { href } = location;
    return this.#copy(isServer && href.length < 7000 ? href.replace(/#\/(?=(board|play)\b)/, 'share/') : href, 'link');
  }

  async #pick() {
    const [file] = this.file.files;
    if (file) await this.open(await textOf(file));
    this.file.value = '';
  }

  /** Saves the game, with values once the server has reviewed it. */
  #save() {
    const review = this.shown.review();
    const annotated = review && !preferences().hidden ? review.sgf : null;
    const game = this.shown.game();
    // The date of a game that somebody else has recorded is not known.
    const date = game.names ? '' : `DT[${new Date().toISOString().slice(0, 10)}]`;
    save('game.sgf', game.withTree((annotated ?? game.toSgf()).replace('RU[', `${date}RU[`)), 'application/x-go-sgf');
  }

  async #copy(text, what) {
    const { trouble } = this.shown;
    try {
      await navigator.clipboard.writeText(text);
      trouble.note(`The ${what} is copied.`);
    } catch {
      // Without a secure address there is no clipboard: the text can be copied by hand.
      trouble.show(`Copy the ${what} from here: `, el('code', {}, text));
    }
  }
}

/** Has the page open what is dropped on it or pasted. */
export function accept(open) {
  addEventListener('dragover', event => event.preventDefault());
  addEventListener('paste', event => {
    const isTyped = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
    if (!isTyped) open(event.clipboardData.getData('text'));
  });
  addEventListener('drop', async event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = file ? await textOf(file) : event.dataTransfer.getData('text');
    if (text) open(text);
  });
}
