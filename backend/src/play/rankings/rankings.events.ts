import { Discipline } from '@courtly/contracts/matches';
import { RatingFlagKind } from '@courtly/contracts/rankings';
import { EvidenceVerdict } from '@courtly/contracts/rating-replays';
import { Sport } from '@courtly/contracts/sport';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/** Earlier releases rated all matches in one table. */
const asTennis = (olderData: Record<string, unknown>) => ({ ...olderData, sport: 'tennis' });

/**
 * The adoption of a rating formula. The only stream is `ratings-formula`. `formula` is its
 * registered name, `parameters` are those that were set, and `formulaId` identifies both together.
 */
export const ratingFormulaEvents = defineEvents(['ratings'], {
  RatingFormulaAdopted: {
    version: 2,
    data: z.object({
      formula: z.string(),
      parameters: z.record(z.string(), z.union([z.number(), z.boolean()])),
      formulaId: z.string(),
      replaced: z.string(),
      adoptedBy: z.string(),
      reason: z.string(),
      /** What a recent replay said about the formula; null if there is none. */
      evidence: z
        .object({
          replayId: z.string(),
          sport: Sport,
          /** The replay ignored later responses (UTC). */
          asOf: z.string(),
          /** The log position of the last replayed match event. */
          inputPosition: z.string().nullable(),
          verdict: EvidenceVerdict,
          matches: z.number().int(),
          pairings: z.number().int(),
          difference: z.number(),
          interval: z.object({ least: z.number(), most: z.number() }),
        })
        .nullable(),
      /** Whether an admin acknowledged that no evidence supports the formula. */
      acknowledged: z.boolean(),
      adoptedAt: z.string(),
    }),
    upcasts: { 1: (olderData) => ({ ...olderData, evidence: null, acknowledged: false }) },
  },
});

export type RatingFormulaEvent = EventOf<typeof ratingFormulaEvents>;

/**
 * What admins decided about a player in rankings, in the stream `rankingReview-<playerId>`. A flag
 * is dismissed as of the number of the player's rated `matches`.
 */
export const rankingReviewEvents = defineEvents(['rankingReview'], {
  PlayerHiddenFromRankings: {
    version: 2,
    data: z.object({
      playerId: z.string(),
      reason: z.string(),
      /** Earlier reasons were written for admins only. */
      isReasonShown: z.boolean(),
      hiddenBy: z.string(),
      hiddenAt: z.string(),
    }),
    personal: [{ of: 'hiddenBy', erased: { reason: '' }, isRemark: true }],
    upcasts: { 1: (olderData) => ({ ...olderData, isReasonShown: false }) },
  },
  PlayerShownInRankings: {
    version: 1,
    data: z.object({
      playerId: z.string(),
      reason: z.string(),
      shownBy: z.string(),
      shownAt: z.string(),
    }),
    personal: [{ of: 'shownBy', erased: { reason: '' }, isRemark: true }],
  },
  RatingFlagDismissed: {
    version: 2,
    data: z.object({
      playerId: z.string(),
      sport: Sport,
      kind: RatingFlagKind,
      otherId: z.string().nullable(),
      matches: z.number().int(),
      reason: z.string(),
      dismissedBy: z.string(),
      dismissedAt: z.string(),
    }),
    personal: [{ of: 'dismissedBy', erased: { reason: '' }, isRemark: true }],
    // Earlier releases counted the matches of all sports, so a flag returns as if dismissed at 0.
    upcasts: { 1: (olderData) => ({ ...asTennis(olderData), matches: 0 }) },
  },
});

export type RankingReviewEvent = EventOf<typeof rankingReviewEvents>;

/**
 * A withdrawn match changed the figure of a player who did not play in it. The stream is
 * `ratingCorrection-<matchId>`; `playedAt` and `zone` are those of that match.
 */
export const ratingCorrectionEvents = defineEvents(['ratingCorrection'], {
  RatingCorrected: {
    version: 2,
    data: z.object({
      playerId: z.string(),
      matchId: z.string(),
      courtId: z.string(),
      playedAt: z.string(),
      zone: z.string(),
      sport: Sport,
      discipline: Discipline,
      before: z.number(),
      after: z.number(),
      formulaId: z.string(),
      correctedAt: z.string(),
    }),
    upcasts: { 1: asTennis },
  },
});

export type RatingCorrectionEvent = EventOf<typeof ratingCorrectionEvents>;
