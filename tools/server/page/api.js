// Questions. The page gets all its values from here.

import { carry, events } from './carrier.js';

/** A question without an answer: the server's message, or its silence. */
export class Failure extends Error {
	/** @param {number} status @param {Partial<Schemas['Failure']>} said */
	constructor(status, { error, kind, hint, character }) {
		super(error);
		this.status = status;
		this.kind = kind;
		this.hint = hint;
		this.character = character;
	}

	get isFinal() {
		return ['usage', 'missing-table', 'outside-tables', 'other-rules'].includes(this.kind ?? '');
	}

	get isSilence() {
		return this.status === 0;
	}
}

/** A map that forgets its oldest entries. @extends {Map<string, any>} */
export class Recent extends Map {
	/** @param {number} most */
	constructor(most) {
		super();
		this.most = most;
	}

	set(name, value) {
		this.delete(name);
		super.set(name, value);
		if (this.size > this.most) this.delete(this.keys().next().value ?? '');
		return this;
	}
}

/** Answers that cannot change in this visit, oldest first. */
const known = new Recent(2000);

const silence = () => new Failure(0, { error: 'the server does not answer' });

function refused({ status, body }) {
	try {
		return new Failure(status, JSON.parse(body));
	} catch {
		return new Failure(status, { error: `the server answered with status ${status} and no message` });
	}
}

async function fetched(path, method = 'GET', body, signal) {
	const reply = await carry(method, path, body, signal).catch(() => {
		throw silence();
	});
	if (reply.status !== 200) throw refused(reply);
	return reply.body;
}

const json = async (path, method, body, signal) => JSON.parse(await fetched(path, method, body, signal));

function address(path, question) {
	const asked = Object.entries(question).filter(([, value]) => value || value === 0);
	return asked.length ? `api/${path}?${new URLSearchParams(asked)}` : `api/${path}`;
}

/** Asks without the cache. @type {Ask} */
export const ask = (path, question = {}) => json(address(path, question));

/** Asks once per visit, by POST if `body` is given: for answers that depend only on tables. @type {Ask} */
export function lookUp(path, question = {}, body) {
	const asked = address(path, question);
	const name = `${asked} ${body}`;
	if (!known.has(name)) {
		const answer = json(asked, body && 'POST', body);
		known.set(name, answer);
		answer.catch(() => known.delete(name));
	}
	return known.get(name);
}

/** Yields the events of an answer as they arrive, until `signal` ends it. */
export async function* follow(path, question, signal) {
	try {
		yield* events(address(path, question), signal);
	} catch (failure) {
		if (signal?.aborted) return;
		throw failure.status ? refused(failure) : silence();
	}
}

export const send = (path, question, body, signal) => json(address(path, question), 'POST', body, signal);

export const pictureOf = (position, moves = []) =>
	`board.svg?${new URLSearchParams(moves.length ? { position, moves: String(moves) } : { position })}`;

export const toSvg = (position, moves) => fetched(pictureOf(position, moves));
