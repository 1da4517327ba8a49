import { describe, expect, it } from '@jest/globals';
import type { RatedMatchDocument } from './rated-matches.projection.js';
import { configuredFormula } from './formulas.js';
import { isListed } from './listed-people.js';
import { RankingFold } from './ranking-fold.js';
import { ratingRefreshes } from './rankings.process.js';

const suspension = { since: '2027-03-01T12:00:00.000Z', reason: '', isReasonShown: false } as const;
const verified = { isEmailProven: true, suspension: null };
const people: Readonly<Record<string, Parameters<typeof isListed>[0]>> = {
  ann: verified,
  ben: { ...verified, suspension: { ...suspension, until: null } },
  cleo: { ...verified, isEmailProven: false },
  dev: verified,
};
const names = Object.keys(people);

/** Every player meets every other player twice. */
const documents = names.flatMap((loggerId, own) =>
  names.flatMap((playerId, other): RatedMatchDocument[] =>
    own === other
      ? []
      : [
          {
            matchId: `${loggerId} ${playerId}`,
            bookingId: 'b',
            courtId: 'roxbury',
            surface: 'hard',
            zone: 'UTC',
            sport: 'tennis',
            discipline: 'singles',
            loggerId,
            playedAt: new Date(Date.UTC(2027, 0, own * 4 + other)).toISOString(),
            result: 'win',
            gamesWon: 6,
            gamesLost: 4,
            answer: 'confirmed',
            counts: true,
            players: [{ placeId: 'p', side: 'opponent', playerId, answer: 'agreed' }],
            logged: String(own * 4 + other),
            playerIds: [loggerId, playerId],
          } as unknown as RatedMatchDocument,
        ],
  ),
);

describe('suspended people and people without a verified email', () => {
  it('leave the rankings, while the others move up', () => {
    const ranksOf = (isShown: (playerId: string) => boolean) => {
      const fold = new RankingFold(configuredFormula('games-share-glicko-3'));
      for (const document of documents) fold.rateDocument(document);
      const listingOf = (playerId: string) => (isShown(playerId) ? { city: null } : null);
      const { rows } = fold.rankingTable(Date.UTC(2027, 2, 1), listingOf);
      return Object.fromEntries([...rows].map((row) => [row.playerId, row.singles!.rank]));
    };
    expect(Object.values(ranksOf(() => true)).every((rank) => rank !== null)).toBe(true);
    const ranks = ranksOf((playerId) => isListed(people[playerId]!));
    expect(ranks).toMatchObject({ ben: null, cleo: null });
    expect([ranks['ann'], ranks['dev']].sort()).toEqual([1, 2]);
  });

  it('cause a new table', () =>
    expect(ratingRefreshes.handles).toEqual(
      expect.arrayContaining(['UserSuspended', 'SuspensionLifted', 'EmailVerified']),
    ));
});
