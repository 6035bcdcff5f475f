// The state of a board and its transitions.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Boards } from '../../tools/server/page/choices.js';
import { Game } from '../../tools/server/page/game.js';
import { Position } from '../../tools/server/page/position.js';
import { Session } from '../../tools/server/page/session.js';

const START = Position.draft('start 4x4');
const PRESETS = [
	{ name: 'club', rules: 'mover-pass', repetition: 'draw', repeated: 'position', occurrences: 3 },
	{ name: 'soucie', rules: 'own-loss', repetition: 'loss', repeated: 'board', occurrences: 2 },
];
const PROOF = {
	board: '5x4',
	start: String(Position.draft('start 5x4')),
	winner: 'x',
	rules: ['mover-pass'],
	checked: true,
};
const boards = new Boards({
	boards: [{ board: '4x4', rules: 'mover-pass', materials: ['4v4'] }],
	presets: PRESETS,
	proofs: [PROOF],
	solved: [],
});
const game = (fields = {}) => new Game({ rules: 'club', start: START, ...fields });
const AGAINST = { x: 'person', o: 'level:1' };
const explored = () => new Session({ boards, game: game() });
const played = (fields = {}) => explored().shows(game({ players: AGAINST, ...fields }), 'play');

/** The answer for the start of 4x4: two moves, the first of which wins. */
const KNOWN = {
	isExact: true,
	category: 'win',
	plies: 3,
	moves: [
		{ move: 'b1-b3', category: 'win', plies: 3 },
		{ move: 'b1-d1', category: 'loss', plies: 4 },
	],
};
const over = (over, category = 'loss') => ({
	over,
	category,
	plies: 0,
	moves: [],
});

test('a transition leaves the previous session unchanged', () => {
	const before = explored();
	const after = before.with({ known: KNOWN }).looks().presses('resign').edits();
	assert.ok(Object.isFrozen(after));
	assert.deepEqual([before.known, before.isLooking, before.pressed, before.edit], [null, false, '', null]);
	assert.deepEqual([after.known, after.isLooking, after.pressed, after.isEdited], [KNOWN, true, 'resign', true]);
});

test('play hides the values of moves until the reader looks, explore by preference', () => {
	assert.deepEqual([explored().isHidden, played().isHidden, played().isPlain], [false, true, true]);
	const looked = played().looks();
	assert.deepEqual([looked.isHidden, looked.isPlain], [false, false]);
	const hidden = explored().with({ prefers: { hidden: true } });
	assert.deepEqual([hidden.isHidden, hidden.isPlain], [true, false]);
	assert.equal(hidden.looks().isHidden, false);
});

test('a look ends with the position in explore, and with the game in play', () => {
	const next = game({ moves: ['b1-b3'] });
	assert.equal(explored().looks().shows(next, 'explore').isLooking, false);
	assert.equal(explored().looks().shows(game(), 'explore').isLooking, true);
	assert.equal(
		played()
			.looks()
			.shows(game({ players: AGAINST, moves: ['b1-b3'] }), 'play').isLooking,
		true,
	);
	assert.equal(played().looks().shows(next, 'explore').isLooking, false);
});

test('the editor closes when another position, mode or view is shown', () => {
	const open = explored().edits();
	assert.deepEqual([open.isEdited, open.edits().isEdited], [true, false]);
	assert.equal(open.shows(game(), 'explore').isEdited, true);
	assert.equal(open.shows(game({ moves: ['b1-b3'] }), 'explore').isEdited, false);
	assert.equal(open.shows(game(), 'explore', true).isEdited, false);
	const played = open.shows(game({ players: AGAINST }), 'play');
	assert.deepEqual([played.isEdited, played.isPlay], [false, true]);
	const position = Position.read('4/1x2/1o2/4 x');
	const placed = open.places(position);
	assert.deepEqual([open.edit.isChanged, placed.edit.isChanged], [false, true]);
	assert.equal(placed.shows(game({ start: position }), 'explore').isEdited, true);
	const closed = played.edits().edits();
	assert.deepEqual([closed.isEdited, closed.isPlay], [false, true]);
});

test('a refutation is shown until another place of the game is', () => {
	const session = explored().refutes(['b1-d1', 'a2-c2'], '1. b1-d1, step 1 of 2', 'then a2-c2');
	assert.equal(String(session.refuted?.position), String(START.after('b1-d1').after('a2-c2')));
	assert.deepEqual([session.refuted?.last, session.shows(game(), 'explore').refuted], ['a2-c2', null]);
});

test('a review stays with its moves, and answers with their position', () => {
	const review = { moves: [], lines: [] };
	const before = explored()
		.shows(game({ moves: ['b1-b3'] }), 'explore')
		.with({ review })
		.with({ known: KNOWN });
	const back = before.shows(game({ moves: ['b1-b3'], at: 0 }), 'explore');
	assert.deepEqual([back.review, back.known], [review, null]);
	assert.equal(back.game.moves, before.game.moves, 'the same list');
	assert.equal(before.shows(game({ moves: ['b1-d1'] }), 'explore').review, null);
});

test('names of a record return with its game, although the address lacks them', () => {
	const names = { x: 'Ann', o: 'Bo' };
	const record = game({ moves: ['b1-b3'], names, properties: { '': 'EV[Cup]' } });
	const opened = explored().with({ opened: record });
	assert.deepEqual(opened.shows(game({ moves: ['b1-b3'] }), 'explore').game.names, names);
	assert.equal(opened.shows(game({ moves: ['b1-d1'] }), 'explore').game.names, null);
	// A game that begins like the record has other players.
	assert.equal(opened.shows(game({ players: AGAINST, moves: ['b1-b3'] }), 'play').game.names, null);
});

test('the best move comes from the answer, and a finished game has none', () => {
	assert.equal(explored().best, null);
	assert.equal(explored().with({ known: KNOWN }).best.move, 'b1-b3');
	const legal = { isExact: false, moves: [{ move: 'b1-b3' }] };
	assert.equal(explored().with({ known: legal }).best, null);
	assert.equal(explored().with({ known: { ...legal, moves: [{ move: 'b1-b3', score: 3 }] } }).best.move, 'b1-b3');
	assert.equal(explored().with({ known: over('us-connected') }).best, null);
});

test('the reader is the only person in the game', () => {
	assert.deepEqual([explored().reader, played().reader], [null, 'x']);
	assert.deepEqual([played().isTheirs, played({ moves: ['b1-b3'] }).isTheirs], [false, true]);
	assert.equal(played({ moves: ['b1-b3'], at: 0 }).isTheirs, false);
	assert.equal(played({ moves: ['b1-b3'], end: 'x' }).isTheirs, false);
	assert.equal(played({ moves: ['b1-b3'] }).edits().isTheirs, false);
	assert.equal(played({ moves: ['b1-b3'] }).whoseMove, 'Level 1 is thinking …');
	assert.equal(played().whoseMove, 'Your move');
	assert.equal(
		played({ moves: ['b1-b3', 'a2-a4'], at: 0 }).whoseMove,
		'An earlier position: a move from here replaces the rest.',
	);
	const both = played({ players: { x: 'person', o: 'person' } });
	assert.equal(both.whoseMove, 'Two players on this screen');
	const helped = played({ moves: ['b1-b3', 'a2-a4'] }).with({ stoodIn: 'b1-b3,a2-a4' });
	assert.equal(helped.whoseMove, 'Your move. The engine chose a2-a4: no table or proof has an answer.');
});

test("moves are taken back to the reader's turn, and a resignation alone", () => {
	assert.equal(played({ moves: ['b1-b3', 'a2-a4'] }).takenBack.moves.length, 0);
	assert.equal(played().takenBack, null);
	const given = played({ moves: ['b1-b3', 'a2-a4'], end: 'x' }).takenBack;
	assert.deepEqual([given.moves.length, given.end], [2, null]);
});

test('a rematch exchanges colours, unless a certificate can play only one side', () => {
	assert.deepEqual(played().rematch.players, { x: 'level:1', o: 'person' });
	const bound = game({ start: Position.draft('start 5x4'), players: { x: 'perfect', o: 'person' } });
	assert.deepEqual(explored().shows(bound, 'play').rematch.players, bound.players);
});

test('a game ends by connection, by agreement, by resignation and by repetition', () => {
	const won = played({ moves: ['b1-b3'] }).with({ known: over('them-connected') }).result;
	assert.deepEqual([won.winner, won.isJoined, won.headline, won.kind], ['x', true, 'You won', 'win']);
	assert.equal(won.words, "Black's stones are connected.");
	assert.equal(explored().with({ known: over('us-connected', 'win') }).result.headline, 'Black has won');
	assert.equal(played().with({ known: over('no-move') }).result.isJoined, false);
	assert.equal(explored().with({ known: over('dead', 'draw') }).result.words, 'Neither side can move.');
	assert.equal(played({ end: 'draw' }).result.headline, 'Draw');
	const resigned = played({ end: 'x' }).result;
	assert.deepEqual([resigned.winner, resigned.headline, resigned.words], ['o', 'You lost', 'You resigned.']);
	assert.equal(explored().shows(game({ end: 'x' }), 'explore').result, null);
	const round = ['b1-b3', 'a2-a4', 'b3-b1', 'a4-a2'];
	assert.equal(played({ moves: round }).result, null);
	assert.equal(played({ moves: [...round, ...round] }).result.words, 'The position has occurred three times.');
	const lost = explored().shows(game({ rules: 'soucie', players: AGAINST, moves: round }), 'play').result;
	assert.deepEqual([lost.winner, lost.words], ['x', 'Level 1 repeated a position.']);
});

test('the next move of the game is a mistake only if it visibly gives away the result', () => {
	const moves = [
		{ mark: '??', words: 'turned a win into a loss' },
		{ plies_lost: 2, words: 'wins 2 plies later' },
	];
	const session = explored()
		.shows(game({ moves: ['b1-d1', 'a2-a4'], at: 0 }), 'explore')
		.with({ review: { moves } });
	assert.equal(session.mistake, 'b1-d1');
	assert.equal(session.with({ prefers: { hidden: true } }).mistake, null);
	assert.equal(session.shows(session.game.shownAt(1), 'explore').mistake, null);
});

test('a position is spoken, with its value unless hidden', () => {
	assert.equal(explored().spoken, '');
	assert.equal(explored().with({ known: KNOWN }).spoken, 'Black to move, wins in 3, best b1-b3');
	const theirs = played({ moves: ['b1-b3', 'a2-a4'] }).with({ known: KNOWN });
	assert.equal(theirs.spoken, 'a2-a4; Black to move');
	assert.match(
		played({ moves: ['b1-b3'] }).with({ known: over('them-connected') }).spoken,
		/^You won\. Black's stones/,
	);
	assert.equal(explored().title, '4x4, 4v4, Black to move');
	assert.equal(played({ moves: ['b1-b3'] }).title, '4x4, 1. b1-b3');
});

test('a hint shows the stone, then the move, and ends with the position', () => {
	const first = played().hints('b1-b3');
	assert.deepEqual(first.hint, { move: 'b1-b3', isWhole: false });
	assert.equal(first.hints('b1-b3').hint.isWhole, true);
	assert.equal(first.shows(game({ players: AGAINST, moves: ['b1-b3'] }), 'play').hint, null);
});

test('a move for later stays while the game continues', () => {
	const players = AGAINST;
	const waiting = played({ moves: ['b1-b3'] }).with({ premove: 'c1-c3' });
	assert.equal(waiting.shows(game({ players, moves: ['b1-b3', 'a2-a4'] }), 'play').premove, 'c1-c3');
	for (const moves of [[], ['b1-d1', 'a2-a4']])
		assert.equal(waiting.shows(game({ players, moves }), 'play').premove, null);
	assert.equal(waiting.shows(game({ moves: ['b1-b3', 'a2-a4'] }), 'explore').premove, null);
});

test('a phone shows the review of an opened game, and otherwise the chosen tab', () => {
	const moves = game({ moves: ['b1-b3'] });
	assert.equal(explored().tab, 'moves');
	assert.equal(explored().shows(moves, 'explore', true).tab, 'review');
	assert.equal(explored().shows(moves, 'explore').tab, 'moves');
	assert.equal(played().shows(moves, 'explore').tab, 'review');
	assert.equal(explored().with({ tab: 'share' }).shows(moves, 'explore').tab, 'share');
});
