import type { Loa } from 'loa-tables';

/**
 * The element `<loa-board>` with the attributes `position`, `rules`, `values` (shows the values of moves) and
 * `flipped`. A played move causes the event `move`, whose detail has the move and the position after it.
 */
export class LoaBoard extends HTMLElement {
	/** A position such as `1xx1/o2o/o2o/1xx1 x` or `start 8x8`. */
	position: string;
	/** The tables that answer; without them the board shows a position and no moves. */
	tables: Loa | undefined;
}

declare global {
	interface HTMLElementTagNameMap {
		'loa-board': LoaBoard;
	}
}
