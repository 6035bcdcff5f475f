// A position as a picture: SVG as text, and PNG made of it.

const LINE = '#8d7450';

/** Returns an SVG document of a position. */
export function toSvg(position) {
  const { files, ranks } = position;
  const margin = 0.5;
  const parts = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let file = 0; file < files; file++) {
      const [x, y] = [margin + file, ranks - 1 - rank + 0.1];
      const fill = (file + rank) % 2 ? '#ead9bb' : '#dcc59c';
      parts.push(`<rect x="${x}" y="${y}" width="1" height="1" fill="${fill}" stroke="${LINE}" stroke-width=".02"/>`);
      const stone = position.squares[rank * files + file];
      if (!stone) continue;
      const [body, edge] = stone === 'x' ? ['#26231f', '#000'] : ['#fdfaf3', '#5c5346'];
      parts.push(`<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".38" fill="${body}" stroke="${edge}" stroke-width=".04"/>`);
    }
  }
  const text = (x, y, words) =>
    `<text x="${x}" y="${y}" font-size=".32" font-family="sans-serif" text-anchor="middle" fill="#4a4237">${words}</text>`;
  for (let file = 0; file < files; file++) parts.push(text(margin + file + 0.5, ranks + 0.45, 'abcdefgh'[file]));
  for (let rank = 0; rank < ranks; rank++) parts.push(text(0.25, ranks - rank - 0.3, rank + 1));
  const [width, height] = [files + 0.6, ranks + 0.6];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * 60}" height="${height * 60}">`
    + `<title>${position}</title><rect width="${width}" height="${height}" fill="#f7f3ea"/>${parts.join('')}</svg>`;
}

/** Returns a PNG image of a position, twice as large as the SVG. */
export async function toPng(position) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(toSvg(position))}`;
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
