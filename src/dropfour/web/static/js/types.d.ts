// The types that most modules use, known everywhere without an import. Those of the API are in openapi.d.ts, which is made from the OpenAPI document whenever types are
// checked (`npm run types` in tests/web) and not stored.

type Schemas = import('./openapi.d.ts').components['schemas'];
type Paths = import('./openapi.d.ts').paths;

// --- the game -------------------------------------------------------------------------------------

type Colour = 'red' | 'yellow';
type Cell = { column: number; row: number };
type Rules = Omit<Schemas['RulesState'], 'board'>;
type Objective = Rules['objective'];
type Seat = Schemas['SeatState'];
type Result = Omit<Schemas['ResultState'], 'token'>;

/** Stones of one colour in a row, end to end, at least as many as a line has. */
type Run = { colour: Colour; cells: Cell[] };

/** Moves from the start that could be played; the name belongs to the position after them. */
type Variation = { moves: string; name: string };

/** `moves` are on the board, `undone` can be played again; `id` is null until the server has stored the game, and
 * `draft` is its name in this browser from its first move until then.
 * `live` games are played on two devices; `yours` are the colours that this browser moves for, none if it watches.
 * `isAnalysis`: a position that was linked or set up, on which moves are tried; it is not stored.
 * `swapped`: whether sides were swapped after the first move; null without the swap rule. */
type Game = {
  id: string | null;
  draft: string | null;
  start: string;
  moves: number[];
  undone: number[];
  red: Seat;
  yellow: Seat;
  declared: Result | null;
  thought: Schemas['Thought'] | null;
  tournament: TournamentPlace | null;
  live: boolean;
  yours: Colour[];
  version: number;
  variations: Variation[];
  isAnalysis: boolean;
  swapped: boolean | null;
};

/** The tournament that a game belongs to, and the numbers of the games before and after it. */
type TournamentPlace = {
  id: number;
  name: string;
  number: number;
  previous: number | null;
  next: number | null;
};

/** A change that the server has not confirmed yet. */
type Task =
  | {
      kind: 'create';
      game?: Pick<Schemas['NewGame'], 'start' | 'moves' | 'red' | 'yellow' | 'variations' | 'declared' | 'swapped'>;
    }
  | ({ kind: 'moves' } & Schemas['Move'])
  | ({ kind: 'undo' | 'redo' | 'swap' } & Schemas['AtPly'])
  | ({ kind: 'engine-move' } & Schemas['EngineMove'])
  | ({ kind: 'resign' } & Schemas['Resignation'])
  | { kind: 'variations'; variations: Variation[] };

/** The choice of an engine, without the ply that it belongs to. */
type Choice = Omit<Schemas['Thought'], 'ply'> & { swap?: boolean };
type EngineScore = Schemas['EngineScore'];
type Mood = Schemas['Mood'];

// --- study ----------------------------------------------------------------------------------------

/** Proven bounds of a score, for the side to move; `stones` is how many more the winner drops. What is not proven is null. */
type Score = {
  value: number | null;
  low: number;
  high: number;
  exact: boolean;
  outcome: 'win' | 'draw' | 'loss' | null;
  stones: number | null;
};
/** A sentence about a position and what it refers to: dropfour.study.explain. */
type Fact = {
  kind:
    | 'the game is over'
    | 'immediate win'
    | 'cannot be stopped'
    | 'proven'
    | 'lines made'
    | 'forced block'
    | 'only move'
    | 'trap'
    | 'immediate line'
    | 'do not play under'
    | 'threats on top of each other'
    | 'threat'
    | 'no line left';
  colour: Colour | null;
  cells: Cell[];
  columns: number[];
  text: string;
  profits: Colour | null;
};
/** What a column is worth by the evaluation: a result from 0 to 1, or a difference in lines; by a search of `depth` plies. */
type ColumnEstimate = { column: number; value: number; depth: number };
/** A good column; `exact` says whether it is proven to be the best, and then `outcome` is that of best play. */
type Hint = { column: number; exact: boolean; outcome: Score['outcome'] };

/** What the core has found of a position. */
type FoundAnalysis = {
  score: Score;
  columns: { column: number; score: Score }[];
  exact: boolean;
  best: number[];
  variation: number[];
  nodes: number;
  source: 'rules' | 'book' | 'search';
};
/** What an analysis reports, `position` being what is proven of the position so far. */
type AnalysisEvent =
  | { event: 'column'; data: { column: number; score: Score; position: Score } }
  | { event: 'progress'; data: { column: number | null; nodes: number } }
  | { event: 'estimate'; data: ColumnEstimate }
  | { event: 'done'; data: FoundAnalysis };

type Analysis = Pick<FoundAnalysis, 'best' | 'variation' | 'nodes' | 'exact'> & {
  key: string;
  columns: Map<number, Score>;
  estimates: Map<number, ColumnEstimate>;
  score: Score | null;
  source: string;
  done: boolean;
  problem: string;
};

/** A move with scores for the side that made it; `verdict` is null if nothing is proven. */
type ReviewedMove = {
  ply: number;
  colour: Colour;
  column: number;
  verdict: 'best' | 'slower win' | 'sooner loss' | 'fewer lines' | 'kept' | 'blunder' | null;
  best: Score;
  played: Score;
  best_columns: number[];
};

type SideStory = { moves: number; mistakes: number; blunders: number; accuracy: number | null };
/** What a review tells. A mistake has a sentence for people, and what is proven of it; `line` leads from where it was made to
 * the win that it allows or misses, which is plain in `cells`. `decisive` is the ply of the one to look at first. */
type Story = {
  red: SideStory;
  yellow: SideStory;
  mistakes: { ply: number; sight: number | null; text: string; exact: string; line: number[]; cells: Cell[] }[];
  turning_point: number | null;
  decisive: number | null;
  ending: string;
};

/** A review of the game `key`; one that was not asked for is not open, and ends soon. */
type Review = {
  key: string;
  moves: Map<number, ReviewedMove>;
  story: Story | null;
  isOpen: boolean;
  done: boolean;
  problem: string;
};

/** The events of the streams and their data. */
type Events = {
  '/api/events':
    | { event: 'game'; data: Schemas['GameEvent'] }
    | { event: 'seat'; data: Schemas['SeatEvent'] }
    | { event: 'presence'; data: Presence }
    | { event: 'gone'; data: Schemas['GoneEvent'] }
    | { event: 'seats'; data: Schemas['SeatsEvent'] }
    | { event: 'lobby'; data: Schemas['LobbyEvent'] }
    | { event: 'paired'; data: Schemas['PairedEvent'] }
    | { event: 'games'; data: Schemas['GamesEvent'] }
    | { event: 'tournament'; data: PeopleTournament }
    | { event: 'you'; data: YouEvent }
    | { event: 'ping'; data: object };
};

// --- live games -----------------------------------------------------------------------------------

type Presence = Schemas['PresenceEvent'];
type LiveSummary = Schemas['LiveSummary'];
type LobbyEvent = Schemas['LobbyEvent'];
type EngineState = Schemas['EngineState'];
type LobbyOffer = Schemas['LobbyOffer'];
type OfferKind = Schemas['OfferState']['kind'];
type PeopleTournament = Schemas['PeopleTournament'];
type PeoplePlayer = Schemas['PeoplePlayer'];
type PeopleGame = Schemas['PeopleGame'];
type PeopleSummary = Schemas['PeopleSummary'];
type YouEvent = Schemas['YouEvent'];
type RatedPerson = Schemas['RatedPerson'];
type ReactionKind = Schemas['ReactionState']['kind'];

/** The game `id` as its event stream describes it; `infoAt` and `presenceAt` are when that was, by the page's
 * clock, and `turnAt` when the side to move could see its turn. `latest` is the game of the last event. */
type Live = {
  id: string;
  connected: boolean;
  info: Schemas['LiveState'] | null;
  infoAt: number;
  turnAt: number;
  latest: Game | null;
  presence: Presence | null;
  presenceAt: number;
};

/** A game in progress in which this browser has a seat, as its last event described it at `infoAt`. */
type Running = { game: Game; info: Schemas['LiveState']; infoAt: number };

// --- tournaments ----------------------------------------------------------------------------------

type Tournament = Schemas['TournamentReport'];
type TournamentGame = Schemas['TournamentGame'];
type TournamentSummary = Schemas['TournamentSummary'];

/** The list of tournaments, and the tournament `id` with the games of `player` against `opponent`. */
type TournamentsState = {
  list: TournamentSummary[] | null;
  count: number;
  id: string | null;
  one: Tournament | null;
  games: TournamentGame[];
  gameCount: number;
  player: string;
  opponent: string;
  limit: number;
  problem: string;
};

// --- the page -------------------------------------------------------------------------------------

type PastGame = Schemas['GameSummary'];

/** A move that the coach holds back, how bad it is, and why; `line` are the moves that refute it, `shown` of them on the board. */
type Held = {
  key: string;
  column: number;
  warning: string;
  severity: 'loses now' | 'loses' | 'win lost';
  reason: string;
  line: number[];
  shown: number;
};

/** Everything that the page shows. */
/** A rule of a plan; *text* is a sentence. */
type PlanRule = {
  rule: 'take' | 'pair' | 'answer' | 'otherwise';
  cells: Cell[];
  columns: number[];
  text: string;
};
/** Rules by which one side wins or holds: dropfour.study.plans. *written* is what files have, *text* what it promises and what
 * comes before its rules; *idea* and *ending*, how games end, may be empty. */
type WrittenPlan = {
  colour: Colour;
  promise: 'win' | 'draw';
  written: string;
  text: string;
  idea: string;
  rules: PlanRule[];
  ending: string;
};
/** A plan with what playing it out has shown; *proof* is a sentence, and *first* the part of the text that holds for every
 * plan. With *untilListed*, positions of a solution are exceptions from the plan. */
type Plan = WrittenPlan & {
  first: string;
  untilListed?: true;
  kept: boolean;
  positions: number;
  replies: number;
  proof: string;
};
/** Why a position is won, drawn or lost: dropfour.study.explain. *line* is best play, or the moves before the plan; *strategy* is
 * what files have. */
type Explanation = {
  kind:
    | 'over'
    | 'line'
    | 'cannot be stopped'
    | 'threats'
    | 'solution'
    | 'plan'
    | 'plan later'
    | 'strategy'
    | 'best play'
    | 'unproven';
  colour: Colour | null;
  headline: string;
  reasons: string[];
  columns: number[];
  line: number[];
  plan: Plan | null;
  strategy: string | null;
  graph: Graph | null;
  facts: Fact[];
};
/** What a plan plays; *index* is the place of the rule among those of its kind. */
type PlanReply = { column: number; reason: 'win' | 'block' | PlanRule['rule']; index: number };

type State = {
  view:
    | 'game'
    | 'past'
    | 'statistics'
    | 'live'
    | 'tournaments'
    | 'tournament'
    | 'puzzles'
    | 'learn'
    | 'lesson'
    | 'openings'
    | 'trainer'
    | 'solution'
    | 'club'
    | 'ratings';
  game: Game;
  loading: boolean;
  shownPly: number | null;
  /** The moves of the variation on the screen, from the start; null while it is the game itself. */
  variation: number[] | null;
  pointed: number | null;
  refused: { column: number; count: number } | null;
  /** How many discs of the line of the mistake on the screen are shown; null: all. */
  lineShown: number | null;
  queue: Task[];
  offline: boolean;
  thinking: boolean;
  study: boolean;
  coach: boolean;
  /** `warning` is empty while the move is being checked. */
  held: Held | null;
  /** Hints in steps for the position `key`: `step` of the texts are shown. */
  advice: {
    key: string;
    step: number;
    column: number;
    exact: boolean;
    outcome: Score['outcome'];
    isPlanned: boolean;
    cells: Cell[];
    columns: number[];
    texts: string[];
  } | null;
  /** Whether the best play is shown on the board: while it is pointed at, or until it is switched off. */
  bestPlay: 'no' | 'pointed' | 'pinned';
  /** How much of the opening book has arrived, from 0 to 1; null while it is not being fetched. */
  bookShare: number | null;
  analysis: Analysis | null;
  facts: Fact[] | null;
  fact: number | null;
  pinnedFact: number | null;
  /** The answer to "why?"; `nodes` while a better one is looked for at length. */
  answer: { key: string; found: Explanation; nodes: number | null } | null;
  why: boolean;
  hint: (Hint & { key: string }) | null;
  review: Review | null;
  /** What the opponent says; it stays until something else is said, or another game begins. */
  said: { colour: Colour; text: string } | null;
  notice: { text: string; count: number };
  spoken: { text: string; count: number };
  live: Live | null;
  /** The games in progress of this browser, by their ids. */
  running: Record<string, Running>;
  /** What the view shows: the id of a puzzle (null: that of the day) or lesson, or the moves in the
   * opening explorer and the solution, whose training is `train`. */
  item: string | null;
  /** The name of the item for the title of the tab, once it is known; empty if it has none. */
  itemTitle: string;
};

type Child = Node | string | null | undefined | false | Child[];
/** Attributes, and listeners by the name of their event. */
type Props = Record<string, string | number | boolean | EventListener | null | undefined>;

/** The element that a tag with classes stands for. */
type ElementOf<Tag extends string> = Tag extends `${infer Name}.${string}`
  ? ElementOf<Name>
  : Tag extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Tag]
    : HTMLElement;

// --- requests -------------------------------------------------------------------------------------

type Path = keyof Paths;

type Operation<P extends Path, Method extends 'get' | 'post'> = NonNullable<Paths[P][Method]>;
type Content<Response, Type extends string> = Response extends { content: { [type in Type]: infer Data } }
  ? Data
  : never;
type Given<Parameters> = [NonNullable<Parameters>] extends [never] ? unknown : NonNullable<Parameters>;

/** The parameters of a path and of its query, by name. */
type Params<P extends Path, Method extends 'get' | 'post' = 'get'> =
  Operation<P, Method> extends { parameters: { path?: infer InPath; query?: infer InQuery } }
    ? Given<InPath> & Given<InQuery>
    : never;

/** The JSON of a successful response. */
type Answer<P extends Path, Method extends 'get' | 'post' = 'get'> =
  Operation<P, Method> extends { responses: infer Responses }
    ? Content<Responses[keyof Responses], 'application/json'>
    : never;

type RequestBody<P extends Path, Type extends string = 'application/json'> =
  Operation<P, 'post'> extends { requestBody?: infer Request } ? Content<NonNullable<Request>, Type> : never;

// --- types that are declared where they belong ----------------------------------------------------

type Position = import('./board/rules.js').Position;
type Mark = import('./board/picture.js').Mark;
type Picture = import('./board/picture.js').Picture;
type BoardState = import('./board/board.js').BoardState;
type Chip = import('./board/board.js').Chip;
type Phrase = import('./core/sentences.js').Phrase;
type Aim = import('./core/native.js').Aim;
type Graph = import('./study/solution.js').Graph;
type Scene = import('./puzzles/stage.js').Scene;
type Puzzle = import('./puzzles/collection.js').Puzzle;
type Lesson = import('./learn/course.js').Lesson;

/** Files that the system opens with the installed page; not every browser has it. */
declare var launchQueue:
  | { setConsumer: (take: (launch: { files?: { getFile: () => Promise<File> }[] }) => void) => void }
  | undefined;
