// Games and positions in and out: SGF, text, links and pictures.

import { pictureOf, toSvg } from './api.js';
import { isServer } from './carrier.js';
import { announce, button, el, preferences } from './dom.js';
import { Game, gameOfRecord } from './game.js';
import { save, toPng } from './picture.js';
import { Position } from './position.js';
import { spoken } from './score.js';

/** Controls that open a game, save it, and copy the position. */
export class Records {
  /** `game()` and `review()` return what is in view; `open(game)` shows another. */
  constructor(shown) {
    this.shown = shown;
    this.file = el('input', { type: 'file', id: 'sgf-file', accept: '.sgf,.txt', class: 'unseen', onchange: () => this.#pick() });
    const position = () => this.shown.game().position;
    this.saving = button('Save SGF', () => this.#save());
    this.element = el('div', { class: 'records' },
      el('div', { class: 'buttons', role: 'group', 'aria-label': 'Game records' },
        el('label', { class: 'button', for: 'sgf-file' }, 'Open SGF'), this.file, this.saving),
      el('p', { class: 'note' }, 'Or drop or paste it anywhere: SGF, a list of moves, a record of boardspace or Little Golem, or a position.'),
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

  /** Opens the game in a text, or the position that it is. */
  async open(text) {
    const { trouble, open } = this.shown;
    const start = Position.draft(text.trim());
    if (start) return open(new Game({ rules: this.shown.game().rules, start }));
    try {
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
    if (file) await this.open(await file.text());
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
    const text = file ? await file.text() : event.dataTransfer.getData('text');
    if (text) open(text);
  });
}
