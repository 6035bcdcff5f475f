// The element in JSX of React. Compiled by .ci/page.
import { type RefObject } from 'react';
import { type Loa } from 'loa-tables';
import { type LoaBoard } from 'loa-tables/board';

export const shown = (ref: RefObject<LoaBoard | null>, tables: Loa) => (
	<loa-board
		ref={ref}
		key="board"
		className="large"
		position="start 4x4"
		values
		tables={tables}
		onmove={event => event.detail.move}
		onClick={event => event.clientX}
	/>
);

// @ts-expect-error: a position is text.
export const wrong = <loa-board position={5} />;
