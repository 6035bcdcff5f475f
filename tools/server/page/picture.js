// Positions as pictures, and data as files.

import { toSvg } from './api.js';
import { el } from './dom.js';

export function drawn(position, width, moves = []) {
	const element = el('span', { 'aria-hidden': 'true' });
	element.style.width = `${width}px`;
	// Without a picture, the words remain.
	toSvg(position, moves).then(
		svg => element.append(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement),
		() => {},
	);
	return element;
}

export async function toPng(position) {
	const image = new Image();
	image.src = `data:image/svg+xml,${encodeURIComponent(await toSvg(position))}`;
	await image.decode();
	const canvas = document.createElement('canvas');
	[canvas.width, canvas.height] = [image.width * 2, image.height * 2];
	canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
	return new Promise(resolve => {
		canvas.toBlob(resolve, 'image/png');
	});
}

export function save(name, data, type) {
	const address = URL.createObjectURL(new Blob([data], { type }));
	const link = document.createElement('a');
	Object.assign(link, { href: address, download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(address), 1000);
}
