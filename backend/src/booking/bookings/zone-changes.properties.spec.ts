import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { weekdays } from '@courtly/contracts/opening-hours';
import { Policy } from '@courtly/contracts/policy';
import fc from 'fast-check';
import type { Config } from '../../config.js';
import type { ContactGuard } from '../../people/blocks/contact-guard.js';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Fold, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import type { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import {
  addDays,
  localDate,
  localHours,
  standardOffset,
} from '../../platform/kernel/local-time.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { openSpill } from '../../platform/stores/spilled-map.js';
import { closureChecker } from '../../verify/closure-checker.js';
import { overlapChecker } from '../../verify/overlap-checker.js';
import { type Requested, cancelBooking, requestBooking } from '../../../testing/court-day.js';
import { courtFields, guestInfo } from '../../../testing/court.js';
import { allEvents } from '../../event-sets.js';
import { court } from '../courts/court.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { courtDayId, courtDayIdOf, newBookingId } from './booking-id.js';
import { BookingRequestLoader } from './booking-request-loader.service.js';
import {
  ChangeClosuresCommand,
  ChangeClosuresHandler,
  CloseDaysCommand,
  CloseDaysHandler,
} from './closures.commands.js';
import { CourtClosures } from './court-closures.service.js';
import type { CourtDayEvent } from './court-day.events.js';
import { courtDay } from './court-day.js';
import type { FairUse } from './fair-use.service.js';
import { type Hours, hoursOverlap, hoursWithout } from './hours.js';
import type { NearestSlots } from './nearest-slots.service.js';
import { RequestBookingCommand, RequestBookingHandler } from './request-booking.commands.js';

const AT = '2027-01-01T00:00:00.000Z';
const COURT = 'roxbury';
/** The player who books with earlier releases, and the reason for their closures. */
const EARLIER = 'pavel';
const policyFile = new URL('../../../../deploy/policies/open.json', import.meta.url);
const policy = Policy.parse(JSON.parse(readFileSync(policyFile, 'utf8')));
const ids = new Ids({ LOOKUP_SECRETS: ['a secret of lookups for tests alone'] });

/**
 * The rules of a court's zone in two versions of the zone database: before and after a change. Each
 * version is represented by a zone that follows these rules today.
 */
const changedRules: readonly (readonly [string, string])[] = [
  ['America/Los_Angeles', 'America/Phoenix'], // Like Vancouver in 2026.
  ['America/Denver', 'America/Chicago'],
  ['America/Phoenix', 'America/Denver'],
  ['Africa/Algiers', 'Africa/Abidjan'], // Like Casablanca and El Aaiun in 2026.
  ['Australia/Lord_Howe', 'Australia/Brisbane'],
  ['Asia/Kolkata', 'Asia/Kathmandu'],
  ['Pacific/Apia', 'Pacific/Pago_Pago'],
];
const wholeDay = [{ from: '00:00', to: '24:00' }];
const weeklyHours = Object.fromEntries(
  weekdays.map((weekday) => [weekday, wholeDay]),
) as unknown as ReturnType<typeof courtFields>['weeklyHours'];

const context = (commandId: string, actor: CommandContext['actor']): CommandContext => ({
  commandId,
  fingerprint: commandId,
  actor,
  at: AT,
  correlationId: commandId,
});

/** An API process whose zone data applies the rules of `zone` to the court. */
const startApi = (store: InMemoryEventStore, keys: InMemoryKeys, zone: string) => {
  const { commands, streams } = startProcess(store, keys);
  const states: Readonly<Record<string, unknown>> = {
    user: { waiver: { version: currentWaiver.version, acceptedAt: AT } },
    membership: null,
  };
  const load = async <State, E extends Message>(fold: Fold<State, E>, id: string) => {
    if (fold.category in states) return states[fold.category] as State;
    const state = await streams.load(fold, id);
    return fold.category === 'court' ? { ...state, zone } : state;
  };
  const knownStreams = {
    load,
    cached: load,
    decideOptimistically: (decide: (read: typeof load, isFresh: boolean) => Promise<unknown>) =>
      decide(load, false).catch(() => decide(load, true)),
  } as unknown as Streams;
  const fairUse = {
    runInTurn: (_playerId: string, _limits: object, handleRequest: () => unknown) =>
      handleRequest(),
    assertAllowed: async () => undefined,
    recordChange: () => undefined,
  } as unknown as FairUse;
  const contactGuard = { isBlocked: async () => false } as unknown as ContactGuard;
  const nearestSlots = { rethrowWithSlots: (error: unknown) => Promise.reject(error as Error) };
  const config = { policy } as Config;
  const courtClosures = new CourtClosures(commands, knownStreams, config);
  return {
    zone,
    commands,
    requests: new RequestBookingHandler(
      new BookingRequestLoader(knownStreams, commands, ids, {} as KeyedHashes, contactGuard),
      knownStreams,
      commands,
      fairUse,
      nearestSlots as unknown as NearestSlots,
      config,
    ),
    closures: new ChangeClosuresHandler(courtClosures, knownStreams),
    days: new CloseDaysHandler(courtClosures, knownStreams),
  };
};
type Api = ReturnType<typeof startApi>;

/** The events that a release without stored offsets can read. */
const earlierEvents = allEvents.map((eventSet) => {
  const { StandardTimeAdopted: _, ...definitions } = eventSet.definitions as Record<string, never>;
  return { ...eventSet, definitions };
});

/**
 * An API process of an earlier release with the rules of `zone`. It has already checked the court
 * of each request, so only the court-day can refuse it.
 */
const startEarlierApi = (store: InMemoryEventStore, keys: InMemoryKeys, zone: string) => ({
  zone,
  commands: startProcess(store, keys, undefined, earlierEvents).commands,
});
type EarlierApi = ReturnType<typeof startEarlierApi>;

/** The hours around the first midnight of a date, according to one version of the zone data. */
const hoursAround = ({ zone }: EarlierApi, date: string): Hours[] => {
  const [dayBefore, day] = [addDays(date, -1), date].map((localDay) => localHours(zone, localDay));
  return [...dayBefore!.slice(-2), ...day!.slice(0, 2)].map(({ start, end }) => ({
    startTime: start,
    endTime: end,
  }));
};

type Action = Readonly<{
  type: 'book' | 'close' | 'reopen' | 'close days';
  process: 0 | 1;
  hour: number;
}>;
type EarlierAction = Readonly<{ type: 'book' | 'close' | 'cancel'; hour: number }>;

const dates = fc.constantFrom('2027-01-16', '2027-03-14', '2027-07-10', '2027-10-03', '2027-11-07');
/** `hour` is an index into `hoursAround`. */
const actionsAt = (hour: fc.Arbitrary<number>) =>
  fc.array(
    fc.record<Action>({
      type: fc.constantFrom('book', 'book', 'book', 'close', 'reopen', 'close days'),
      process: fc.constantFrom(0, 1),
      hour,
    }),
    { minLength: 2, maxLength: 8 },
  );

const earlierActionsAt = (hour: fc.Arbitrary<number>) =>
  fc.array(
    fc.record<EarlierAction>({
      type: fc.constantFrom('book', 'book', 'close', 'cancel'),
      hour,
    }),
    { minLength: 1, maxLength: 4 },
  );

const [actions, earlierActions] = [actionsAt(fc.nat(3)), earlierActionsAt(fc.nat(3))];
const AFTER_MIDNIGHT = fc.constant(2);

/** Returns whether the command was accepted. */
const accepts = async (command: Promise<unknown>): Promise<boolean> => {
  try {
    await command;
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
};

const perform = (api: Api, { type }: Action, hours: Hours, index: number): Promise<boolean> => {
  const commandId = `command ${index}`;
  if (type === 'book') {
    const body = { courtId: COURT, ...hours };
    const player = { id: `player-${index}`, role: 'player' } as const;
    return accepts(
      api.requests.execute(new RequestBookingCommand(body, context(commandId, player))),
    );
  }
  const host = { id: 'hana', role: 'owner' } as const;
  const hostContext = context(commandId, host);
  const closure = { reason: '', cancelBookings: index % 2 === 0 };
  if (type === 'close days') {
    const day = localDate(api.zone, hours.startTime);
    const days = { from: day, to: day, ...closure };
    return accepts(api.days.execute(new CloseDaysCommand({ courtId: COURT, days }, hostContext)));
  }
  const change = type === 'close' ? { type, ...hours, ...closure } : { type, ...hours };
  return accepts(
    api.closures.execute(new ChangeClosuresCommand({ courtId: COURT, change }, hostContext)),
  );
};

/** Books as a release without offsets did, which named court-days after the local date. */
const bookEarlier = (
  { zone, commands }: EarlierApi,
  hours: Hours,
  index: number,
): Promise<boolean> => {
  const courtDate = localDate(zone, hours.startTime);
  const bookingId = newBookingId(COURT, courtDate, `earlier ${index}`, ids);
  return accepts(
    commands.handle(
      courtDay,
      courtDayId(COURT, courtDate),
      requestBooking({ bookingId, zone, requestedAt: AT, ...hours }),
      context(`earlier ${index}`, { id: 'pavel', role: 'player' }),
    ),
  );
};

/** Closes an hour, or cancels the previous booking, as those releases did. */
const changeEarlier = (
  { zone, commands }: EarlierApi,
  { type }: EarlierAction,
  hours: Hours,
  index: number,
): Promise<boolean> => {
  const courtDate = localDate(zone, hours.startTime);
  const dayId = courtDayId(COURT, courtDate);
  if (type === 'cancel') {
    const bookingId = newBookingId(COURT, courtDate, `earlier ${Math.max(0, index - 1)}`, ids);
    const player = { id: 'pavel', role: 'player' } as const;
    const cancellation = cancelBooking({ bookingId });
    return accepts(commands.handle(courtDay, dayId, cancellation, context(`${index}`, player)));
  }
  const closure = { courtId: COURT, hostId: 'hana', zone, ...hours, reason: EARLIER };
  const data = { ...closure, cancelBookings: index % 2 === 0, at: AT, limits: policy };
  const host = { id: 'hana', role: 'owner' } as const;
  return accepts(
    commands.handle(courtDay, dayId, { type: 'CloseHours', data }, context(`${index}`, host)),
  );
};

const performEarlier = (
  api: EarlierApi,
  date: string,
  action: EarlierAction,
  index: number,
): Promise<boolean> => {
  const hours = hoursAround(api, date)[action.hour]!;
  return action.type === 'book'
    ? bookEarlier(api, hours, index)
    : changeEarlier(api, action, hours, index);
};

const performTogether = (apis: readonly [Api, Api], date: string, wanted: readonly Action[]) =>
  Promise.all(
    wanted.map((action, index) => {
      const api = apis[action.process];
      return perform(api, action, hoursAround(api, date)[action.hour]!, index);
    }),
  );

type StoredCourtDayEvent = CourtDayEvent & Readonly<{ stream: string }>;

const eventsIn = async ({
  store,
  keys,
}: Readonly<{ store: InMemoryEventStore; keys: InMemoryKeys }>): Promise<StoredCourtDayEvent[]> => {
  const { streams } = startProcess(store, keys);
  const names = new Set(
    store.log.flatMap(({ stream }) => (stream.startsWith('courtDay-') ? stream : [])),
  );
  const events = (await Promise.all([...names].map((name) => streams.events(name)))).flat();
  return events.sort((first, second) =>
    first.position < second.position ? -1 : 1,
  ) as unknown as StoredCourtDayEvent[];
};

/** Bookings that were sold while another live booking overlapped them. */
const soldTwice = (events: readonly CourtDayEvent[]): string[] => {
  const live = new Map<string, Hours>();
  return events.flatMap(({ type, data }) => {
    if (type === 'BookingCancelled') live.delete(data.bookingId);
    if (type !== 'BookingRequested') return [];
    const overlapping = [...live].filter(([, hours]) => hoursOverlap(hours, data));
    live.set(data.bookingId, data);
    return overlapping.map(([id]) => `${id} and ${data.bookingId}`);
  });
};

/**
 * Bookings that were sold although part of their time was closed in their own court-day, or in the
 * court-day in which an earlier release had closed it.
 */
const soldWhileClosed = (events: readonly StoredCourtDayEvent[]): string[] => {
  const closed = new Map<string, readonly (Hours & { reason: string })[]>();
  return events.flatMap(({ stream, type, data }) => {
    const closedHours = closed.get(stream) ?? [];
    if (type === 'HoursClosed') closed.set(stream, [...closedHours, data]);
    if (type === 'HoursReopened')
      closed.set(
        stream,
        closedHours.flatMap((hours) => hoursWithout(hours, data)),
      );
    if (type !== 'BookingRequested') return [];
    // While a newer release closes several court-days, it may still sell hours of one that it has
    // not closed yet.
    const closedElsewhere = [...closed.values()]
      .flat()
      .filter(({ reason }) => reason === EARLIER && data.playerId !== EARLIER);
    return [...closedHours, ...closedElsewhere].some((hours) => hoursOverlap(hours, data))
      ? [`${data.bookingId} in closed hours`]
      : [];
  });
};

/** The violations that `courtly verify` finds. */
const verified = (events: readonly StoredCourtDayEvent[]): string[] => {
  const checks = [overlapChecker(openSpill()), closureChecker(openSpill())];
  return events.flatMap((event) =>
    checks.flatMap((check) => check(event as unknown as RecordedEvent)),
  );
};

const expectFairSales = (events: readonly StoredCourtDayEvent[]) => {
  expect([...soldTwice(events), ...soldWhileClosed(events)]).toEqual([]);
  expect(verified(events)).toEqual([]);
};

const setUp = async (
  [before, after]: readonly [string, string],
  isListedEarlier: boolean,
  scheduler?: fc.Scheduler,
) => {
  const keys = new InMemoryKeys();
  const store = new InMemoryEventStore(
    scheduler && ((moment) => scheduler.schedule(Promise.resolve(), moment)),
  );
  const standardOffsetMinutes = isListedEarlier ? null : standardOffset(before, AT);
  const listing = courtFields({ zone: before, standardOffsetMinutes, weeklyHours });
  const isListed = startProcess(store, keys).commands.handle(
    court,
    COURT,
    { type: 'ListCourt', data: { ...listing, photos: [], guestInfo } },
    context('listing', { id: 'hana', role: 'owner' }),
  );
  await (scheduler ? scheduler.waitFor(isListed) : isListed);
  return {
    keys,
    store,
    apis: [startApi(store, keys, before), startApi(store, keys, after)] as const,
    earlierApis: [
      startEarlierApi(store, keys, before),
      startEarlierApi(store, keys, after),
    ] as const,
  };
};

describe('the hours of a court whose zone changes its rules', () => {
  it('are never sold twice by processes with old and new zone data', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(...changedRules),
        dates,
        actions,
        async (scheduler, rules, date, wanted) => {
          const club = await setUp(rules, false, scheduler);
          await scheduler.waitFor(performTogether(club.apis, date, wanted));
          expectFairSales(await scheduler.waitFor(eventsIn(club)));
        },
      ),
      { numRuns: 60 },
    ));

  it('are never sold again if an earlier release sold them under the local date', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(...changedRules),
        dates,
        earlierActions,
        actions,
        async (scheduler, rules, date, earlier, wanted) => {
          const club = await setUp(rules, true, scheduler);
          const [before] = club.earlierApis;
          for (const [index, action] of earlier.entries())
            await scheduler.waitFor(performEarlier(before, date, action, index));
          await scheduler.waitFor(performTogether(club.apis, date, wanted));
          expectFairSales(await scheduler.waitFor(eventsIn(club)));
        },
      ),
      { numRuns: 60 },
    ));

  it.each([0, 1] as const)(
    'are never sold twice while an earlier release still runs with zone data %i',
    (earlierZoneData) =>
      fc.assert(
        fc.asyncProperty(
          fc.scheduler(),
          fc.constantFrom(...changedRules),
          dates,
          earlierActions,
          actions,
          async (scheduler, rules, date, earlier, wanted) => {
            const club = await setUp(rules, true, scheduler);
            const earlierApi = club.earlierApis[earlierZoneData];
            const changedEarlier = earlier.map((action, index) =>
              performEarlier(earlierApi, date, action, index),
            );
            const changed = performTogether(club.apis, date, wanted);
            await scheduler.waitFor(Promise.all([...changedEarlier, changed]));
            expectFairSales(await scheduler.waitFor(eventsIn(club)));
          },
        ),
        { numRuns: 60 },
      ),
  );

  it('are sold once after midnight in summer, even if an earlier release uses another day', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        earlierActionsAt(AFTER_MIDNIGHT),
        actionsAt(AFTER_MIDNIGHT),
        async (scheduler, earlier, wanted) => {
          const club = await setUp(['America/Los_Angeles', 'America/Los_Angeles'], true, scheduler);
          const changedEarlier = earlier.map((action, index) =>
            performEarlier(club.earlierApis[0], '2027-07-10', action, index),
          );
          const changed = performTogether(club.apis, '2027-07-10', wanted);
          await scheduler.waitFor(Promise.all([...changedEarlier, changed]));
          expectFairSales(await scheduler.waitFor(eventsIn(club)));
        },
      ),
      { numRuns: 60 },
    ));

  it('are sold once if both releases sell the hour after midnight in summer', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const club = await setUp(['America/Los_Angeles', 'America/Los_Angeles'], true, scheduler);
        const [api] = club.apis;
        const [earlierApi] = club.earlierApis;
        const midnight = hoursAround(api, '2027-07-10')[2]!;
        const sold = await scheduler.waitFor(
          Promise.all([
            perform(api, { type: 'book', process: 0, hour: 2 }, midnight, 1),
            bookEarlier(earlierApi, midnight, 2),
          ]),
        );
        expect(sold.filter(Boolean).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    ));

  it('are refused to an earlier release once a newer one has sold an hour of the next day', async () => {
    const club = await setUp(['America/Los_Angeles', 'America/Los_Angeles'], true);
    const [api] = club.apis;
    const [earlierApi] = club.earlierApis;
    const midnight = hoursAround(api, '2027-07-10')[2]!;
    expect(await perform(api, { type: 'book', process: 0, hour: 2 }, midnight, 1)).toBe(true);
    expect(await bookEarlier(earlierApi, midnight, 2)).toBe(false);
  });

  it('are not booked again by a retry of a booking that an earlier release stored', async () => {
    const club = await setUp(['America/Los_Angeles', 'America/Los_Angeles'], true);
    const [api] = club.apis;
    const [earlierApi] = club.earlierApis;
    const midnight = hoursAround(api, '2027-07-10')[2]!;
    expect(await bookEarlier(earlierApi, midnight, 1)).toBe(true);
    const [{ data: booked }] = (await eventsIn(club)) as [StoredCourtDayEvent];
    const { bookingId } = booked as Requested;
    await earlierApi.commands.handle(
      courtDay,
      courtDayIdOf(bookingId),
      cancelBooking({ bookingId }),
      context('cancellation', { id: 'pavel', role: 'player' }),
    );
    const body = { courtId: COURT, ...midnight };
    const { value } = await api.requests.execute(
      new RequestBookingCommand(body, context('earlier 1', { id: 'pavel', role: 'player' })),
    );
    expect(value.bookingId).toBe(bookingId);
  });

  it('are stored with the offset that the process showed', async () => {
    const club = await setUp(['America/Los_Angeles', 'America/Phoenix'], false);
    for (const [index, api] of club.apis.entries()) {
      const hours = hoursAround(api, '2027-01-16')[2]!;
      expect(await perform(api, { type: 'book', process: 0, hour: 2 }, hours, index)).toBe(true);
    }
    const offsets = (await eventsIn(club)).flatMap(({ type, data }) =>
      type === 'BookingRequested' ? data.offsetMinutes : [],
    );
    expect(offsets).toEqual([-480, -420]);
  });

  it('can be closed after the change, which cancels bookings made before it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...changedRules),
        dates,
        fc.nat(3),
        fc.boolean(),
        async (rules, date, hour, isListedEarlier) => {
          const club = await setUp(rules, isListedEarlier);
          const [before, after] = club.apis;
          const [earlier] = club.earlierApis;
          const hours = hoursAround(before, date)[hour]!;
          const wasBooked = isListedEarlier
            ? await bookEarlier(earlier, hours, 0)
            : await perform(before, { type: 'book', process: 0, hour }, hours, 0);
          fc.pre(wasBooked);
          fc.pre(
            localDate(after.zone, hours.startTime) ===
              localDate(after.zone, Date.parse(hours.endTime) - 1),
          );
          await perform(after, { type: 'close', process: 1, hour }, hours, 2);
          expect((await eventsIn(club)).map(({ type }) => type)).toEqual(
            expect.arrayContaining(['BookingCancelled', 'HoursClosed']),
          );
          const wasBookedAgain = await Promise.all(
            club.apis.map((api, index) =>
              perform(api, { type: 'book', process: 0, hour }, hours, 3 + index),
            ),
          );
          expect(wasBookedAgain).toEqual([false, false]);
        },
      ),
      { numRuns: 60 },
    ));
});
