import { describe, expect, it } from '@jest/globals';
import type { LogMatchBody } from '@courtly/contracts/matches';
import { courtDay } from '../../booking/bookings/court-day.js';
import { emailClaim } from '../../people/identity/claim.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import { systemContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { courtFields, courtListed } from '../../../testing/court.js';
import {
  LOGGED_AT,
  matchExpired,
  matchFacts,
  matchLogged,
  olga,
  playerAdded,
  playerLeft,
} from '../../../testing/match.js';
import { challenge } from './challenge.js';
import type { MatchEvent } from './match.events.js';
import { type NamedPlayer, match } from './match.js';
import { LogMatchCommand, LogMatchHandler } from './matches.commands.js';
import { NamedPlayers } from './named-players.service.js';

const BOOKING_ID = 'roxbury-20270313-a1b2c3d4';
const booking = {
  bookingId: BOOKING_ID,
  courtId: 'roxbury',
  playerId: 'pavel',
  status: 'completed',
  startTime: matchFacts.playedAt,
  zone: matchFacts.zone,
  sport: 'tennis',
};
const challengeOfOlga = { bookingId: BOOKING_ID, opponentId: 'olga', isConfirmed: true };

/** The host changed the surface the day after the hour. */
const courtEvents = [
  { ...courtListed(), metadata: { at: '2027-03-01T12:00:00.000Z' } },
  {
    type: 'CourtDetailsChanged',
    data: { ...courtFields(), surfaceType: 'clay', changedAt: '2027-03-14T12:00:00.000Z' },
    metadata: { at: '2027-03-14T12:00:00.000Z' },
  },
];

type LoggedData = Readonly<{ surface: string; players: readonly NamedPlayer[] }>;

type World = Readonly<{
  previous?: readonly MatchEvent[];
  unverified?: readonly string[];
  isChallenged?: boolean;
  isBlocked?: boolean;
  opponents?: readonly string[];
}>;

/** The data of the command that logs the hour. */
const logged = async (
  loggerId: string,
  body: Partial<LogMatchBody> = {},
  {
    previous = [],
    unverified = [],
    isChallenged = true,
    isBlocked = false,
    opponents = [],
  }: World = {},
): Promise<LoggedData> => {
  const isOpponent = (userId: string) => opponents.includes(userId);
  const emailOf = (userId: string) => `${userId}@example.test`;
  const load = async (decider: unknown, id: string) => {
    if (decider === courtDay) return { bookings: new Map([[BOOKING_ID, booking]]) };
    if (decider === match) return foldAll(match, previous);
    if (decider === challenge) return isChallenged ? challengeOfOlga : null;
    if (decider === person)
      return { userId: id, email: emailOf(id), isEmailProven: !unverified.includes(id) };
    if (decider === emailVerification) return new Set();
    if (decider === emailClaim) return { userId: id.slice('hash of '.length).split('@')[0] };
    return null;
  };
  const config = {
    policy: {
      matchAnswerMinutes: 2_880,
      matchClaimDays: 14,
      matchLogDays: 14,
      retention: { contactDays: 364 },
    },
  };
  const hashOfName = (_: string, name: string) => `hash of ${name}`;
  const contactGuard = { isBlocked: async () => isBlocked, requireContact: async () => undefined };
  const namedPlayers = new NamedPlayers(
    { load } as never,
    { hashOfName, hashesOfName: (kind: string, name: string) => [hashOfName(kind, name)] } as never,
    { short: (seed: string) => seed.split(' ')[1] } as never,
    contactGuard as never,
    {
      opponentsAmong: async (_: string, ids: string[]) =>
        new Map(ids.filter(isOpponent).map((id) => [id, 'opponent'])),
    } as never,
    config as never,
  );
  let loggedData: LoggedData | undefined;
  const commandHandling = {
    handle: async (_: unknown, __: string, { data }: { data: LoggedData }) => {
      loggedData = data;
      return { state: {}, position: '1' };
    },
  };
  const handler = new LogMatchHandler(
    commandHandling as never,
    { load, events: async () => courtEvents } as never,
    namedPlayers,
    contactGuard as never,
  );
  const result = { bookingId: BOOKING_ID, result: 'win', gamesWon: 6, gamesLost: 4 } as const;
  await handler.execute(
    new LogMatchCommand(
      { ...result, players: [], ...body },
      { ...systemContext('log 1', LOGGED_AT), actor: { kind: 'user', id: loggerId } as never },
    ),
  );
  return loggedData!;
};
const placesAfter = async (...world: Parameters<typeof logged>) => (await logged(...world)).players;
const named = (name: string, side: 'opponent' | 'partner' = 'opponent') => ({
  playerName: name,
  playerEmail: `${name}@example.test`,
  side,
});
const idsOf = (places: readonly NamedPlayer[]) =>
  places.map(({ playerId, side }) => [playerId, side]);

describe('a player picked by name', () => {
  const picked = { playerName: 'Rosa', playerId: 'rosa', side: 'opponent' } as const;
  const placeOf = async (world: World) =>
    (await placesAfter('pavel', { players: [picked] }, { isChallenged: false, ...world }))[0]!;

  it('gets a place without a typed email if the logger knows them', async () => {
    expect(await placeOf({ opponents: ['rosa'] })).toMatchObject({
      playerId: 'rosa',
      name: 'Rosa',
      email: '',
      emailHash: 'hash of rosa@example.test',
      keepUntil: null,
    });
  });

  it.each<[string, World]>([
    ['whom the logger does not know', {}],
    ['without a verified email', { opponents: ['rosa'], unverified: ['rosa'] }],
  ])('is only a name if they are someone %s', async (_, world) => {
    expect(await placeOf(world)).toMatchObject({ playerId: null, name: 'Rosa', emailHash: null });
  });

  it('gets no account if one of them blocked the other', async () => {
    const place = await placeOf({ opponents: ['rosa'], isBlocked: true });
    expect(place).toMatchObject({ playerId: null, name: 'Rosa', answerBy: null });
  });
});

describe('the player who booked a challenged hour', () => {
  it('cannot log it without a place for the challenged player', async () => {
    expect(idsOf(await placesAfter('pavel'))).toEqual([['olga', 'opponent']]);
    expect(idsOf(await placesAfter('pavel', { players: [named('rosa')] }))).toEqual([
      ['rosa', 'opponent'],
      ['olga', 'opponent'],
    ]);
  });

  it('names the challenged player only once', async () =>
    expect(idsOf(await placesAfter('pavel', { players: [named('olga')] }))).toEqual([
      ['olga', 'opponent'],
    ]));

  it('cannot log singles against someone else', () =>
    expect(
      placesAfter('pavel', { discipline: 'singles', players: [named('rosa')] }),
    ).rejects.toMatchObject({ code: 'invalid_request' }));

  it('logs it without a challenged player who said that they were not there', async () => {
    const previous = [matchLogged(), playerAdded(olga), playerLeft()];
    const body = { discipline: 'singles', players: [named('rosa')] } as const;
    expect(
      idsOf(await placesAfter('pavel', { ...body, players: [named('rosa')] }, { previous })),
    ).toEqual([['rosa', 'opponent']]);
  });

  it.each<[string, World]>([
    ['could not take part', { unverified: ['olga'] }],
    ['blocked them before the hour, or was blocked', { isBlocked: true }],
    ['was not notified, because the booking was never confirmed', { isChallenged: false }],
  ])('adds no place for a challenged player who %s', async (_, world) =>
    expect(await placesAfter('pavel', {}, world)).toEqual([]),
  );
});

describe('the place of a player whom the hour names', () => {
  it('stores no name, because erasure of the logger would not remove it', async () => {
    expect((await placesAfter('pavel'))[0]).toMatchObject({ name: '', email: '' });
    expect((await placesAfter('olga'))[0]).toMatchObject({ playerId: 'pavel', name: '' });
  });
});

describe('only verified accounts count', () => {
  it('as loggers', () =>
    expect(placesAfter('pavel', {}, { unverified: ['pavel'] })).rejects.toMatchObject({
      code: 'email_unverified',
    }));
  it('as booking players', () =>
    expect(placesAfter('olga', {}, { unverified: ['pavel'] })).rejects.toMatchObject({
      code: 'wrong_status',
      details: { status: 'unverified' },
    }));
});

describe('a challenged player', () => {
  it('logs the hour again once a match of the hour has expired', async () => {
    const previous = [matchLogged(), playerAdded(olga), matchExpired()];
    expect(idsOf(await placesAfter('olga', {}, { previous }))).toEqual([['pavel', 'opponent']]);
  });
  it('cannot log the hour while its match waits for their answer', () =>
    expect(
      placesAfter('olga', {}, { previous: [matchLogged(), playerAdded(olga)] }),
    ).rejects.toMatchObject({ code: 'already_logged' }));
});

it('a match has the surface that the court had when it was played', async () =>
  expect(await logged('pavel')).toMatchObject({ surface: 'hard' }));
