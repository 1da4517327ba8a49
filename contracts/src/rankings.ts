import { z } from 'zod';
import { Discipline, MatchOutcome } from './matches.js';
import { pageQuery } from './paging.js';
import { route } from './route.js';

/**
 * Which players a ranking holds: `all`; `friends`, whom the caller has played with or follows, and the caller; `local`, with the
 * caller's home city; `clay`, by what they played on clay.
 */
export const RankingsTab = z.enum(['all', 'friends', 'local', 'clay']);
export type RankingsTab = z.infer<typeof RankingsTab>;

/** So many rows of any ranking a player on the free tier is shown. */
export const FREE_RANKING_ROWS = 20;

/** So many players one person may follow. */
export const MOST_FOLLOWED = 200;

/** By rank in the club: the first tenth are elite, those up to a quarter gold, those up to half silver, the others bronze. */
export const RankTier = z.enum(['Elite', 'Gold', 'Silver', 'Bronze']);
export type RankTier = z.infer<typeof RankTier>;

/** A figure from 1.00 to 16.50 of Courtly's own ("UTR-style"), in hundredths, and the range that holds the true one 19 times of 20. */
export const Rating = z.object({
  figure: z.number(),
  range: z.tuple([z.number(), z.number()]),
  matches: z.number().int().describe('rated ones'),
  provisional: z.boolean().describe('below 5 rated matches; not ranked'),
});
export type Rating = z.infer<typeof Rating>;

/** One row of a ranking. `rank` is the place in this ranking, from 1 on. */
export const RankingEntry = z.object({
  id: z.string().describe('the player'),
  rank: z.number().int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable().describe("the caller's own picture; those of others are not shown"),
  tier: RankTier,
  isElite: z.boolean().describe('a member in good standing'),
  utrRating: z.number().describe('Courtly rating (UTR-style)'),
  range: Rating.shape.range,
  ustaRating: z.string().nullable().describe('as the player says'),
  winPercentage: z.number().int().min(0).max(100),
  totalMatches: z.number().int(),
  streak: z.number().int().describe('won in a row up to now'),
  location: z.string().describe('the home city, empty where not said'),
  courtsPlayed: z.number().int(),
  hasUpcomingMatch: z.boolean().describe('has an hour confirmed in the next 7 days'),
  isChallengeable: z.boolean().describe('somebody else, who plays'),
});
export type RankingEntry = z.infer<typeof RankingEntry>;

const which = {
  tab: RankingsTab.default('all'),
  discipline: Discipline.default('singles'),
};

/** The caller's place. `rank` is null while the rating is provisional or there is none. */
export const OwnRank = z.object({
  rank: z.number().int().nullable(),
  of: z.number().int().describe('how many are ranked'),
  tier: RankTier.nullable(),
  rating: Rating.nullable(),
  matchesToRank: z.number().int().describe('rated matches that are missing for a rank'),
  streak: z.number().int(),
  formula: z.string().nullable().describe('the formula of the table, null before the first'),
  inputPosition: z.string().nullable().describe('up to where in the log the table has read'),
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

/** A skill or a figure before and after, with half the width of its range. */
const Standing = z.object({ figure: z.number(), uncertainty: z.number() });

/** What one match did to one player's rating, and why. Shares are of the games, 0 to 1, and the player's own. */
export const RatingReceipt = z.object({
  id: z.string(),
  matchId: z.string(),
  playedAt: z.string(),
  zone: z.string(),
  court: z.object({ id: z.string(), name: z.string() }).nullable(),
  surface: z.string(),
  discipline: Discipline,
  result: MatchOutcome,
  gamesWon: z.number().int(),
  gamesLost: z.number().int(),
  partner: z.object({ id: z.string(), name: z.string() }).nullable(),
  opponents: z.array(z.object({ id: z.string(), name: z.string() })),
  before: Standing,
  expected: z.number(),
  actual: z.number(),
  weight: z.object({ value: z.number(), reasons: z.array(WeightReason) }),
  held: z.boolean().describe('nobody moved, because the winner would have dropped'),
  after: Standing,
  formula: z.string(),
});
export type RatingReceipt = z.infer<typeof RatingReceipt>;

/** What members see of a player. */
export const Player = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  homeCity: z.string(),
  memberSince: z.string(),
  isElite: z.boolean(),
  ustaRating: z.string().nullable().describe('as the player says'),
  isFollowed: z.boolean().describe('by the caller'),
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
    .describe('24 at most'),
});
export type Player = z.infer<typeof Player>;

/**
 * What an admin may want to look at; it changes nothing. `closed_pair`: nearly all matches against one `other`. `one_sided_reports`:
 * what they log they won, what others log they lost. `losing_run`: so many lost in a row. `new_and_strong`: few matches, most games won.
 */
export const RatingFlagKind = z.enum([
  'closed_pair',
  'one_sided_reports',
  'losing_run',
  'new_and_strong',
]);
export type RatingFlagKind = z.infer<typeof RatingFlagKind>;

/** Everything noticed of one player, in the table that is shown. */
export const FlaggedPlayer = z.object({
  id: z.string(),
  name: z.string(),
  matches: z.number().int().describe('rated ones'),
  flags: z.array(
    z.object({
      kind: RatingFlagKind,
      other: z.object({ id: z.string(), name: z.string() }).nullable(),
      share: z
        .number()
        .min(0)
        .max(1)
        .describe('of the matches, or of the games of `new_and_strong`'),
    }),
  ),
});
export type FlaggedPlayer = z.infer<typeof FlaggedPlayer>;

const playerId = z.object({ playerId: z.string().min(1).max(60) });

export const rankingRoutes = {
  listRankings: route({
    method: 'GET',
    path: '/api/rankings',
    summary:
      'Players by the lower end of their range, in pages; 20 rows for those on the free tier',
    access: 'signedIn',
    query: z.strictObject({ ...which, ...pageQuery() }),
    reads: ['people', 'follows', 'bookings'],
    status: 200,
    response: z.array(RankingEntry),
    errors: ['forbidden'],
  }),
  showOwnRank: route({
    method: 'GET',
    path: '/api/rankings/me',
    summary: "The caller's place in a ranking",
    access: 'signedIn',
    query: z.strictObject(which),
    reads: ['people', 'follows'],
    status: 200,
    response: OwnRank,
    errors: ['forbidden'],
  }),
  listRatingReceipts: route({
    method: 'GET',
    path: '/api/ratings/:playerId/receipts',
    summary: 'What each match did to a rating, and why; the latest first, in pages',
    access: 'signedIn',
    params: playerId,
    query: z.strictObject({ discipline: Discipline.optional(), ...pageQuery() }),
    reads: ['people', 'courts'],
    status: 200,
    response: z.array(RatingReceipt),
    errors: ['not_found'],
  }),
  showPlayer: route({
    method: 'GET',
    path: '/api/players/:playerId',
    summary: 'What members see of a player',
    access: 'signedIn',
    params: playerId,
    reads: ['people', 'courts', 'follows'],
    status: 200,
    response: Player,
    errors: ['not_found'],
  }),
  followPlayer: route({
    method: 'PUT',
    path: '/api/players/:playerId/follow',
    summary: 'Have a player among the friends of the rankings',
    access: 'signedIn',
    params: playerId,
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'fair_use', 'conflict', 'store_unavailable'],
  }),
  unfollowPlayer: route({
    method: 'DELETE',
    path: '/api/players/:playerId/follow',
    summary: 'Have a player no longer among the friends of the rankings',
    access: 'signedIn',
    params: playerId,
    status: 204,
    response: z.undefined(),
    errors: ['fair_use', 'conflict', 'store_unavailable'],
  }),
  listRatingFlags: route({
    method: 'GET',
    path: '/api/admin/rating-flags',
    summary:
      'Players whose matches look odd, for a person to look at, in pages; nothing follows from it',
    access: 'admin',
    query: z.strictObject(pageQuery()),
    reads: ['people'],
    status: 200,
    response: z.array(FlaggedPlayer),
  }),
};
