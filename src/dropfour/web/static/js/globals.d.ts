// The types that most modules use, known everywhere without an import. They are declared where they belong.

import type * as page from './types.d.ts';
import type * as board from './board/board.js';
import type * as picture from './board/picture.js';
import type * as rules from './board/rules.js';

declare global {
  type Cell = page.Cell;
  type Choice = page.Choice;
  type Colour = page.Colour;
  type ColumnEstimate = page.ColumnEstimate;
  type Estimate = page.Estimate;
  type Fact = page.Fact;
  type Game = page.Game;
  type Live = page.Live;
  type LiveSummary = page.LiveSummary;
  type LobbyOffer = page.LobbyOffer;
  type Objective = page.Objective;
  type OfferKind = page.OfferKind;
  type PastGame = page.PastGame;
  type Plan = page.Plan;
  type PlanReply = page.PlanReply;
  type PlanRule = page.PlanRule;
  type Strategy = page.Strategy;
  type Result = page.Result;
  type Review = page.Review;
  type ReviewedMove = page.ReviewedMove;
  type Rules = page.Rules;
  type Run = page.Run;
  type Running = page.Running;
  type Score = page.Score;
  type Standing = page.Standing;
  type State = page.State;
  type Tournament = page.Tournament;
  type TournamentGame = page.TournamentGame;
  type TournamentPlace = page.TournamentPlace;
  type TournamentSummary = page.TournamentSummary;
  type TournamentsState = page.TournamentsState;
  type Variation = page.Variation;
  type Position = rules.Position;
  type Mark = picture.Mark;
  type Picture = picture.Picture;
  type BoardState = board.BoardState;
  type Chip = board.Chip;
}
