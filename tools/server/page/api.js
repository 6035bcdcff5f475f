// Questions. Everything that the page knows of values comes from here.

import { carry, events } from './carrier.js';

/** A question without an answer: what the server said, or that it said nothing. */
export class Failure extends Error {
	constructor(status, { error, kind, hint, character }) {
		super(error);
		Object.assign(this, { status, kind, hint, character });
	}

	/** True if the same question would fail again. */
	get isFinal() {
		return ['usage', 'missing-table', 'outside-tables', 'other-rules'].includes(this.kind);
	}

	/** True if the server could not be reached. */
	get isSilence() {
		return this.status === 0;
	}
}

/** Answers of this visit that cannot change, oldest first. */
const known = new Map();
const MOST_KNOWN = 2000;

const silence = () => new Failure(0, { error: 'the server does not answer' });

/** Returns the failure of a refusal. */
function refused({ status, body }) {
	try {
		return new Failure(status, JSON.parse(body));
	} catch {
		return new Failure(status, { error: `the server answered with status ${status} and no words` });
	}
}

async function fetched(path, method = 'GET', body = undefined, signal = undefined) {
	const reply = await carry(method, path, body, signal).catch(() => {
		throw silence();
	});
	if (reply.status !== 200) throw refused(reply);
	return reply.body;
}

const json = async (...asked) => JSON.parse(await fetched(...asked));

/** Returns the address of a question. */
function address(path, question) {
	const asked = Object.entries(question).filter(([, value]) => value !== undefined && value !== '');
	return asked.length ? `api/${path}?${new URLSearchParams(asked)}` : `api/${path}`;
}

/** Asks anew. */
export const ask = (path, question = {}) => json(address(path, question));

/** Asks once in a visit, by `body` if there is one: for answers that depend on tables alone. */
export function lookUp(path, question = {}, body = undefined) {
	const asked = address(path, question);
	const name = `${asked} ${body}`;
	if (!known.has(name)) {
		if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value);
		const answer = json(asked, body && 'POST', body);
		known.set(name, answer);
		// What failed may succeed later.
		answer.catch(() => known.delete(name));
	}
	return known.get(name);
}

/** Yields the events of an answer as they come, until `signal` ends it. */
export async function* follow(path, question, signal) {
	try {
		yield* events(address(path, question), signal);
	} catch (failure) {
		if (signal?.aborted) return;
		throw failure.status ? refused(failure) : silence();
	}
}

/** Sends a text, such as a game to review. */
export const send = (path, question, body, signal) => json(address(path, question), 'POST', body, signal);

/** Returns the address of the picture of a position, with arrows for moves. */
export const pictureOf = (position, moves = []) =>
	`board.svg?${new URLSearchParams({ position, ...(moves.length && { moves }) })}`;

/** Returns the picture of a position, with arrows for moves, an SVG document. */
export const toSvg = (...shown) => fetched(pictureOf(...shown));
