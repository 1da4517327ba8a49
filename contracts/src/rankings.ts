import { z } from 'zod';
import { ReasonBody } from './admin-users.js';
import { Discipline, MatchOutcome } from './matches.js';
import { pageQuery } from './paging.js';
import {
  FREE_RANKING_ROWS,
  LATEST_SKILLS,
  RANK_COMPARISON_DAYS,
  RATED_FROM,
} from './ranking-limits.js';
import { route } from './route.js';
import { Sport } from './sport.js';
import { zoned } from './wire.js';

/**
 * `friends`: the caller, and players whom the caller has played with or follows. `local`: players
 * with the caller's home city. `clay`: ranked by results on clay.
 */
export const RankingsTab = z.enum(['all', 'friends', 'local', 'clay']);
export type RankingsTab = z.infer<typeof RankingsTab>;

/** The maximum number of players that one person can follow. */
export const MOST_FOLLOWED = 200;

/**
 * Depends on the rank: the top 10% are Elite, the top 25% Gold, the top 50% Silver, and all others
 * Bronze.
 */
export const RankTier = z.enum(['Elite', 'Gold', 'Silver', 'Bronze']);
export type RankTier = z.infer<typeof RankTier>;

/** A "UTR-style" rating from 1.00 to 16.50 with two decimals, and its 95% range. */
export const Rating = z.object({
  figure: z.number(),
  range: z.tuple([z.number(), z.number()]),
  matches: z.number().int().describe('The number of rated matches.'),
  provisional: z
    .boolean()
    .describe(`Fewer than ${RATED_FROM} rated matches. Provisional players are not ranked.`),
});
export type Rating = z.infer<typeof Rating>;

/**
 * The earlier rank is that in the same ranking by the same formula after the matches played up to
 * then, among the players who are listed now. So it changes only by matches and by time.
 */
const rankMovement = z
  .number()
  .int()
  .nullable()
  .describe(
    `The places gained in the last ${RANK_COMPARISON_DAYS} days; negative if lost. Null if the player had no rank then.`,
  );

/**
 * One row of a ranking. The first `rank` is 1; players with equal bounds share a rank. Fields that
 * the caller may not see are empty.
 */
export const RankingEntry = z.object({
  id: z.string().describe('The player id, or a placeholder if `hasPage` is false.'),
  hasPage: z.boolean().describe("Whether the caller can open the player's page."),
  rank: z.number().int(),
  movement: rankMovement,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable().describe('Set only for the caller.'),
  tier: RankTier,
  isElite: z.boolean().describe('Whether the player is an Elite member in good standing.'),
  utrRating: z.number().describe('The Courtly rating (UTR-style).'),
  range: Rating.shape.range,
  ustaRating: z.string().nullable().describe('Self-reported.'),
  winPercentage: z.number().int().min(0).max(100),
  totalMatches: z.number().int(),
  streak: z.number().int().describe('The current winning streak.'),
  location: z.string().describe('The home city; may be empty.'),
  courtsPlayed: z.number().int(),
  hasUpcomingMatch: z
    .boolean()
    .describe(
      'Whether the player has a confirmed booking in the next 7 days. Only opponents see it.',
    ),
  isChallengeable: z.boolean().describe('Whether the caller can challenge this player.'),
});
export type RankingEntry = z.infer<typeof RankingEntry>;

const rankingSelection = {
  sport: Sport.default('tennis'),
  tab: RankingsTab.default('all'),
  discipline: Discipline.default('singles'),
};

/**
 * The caller's own rank. `rank` is null if they have no rating or a provisional one, or have met
 * too few established opponents.
 */
export const OwnRank = z.object({
  rank: z.number().int().nullable(),
  movement: rankMovement,
  of: z.number().int().describe('The number of ranked players.'),
  tier: RankTier.nullable(),
  rating: Rating.nullable(),
  matchesToRank: z.number().int().describe('Rated matches still needed for a rank.'),
  opponentsToRank: z
    .number()
    .int()
    .describe('Other established opponents still needed for a rank.'),
  streak: z.number().int(),
  skills: z
    .array(z.number())
    .max(LATEST_SKILLS)
    .describe('The skill after each of the latest rated matches, oldest first.'),
  formula: z
    .string()
    .nullable()
    .describe('The formula of the published table; null before the first.'),
  inputPosition: z
    .string()
    .nullable()
    .describe('The log position up to which the table includes events.'),
  publishedAt: z.string().nullable(),
});
export type OwnRank = z.infer<typeof OwnRank>;

export const WeightReason = z.enum([
  'confirmed',
  'auto_confirmed',
  'disputed',
  'unclaimed',
  'repeated_pair',
]);

/** A rating. `uncertainty` is half the width of its range. */
const RatingWithUncertainty = z.object({ figure: z.number(), uncertainty: z.number() });

const ReceiptPlayer = z.object({
  id: z
    .string()
    .nullable()
    .describe('Null until they respond to the match, and if they keep their history private.'),
  name: z.string(),
});

/**
 * Why one match changed a player's rating. `expected` and `actual` are shares of the games, from 0
 * to 1.
 */
export const RatingReceipt = z.object({
  id: z.string(),
  matchId: z
    .string()
    .nullable()
    .describe('Set only for those who played in the match, and for admins who review a flag.'),
  playedOn: z.string().describe("The court's local date, such as 2027-03-13."),
  playedAt: z.string().nullable().describe('Null if the caller may not see the time.'),
  ...zoned,
  court: z.object({ id: z.string(), name: z.string() }).nullable(),
  surface: z.string(),
  sport: Sport,
  discipline: Discipline,
  result: MatchOutcome,
  gamesWon: z.number().int(),
  gamesLost: z.number().int(),
  partner: ReceiptPlayer.nullable(),
  opponents: z.array(ReceiptPlayer),
  before: RatingWithUncertainty,
  expected: z.number(),
  actual: z.number(),
  weight: z.object({ value: z.number(), reasons: z.array(WeightReason) }),
  held: z.boolean().describe('True if no rating changed because the winner would have dropped.'),
  after: RatingWithUncertainty,
  formula: z.string(),
});
export type RatingReceipt = z.infer<typeof RatingReceipt>;

/** A rating with the rank in the club (null if there is none) and the number of ranked players. */
const RankedRating = Rating.extend({
  rank: z.number().int().nullable(),
  of: z.number().int(),
});

/** What the caller can see of a player, depending on the player's privacy setting. */
export const PlayerSections = z.object({
  about: z.boolean().describe('The home city, level, membership, and when they joined.'),
  results: z.boolean().describe('The ratings, totals, and achievements.'),
  history: z.boolean().describe('The matches, with dates and the names of others.'),
  whereabouts: z.boolean().describe('The courts and exact times.'),
  contact: z.boolean().describe('Whether the caller can challenge and follow the player.'),
});
export type PlayerSections = z.infer<typeof PlayerSections>;

/**
 * The caller's record against another player in one sport. Matches in which the other player has
 * not responded are left out, so that silence reveals no one.
 */
const Versus = z.object({
  expected: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe("The caller's expected share of games in singles. Null if one has no rating."),
  wins: z.number().int(),
  losses: z.number().int(),
  draws: z.number().int(),
});

/**
 * A player's profile as the caller can see it. Fields of a section that the caller may not see are
 * empty, 0, or null. Ratings and results are those in `sport`.
 */
export const Player = z.object({
  id: z.string(),
  sections: PlayerSections,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  homeCity: z.string(),
  memberSince: z.string().nullable(),
  isElite: z.boolean(),
  ustaRating: z.string().nullable().describe('Self-reported.'),
  isFollowed: z.boolean().describe('Whether the caller follows this player.'),
  sport: Sport,
  sports: z
    .array(
      z.object({
        sport: Sport,
        singles: RankedRating.nullable(),
        doubles: RankedRating.nullable(),
      }),
    )
    .describe('The sports in which the player has rated matches.'),
  blockId: z.string().nullable().describe("The caller's block of this player."),
  versus: Versus.nullable().describe('Null for the caller, and without the results section.'),
  ratings: z.object({ singles: Rating.nullable(), doubles: Rating.nullable() }),
  onSurfaces: z.array(z.object({ surface: z.string(), discipline: Discipline, ...Rating.shape })),
  totalMatches: z.number().int(),
  wins: z.number().int(),
  losses: z.number().int(),
  draws: z.number().int(),
  streak: z.number().int(),
  longestStreak: z.number().int(),
  courts: z
    .array(z.object({ id: z.string(), name: z.string(), matches: z.number().int() }))
    .describe('At most 24 courts.'),
});
export type Player = z.infer<typeof Player>;

/**
 * Hints for admins, without any effect until an admin acts. `closed_pair`: nearly all matches are
 * against one `other`. `one_sided_reports`: the player logs their wins, while others log their
 * losses. `losing_run`: a long series of losses. `new_and_strong`: few matches, and a high share of
 * games won.
 */
export const RatingFlagKind = z.enum([
  'closed_pair',
  'one_sided_reports',
  'losing_run',
  'new_and_strong',
]);
export type RatingFlagKind = z.infer<typeof RatingFlagKind>;

/** A player with rating flags in the published table. */
export const FlaggedPlayer = z.object({
  id: z.string(),
  sport: Sport,
  name: z.string(),
  matches: z.number().int().describe('The number of rated matches in the sport.'),
  isHidden: z.boolean().describe('Whether an admin hid the player from rankings.'),
  flags: z.array(
    z.object({
      kind: RatingFlagKind,
      other: z.object({ id: z.string(), name: z.string() }).nullable(),
      share: z
        .number()
        .min(0)
        .max(1)
        .describe('The share of matches, or of games for `new_and_strong`.'),
    }),
  ),
});
export type FlaggedPlayer = z.infer<typeof FlaggedPlayer>;

export const RankingVisibilityBody = ReasonBody.extend({ isHidden: z.boolean() });
export type RankingVisibilityBody = z.infer<typeof RankingVisibilityBody>;

export const DismissRatingFlagBody = ReasonBody.extend({
  sport: Sport.default('tennis'),
  kind: RatingFlagKind,
  otherId: z.string().max(60).nullable().describe('The other player of the flag, if it names one.'),
});
export type DismissRatingFlagBody = z.infer<typeof DismissRatingFlagBody>;

const playerId = z.object({ playerId: z.string().min(1).max(60) });

export const rankingRoutes = {
  listRankings: route({
    method: 'GET',
    path: '/api/rankings',
    summary: `List the players of a sport by the lower bound of their rating. Free users see ${FREE_RANKING_ROWS} rows. The boolean header Courtly-Limited says whether rows after the limit are left out.`,
    access: 'signedIn',
    query: z.strictObject({ ...rankingSelection, ...pageQuery() }),
    reads: ['people', 'follows', 'bookings'],
    status: 200,
    response: z.array(RankingEntry),
    errors: ['forbidden', 'conflict'],
  }),
  showOwnRank: route({
    method: 'GET',
    path: '/api/rankings/me',
    summary: "Get the caller's rank.",
    access: 'signedIn',
    query: z.strictObject(rankingSelection),
    reads: ['people', 'follows'],
    status: 200,
    response: OwnRank,
    errors: ['forbidden'],
  }),
  listRatingReceipts: route({
    method: 'GET',
    path: '/api/ratings/:playerId/receipts',
    summary: 'List how each match changed a rating and why, newest first.',
    access: 'signedIn',
    params: playerId,
    query: z.strictObject({
      sport: rankingSelection.sport,
      discipline: Discipline.optional(),
      ...pageQuery(),
    }),
    reads: ['people', 'courts'],
    status: 200,
    response: z.array(RatingReceipt),
    errors: ['not_found'],
  }),
  showPlayer: route({
    method: 'GET',
    path: '/api/players/:playerId',
    summary: "Get a player's profile.",
    access: 'signedIn',
    params: playerId,
    query: z.strictObject({
      sport: Sport.optional().describe('Defaults to the sport with the most rated matches.'),
    }),
    reads: ['people', 'courts', 'follows'],
    status: 200,
    response: Player,
    errors: ['not_found'],
  }),
  followPlayer: route({
    method: 'PUT',
    path: '/api/players/:playerId/follow',
    summary: 'Follow a player.',
    access: 'signedIn',
    params: playerId,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
  unfollowPlayer: route({
    method: 'DELETE',
    path: '/api/players/:playerId/follow',
    summary: 'Unfollow a player.',
    access: 'signedIn',
    params: playerId,
    status: 204,
    response: z.undefined(),
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  listRatingFlags: route({
    method: 'GET',
    path: '/api/admin/rating-flags',
    summary: 'List players with unusual match patterns for manual review.',
    access: 'admin',
    query: z.strictObject(pageQuery()),
    reads: ['people', 'rankingReviews'],
    status: 200,
    response: z.array(FlaggedPlayer),
  }),
  listFlaggedMatches: route({
    method: 'GET',
    path: '/api/admin/rating-flags/:playerId/matches',
    summary: "List a player's rated matches in a sport, newest first, to review a rating flag.",
    access: 'admin',
    params: playerId,
    query: z.strictObject({ sport: rankingSelection.sport, ...pageQuery() }),
    reads: ['people', 'courts'],
    status: 200,
    response: z.array(RatingReceipt),
  }),
  changeRankingVisibility: route({
    method: 'POST',
    path: '/api/admin/players/:playerId/ranking-visibility',
    summary:
      'Hide a player from rankings or show them again, effective with the next table. The player reads why they are hidden.',
    access: 'admin',
    decides: 'account',
    params: playerId,
    body: RankingVisibilityBody,
    status: 200,
    response: z.object({ isHidden: z.boolean() }),
    errors: ['not_found', 'forbidden', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
  dismissRatingFlag: route({
    method: 'POST',
    path: '/api/admin/rating-flags/:playerId/dismissals',
    summary: 'Dismiss a rating flag. It returns after ten more rated matches.',
    access: 'admin',
    decides: 'account',
    params: playerId,
    body: DismissRatingFlagBody,
    status: 200,
    response: z.object({ isHidden: z.boolean() }),
    errors: ['not_found', 'forbidden', 'conflict', 'idempotency_mismatch', 'store_unavailable'],
  }),
};
