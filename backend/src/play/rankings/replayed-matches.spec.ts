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

type Told = Readonly<{ event: MatchEvent; at?: string }>;

/** A log of matches with interleaved events, played on successive earlier days. */
const logOf = (matches: number, told: readonly Told[]): RecordedEvent<MatchEvent>[] =>
  told.flatMap(({ event, at = '2027-03-13T20:00:00.000Z' }, revision) =>
    Array.from({ length: matches }, (_, index) => {
      const matchId = `booking-${index}_pavel`;
      const playedAt = new Date(Date.UTC(2027, 2, 13) - index * 86_400_000).toISOString();
      const place = revision * matches + index;
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
  const matches = new ReplayedMatches(asOf);
  for (let from = 0; from < log.length; from += batch) matches.take(log.slice(from, from + batch));
  return matches;
};

describe('replayed matches', () => {
  it('arrive in the order of play, also when they are on disk', () => {
    const matches = replayed(logOf(2_500, confirmed));
    const rated = [...matches.rated()];
    expect(rated).toHaveLength(2_500);
    const playedAt = rated.map((one) => one.playedAt);
    expect(playedAt).toEqual([...playedAt].sort((a, b) => a - b));
    expect(rated[0]).toMatchObject({
      matchId: 'booking-2499_pavel',
      position: 2_499n,
      sides: [['pavel'], ['olga']],
    });
    expect(matches).toMatchObject({ events: 7_500, position: '00000000000000007499' });
    matches.close();
  });

  it('ignore events after the instant', () => {
    const at = (instant: string) => `2027-03-1${instant}:00.000Z`;
    const log = logOf(1, [
      { event: matchLogged(), at: at('3T20:00') },
      { event: playerAdded(olga), at: at('3T20:00') },
      { event: matchConfirmed(), at: at('4T20:00') },
      { event: matchWithdrawn(), at: at('5T20:00') },
    ]);
    const ratedBy = (asOf: string | null) => [...replayed(log, asOf).rated()].length;
    expect(ratedBy('2027-03-14T19:59:59.999Z')).toBe(0);
    expect(ratedBy('2027-03-14T20:00:00.000Z')).toBe(1);
    expect(ratedBy('2027-03-15T19:59:59.999Z')).toBe(1);
    expect(ratedBy('2027-03-15T20:00:00.000Z')).toBe(0);
    expect(ratedBy(null)).toBe(0);
  });

  it('take the log position of the latest result if logged again', () => {
    const again = [{ event: matchWithdrawn() }, ...confirmed];
    const [rated] = [...replayed(logOf(1, [...confirmed, ...again])).rated()];
    expect(rated).toMatchObject({
      position: 4n,
      games: [matchFacts.gamesWon, matchFacts.gamesLost],
    });
  });

  it('skip an answer that precedes its match', () =>
    expect([...replayed(logOf(1, [{ event: matchConfirmed() }])).inOrder()]).toEqual([]));
});
