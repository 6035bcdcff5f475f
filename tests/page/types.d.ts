// The names of the types that the scripts of the page share. Types of answers come from the API's document.

import type { components, paths } from './api';
import type { Boards as BoardsThere } from '../../tools/server/page/choices.js';
import type { Clock as ClockShown } from '../../tools/server/page/clock.js';
import type { Game as GameShown } from '../../tools/server/page/game.js';
import type { Explorer as ExplorerShown } from '../../tools/server/page/explorer.js';
import type { Position as PositionShown } from '../../tools/server/page/position.js';
import type { Session as SessionShown } from '../../tools/server/page/session.js';

type Answered<Method> = Method extends {
	responses: { 200: { content: { 'application/json': infer Answer } } };
}
	? Answer
	: any;

// The fields of classes whose constructors assign them all together.
declare module '../../tools/server/page/game.js' {
	interface Game extends Played {}
}

declare module '../../tools/server/page/session.js' {
	interface Session extends Viewed {}
}

declare module '../../tools/server/page/attempt.js' {
	interface Attempt extends Attempted {}
}

declare module '../../tools/server/page/census.js' {
	interface Question extends Asked {}
}

declare global {
	type Schemas = components['schemas'];

	/** The answer to a question at `api/PATH`, by `POST` if it has a body. */
	type Reply<Path extends string> = `/api/${Path}` extends keyof paths ? Answered<paths[`/api/${Path}`]['get']> : any;
	type Ask = <Path extends string>(path: Path, question?: Record<string, any>, body?: string) => Promise<Reply<Path>>;

	/** A question about a position. */
	type AskOf<Answer> = (position: Position, rules: string) => Promise<Answer>;

	type Review = Schemas['ReviewedGame'];
	type Reviewed = Schemas['Ply'];
	type Problem = Pick<Schemas['Problem'], 'position' | 'rules' | 'good_moves'> &
		Pick<Worth, 'category' | 'plies'> & { themes: string[]; played?: string };
	/** A suite of problems. One made from a game has its problems, and forgets which are solved. */
	type Suite = Pick<Schemas['SuiteDescription'], 'name' | 'problems'> & {
		list?: Problem[];
		link?: Record<string, string>;
		solved?: Set<number>;
	};

	/** A game of the gallery, as `data/gallery/gallery.py` writes it: a film to its end, or the beginning of a proof. */
	interface Wonder {
		title: string;
		about: string;
		winner: Side;
		walk?: boolean;
		record: Schemas['RecordRequest'];
	}

	/** The fields of a game. */
	interface Played {
		rules: string;
		start: Position;
		moves: string[];
		/** The number of moves before the position in view. */
		at: number;
		players: Players;
		/** The names in a record. */
		names: Players | null;
		/** `draw`, or the side that resigned after the main line, or the side and how it lost, as in `x-forfeit`. */
		end: string | null;
		/** The other lines of the tree, each from the start to its end, and the index of `moves` among them. */
		lines: string[][];
		line: number;
		/** Comments, by the moves before them. */
		notes: Record<string, string>;
		/** Circles and arrows on the board, such as `c3 b1-d3`, by the moves before them. */
		shapes: Record<string, string>;
		/** Other properties of a record, as SGF, by the moves before them. */
		properties: Record<string, string>;
		/** The clock of the main line's players. */
		clock: Clock | null;
		/** A message about the link's unreadable moves. */
		unread: string;
	}

	/** The fields of a session. */
	interface Viewed {
		boards: Boards;
		game: Game;
		mode: Mode;
		/** The position that the open editor has set, and whether it has changed one. */
		edit: { position: string; isChanged: boolean } | null;
		/** The reader's preferences. */
		prefers: Record<string, any>;
		/** True if the reader has asked for the answers. In play this lasts for the whole game. */
		isLooking: boolean;
		/** The knowledge of the position, once the answer has arrived. */
		known: Known | null;
		review: Review | null;
		/** The name of the button that acts on a second press. */
		pressed: string;
		/** The time at which the turn began, in milliseconds, if a clock runs. */
		since: number | null;
		/** The part that a phone shows below the board. */
		tab: 'moves' | 'review' | 'share';
		/** A recorded game, whose names the address cannot hold. */
		opened: Game | null;
		/** The move of a hint, which first shows only the stone. */
		hint: { move: string; isWhole: boolean } | null;
		/** The reader's move to play after the other side's, if it is legal then. */
		premove: string | null;
		/** A position of a refutation, shown instead of the game's, with its last move and words. */
		refuted: { position: Position; last?: string; headline: string; words: string } | null;
		/** The moves of a game in which the engine made the last move for perfect play. */
		stoodIn: string | null;
	}

	/** The question of the view of tables. */
	type Asked = Record<'rules' | 'board' | 'material' | 'against' | 'find' | 'result' | 'plies' | 'chart', string> & {
		position?: string;
	};

	/** The state of a problem in view. */
	interface Attempted {
		suite: Suite;
		number: number;
		problem: Problem;
		/** The numbers of the suite's solved problems. */
		solved: Set<number>;
		/** The legal moves of the problem, once known. */
		legal: RatedMove[];
		/** The position reached, with its legal moves and the other side's last move. */
		position: Position;
		moves: RatedMove[];
		last: string | null;
		/** The move that the reader tries here, and the other side's reply. */
		tried: string | null;
		reply?: string | null;
		/** The steps of the refutation of a wrong move, and the moves of the one in view. */
		steps: string[][];
		shown: string[];
		phase: 'task' | 'trying' | 'right' | 'wrong' | 'solved' | 'won' | 'revealed';
		/** The words below the board. */
		result: { kind: Category | 'pending' | ''; words: string };
	}

	/** The element that `el` creates from a tag with classes, such as `p.note`. */
	type ElementOf<Tag extends string> = Tag extends `${infer Name}.${string}`
		? ElementOf<Name>
		: Tag extends keyof HTMLElementTagNameMap
			? HTMLElementTagNameMap[Tag]
			: HTMLElement;

	type El = <Tag extends string>(tag: Tag, ...rest: any[]) => ElementOf<Tag>;

	type Position = PositionShown;
	type Game = GameShown;
	type Boards = BoardsThere;
	type Clock = ClockShown;
	type Session = SessionShown;
	type Explorer = ExplorerShown;

	/** A player: Black is `x`. */
	type Side = 'x' | 'o';
	type Mode = 'explore' | 'play';
	type Category = 'win' | 'draw' | 'loss';

	/** The position that a board shows, with its marks. */
	interface Drawing {
		position: Position;
		/** The legal moves, best first. */
		moves?: RatedMove[];
		/** Moves that get arrows. */
		best?: RatedMove | null;
		mistake?: string | null;
		last?: string | null;
		/** The sides whose touching stones are joined by lines. */
		groups?: string[];
		won?: boolean;
		flipped?: boolean;
		/** True if stones and landings are coloured by value. */
		hasLayer?: boolean;
		isHidden?: boolean;
		isEdited?: boolean;
		isBusy?: boolean;
		premove?: string | null;
		hint?: { move: string; isWhole: boolean } | null;
		/** Circles and arrows that the reader has drawn, such as `c3` and `b1-d3`. */
		shapes?: string[];
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
		basis?: string | null;
		/** The condition of a proved value. */
		proviso?: string | null;
	}

	/** A drawing with its defaults. */
	type Shown = Drawing & Required<Pick<Drawing, 'moves' | 'groups' | 'last'>>;

	/** The worth of a position, as Black sees it. */
	type ToBlack = Worth;

	/** A legal move, with its value if known. */
	interface RatedMove extends Worth {
		move: string;
		depth?: number;
		/** The moves of best play after it, by the engine. */
		line?: string[];
	}

	/** What is known of a position: by tables, or else by known starts, certificates and the engine. */
	interface Answer extends Worth {
		/** True if tables answer. */
		isExact: boolean;
		moves: RatedMove[];
		over?: string | null;
		note?: string | null;
		repetition?: Schemas['RepetitionReply'] | null;
		certificate?: Schemas['CertificateReply'] | null;
		mirrored?: boolean;
		checking?: string | null;
		missing?: Schemas['Failure'] | null;
		/** The moves of best play. */
		line?: string[] | null;
	}

	type Known = Answer;

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
