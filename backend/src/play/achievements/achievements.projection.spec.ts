import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { fold } from '../../../testing/projection.js';
import { achievements } from './achievements.projection.js';
import type { CountedEvent } from './facts.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const WINS = 'winning-run';
const start = Date.UTC(2027, 2, 1, 18);
const dayOf = (day: number) => new Date(start + day * DAY_MS).toISOString();

let position = 0;
const recorded = <T extends CountedEvent['type']>(
  type: T,
  data: object,
): RecordedEvent<CountedEvent> => {
  position += 1;
  return {
    type,
    data,
    id: `event-${position}`,
    stream: `stream-${position}`,
    revision: 0,
    position: String(position).padStart(20, '0'),
    metadata: {},
  } as unknown as RecordedEvent<CountedEvent>;
};

const played = (day: number, { courtId = 'court-1' } = {}) =>
  recorded('BookingCompleted', {
    bookingId: `booking-${position}`,
    courtId,
    playerId: 'pavel',
    hostId: 'hana',
    startTime: dayOf(day),
    endTime: dayOf(day + 1 / 24),
    zone: 'America/Phoenix',
  });

const match = (
  nth: number,
  { result = 'win', opponent = 'olga', surface = 'clay', type = 'MatchConfirmed' } = {},
) =>
  recorded(type as 'MatchConfirmed', {
    matchId: `match-${nth}`,
    loggerId: 'pavel',
    players: [{ placeId: 'p', side: 'opponent', playerId: opponent }],
    result,
    surface,
    discipline: 'singles',
    playedAt: dayOf(nth),
    withdrawnAt: dayOf(400),
    settledAt: dayOf(400),
    upheld: false,
    effect: 'counts',
  });

const stars = (day: number, courtRating: number) =>
  recorded('ReviewsRevealed', {
    bookingId: `reviewed-${position}`,
    hostId: 'hana',
    playerId: 'pavel',
    courtRating,
    playerRating: null,
    revealedAt: dayOf(day),
  });

const paid = (type: 'PayoutTransferred' | 'PayoutReversed', amountCents: number) =>
  recorded(type, {
    hostId: 'hana',
    transferId: `transfer-${position}`,
    amountCents,
    transferredAt: dayOf(1),
    reversedAt: dayOf(2),
  });

const many = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
const of = (person: string, id: string, ...events: RecordedEvent<CountedEvent>[]) =>
  fold(achievements, ...events).get(person)?.progress[id];

describe('a counted achievement', () => {
  it('records the events with which it was earned', () => {
    const nine = many(9, (nth) => match(nth));
    expect(of('pavel', 'ten-wins', ...nine)).toMatchObject({ reached: 9, earned: null });
    const tenth = match(9);
    expect(of('pavel', 'ten-wins', ...nine, tenth)?.earned).toEqual({
      at: dayOf(9),
      events: [...nine, tenth].map(({ id }) => id),
    });
  });

  it('counts a match once, no matter how often it is settled', () =>
    expect(
      of('pavel', 'ten-wins', match(0), match(0, { type: 'MatchDisputeSettled' }))?.reached,
    ).toBe(1));

  it('counts only the winner, and only the surface of the match', () => {
    expect(of('olga', 'clay-wins', match(0, { result: 'loss' }))?.reached).toBe(1);
    expect(of('pavel', 'clay-wins', match(0, { result: 'loss' }))).toBeUndefined();
    expect(of('pavel', 'clay-wins', match(0, { surface: 'hard' }))).toBeUndefined();
    expect(of('olga', 'ten-wins', match(0, { result: 'draw' }))).toBeUndefined();
  });

  it('loses withdrawn matches and can be earned again', () => {
    const ten = many(10, (nth) => match(nth));
    const withdrawnMatch = match(4, { type: 'MatchWithdrawn' });
    expect(of('pavel', 'ten-wins', ...ten, withdrawnMatch)).toMatchObject({
      reached: 9,
      earned: null,
    });
    expect(of('pavel', 'ten-wins', ...ten, withdrawnMatch, match(11))?.earned?.at).toBe(dayOf(11));
  });

  it('stores a limited number of counted items', () =>
    expect(of('pavel', 'ten-wins', ...many(500, (nth) => match(nth)))?.counted).toHaveLength(30));

  it('counts each opponent and each court once', () => {
    const matches = many(12, (nth) => match(nth, { opponent: `opponent-${nth % 3}` }));
    expect(of('pavel', 'company', ...matches)?.reached).toBe(3);
    const hours = many(4, (nth) => played(nth, { courtId: `court-${nth % 2}` }));
    expect(of('pavel', 'explorer', ...hours)?.reached).toBe(2);
    expect(of('hana', 'full-house', ...hours)?.reached).toBe(4);
  });
});

describe('wins in a row', () => {
  const wins = (...days: number[]) => days.map((day) => match(day));
  const loss = (day: number) => match(day, { result: 'loss' });
  it('follow the order of play, even if a loss is confirmed later', () => {
    expect(of('pavel', WINS, ...wins(1, 2, 4, 5, 6))?.earned).not.toBeNull();
    expect(of('pavel', WINS, ...wins(1, 2, 4, 5, 6), loss(3))).toMatchObject({
      reached: 3,
      earned: null,
    });
    expect(of('pavel', WINS, ...wins(1, 2, 4, 5, 6), loss(3), ...wins(7, 8))).toMatchObject({
      reached: 5,
      earned: { at: dayOf(8) },
    });
  });
  it('are not ended by an earlier loss that is confirmed later', () =>
    expect(of('pavel', WINS, ...wins(2, 3, 4), loss(1), ...wins(5, 6))?.earned).toMatchObject({
      at: dayOf(6),
    }));
  it('stay earned after a later loss', () =>
    expect(of('pavel', WINS, ...wins(1, 2, 3, 4, 5), loss(6))?.earned).toMatchObject({
      at: dayOf(5),
    }));
});

describe('a streak', () => {
  it('of wins ends with a loss or a draw', () => {
    const four = many(4, (nth) => match(nth));
    expect(of('pavel', 'winning-run', ...four, match(4))?.earned).not.toBeNull();
    expect(of('pavel', 'winning-run', ...four, match(4, { result: 'draw' }))?.reached).toBe(0);
    expect(
      of('pavel', 'winning-run', ...four, match(4, { result: 'loss' }), match(5))?.reached,
    ).toBe(1);
  });

  it('stays earned after it ends', () =>
    expect(
      of('pavel', 'winning-run', ...many(5, (nth) => match(nth)), match(5, { result: 'loss' }))
        ?.earned,
    ).not.toBeNull());

  it('counts two hours on one day once, and ends after a day without play', () => {
    const days = many(29, (nth) => played(nth));
    expect(
      of('pavel', 'thirty-days', ...days, played(28), played(29))?.earned?.events,
    ).toHaveLength(30);
    expect(of('pavel', 'thirty-days', ...days, played(30))).toMatchObject({
      reached: 1,
      earned: null,
    });
  });
});

describe('a total', () => {
  it('subtracts reversed payouts', () => {
    const nearlyAll = many(10, () => paid('PayoutTransferred', 99_900));
    expect(of('hana', 'five-figures', ...nearlyAll)).toMatchObject({
      reached: 999_000,
      earned: null,
    });
    expect(
      of('hana', 'five-figures', ...nearlyAll, paid('PayoutTransferred', 1_000))?.earned,
    ).not.toBeNull();
    const reversed = [paid('PayoutReversed', 5_000), paid('PayoutTransferred', 1_000)];
    expect(of('hana', 'five-figures', ...nearlyAll, ...reversed)).toMatchObject({
      reached: 995_000,
      earned: null,
    });
  });
});

describe('an average rating', () => {
  it('becomes an achievement after three months of reviews above the minimum', () => {
    expect(of('hana', 'well-loved', stars(0, 5), stars(89, 5))).toMatchObject({
      reached: 89,
      earned: null,
    });
    expect(of('hana', 'well-loved', stars(0, 5), stars(90, 5))?.earned).not.toBeNull();
  });

  it('starts over when it falls below the minimum', () =>
    expect(
      of(
        'hana',
        'well-loved',
        stars(0, 5),
        stars(50, 1),
        ...many(30, () => stars(60, 5)),
        stars(100, 5),
      ),
    ).toMatchObject({ reached: 40, earned: null }));
});

it('awards Elite on joining, and the founder achievement only to founders', () => {
  const joined = (founderNumber: number | null) =>
    recorded('EliteActivated', { userId: 'pavel', founderNumber, activatedAt: dayOf(0) });
  expect(of('pavel', 'elite-member', joined(null))?.earned).not.toBeNull();
  expect(of('pavel', 'founder', joined(null))).toBeUndefined();
  expect(of('pavel', 'founder', joined(47))?.earned).not.toBeNull();
});
