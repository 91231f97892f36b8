// The shapes of what goes between the modules; only tsc reads this file.

/** @typedef {'red' | 'yellow'} Player */
/** @typedef {'first-line' | 'most-lines'} Objective */
/** @typedef {{column: number, row: number}} Cell */
/** @typedef {{columns: number, rows: number, connect: number, objective: Objective}} Rules */
/** @typedef {{player: Player, cells: Cell[]}} Run  Stones in a row, end to end, at least a line long. */
/** @typedef {{name: string, engine: string | null}} Seat */
/** @typedef {{winner: Player | null, ending: string, reason: string}} Result */
/** @typedef {{emoji: string, word: string}} Mood */
/** @typedef {{ply: number, score: number | null, scale: string | null, depth: number | null, mood: Mood | null}} Thought */

/**
 * A game as the page knows it: `moves` are on the board, `undone` can be played again. `id` is null
 * until the server has kept it.
 * @typedef {{
 *   id: string | null, start: string, moves: number[], undone: number[],
 *   red: Seat, yellow: Seat, declared: Result | null, thought: Thought | null,
 *   tournament: TournamentPlace | null,
 * }} Game
 */

/** What is still to be told to the server, in order.
 * @typedef {{kind: 'create'}
 *   | {kind: 'moves', column: number, ply: number}
 *   | {kind: 'undo' | 'redo' | 'swap' | 'engine-move', ply: number}
 *   | {kind: 'resign', ply: number, colour: Player}} Task
 */

/** Proven bounds of a score, for the side to move; `stones` is how many the winner still drops.
 * @typedef {{
 *   low: number, high: number, exact: boolean, outcome: 'win' | 'draw' | 'loss' | null,
 *   stones: number | null,
 * }} Proven
 */

/** @typedef {Proven & {column: number}} ColumnProven */

/** @typedef {{
 *   key: string, columns: Map<number, ColumnProven>, best: number[], whole: Proven | null,
 *   line: number[], nodes: number, searching: number | null, done: boolean, complete: boolean,
 *   source: string, problem: string,
 * }} Analysis
 */

/** @typedef {{kind: string, player: Player | null, cells: Cell[], columns: number[], text: string}} Fact */

/** @typedef {{
 *   ply: number, column: number, player: Player, verdict: string | null,
 *   best: Proven, played: Proven, columns: number[],
 * }} ReviewedMove
 */

/** @typedef {{key: string, moves: Map<number, ReviewedMove>, done: boolean, problem: string}} Review */

/** @typedef {{name: string, description: string}} EngineInfo */

/** @typedef {{id: string, start: string, moves: string, red: Seat, yellow: Seat,
 *   result: Result | null, position: string, updated_at: string, rules: Rules}} PastGame */

/** Where in a tournament a game was played; its neighbours are told by their numbers.
 * @typedef {{
 *   id: number, name: string, number: number, previous: number | null, next: number | null,
 * }} TournamentPlace
 */

/** @typedef {{
 *   id: number, name: string, players: string[], format: string, rules: Rules,
 *   state: 'running' | 'finished' | 'interrupted', games_played: number, games_scheduled: number,
 *   created_at: string, last_game_at: string | null,
 * }} TournamentSummary
 */

/** @typedef {{wins: number, draws: number, losses: number}} Tally */
/** @typedef {{value: number, margin: number | null}} Estimate  Elo, and half of its 95 % interval. */

/** @typedef {{
 *   place: number, player: string, games: number, points: number, as_red: Tally, as_yellow: Tally,
 *   forfeits: number, elo: Estimate | null, better_than_next: number | null,
 *   regret: {mistakes: number, points_lost_a_move: number | null} | null,
 * }} Standing
 */

/** @typedef {TournamentSummary & {
 *   standings: Standing[], crosstable: (Tally & {player: string, opponent: string})[],
 *   scale: {low: number, high: number, step: number} | null, first_move_elo: Estimate | null,
 *   notices: string[],
 * }} Tournament
 */

/** @typedef {{
 *   number: number, red: string, yellow: string, moves: string, result: string, ending: string,
 *   reason: string,
 * }} TournamentGame
 */

/**
 * What is looked at of tournaments: the list, or the one with this `id` and some of its games.
 * @typedef {{
 *   list: TournamentSummary[] | null, count: number, command: string,
 *   id: number | null, one: Tournament | null,
 *   games: TournamentGame[], gameCount: number, player: string, opponent: string, limit: number,
 *   problem: string,
 * }} TournamentsState
 */

/**
 * Everything the page shows.
 * @typedef {{
 *   view: 'game' | 'past' | 'tournaments' | 'tournament',
 *   game: Game,
 *   loading: boolean,
 *   shownPly: number | null,
 *   pointed: number | null,
 *   refused: {column: number, count: number} | null,
 *   queue: Task[],
 *   offline: boolean,
 *   thinking: boolean,
 *   study: boolean,
 *   analysis: Analysis | null,
 *   facts: Fact[] | null,
 *   fact: number | null,
 *   pinnedFact: number | null,
 *   hint: {key: string, column: number, exact: boolean} | null,
 *   review: Review | null,
 *   notice: {text: string, count: number},
 *   spoken: {text: string, count: number},
 *   engines: EngineInfo[], levels: EngineInfo[],
 *   past: PastGame[] | null, morePast: string | null,
 *   tournaments: TournamentsState,
 * }} State
 */

export {};
