import { describe, expect, it } from '@jest/globals';
import { RATED_FROM } from '@courtly/backend/play/ratings/rating-view';
import { planPlays } from './after-play.js';
import { demoPeople } from './people.js';
import { planSeed } from './plan.js';

const nowMs = Date.parse('2027-03-10T17:00:00.000Z');
const demoPlan = planSeed(nowMs);
const plays = planPlays(demoPlan);

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

  it('rank some players and leave hours of others unlogged', () => {
    const counts = new Map<string, number>();
    for (const { player, opponent } of plays)
      for (const username of [player, opponent])
        counts.set(username, (counts.get(username) ?? 0) + 1);
    const ranked = [...counts]
      .filter(([, matchCount]) => matchCount >= RATED_FROM)
      .map(([username]) => username);
    expect(ranked.sort()).toEqual(['imani', 'noor', 'pavel', 'rosa', 'theo']);
    const loggers = new Set(plays.map(({ player }) => player));
    expect(
      demoPeople.filter(({ kind, username }) => kind === 'player' && !loggers.has(username)),
    ).toHaveLength(6);
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
