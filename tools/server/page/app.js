// The page: one view at a time, which its address names.

import { readAddress } from './address.js';
import { Failure, lookUp } from './api.js';
import { isServer } from './carrier.js';
import { Boards } from './choices.js';
import { button, el, prefer, preferences } from './dom.js';
import { Explorer } from './explorer.js';

const main = document.getElementById('main');
const menu = document.getElementById('menu');

/** True if there is a server, which runs on the reader's own machine. */
const isOwn = isServer && /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** What went wrong, over the page: until the next question is answered. */
const trouble = {
  element: document.getElementById('trouble'),
  show(words, ...rest) {
    this.element.replaceChildren(el('p', {}, words), ...rest);
  },
  /** Says that an address names what is not there, as long as it is shown. */
  tell(words) {
    this.told = el('p', {}, words);
    this.clear();
  },
  clear() {
    this.element.replaceChildren(...this.told ? [this.told] : []);
  },
  /** Runs a task, and shows why it failed; not if what it was for has gone from view. */
  async during(task, isCurrent = () => true) {
    const before = this.element.firstChild;
    try {
      await task();
      // Trouble of the task itself stays in view.
      if (isCurrent() && this.element.firstChild === before) this.clear();
    } catch (failure) {
      if (!isCurrent()) return;
      if (!failure.status && failure.status !== 0) throw failure;
      const again = button('Try again', () => show());
      if (failure.isSilence && isOwn) this.show('The server does not answer. It may have been stopped: start it again with', el('code', {}, 'loa serve'), again);
      else if (failure.isSilence) this.show('The server does not answer.', again);
      else this.show(failure.message, failure.hint ? el('code', {}, failure.hint) : '', again);
    }
  },
};

/** Waits for a module, or fails as a question does that the server does not answer. */
const loaded = module => module.catch(() => { throw new Failure(0, { error: 'the server does not answer' }); });

/** Views beside the board, fetched when first asked for. */
const OTHERS = {
  home: async context => new (await loaded(import('./home.js'))).Home(context),
  learn: async context => new (await loaded(import('./learn.js'))).Learn(context),
  tables: async context => new (await loaded(import('./statistics.js'))).Statistics(context),
  problems: async context => new (await loaded(import('./problems.js'))).Problems(context),
  help: async context => new (await loaded(import('./help.js'))).Help(context),
};

const views = new Map();
let boards;
let current;
let shows = 0;

/** Goes to an address, as a step in the history or in place of the last one. */
function go(address, { replaces = false } = {}) {
  history[replaces ? 'replaceState' : 'pushState'](null, '', address);
  return show();
}

async function viewOf(name) {
  // To play and to explore is one view.
  if (name === 'play') return viewOf('board');
  if (!views.has(name)) {
    const context = { go, boards, trouble };
    const view = OTHERS[name] ? await OTHERS[name](context) : new Explorer(context);
    views.set(name, view);
    view.records?.accept(document.body);
  }
  return views.get(name);
}

/** Shows what the address names, unless another address comes before that is known. */
async function show() {
  const number = ++shows;
  const isCurrent = () => number === shows;
  trouble.told = null;
  await trouble.during(async () => {
    boards ??= new Boards(await lookUp('boards'));
    const { view: name, ...shown } = readAddress();
    const known = OTHERS[name] || name === 'play' ? name : 'board';
    if (known !== name && name !== 'board') trouble.tell(`There is no view ${name} here. This is the board.`);
    const view = await viewOf(known);
    if (!isCurrent()) return;
    if (menu.matches(':popover-open')) menu.hidePopover();
    for (const link of document.querySelectorAll('[data-view]')) {
      if (link.dataset.view !== (known === 'play' ? 'home' : known)) {
        link.removeAttribute('aria-current');
        continue;
      }
      link.setAttribute('aria-current', 'page');
      // From another view it leads back to what is seen here.
      if (known === link.dataset.view && location.hash) link.href = location.hash;
    }
    // A view comes whole, lest the page jump; or else it has a heading over the trouble.
    try {
      await view.open({ view: known, ...shown }, isCurrent);
      if (isCurrent()) document.title = `${view.title} · Lines of Action`;
    } finally {
      if (isCurrent() && current !== view) {
        main.replaceChildren(view.element);
        // A window that was scrolled down another view would open this one in its midst.
        if (current) scrollTo(0, 0);
        current = view;
      }
    }
  }, isCurrent);
}

/** True if a key belongs to the element that has the focus. */
const isTaken = ({ target, key, ctrlKey, metaKey, altKey }) =>
  ctrlKey || metaKey || altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
  || (key === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName));

addEventListener('keydown', event => {
  if (event.defaultPrevented || isTaken(event)) return;
  if (event.key === '?') trouble.during(async () => (await loaded(import('./help.js'))).showKeys());
  else if (current?.key?.(event.key)) event.preventDefault();
});
addEventListener('popstate', show);

function paintTheme() {
  const { theme = 'auto' } = preferences();
  document.documentElement.dataset.theme = theme;
  document.getElementById('theme').value = theme;
}

document.getElementById('theme').addEventListener('change', event => {
  prefer({ theme: event.target.value });
  paintTheme();
});
paintTheme();
show();
