// A user's program, for the types of the npm package. Compiled by .ci/page, with the types of React and without.
import { type LoaError, open } from 'loa-tables';
import { type LoaBoard } from 'loa-tables/board';
import 'loa-tables/board';

const board = document.createElement('loa-board');
board.addEventListener('move', event => {
	const move: string = event.detail.move;
	if (move === 'pass') event.preventDefault();
});
board.addEventListener('end', ({ detail: { over, winner } }) => [over.length, winner === 'x']);
board.addEventListener('error', ({ message }) => message.length);
board.addEventListener('click', event => event.clientX);
board.addEventListener('other', event => event.type);
// @ts-expect-error: the event has no such detail.
board.addEventListener('move', event => event.detail.other);
const listener = function (this: LoaBoard) {
	this.rules = 'club';
	[this.values, this.flipped] = [true, false];
};
board.addEventListener('end', listener, { once: true });
board.removeEventListener('end', listener);

export const nameOf = (error: LoaError): 'LoaError' => error.name;

board.tables = await open('https://example.org/');
for await (const { moves } of board.tables.follow('/api/analysis')) moves[0]?.depth?.toFixed();
