/** An answer, as a server would send it. */
export interface Reply {
	/** The status that a server would answer with: 200, 400, 404, 500 and so on. */
	status: number;
	/** The text: JSON, or a drawing. */
	body: string;
}

/** Information for the user: the host sends only complete files, and one is being fetched. */
export interface Notice {
	kind: 'whole-file';
	path: string;
	bytes: number;
}

export interface Options {
	/** The program, or its address. The default is `loa.wasm` beside `index.mjs`. */
	program?: string | URL | BufferSource | WebAssembly.Module;
	/** The maximum number of bytes of tables in memory. The default is 64 MiB. */
	cacheBytes?: number;
	/** Called before a complete file is fetched because the host ignores ranges. */
	notice?: (notice: Notice) => void;
}

export interface Question {
	/** A preset or a rules id. The default is `club`. */
	rules?: string;
	/** Ends the question. A running search of the engine stops immediately. */
	signal?: AbortSignal;
}

export type Category = 'win' | 'draw' | 'loss';

/** A move with its value for the side that makes it. */
export interface MoveValue {
	move: string;
	category: Category;
	plies: number | null;
	[field: string]: unknown;
}

/** A position, its value, and the value of every move, best first: the JSON of `loa probe`. */
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

/** What is known of a position or a move. */
export interface Worth {
	/** The result, if it is certain. */
	category: Category | null;
	plies: number | null;
	/** True if `plies` is a maximum. */
	bound: boolean;
	/** The engine's score, if the result is not certain. 0 means equal chances. */
	score: number | null;
	/** The basis, such as `tables`, `proof`, `search` or `estimate`. */
	basis: string;
}

/** What is known of a position and its moves: by tables, certificates and the engine. An event of `/api/analysis`. */
export interface Analysis extends Worth {
	position: string;
	/** The moves, best first. `depth` is that of the engine's search in plies, including the move. */
	moves: (Worth & { move: string; depth?: number; line?: string[]; [field: string]: unknown })[];
	/** The best play that is known. */
	line: string[];
	[field: string]: unknown;
}

/** A question without an answer, in the words of `loa`. */
export class LoaError extends Error {
	readonly name: 'LoaError';
	/** The status that a server would answer with; 0 if a folder or a program cannot be read. */
	status: number;
	/** The kind of failure, such as `usage` or `missing-table`. */
	kind?: string;
	hint?: string;
	character?: number;
}

/** Tables and an engine, in separate workers. */
export interface Loa {
	probe(position: string, question?: Question): Promise<Probe>;
	line(position: string, question?: Question): Promise<Line>;
	moves(position: string, question?: Question): Promise<Moves>;
	/** Lets the engine think for up to `ms` milliseconds. The default is 300, the maximum one day. */
	engine(position: string, question?: Question & { ms?: number }): Promise<Analysis>;
	/** Answers a question of the HTTP API: `ask('GET', '/api/probe?position=start 4x4')`. */
	ask(method: string, address: string, body?: string | Blob, signal?: AbortSignal): Promise<Reply>;
	/**
	 * Yields the parsed events of an answer as they arrive. Leaving the loop ends the search. The question with
	 * events is `/api/analysis`; others are refused.
	 */
	follow(address: string, signal?: AbortSignal): AsyncIterableIterator<Analysis>;
	/** Ends the workers and all unanswered questions. Later questions are refused. */
	close(): void;
}

/**
 * Opens tables: the tables of a folder that `loa site` has written, by its address (in node also by
 * its path), or the bytes of one or several tables. `open()` without a source opens the built-in tables of 4x4.
 * A source that cannot be read is refused with a `LoaError`.
 */
export function open(
	source?: string | URL | Uint8Array | ArrayBuffer | (Uint8Array | ArrayBuffer)[],
	options?: Options,
): Promise<Loa>;
