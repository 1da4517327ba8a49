import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { MatchEvent } from '../matches/match.events.js';
import {
  matchConfirmed,
  matchFacts,
  matchLogged,
  matchWithdrawn,
  olga,
  playerAdded,
} from '../../../testing/match.js';
import { ReplayedMatches } from './replayed-matches.js';

type TimedEvent = Readonly<{ event: MatchEvent; at?: string }>;

/**
 * A log whose matches have interleaved events. Each match is played a day before the previous one.
 */
const logOf = (
  matchCount: number,
  timedEvents: readonly TimedEvent[],
): RecordedEvent<MatchEvent>[] =>
  timedEvents.flatMap(({ event, at = '2027-03-13T20:00:00.000Z' }, revision) =>
    Array.from({ length: matchCount }, (_, index) => {
      const matchId = `booking-${index}_pavel`;
      const playedAt = new Date(Date.UTC(2027, 2, 13) - index * 86_400_000).toISOString();
      const place = revision * matchCount + index;
      return {
        ...event,
        data: { ...event.data, matchId, playedAt },
        id: `e${place}`,
        stream: `match-${matchId}`,
        revision,
        position: String(place).padStart(20, '0'),
        metadata: { at } as RecordedEvent['metadata'],
      } as RecordedEvent<MatchEvent>;
    }),
  );

const confirmed = [
  { event: matchLogged() },
  { event: playerAdded(olga) },
  { event: matchConfirmed() },
];

const replayed = (
  log: readonly RecordedEvent<MatchEvent>[],
  asOf: string | null = null,
  batch = 700,
) => {
  const replayedMatches = new ReplayedMatches(asOf);
  for (let from = 0; from < log.length; from += batch)
    replayedMatches.addEvents(log.slice(from, from + batch));
  return replayedMatches;
};

describe('replayed matches', () => {
  it('arrive in the order of play, even when they are on disk', () => {
    const replayedMatches = replayed(logOf(2_500, confirmed));
    const rated = [...replayedMatches.ratedMatches('tennis')];
    expect(rated).toHaveLength(2_500);
    const playedTimestamp = rated.map((ratedMatch) => ratedMatch.playedAt);
    expect(playedTimestamp).toEqual([...playedTimestamp].sort((a, b) => a - b));
    expect(rated[0]).toMatchObject({
      matchId: 'booking-2499_pavel',
      position: 2_499n,
      sides: [['pavel'], ['olga']],
    });
    expect(replayedMatches).toMatchObject({ eventCount: 7_500, position: '00000000000000007499' });
    replayedMatches.close();
  });

  it('ignore events after the instant', () => {
    const at = (instant: string) => `2027-03-1${instant}:00.000Z`;
    const log = logOf(1, [
      { event: matchLogged(), at: at('3T20:00') },
      { event: playerAdded(olga), at: at('3T20:00') },
      { event: matchConfirmed(), at: at('4T20:00') },
      { event: matchWithdrawn(), at: at('5T20:00') },
    ]);
    const ratedBy = (asOf: string | null) => [...replayed(log, asOf).ratedMatches('tennis')].length;
    expect(ratedBy('2027-03-14T19:59:59.999Z')).toBe(0);
    expect(ratedBy('2027-03-14T20:00:00.000Z')).toBe(1);
    expect(ratedBy('2027-03-15T19:59:59.999Z')).toBe(1);
    expect(ratedBy('2027-03-15T20:00:00.000Z')).toBe(0);
    expect(ratedBy(null)).toBe(0);
  });

  it('take the log position of the latest result if logged again', () => {
    const again = [{ event: matchWithdrawn() }, ...confirmed];
    const [rated] = [...replayed(logOf(1, [...confirmed, ...again])).ratedMatches('tennis')];
    expect(rated).toMatchObject({
      position: 4n,
      games: [matchFacts.gamesWon, matchFacts.gamesLost],
    });
  });

  it('are those of one sport', () => {
    const pickleball = logOf(1, [
      { event: matchLogged({ sport: 'pickleball' }) },
      ...confirmed.slice(1),
    ]);
    const replayedMatches = replayed(pickleball);
    expect([...replayedMatches.ratedMatches('tennis')]).toEqual([]);
    expect([...replayedMatches.ratedMatches('pickleball')]).toHaveLength(1);
  });

  it('skip a response that precedes its match', () =>
    expect([...replayed(logOf(1, [{ event: matchConfirmed() }])).inOrder()]).toEqual([]));
});
