// Import and export of games and positions: SGF, text, links and pictures.

import { lookUp, pictureOf, send, toSvg } from './api.js';
import { isServer } from './carrier.js';
import { announce, button, counted, el, form, group, preferences } from './dom.js';
import { Game } from './game.js';
import { save, toPng } from './picture.js';
import { Position } from './position.js';

/** The longest text to try as a position: the question's address contains it. */
const MOST_CHARACTERS = 2000;

/** Returns the position in a text, such as a diagram; null if the server cannot read one. */
async function positionIn(text, rules) {
	// SGF and texts with moves are records.
	if (text.length > MOST_CHARACTERS || /^\s*\(|[a-h][1-8]/i.test(text)) return null;
	try {
		return Position.read((await lookUp('moves', { position: text, rules })).position);
	} catch (failure) {
		if (failure.kind !== 'usage') throw failure;
		return null;
	}
}

/** Returns the ASCII letters of a file in any encoding. The server reads the whole file. */
const lettersOf = async file => (await file.text()).replace(/[\0\ufffd]/g, '');

async function gameOfRecord(text, shown, file) {
	// A file may name its encoding. A text is marked as UTF-8, whatever it names.
	const record = file ? [file] : ['\ufeff', text];
	// The server refuses a record that names other rules than the question, so the rules in view come second.
	const reviewed = async parts => {
		const body = new Blob(parts);
		const review = await send('review', {}, body);
		if (review.preset !== 'club' || shown.rules === 'club') return review;
		return send('review', { rules: shown.rules }, body).catch(failure => {
			if (failure.kind !== 'other-rules') throw failure;
			return review;
		});
	};
	let review = await reviewed(record);
	// A list of moves without a board may start from the position in view.
	const namesStart = text.includes('(;') || /\[\s*\w+\s*"/.test(text);
	const here = namesStart ? null : await reviewed([`${shown.start}\n`, ...record]).catch(() => null);
	let other = null;
	if (here && here.position !== review.position)
		[review, other] = here.moves.length < review.moves.length ? [review, here] : [here, review];
	return { game: Game.recorded(review), review, other };
}

export class Records {
	/** `game()` returns the game in view; `open(game)` shows another, and `go(address)` a view. */
	constructor(shown) {
		this.shown = shown;
		this.file = el('input', {
			type: 'file',
			id: 'sgf-file',
			accept: '.sgf,.txt',
			class: 'unseen',
			onchange: () => this.#pick(),
		});
		this.pasted = el('textarea', { id: 'pasted', rows: 2, spellcheck: 'false', onfocus: () => this.pasted.select() });
		const position = () => this.shown.game().position;
		this.saving = button('Save SGF', () => this.#save());
		this.element = el(
			'div.records',
			el(
				'div.buttons',
				group('Game records'),
				el('label.button', { for: 'sgf-file' }, 'Open SGF'),
				this.file,
				this.saving,
			),
			form(
				'form.typed',
				() => this.open(this.pasted.value),
				el(
					'label',
					{ for: 'pasted' },
					'Or paste it here, or paste or drop it anywhere: SGF, a list of moves, a record of boardspace or Little Golem, a position, a diagram, or a link.',
				),
				this.pasted,
				el('button', { type: 'submit' }, 'Open'),
			),
			el(
				'div.buttons',
				group('Copy'),
				button('Copy link', () => this.copyLink()),
				button('Copy position', () => this.#copy(String(position()), 'position')),
				isServer
					? button('Copy picture address', () =>
							this.#copy(new URL(pictureOf(position()), location.href.split('#')[0]).href, 'address'),
						)
					: '',
				button('Copy SVG', () => this.#copy(toSvg(position()), 'picture')),
				button('Save PNG', () =>
					this.shown.trouble.during(async () => save('position.png', await toPng(position()), 'image/png')),
				),
			),
		);
	}

	show() {
		const { moves, notes, shapes, end } = this.shown.game();
		this.saving.disabled = !moves.length && !notes[''] && !shapes[''] && !end;
	}

	async open(text, file) {
		const { trouble, open, go } = this.shown;
		const { rules } = this.shown.game();
		const link = /(?:#\/?|share\/)((?:board|play)\?\S+)$/.exec(text.trim());
		if (link) return go(`#/${link[1]}`);
		try {
			const start = Position.draft(text.trim()) ?? (await positionIn(text, rules));
			if (start) return open(new Game({ rules, start }));
			const { game, review, other } = await gameOfRecord(text, this.shown.game(), file);
			await open(game);
			const { stopped, notices, end } = review;
			const told = notices.map(notice => `${notice[0].toUpperCase()}${notice.slice(1)}.`.replace('?.', '?'));
			if (/forfeit|time/.test(end?.reason)) told.unshift(`The record ends: ${end.result} wins by ${end.reason}.`);
			if (other) told.unshift(`The list names no start: read on ${review.board}.`);
			const instead = () => this.open(`${other.position}\n${text}`);
			if (stopped)
				told.unshift(
					`Move ${stopped.number} of the record, ${stopped.text}, is not legal: ${stopped.reason}. This is the game before it.`,
				);
			if (told.length) trouble.tell(told.join(' '), other ? button(`On ${other.board} instead`, instead) : '');
			announce(`game read: ${counted(game.moves.length, 'move')}`);
		} catch (failure) {
			trouble.tell(`Cannot read this as a game: ${failure.message}`);
		}
	}

	/** Copies the address of the view, with a preview unless the address is too long for servers. */
	copyLink() {
		const { href } = location;
		return this.#copy(isServer && href.length < 7000 ? href.replace(/#\/(?=(board|play)\b)/, 'share/') : href, 'link');
	}

	async #pick() {
		const [file] = this.file.files ?? [];
		if (file) await this.open(await lettersOf(file), file);
		this.file.value = '';
	}

	#save() {
		const { trouble, game } = this.shown;
		const { names, record } = game();
		// The date of a game recorded elsewhere is unknown.
		const date = names ? undefined : new Date().toISOString().slice(0, 10);
		const written = path => send(path, {}, JSON.stringify({ ...record, date }));
		return trouble.during(async () => {
			const plain = () => written('record');
			const { sgf } = await (preferences().hidden ? plain() : written('review').catch(plain));
			save('game.sgf', sgf, 'application/x-go-sgf');
		});
	}

	#copy(asked, what) {
		const { trouble } = this.shown;
		return trouble.during(async () => {
			const text = await asked;
			try {
				await navigator.clipboard.writeText(text);
				trouble.note(`Copied the ${what}.`);
			} catch {
				// Without a secure address the browser has no clipboard: the reader can copy by hand.
				trouble.show(`Copy the ${what} from here: `, el('code', text));
			}
		});
	}
}

export function accept(open) {
	addEventListener('dragover', event => event.preventDefault());
	addEventListener('paste', (/** @type {any} */ { target, clipboardData }) => {
		if (!target.matches('input, textarea')) open(clipboardData.getData('text'));
	});
	addEventListener('drop', async (/** @type {any} */ event) => {
		event.preventDefault();
		const [file] = event.dataTransfer.files;
		const text = file ? await lettersOf(file) : event.dataTransfer.getData('text');
		if (text) open(text, file);
	});
}
