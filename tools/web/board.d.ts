import type { Loa } from 'loa-tables';

export interface LoaBoardEventMap extends HTMLElementEventMap {
	/** A move before it is played. `preventDefault` refuses it. */
	move: CustomEvent<{ move: string; position: string }>;
	/** The position ends the game; `winner` is null after a draw. */
	end: CustomEvent<{ position: string; over: string; winner: 'x' | 'o' | null }>;
	/** The position or its moves cannot be shown. The board says why. */
	error: ErrorEvent;
}

type Listener<Type extends keyof LoaBoardEventMap> = (this: LoaBoard, event: LoaBoardEventMap[Type]) => unknown;

/** The element `<loa-board>`. The properties other than `tables` are attributes, too. */
export class LoaBoard extends HTMLElement {
	/** A position such as `1xx1/o2o/o2o/1xx1 x` or `start 8x8`. */
	position: string;
	/** A preset or a rules id. The default is `club`. */
	rules: string;
	/** Shows the values of moves. */
	values: boolean;
	/** Shows White's side below. */
	flipped: boolean;
	/** The tables that answer; without them the board shows a position and no moves. */
	tables: Loa | undefined;

	addEventListener<Type extends keyof LoaBoardEventMap>(
		type: Type,
		listener: Listener<Type>,
		options?: boolean | AddEventListenerOptions,
	): void;
	addEventListener(
		type: string,
		listener: EventListenerOrEventListenerObject,
		options?: boolean | AddEventListenerOptions,
	): void;
	removeEventListener<Type extends keyof LoaBoardEventMap>(
		type: Type,
		listener: Listener<Type>,
		options?: boolean | EventListenerOptions,
	): void;
	removeEventListener(
		type: string,
		listener: EventListenerOrEventListenerObject,
		options?: boolean | EventListenerOptions,
	): void;
}

/** The attributes of the element in JSX. */
export interface LoaBoardAttributes extends Partial<
	Pick<LoaBoard, 'position' | 'rules' | 'values' | 'flipped' | 'tables'>
> {
	onmove?: Listener<'move'>;
	onend?: Listener<'end'>;
	onerror?: Listener<'error'>;
}

declare global {
	interface HTMLElementTagNameMap {
		'loa-board': LoaBoard;
	}
}

// @ts-ignore: without React this module does not exist, and the next lines say nothing.
declare module 'react' {
	namespace JSX {
		interface IntrinsicElements {
			'loa-board': LoaBoardAttributes & (IntrinsicElements extends { section: infer Common } ? Common : object);
		}
	}
}
