// Elements of the page, made and found in one line each.

/** Returns an element with these attributes and listeners (`onclick: ..`), and children. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

/** Returns an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Returns a button. */
export function button(text, onclick, attributes = {}) {
  return el('button', { type: 'button', onclick, ...attributes }, text);
}

/** Returns a labelled list of choices. `choices` are [value, text] pairs, or [group, pairs]. */
export function choice(label, choices, value, onchange, attributes = {}) {
  const option = ([key, text]) => el('option', { value: key, selected: key === value }, text);
  const list = el('select', { onchange: event => onchange(event.target.value), ...attributes },
    choices.map(([key, text]) => Array.isArray(text)
      ? el('optgroup', { label: key }, text.map(option))
      : option([key, text])));
  return el('label', { class: 'field' }, el('span', {}, label), list);
}

let pending;

/** Has a screen reader say something, once what it says now has ended. */
export function announce(text) {
  clearTimeout(pending);
  const live = document.getElementById('live');
  // A change is announced, the same words again are not: empty it first.
  live.textContent = '';
  pending = setTimeout(() => { live.textContent = text; }, 60);
}

/** Returns a number with its digits in groups of three. */
export const grouped = number => number.toLocaleString('en-US');

/** Returns a count with its noun in the right number. */
export const counted = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

const PREFERENCES = 'lines-of-action';

/** Returns what the reader has chosen before. */
export function preferences() {
  try {
    return JSON.parse(localStorage.getItem(PREFERENCES)) ?? {};
  } catch {
    return {};
  }
}

/** Remembers what the reader has chosen. */
export function prefer(changes) {
  try {
    localStorage.setItem(PREFERENCES, JSON.stringify({ ...preferences(), ...changes }));
  } catch {
    // Without storage the choice holds until the page is left.
  }
}
