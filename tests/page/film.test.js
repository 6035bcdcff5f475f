// The state of a film, and the games of the gallery.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Film } from '../../tools/server/page/film.js';
import { Position } from '../../tools/server/page/position.js';

const WONDERS = JSON.parse(readFileSync(new URL('../../data/gallery/gallery.json', import.meta.url), 'utf8'));
const films = WONDERS.filter(({ walk }) => !walk).map(wonder => new Film(wonder));
const [proof] = WONDERS.filter(({ walk }) => walk).map(wonder => new Film(wonder));

test('a film of the gallery ends with the stones of its winner joined, and not before', () => {
	assert.ok(films.length > 5);
	for (const { game, wonder } of films) {
		const joined = game.positions.map(position => position.joined);
		assert.ok(joined.at(-1).includes(wonder.winner), wonder.title);
		assert.ok(
			joined.slice(0, -1).every(sides => sides.length === 0),
			wonder.title,
		);
	}
});

test('the value comes one ply nearer with every move, for the winner', () => {
	for (const film of films) {
		const { length } = film.game.moves;
		for (let at = 0; at <= length; at++) {
			const { game, wonder, worth } = film.at(at);
			const category = game.position.turn === wonder.winner ? 'win' : 'loss';
			assert.deepEqual([worth, game.at], [{ category, plies: length - at }, at]);
		}
		assert.match(film.at(0).words, /\d/);
	}
});

const FILM = new Film({
	title: '',
	about: '',
	winner: 'o',
	record: {
		position: '1xx1/o2o/o2o/1xx1 x',
		rules: 'mover-pass',
		lines: [
			{
				moves: ['b1-d1', 'a2-c2', 'b4-d4', 'a3xc1'],
				notes: [
					[0, 'Start.'],
					[3, 'Late.'],
				],
			},
		],
	},
});

test('a sentence stays until the next turning point, and a running film waits for the reader', () => {
	assert.deepEqual(FILM.turningPoints, [0, 3]);
	const words = [0, 1, 2, 3, 4].map(at => FILM.at(at).words);
	assert.deepEqual(words, ['Start.', 'Start.', 'Start.', 'Late.', 'Late.']);
	assert.ok(FILM.at(3).pause > FILM.at(2).pause);
});

test('places beyond a film, or none, are its ends', () => {
	const places = ['-5', '2', '2.7', '99', 'x', undefined].map(at => FILM.at(at).game.at);
	assert.deepEqual(places, [0, 2, 2, 4, 0, 0]);
});

test('a proof begins after its first move, and its loser chooses', () => {
	const begun = proof.walked();
	assert.deepEqual([begun.game.path, begun.choices], [['b1-b3'], []]);
	assert.equal(begun.game.position.turn, 'o');
	assert.equal(String(begun.game.start), String(Position.start('6x6')));
	const later = proof.walked('b1-b3,a5-a1,b6-b4,a1-b1');
	assert.deepEqual(later.choices, [1, 3]);
	assert.match(proof.walked('b1-b3,nonsense').game.unread, /nonsense/);
});
