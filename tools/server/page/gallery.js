// The gallery: films of remarkable games, and a proof to walk through.

import { addressOf } from './address.js';
import { answerTo, deepen, pause, reviewOf } from './answers.js';
import { Failure } from './api.js';
import { Board } from './board.js';
import { View, announce, button, choice, counted, el, group, iconButton, named } from './dom.js';
import { Film } from './film.js';
import { MoveList } from './moves.js';
import { other, sideName } from './position.js';
import { inWords, winnerInWords } from './value.js';
import { Verdict, badgeOf } from './verdict.js';

/** Milliseconds before the proof answers, so that the reader can follow. */
const PAUSE = 450;

/** @type {Promise<Wonder[]> | null} */
let list = null;

async function wonders() {
	try {
		return await (list ??= fetch(new URL('gallery.json', import.meta.url)).then(response =>
			response.ok ? response.json() : Promise.reject(),
		));
	} catch {
		list = null;
		throw new Failure(0, { error: 'the server does not answer' });
	}
}

export class Gallery extends View {
	/** @type {Film} */
	film;
	number = 1;
	asking = new AbortController();

	constructor(given) {
		super(given);
		this.title = 'Gallery';
		this.board = new Board({
			onmove: move => this.#choose(move),
			onkey: key => this.key({ ',': 'ArrowLeft', '.': 'ArrowRight' }[key]),
		});
		this.moves = new MoveList({
			onplay: move => this.#choose(move),
			onpoint: move => this.board.point(move),
			online: () => {},
		});
		this.verdict = new Verdict(() => {});
		this.words = el('p.lead', { role: 'status' });
		this.about = el('p');
		this.chosen = el('div.fields');
		this.points = el('section.card.findings', named('Turning points'));
		this.path = el('p.line');
		this.explore = el('a.button', 'Open in Explore');
		this.run = iconButton('play', 'Play (space)', () => this.#run());
		const step = (icon, name, to) => iconButton(icon, name, () => this.#step(to));
		this.last = step('last', 'Last position', Infinity);
		this.element = el(
			'div.explorer.gallery',
			// On small screens the board stays in view, as beside tabs.
			{ 'data-tab': '' },
			el(
				'section.table',
				named('Position'),
				el('h1.unseen', 'Gallery'),
				this.verdict.element,
				el('div.stage', this.verdict.bar, this.board.element),
				el(
					'div.controls',
					group('Game'),
					step('first', 'First position', -Infinity),
					step('back', 'Move back', -1),
					this.run,
					step('on', 'Move on', 1),
					this.last,
				),
			),
			el(
				'section.card',
				named('About the position'),
				this.words,
				this.path,
				this.moves.element,
				this.chosen,
				this.about,
				this.verdict.basis,
				el('div.buttons', this.explore),
			),
			this.points,
		);
	}

	async open({ n = '1', at, moves }, isCurrent) {
		this.asking.abort();
		const all = await wonders();
		const number = all[Number(n) - 1] ? Number(n) : 1;
		const film = new Film(all[number - 1]);
		const shown = film.wonder.walk ? await this.#walked(film, moves) : film.at(at);
		if (!isCurrent()) return;
		if (number !== Number(n)) this.trouble.tell(`The gallery has no number ${n}. This is number 1.`);
		if (number !== this.number) {
			this.#stop();
			this.words.textContent = '';
		}
		this.film = shown;
		this.number = number;
		this.title = film.wonder.title;
		this.#list(all);
		this.#draw();
		if (film.wonder.walk) this.#follow(isCurrent);
		else this.#badge(shown).then(badge => isCurrent() && this.#draw(badge));
	}

	key(key) {
		const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
		if (step) this.#step(step);
		else if (key === ' ' && !this.film.wonder.walk) this.#run();
		else return false;
		return true;
	}

	/** Returns a proof after the moves of an address, up to the first illegal one. @param {Film} film */
	async #walked(film, moves) {
		const walked = film.walked(moves);
		const { game } = walked;
		if (game.unread) this.trouble.tell(game.unread);
		const { stopped } = moves ? await reviewOf(game) : {};
		if (!stopped) return walked;
		this.trouble.tell(`Move ${stopped.number} of the link, ${stopped.text}, is not legal: ${stopped.reason}.`);
		return new Film(film.wonder, game.cut(stopped.number - 1));
	}

	#list(all) {
		const titles = all.map(({ title }, at) => [String(at + 1), title]);
		const open = n => this.go(addressOf({ view: 'gallery', n }));
		if (!this.chosen.firstChild) this.chosen.append(choice('Show', titles, '', open));
		const [chosen] = this.chosen.getElementsByTagName('select');
		chosen.value = String(this.number);
	}

	/** Returns how sure the value of a film is: by a table here, or only recorded. */
	async #badge({ game: { position, rules }, worth }) {
		const known = this.boards.covers(position, rules) ? await answerTo(position, rules).catch(() => null) : null;
		return known?.isExact && inWords(known) === inWords(worth) ? badgeOf('exact', known) : 'recorded';
	}

	#draw(badge = '') {
		const { film } = this;
		const { game, wonder, worth, words } = film;
		const { at, isAtEnd, last, moves, position } = game;
		const { turn } = position;
		const { walk, winner } = wonder;
		for (const one of [this.run, this.last, this.points]) one.hidden = Boolean(walk);
		for (const one of [this.path, this.moves.element]) one.hidden = !walk;
		this.about.textContent = wonder.about;
		this.explore.href = game.address('explore');
		if (walk) {
			const choices = film.choices.map(count =>
				button(`${game.number(count)} ${moves[count]}`, () => {
					this.moves.element.focus();
					this.#goTo({ moves: moves.slice(0, count).join() });
				}),
			);
			this.path.replaceChildren(choices.length ? 'Back to ' : '', ...choices);
			return;
		}
		this.board.show({ position, last, groups: isAtEnd ? position.joined : [], won: true });
		if (isAtEnd) this.verdict.end(turn, `${sideName(winner)} has won`, `after ${counted(at, 'move')}`, winner);
		else {
			const place = `${sideName(turn)} to move, ${at} of ${moves.length} moves played`;
			this.verdict.say(
				turn,
				worth.category,
				`${sideName(turn)} ${inWords(worth)}`,
				place,
				badge,
				/** @type {any} */ (worth),
				badge === 'recorded' && el('p.note', 'Recorded; no table here confirms it.'),
			);
		}
		if (this.words.textContent !== words) this.words.textContent = words;
		const point = count =>
			el(
				'li',
				button(count ? `${game.number(count - 1)} ${moves[count - 1]}` : 'Start', () => this.#goTo({ at: count }), {
					'aria-current': count === at ? 'step' : null,
				}),
				` ${game.notes[String(moves.slice(0, count))]}`,
			);
		const focused = [...this.points.querySelectorAll('button')].indexOf(/** @type {any} */ (document.activeElement));
		this.points.replaceChildren(el('ul', film.turningPoints.map(point)));
		if (focused >= 0) this.points.querySelectorAll('button')[focused]?.focus();
		announce(`${last ?? 'start'}, ${this.verdict.headline.textContent}`);
	}

	/** Goes to a place of this film. @param {Record<string, any>} place */
	#goTo(place, replaces = true) {
		return this.go(addressOf({ view: 'gallery', n: this.number, ...place }), { replaces });
	}

	/** Walks, and in a proof back to an earlier choice, or on with the longest defence. */
	#step(by) {
		const { choices, game, wonder } = this.film;
		const { at, moves } = game;
		this.#stop();
		if (!wonder.walk) return this.#goTo({ at: Math.max(0, Math.min(at + by, moves.length)) });
		const [best] = this.known?.moves ?? [];
		if (by > 0) return best && this.#choose(best.move);
		const count = choices.at(by === -1 ? -1 : 0);
		return count && this.#goTo({ moves: moves.slice(0, count).join() });
	}

	#run() {
		if (this.timer) return this.#stop();
		if (this.film.game.isAtEnd) this.#goTo({ at: 0 });
		this.run.ariaPressed = 'true';
		return this.#tick();
	}

	#tick() {
		this.timer = setTimeout(async () => {
			if (!this.element.isConnected) return this.#stop();
			const { at, moves } = this.film.game;
			if (at < moves.length) await this.#goTo({ at: at + 1 });
			if (!this.timer) return;
			if (this.film.game.isAtEnd) this.#stop();
			else this.#tick();
		}, this.film.pause);
	}

	#stop() {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.run.ariaPressed = 'false';
	}

	/** Plays a reply of the loser in a proof. */
	#choose(move) {
		const { moves, position } = this.film.game;
		if (position.turn !== this.film.wonder.winner) this.#goTo({ moves: [...moves, move].join() }, false);
	}

	/** Asks the certificate, and plays the winner's answer. */
	async #follow(isCurrent) {
		this.asking = new AbortController();
		const { signal } = this.asking;
		const { game, wonder } = this.film;
		const { position, rules } = game;
		this.known = null;
		this.moves.wait();
		this.verdict.wait(position.turn);
		this.board.show({ position, last: game.last, isBusy: true });
		await this.trouble.during(async () => {
			await deepen(position, rules, known => isCurrent() && this.#learn(known), signal, 'proofs');
			const { over, moves: [best] = [] } = this.known ?? {};
			if (!isCurrent() || over || position.turn !== wonder.winner || best?.category !== 'win') return;
			await pause(PAUSE);
			// The browser's Back button skips this answer.
			if (isCurrent() && this.element.isConnected) await this.#goTo({ moves: [...game.moves, best.move].join() });
		}, isCurrent);
	}

	/** @param {Known} known */
	#learn(known) {
		this.known = known;
		const { game, wonder } = this.film;
		const { last, moves, position } = game;
		const { turn } = position;
		const { category, checking, over } = known;
		const isReader = turn !== wonder.winner && !over;
		const listed = isReader ? known.moves : [];
		const groups = over ? position.joined : [];
		this.board.show({ position, last, moves: listed, groups, won: true, isBusy: !isReader });
		this.moves.show(listed, false);
		if (over)
			this.verdict.end(
				turn,
				winnerInWords(known, turn),
				`after ${counted(moves.length, 'move')}`,
				category === 'win' ? turn : other(turn),
			);
		else if (category) this.verdict.show(turn, known, false);
		else if (!checking) this.verdict.fail(turn);
		this.words.textContent = this.#task(known);
		announce(`${last}, ${this.verdict.headline.textContent}`);
	}

	/** Returns the task of the reader in a proof. @param {Known} known */
	#task({ category, checking, moves, over }) {
		const { wonder, game } = this.film;
		const { turn } = game.position;
		const isWinner = turn === wonder.winner;
		const isProved = isWinner ? category === 'win' : category === 'loss' && moves.every(one => one.category);
		if (!isProved)
			return checking ? 'The certificate is being checked …' : 'This position is not in the proof: go back.';
		if (over) return 'The proof ends here: go back, and try another reply.';
		if (isWinner) return `${sideName(turn)} answers …`;
		return `${sideName(turn)} has ${counted(moves.length, 'move')}, and the proof answers each: choose one.`;
	}
}
