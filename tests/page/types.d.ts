// The names of the types that the scripts of the page share. Types of answers come from the API's document.

import type { components, paths } from './api';
import type { Boards as BoardsThere } from '../../tools/server/page/choices.js';
import type { Game as GameShown } from '../../tools/server/page/game.js';
import type { Position as PositionShown } from '../../tools/server/page/position.js';

type Answered<Method> = Method extends {
	responses: { 200: { content: { 'application/json': infer Answer } } };
}
	? Answer
	: any;

declare global {
	type Schemas = components['schemas'];

	/** The answer to a question at `api/PATH`, by `POST` if it has a body. */
	type Reply<Path extends string> = `/api/${Path}` extends keyof paths ? Answered<paths[`/api/${Path}`]['get']> : any;
	type Review = Schemas['EstimatedReviewReply'];
	type Reviewed = Schemas['PlyFields'];
	/** A move judged by tables, or by a certificate or the engine. */
	type Judged = Partial<Omit<Reviewed, 'best' | 'mark'>> &
		Partial<Omit<Schemas['EstimatedGameMove'], 'best'>> & {
			best?: { move: string; category?: Category; plies?: number };
		};
	/** A suite of problems. One made from a game has its problems, and forgets which are solved. */
	type Suite = Pick<Schemas['SuiteDescription'], 'name' | 'problems'> & {
		list?: (Partial<Omit<Schemas['ProblemReply'], 'category'>> & { category?: Category })[];
		link?: Record<string, string>;
		solved?: Set<number>;
	};

	/** The element that `el` creates from a tag with classes, such as `p.note`. */
	type ElementOf<Tag extends string> = Tag extends `${infer Name}.${string}`
		? ElementOf<Name>
		: Tag extends keyof HTMLElementTagNameMap
			? HTMLElementTagNameMap[Tag]
			: HTMLElement;

	type Position = PositionShown;
	type Game = GameShown;
	type Boards = BoardsThere;

	/** A player: Black is `x`. */
	type Side = 'x' | 'o';
	type Category = 'win' | 'draw' | 'loss';

	/** The position that a board shows, with its marks. */
	interface Drawing {
		position: Position;
		moves?: RatedMove[];
		best?: RatedMove | null;
		mistake?: string | null;
		last?: string | null;
		groups?: string[];
		won?: boolean;
		flipped?: boolean;
		hasLayer?: boolean;
		isHidden?: boolean;
		isEdited?: boolean;
		isBusy?: boolean;
		hint?: { move: string; isWhole: boolean } | null;
	}

	/** The value of a position or a move, or an estimate's score, as the side to move sees it. */
	interface Worth {
		category?: Category | null;
		plies?: number | null;
		/** True if `plies` is a bound. */
		bound?: boolean;
		score?: number | null;
		/** True if an estimate sees neither side ahead. */
		level?: boolean;
		basis?: string;
		/** The condition of a proved value. */
		proviso?: string | null;
	}

	/** The worth of a position, as Black sees it. */
	interface ToBlack extends Worth {
		isLevel?: boolean;
	}

	/** A legal move, with its value if known. */
	interface RatedMove extends Worth {
		move: string;
		capture?: boolean;
		position?: string;
		/** The other side's reply in a certificate. */
		answer?: string | null;
		/** The moves of best play after it, by the engine. */
		line?: string[];
	}

	/** The answer of tables, or the moves alone with the failure that gives the reason. */
	interface Answer extends Worth {
		isExact: boolean;
		moves: RatedMove[];
		over?: string | null;
		failure?: any;
		proved?: Schemas['Proved'] | null;
		note?: string | null;
		repetition?: Schemas['RepetitionReply'] | null;
	}

	/** The answer of a certificate, as the side to move sees it. */
	type Proof = Omit<Schemas['ProofReply'], 'moves'> & Worth & { moves: RatedMove[] };

	/** The engine's values of every move of a position, best first. */
	interface Estimate extends Worth {
		best: string;
		depth?: number;
		estimate?: boolean;
		moves: RatedMove[];
	}

	/** An exact, proved or fully searched value, with its moves or the best one. */
	interface Certain extends Worth {
		best?: string;
		moves?: RatedMove[];
	}

	/** The answers about a position: the tables' answer, and beyond tables those of a certificate and the engine. */
	interface Learned {
		answer: Answer;
		proof?: Proof | null;
		estimate?: Estimate | null;
		/** The moves of best play. */
		line?: string[];
	}

	/** The answers, with the certain value of the position and its moves, best first. */
	interface Known extends Learned {
		certain: Certain | null;
		moves: RatedMove[];
	}

	/** The end of a game. */
	interface Ending {
		winner?: Side;
		/** The end for the reader, who is one of the players. */
		kind?: string;
		/** True if the winner's stones are connected. */
		isJoined?: boolean;
		headline: string;
		words: string;
	}

	/** The players of a game, by side, in the words of `loa play`. */
	type Players = Record<Side, string>;

	/** The arguments of a view: `go` changes the address, and `trouble` shows failures. */
	interface Surroundings {
		go: (address: string, options?: { replaces?: boolean }) => Promise<void>;
		boards: Boards;
		trouble: {
			tell: (words: string) => void;
			note: (words: string) => void;
			show: (words: string, ...rest: (Node | string)[]) => void;
			during: (task: () => unknown, isCurrent?: () => boolean) => Promise<void>;
		};
	}
}
