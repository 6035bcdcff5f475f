// Counts by distance as a logarithmic chart, and as a table.

import { el, grouped, row, svg, table } from './dom.js';

const [WIDE, NARROW, HEIGHT, LEFT, BOTTOM] = [640, 320, 220, 44, 22];

const PHONE = 560;

export function byDistance({ counts }) {
	const distances = new Map();
	for (const { outcome, plies, count } of counts) {
		const side = { win: 'win', loss: 'loss' }[outcome];
		if (!side || !plies) continue;
		const entry = distances.get(plies) ?? { plies, win: 0, loss: 0 };
		entry[side] += count;
		distances.set(plies, entry);
	}
	return [...distances.values()].sort((a, b) => a.plies - b.plies);
}

export function histogram(census, marked) {
	const distances = byDistance(census);
	if (distances.length === 0) return el('p.note', 'All positions are draws.');
	const far = distances.at(-1).plies;
	const most = Math.max(...distances.flatMap(({ win, loss }) => [win, loss]));
	const decades = Math.max(1, Math.ceil(Math.log10(most + 1)));
	const width = innerWidth < PHONE ? NARROW : WIDE;
	const inner = { width: width - LEFT - 4, height: HEIGHT - BOTTOM - 14 };
	const x = plies => LEFT + (inner.width * (plies - 0.5)) / (far + 0.5);
	const top = count => 14 + inner.height * (1 - Math.log10(count + 1) / decades);
	const step = inner.width / (far + 0.5);
	const parts = [];
	for (let decade = 0; decade <= decades; decade++) {
		const y = 14 + inner.height * (1 - decade / decades);
		parts.push(
			svg('line', { class: 'rule', x1: LEFT, x2: width - 4, y1: y, y2: y }),
			text(LEFT - 6, y + 4, (10 ** decade).toLocaleString('en', { notation: 'compact' }), 'end'),
		);
	}
	for (const { plies, win, loss } of distances) {
		for (const [side, count, shift] of [
			['win', win, 0],
			['loss', loss, 0.42],
		]) {
			if (!count) continue;
			const bar = svg('rect', {
				class: side,
				x: x(plies) + shift * step,
				y: top(count),
				width: Math.max(1, step * 0.4),
				height: HEIGHT - BOTTOM - top(count),
			});
			bar.append(svg('title', {}, `${plies} plies: ${grouped(count)} ${side === 'win' ? 'wins' : 'losses'}`));
			parts.push(bar);
		}
	}
	const every = Math.max(1, Math.ceil((far * 52) / width));
	for (let plies = every; plies <= far; plies += every)
		parts.push(text(x(plies) + step * 0.4, HEIGHT - 6, plies, 'middle'));
	if (marked?.plies) {
		const at = x(marked.plies) + step * 0.4;
		parts.push(
			svg('path', { class: 'here', d: `M${at} 12l-5 -9h10z` }),
			svg('line', { class: 'here', x1: at, x2: at, y1: 12, y2: HEIGHT - BOTTOM }),
		);
	}
	const words =
		`Wins and losses by distance, to ${far} plies, on a logarithmic scale` +
		(marked?.plies ? `; the position in view is a ${marked.category} in ${marked.plies}` : '');
	return el(
		'figure.histogram',
		svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': words }, ...parts),
		el('figcaption', el('span.key.win', 'wins'), el('span.key.loss', 'losses'), ' by plies to the end, logarithmic'),
		el(
			'details',
			el('summary', 'The histogram as a table'),
			table(
				['Plies', 'Wins', 'Losses'],
				distances.map(({ plies, win, loss }) => row(String(plies), grouped(win), grouped(loss))),
			),
		),
	);
}

function text(x, y, words, anchor) {
	return svg('text', { x, y, 'text-anchor': anchor }, String(words));
}
