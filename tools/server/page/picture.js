// Positions as pictures, and data as files.

import { toSvg } from './api.js';

/** Returns an image that shows a position, with arrows for moves, as soon as it has been drawn. */
export function drawn(position, fields = {}, moves = []) {
  const element = Object.assign(new Image(), fields);
  element.ready = toSvg(position, moves).then(svg => { element.src = `data:image/svg+xml,${encodeURIComponent(svg)}`; });
  // One without a picture has its words.
  element.ready.catch(() => {});
  return element;
}

/** Returns a PNG image of a position, twice as large as the SVG. */
export async function toPng(position) {
  const image = drawn(position);
  await image.ready;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(resolve => { canvas.toBlob(resolve, 'image/png'); });
}

/** Has the browser save data as a file. */
export function save(name, data, type) {
  const address = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
