// The page's own types. Those of the API are generated: openapi.d.ts comes from `make api-types`.

import type { components, paths } from './openapi.d.ts';

type Schemas = components['schemas'];

// --- the game -------------------------------------------------------------------------------------

export type Colour = 'red' | 'yellow';
export type Cell = Schemas['CellState'];
export type Rules = Omit<Schemas['RulesState'], 'board'>;
export type Objective = Rules['objective'];
export type Seat = Schemas['SeatState'];
export type Result = Omit<Schemas['ResultState'], 'token'>;

/** Stones of one colour in a row, end to end, at least as many as a line has. */
export type Run = { colour: Colour, cells: Cell[] };

/** Moves from the start that could be played; the name belongs to the position after them. */
export type Variation = { moves: string, name: string };

/** `moves` are on the board, `undone` can be played again; `id` is null until the server has stored the game, and
 * `draft` is its name in this browser from its first move until then.
 * `live` games are played on two devices; `yours` are the colours that this browser moves for, none if it watches.
 * `isAnalysis`: a position that was linked or set up, on which moves are tried; it is not stored. */
export type Game = {
  id: string | null, draft: string | null, start: string, moves: number[], undone: number[],
  red: Seat, yellow: Seat, declared: Result | null, thought: Schemas['Thought'] | null,
  tournament: TournamentPlace | null,
  live: boolean, yours: Colour[], version: number,
  variations: Variation[], isAnalysis: boolean,
};

/** The tournament that a game belongs to, and the numbers of the games before and after it. */
export type TournamentPlace = {
  id: number, name: string, number: number, previous: number | null, next: number | null,
};

/** A change that the server has not confirmed yet. */
export type Task = { kind: 'create', game?: Pick<Schemas['NewGame'], 'start' | 'moves' | 'red' | 'yellow' | 'variations'> }
  | { kind: 'moves' } & Schemas['LiveMove']
  | { kind: 'undo' | 'redo' | 'swap' } & Schemas['AtPly']
  | { kind: 'engine-move' } & Schemas['EngineMove']
  | { kind: 'resign' } & Schemas['Resignation']
  | { kind: 'variations', variations: Variation[] };

/** The choice of an engine, without the ply that it belongs to. */
export type Choice = Omit<Schemas['Thought'], 'ply'>;
export type EngineScore = Schemas['EngineScore'];
export type Mood = Schemas['Mood'];

// --- study ----------------------------------------------------------------------------------------

/** Proven bounds of a score, for the side to move; `stones` is how many more the winner drops. */
export type Score = Schemas['ScoreState'];
export type Fact = Schemas['FactState'];
/** What a column is worth by the evaluation: a result from 0 to 1, or a difference in lines. */
export type ColumnEstimate = Schemas['ColumnEstimateState'];

export type Analysis = Pick<Schemas['AnalysisState'], 'best' | 'variation' | 'nodes' | 'exact'> & {
  key: string, columns: Map<number, Score>, estimates: Map<number, ColumnEstimate>, score: Score | null, source: string, done: boolean, problem: string,
};

export type ReviewedMove = Schemas['ReviewedMoveState'];

export type Story = Schemas['StoryState'];

/** A review of the game `key`; one that was not asked for is not open, and ends soon. */
export type Review = { key: string, moves: Map<number, ReviewedMove>, story: Story | null, isOpen: boolean, done: boolean, problem: string };

/** The events of the streams and their data. */
export type Events = {
  '/api/analysis': { event: 'column', data: Schemas['ProvenColumn'] }
    | { event: 'progress', data: Schemas['ProgressState'] }
    | { event: 'estimate', data: ColumnEstimate }
    | { event: 'done', data: Schemas['AnalysisState'] },
  '/api/events': { event: 'game', data: Schemas['GameEvent'] }
    | { event: 'seat', data: Schemas['SeatEvent'] }
    | { event: 'presence', data: Presence }
    | { event: 'gone', data: Schemas['GoneEvent'] }
    | { event: 'seats', data: Schemas['SeatsEvent'] }
    | { event: 'lobby', data: Schemas['LobbyEvent'] }
    | { event: 'paired', data: Schemas['PairedEvent'] }
    | { event: 'games', data: Schemas['GamesEvent'] }
    | { event: 'tournament', data: PeopleTournament }
    | { event: 'you', data: YouEvent }
    | { event: 'ping', data: object },
  '/api/review': { event: 'move', data: ReviewedMove } | { event: 'done', data: Schemas['ReviewEnd'] },
};

// --- live games -----------------------------------------------------------------------------------

export type Presence = Schemas['PresenceEvent'];
export type LiveSummary = Schemas['LiveSummary'];
export type LobbyOffer = Schemas['LobbyOffer'];
export type OfferKind = Schemas['OfferState']['kind'];
export type PeopleTournament = Schemas['PeopleTournament'];
export type PeoplePlayer = Schemas['PeoplePlayer'];
export type PeopleGame = Schemas['PeopleGame'];
export type PeopleSummary = Schemas['PeopleSummary'];
export type YouEvent = Schemas['YouEvent'];
export type RatedPerson = Schemas['RatedPerson'];
export type ReactionKind = Schemas['ReactionState']['kind'];

/** The game `id` as its event stream describes it; `infoAt` and `presenceAt` are when that was, by the page's
 * clock, and `turnAt` when the side to move could see its turn. `latest` is the game of the last event. */
export type Live = {
  id: string, connected: boolean, info: Schemas['LiveState'] | null, infoAt: number, turnAt: number,
  latest: Game | null, presence: Presence | null, presenceAt: number,
};

/** A game in progress in which this browser has a seat, as its last event described it at `infoAt`. */
export type Running = { game: Game, info: Schemas['LiveState'], infoAt: number };

// --- tournaments ----------------------------------------------------------------------------------

export type Estimate = Schemas['EstimateState'];
export type Standing = Schemas['StandingState'];
export type Tally = Schemas['TallyState'];
export type Tournament = Schemas['TournamentState'];
export type TournamentGame = Schemas['TournamentGame'];
export type TournamentSummary = Schemas['TournamentSummary'];

/** The list of tournaments, and the tournament `id` with the games of `player` against `opponent`. */
export type TournamentsState = {
  list: TournamentSummary[] | null, count: number, command: string | null, isOperator: boolean,
  id: number | null, one: Tournament | null,
  games: TournamentGame[], gameCount: number, player: string, opponent: string, limit: number,
  problem: string,
};

// --- the page -------------------------------------------------------------------------------------

export type PastGame = Schemas['GameSummary'];

/** A move that the coach holds back, how bad it is, and why; `line` are the moves that refute it, `shown` of them on the board. */
export type Held = {
  key: string, column: number, warning: string, severity: 'loses now' | 'loses' | 'win lost', reason: string, line: number[], shown: number,
};

/** Everything that the page shows. */
/** A rule of a plan; *text* is a sentence. */
export type PlanRule = { rule: 'take' | 'pair' | 'answer' | 'otherwise', cells: Cell[], columns: number[], text: string };
/** A rule as files have it: with cells or columns. */
export type BareRule = { rule: PlanRule['rule'], cells?: Cell[], columns?: number[] };
/** How games of a plan end; *cells* are those of the line. */
export type PlanEnding = { kind: 'double' | 'above' | 'zugzwang', cells: Cell[], count: number, text: string };
/** Why a position is won or held: dropfour.study.plans. */
export type Plan = {
  colour: Colour, promise: 'win' | 'draw', text: string, rules: PlanRule[], kept: boolean, positions: number, replies: number,
  endings: PlanEnding[],
};
/** Moves until a plan takes over: dropfour.study.strategies. A step has the place of a plan, or a column, and the steps that
 * follow each reply. */
export type StrategyStep = { plan: number | null, column: number | null, replies: Record<string, number> };
export type Strategy = { colour: Colour, promise: 'win' | 'draw', plans: PlanRule[][], steps: StrategyStep[] };
/** What a plan plays; *index* is the place of the rule among those of its kind. */
export type PlanReply = { column: number, reason: 'win' | 'block' | PlanRule['rule'], index: number };

export type State = {
  view: 'game' | 'past' | 'statistics' | 'live' | 'tournaments' | 'tournament' | 'puzzles' | 'learn' | 'lesson' | 'openings'
    | 'trainer' | 'solution' | 'club' | 'ratings',
  game: Game,
  loading: boolean,
  shownPly: number | null,
  /** The moves of the variation on the screen, from the start; null while it is the game itself. */
  variation: number[] | null,
  /** The variations of a game before the position after `path` was deleted. */
  deleted: { game: string | null, path: string, variations: Variation[] } | null,
  pointed: number | null,
  refused: { column: number, count: number } | null,
  queue: Task[],
  offline: boolean,
  thinking: boolean,
  study: boolean,
  coach: boolean,
  /** `warning` is empty while the move is being checked. */
  held: Held | null,
  /** Hints in steps for the position `key`: `step` of the texts are shown. */
  advice: { key: string, step: number, column: number, exact: boolean, isPlanned: boolean, cells: Cell[], columns: number[], texts: string[] } | null,
  /** Whether the best play is shown on the board: while it is pointed at, or until it is switched off. */
  bestPlay: 'no' | 'pointed' | 'pinned',
  /** How much of the opening book has arrived, from 0 to 1; null while it is not being fetched. */
  bookShare: number | null,
  analysis: Analysis | null,
  facts: Fact[] | null,
  fact: number | null,
  pinnedFact: number | null,
  plan: { key: string, plan: Plan | null, colour: Colour, promise: Plan['promise'] } | null,
  /** Where no plan was found: the strategy that the position `key` belongs to, and its step; `nodes`, while it is searched. */
  strategy: { key: string, found: { strategy: Strategy, place: number } | null, nodes: number | null } | null,
  why: boolean,
  planRule: number | null,
  pinnedRule: number | null,
  hint: Schemas['Hint'] & { key: string } | null,
  review: Review | null,
  /** What the opponent says; it stays until something else is said, or another game begins. */
  said: { key: string, colour: Colour, text: string } | null,
  notice: { text: string, count: number },
  spoken: { text: string, count: number },
  engines: Schemas['EngineState'][],
  live: Live | null,
  /** Moves planned in `game` after `ply` moves: columns by the answer of the other player, '' for any; `planFor` is the one
   * for which the next click plans. */
  planned: { game: string, ply: number, moves: Record<string, number> } | null, planFor: string,
  liveGames: LiveSummary[] | null,
  /** The games in progress of this browser, by their ids. */
  running: Record<string, Running>,
  /** What is offered in the lobby, while the page follows it. */
  lobby: Schemas['LobbyEvent'] | null,
  tournaments: TournamentsState,
  /** What the view shows: the id of a puzzle (null: that of the day) or lesson, or the moves in the
   * opening explorer and the solution, whose training is `train`. */
  item: string | null,
  /** The name of the item for the title of the tab, once it is known; empty if it has none. */
  itemTitle: string,
};

/** The element that a tag with classes stands for. */
export type ElementOf<Tag extends string> = Tag extends `${infer Name}.${string}` ? ElementOf<Name>
  : Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement;

// --- requests -------------------------------------------------------------------------------------

export type Path = keyof paths;

type Operation<P extends Path, Method extends 'get' | 'post'> = NonNullable<paths[P][Method]>;
type Content<Response, Type extends string> =
  Response extends { content: { [type in Type]: infer Data } } ? Data : never;
type Given<Parameters> = [NonNullable<Parameters>] extends [never] ? unknown : NonNullable<Parameters>;

/** The parameters of a path and of its query, by name. */
export type Params<P extends Path, Method extends 'get' | 'post' = 'get'> =
  Operation<P, Method> extends { parameters: { path?: infer InPath, query?: infer InQuery } }
    ? Given<InPath> & Given<InQuery> : never;

/** The JSON of a successful response. */
export type Answer<P extends Path, Method extends 'get' | 'post' = 'get'> =
  Operation<P, Method> extends { responses: infer Responses }
    ? Content<Responses[keyof Responses], 'application/json'> : never;

export type Body<P extends Path, Type extends string = 'application/json'> =
  Operation<P, 'post'> extends { requestBody?: infer Request } ? Content<NonNullable<Request>, Type> : never;
