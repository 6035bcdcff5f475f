/** An answer as a server would give it. */
export interface Reply {
	/** The status that a server would answer with: 200, 400, 404, 500 and so on. */
	status: number;
	/** The text: JSON, or a drawing. */
	body: string;
}

/** What a page may want to show: the host sends whole files, so much is being fetched. */
export interface Notice {
	kind: 'whole-file';
	path: string;
	bytes: number;
}

export interface Options {
	/** The program, or its address; `loa.wasm` beside `index.mjs` without it. */
	program?: string | URL | BufferSource | WebAssembly.Module;
	/** The most bytes of tables to hold in memory, 64 MiB without it. */
	cacheBytes?: number;
	/** Called when the host ignores ranges, before a whole file is fetched. */
	notice?: (notice: Notice) => void;
}

export interface Question {
	/** A preset or a rules id; `club` without it. */
	rules?: string;
	/** Ends the question; one that the engine is thinking about ends at once. */
	signal?: AbortSignal;
}

export type Category = 'win' | 'draw' | 'loss';

/** A move with its value to the side that makes it. */
export interface MoveValue {
	move: string;
	category: Category;
	plies: number | null;
	[field: string]: unknown;
}

/** A position with the value of itself and of every move, best first: the JSON of `loa probe`. */
export interface Probe {
	position: string;
	board: string;
	rules: string;
	category: Category;
	plies: number | null;
	best: string | null;
	moves: MoveValue[];
	[field: string]: unknown;
}

/** Best play to the end: the JSON of `loa line`. */
export interface Line {
	position: string;
	category: Category;
	plies: number | null;
	line: { move: string; [field: string]: unknown }[];
	[field: string]: unknown;
}

/** The legal moves, without tables: the JSON of `loa moves`. */
export interface Moves {
	position: string;
	moves: { move: string; [field: string]: unknown }[];
	over: unknown;
	[field: string]: unknown;
}

/** The engine's estimate, or the value where tables have it. */
export interface Estimate {
	position: string;
	/** True if the value is not certain. */
	estimate: boolean;
	category: Category | null;
	score: number | null;
	best: string | null;
	line: string[];
	depth: number;
	nodes: number;
	[field: string]: unknown;
}

/** A question without an answer, in the words of `loa`. */
export class LoaError extends Error {
	status: number;
	/** The kind of failure, such as `usage` or `missing-table`. */
	kind?: string;
	hint?: string;
	character?: number;
}

/** Tables and an engine, in workers of their own. */
export interface Loa {
	probe(position: string, question?: Question): Promise<Probe>;
	line(position: string, question?: Question): Promise<Line>;
	moves(position: string, question?: Question): Promise<Moves>;
	/** Lets the engine think for `ms` milliseconds, 300 without it, and no more than a day. */
	engine(position: string, question?: Question & { ms?: number }): Promise<Estimate>;
	/** Answers a question of the HTTP API: `ask('GET', '/api/probe?position=start 4x4')`. */
	ask(method: string, address: string, body?: string | Blob, signal?: AbortSignal): Promise<Reply>;
	/** Yields the events of an answer as they come, such as those of `/api/estimate/moves`, parsed. */
	follow(address: string, signal?: AbortSignal): AsyncIterableIterator<any>;
	/** Ends the workers, and questions that wait for an answer. What is asked later is refused. */
	close(): void;
}

/**
 * Opens tables: those of a folder that `loa site` has made, by its address (in node also by its
 * path), or the bytes of one table or of several. Tables of 4x4 are inside the program and need nothing: `open()`.
 */
export function open(
	source?: string | URL | Uint8Array | ArrayBuffer | (Uint8Array | ArrayBuffer)[],
	options?: Options,
): Promise<Loa>;
