import { describe, expect, it } from '@jest/globals';
import { RATED_FROM } from '@courtly/contracts/ranking-limits';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { configuredFormula } from '@courtly/backend/play/rankings/formulas';
import { RankingFold } from '@courtly/backend/play/rankings/ranking-fold';
import type { RatedMatchDocument } from '@courtly/backend/play/rankings/rated-matches.projection';
import { newPlayers, type Play, planPlays } from './after-play.js';
import { planSeed } from './plan.js';

const nowMs = Date.parse('2027-03-10T17:00:00.000Z');
const demoPlan = planSeed(nowMs);
const plays = planPlays(demoPlan, nowMs);

const documentOf = ({ booking, player, opponent, endTime, games, court }: Play, position: number) =>
  ({
    matchId: booking,
    bookingId: booking,
    courtId: court.key,
    surface: court.surfaceType,
    zone: court.zone,
    sport: court.sports[0],
    discipline: 'singles',
    loggerId: player,
    playedAt: endTime,
    result: games[0] > games[1] ? 'win' : 'loss',
    gamesWon: games[0],
    gamesLost: games[1],
    answer: 'confirmed',
    counts: true,
    players: [{ placeId: 'p', side: 'opponent', playerId: opponent, answer: 'agreed' }],
    logged: String(position),
    playerIds: [player, opponent],
  }) as unknown as RatedMatchDocument;

describe('matches and reviews of the demo', () => {
  it('describe played hours with two different players', () => {
    const played = new Set(
      demoPlan.flatMap(({ act, booking }) => (act === 'complete' ? booking : [])),
    );
    expect(plays.length).toBeGreaterThan(0);
    expect(plays.filter(({ booking }) => !played.has(booking))).toEqual([]);
    expect(plays.filter(({ player, opponent }) => player === opponent)).toEqual([]);
    expect(new Set(plays.map(({ booking }) => booking)).size).toBe(plays.length);
  });

  it('rank everyone who logs hours', () => {
    const fold = new RankingFold(configuredFormula('games-share-glicko-3'));
    for (const [position, play] of plays.entries()) fold.rateDocument(documentOf(play, position));
    const { rows } = fold.rankingTable(nowMs, () => ({ city: null }));
    const ranked = [...rows].filter(({ singles }) => singles!.rank !== null);
    expect(ranked.map(({ playerId }) => playerId).sort()).toEqual([
      'imani',
      'noor',
      'pavel',
      'rosa',
      'theo',
      'yuki',
    ]);
  });

  it('leave recent hours for visitors to log, and enough to rank new players', () => {
    const logged = new Set(plays.map(({ booking }) => booking));
    const playerByBooking = new Map(
      demoPlan.flatMap((act) => (act.act === 'request' ? [[act.booking, act.player]] : [])),
    );
    const left = demoPlan
      .filter(
        ({ act, booking, endTime }) =>
          act === 'complete' && !logged.has(booking) && Date.parse(endTime) > nowMs - 14 * DAY_MS,
      )
      .map(({ booking }) => playerByBooking.get(booking)!);
    const leftOf = (username: string) => left.filter((player) => player === username).length;
    for (const username of newPlayers) expect(leftOf(username)).toBeGreaterThanOrEqual(RATED_FROM);
    for (const username of ['pavel', 'imani', 'rosa', 'yuki'])
      expect(leftOf(username)).toBeGreaterThan(0);
    expect(plays.filter(({ player }) => newPlayers.includes(player))).toEqual([]);
  });

  it('let each player win and lose', () => {
    for (const logger of ['theo', 'noor']) {
      const won = plays.filter(
        ({ player, games }) => player === logger && games[0] > games[1],
      ).length;
      expect([
        logger,
        won > 0,
        plays.some(({ player, games }) => player === logger && games[0] < games[1]),
      ]).toEqual([logger, true, true]);
    }
    expect(plays.every(({ games }) => games[0] + games[1] === 9)).toBe(true);
  });
});
