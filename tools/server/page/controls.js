// The buttons below the board, and the menu of less common ones.

import { button, el, form, group, iconButton } from './dom.js';
import { begins } from './game.js';

export class Controls {
	/** @param {Explorer} explorer */
	constructor(explorer) {
		const step = (icon, name, to) => iconButton(icon, name, () => explorer.walk(to(explorer.game)));
		const toggle = name => () => explorer.toggle(name);
		const twice = (icon, name, act) =>
			iconButton(icon, name[0].toUpperCase() + name.slice(1), () => explorer.twice(name, act));
		this.layer = iconButton('values', 'Colour stones and landings by value', toggle('layer'));
		this.look = iconButton('eye', 'Show the answers', () => explorer.look());
		this.draw = twice('draw', 'offer a draw', () => explorer.offer());
		this.flag = twice('flag', 'resign', () => explorer.resign());
		this.exploring = [
			step('first', 'First position', () => 0),
			step('last', 'Last position', ({ moves }) => moves.length),
			iconButton('best', 'Best move (space)', () => explorer.playBest()),
			this.layer,
		];
		this.hint = iconButton('hint', 'Hint', () => explorer.hint());
		this.playing = [
			iconButton('undo', 'Take back', () => explorer.takeBack()),
			this.hint,
			this.look,
			this.draw,
			this.flag,
		];
		this.element = el(
			'div.controls',
			group('Board'),
			this.exploring[0],
			step('back', 'Move back', ({ at }) => at - 1),
			step('on', 'Move on', ({ at }) => at + 1),
			this.exploring.slice(1),
			this.playing,
			iconButton('flip', 'Flip the board (f)', toggle('flipped')),
			iconButton('more', 'More', null, { popovertarget: 'more' }),
		);
		this.hide = button('Hide answers', () => explorer.hide(), { title: 'Key h' });
		this.groups = button('Show groups', toggle('groups'), { title: 'Key g' });
		this.sound = button('Sound', toggle('sound'));
		this.edit = button('Edit', () => explorer.edit());
		this.promote = button('Make main line', () => explorer.show(explorer.game.promoted()));
		this.prune = button('Delete from here', () => explorer.show(explorer.game.pruned()));
		this.typed = el('input', {
			type: 'text',
			id: 'typed-move',
			list: 'legal-moves',
			autocomplete: 'off',
			spellcheck: 'false',
			placeholder: 'b1-d3',
		});
		this.legal = el('datalist', { id: 'legal-moves' });
		const play = () => {
			if (explorer.type(this.typed.value)) this.typed.value = '';
		};
		this.more = el(
			'div',
			{ id: 'more', class: 'card', popover: 'auto', role: 'group', 'aria-label': 'More' },
			el('div.buttons', this.groups, this.hide, this.edit, this.sound, this.promote, this.prune),
			form(
				'form.typed',
				play,
				el('label', { for: 'typed-move' }, 'Type a move'),
				this.typed,
				this.legal,
				el('button', { type: 'submit' }, 'Play'),
			),
		);
	}

	/** @param {Session} session */
	show({ isPlay, isHidden, isEdited, isTheirs, result, game, prefers }) {
		for (const control of this.exploring) control.hidden = isPlay;
		for (const control of this.playing) control.hidden = !isPlay;
		this.draw.disabled = this.flag.disabled = Boolean(result) || !game.isAtEnd || isTheirs;
		const { layer, groups, sound, hidden } = prefers;
		for (const [control, isOn] of /** @type {[HTMLElement, boolean][]} */ ([
			[this.look, !isHidden],
			[this.layer, layer],
			[this.groups, groups],
			[this.sound, sound],
			[this.hide, hidden],
			[this.edit, isEdited],
		])) {
			control.ariaPressed = String(Boolean(isOn));
		}
		this.hide.hidden = isPlay;
		this.hint.disabled = this.draw.disabled;
		this.promote.hidden = isPlay || begins(game.tree[0], game.path);
		this.prune.hidden = isPlay || !game.at;
	}

	offer(moves) {
		this.legal.replaceChildren(...moves.map(({ move }) => el('option', { value: move })));
	}

	close() {
		if (this.more.matches(':popover-open')) this.more.hidePopover();
	}
}
