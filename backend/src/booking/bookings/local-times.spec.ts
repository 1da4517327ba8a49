import { describe, expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Progress } from '../../platform/projections/progress.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import { ALL_ZONES, zoneDataInUse } from '../../platform/zone-data/zone-data.js';
import type { ZoneDataEvent } from '../../platform/zone-data/zone-data.events.js';
import { DAY, bookingRequested, requestBooking } from '../../../testing/court-day.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { inStream } from '../../../testing/projection.js';
import type { BookingEvent } from './booking.events.js';
import { courtDayId, courtDayIdOf } from './booking-id.js';
import { bookingOf, courtDay } from './court-day.js';
import { CompareLocalTimesCommand, CompareLocalTimesHandler } from './local-times.commands.js';
import { localTimes } from './local-times.process.js';

const AT = '2027-03-11T12:00:00.000Z';
const bookingId = `roxbury-${DAY.replaceAll('-', '')}-aaaaaaaa`;
const reactTo = (event: BookingEvent | ZoneDataEvent) =>
  localTimes.react(inStream('stream-1', event)[0]! as never);

describe('the comparison of clock times', () => {
  it('includes all future bookings when zone data takes effect', () =>
    expect(
      reactTo({ type: 'ZoneDataTookEffect', data: { zoneData: '2027a', effectiveAt: AT } }),
    ).toMatchObject([{ due: null, data: { bookingId: null } }]));

  it('includes a request that was made with another offset', () => {
    expect(reactTo(bookingRequested({ offsetMinutes: -420 }))).toMatchObject([
      { due: null, data: { bookingId: 'booking-1' } },
    ]);
    expect(reactTo(bookingRequested({ offsetMinutes: -480 }))).toEqual([]);
    expect(reactTo(bookingRequested())).toEqual([]);
  });
});

/** A read model that is too large for one read. */
const largeReadModel = (shownBookings: readonly object[]) => {
  const cursor = {
    project: () => cursor,
    batchSize: () => cursor,
    async *[Symbol.asyncIterator]() {
      yield* shownBookings;
    },
  };
  return {
    read: () => Promise.reject(new Error('no response within five seconds')),
    walk: (_: object, work: (collection: object) => Promise<void>) => work({ find: () => cursor }),
  } as unknown as ReadModels;
};

/** A worker with this zone data, and a booking that was sold with this offset. */
const workerWith = async (zoneData: string, offsetMinutes: number, isShown = true) => {
  const { commands, streams } = startProcess(new InMemoryEventStore(), new InMemoryKeys());
  const zone = 'America/Los_Angeles';
  const data = { zoneData: '2027a', effectiveAt: AT };
  await commands.handle(
    zoneDataInUse,
    ALL_ZONES,
    { type: 'UseZoneData', data },
    systemContext('zone data', AT),
  );
  const request = requestBooking({ bookingId, zone, offsetMinutes });
  const context = systemContext('request', AT);
  await commands.handle(courtDay, courtDayId('roxbury', DAY), request, context);
  const shownBookings = [{ bookingId, zone, startTime: request.data.startTime, offsetMinutes }];
  const handler = new CompareLocalTimesHandler(
    commands,
    streams,
    largeReadModel(shownBookings),
    { waitFor: async () => isShown } as unknown as Progress,
    { zoneData } as Config,
  );
  const compare = () =>
    handler.execute(
      new CompareLocalTimesCommand({ bookingId: null, position: '1' }, systemContext('job', AT)),
    );
  const bookingState = async () =>
    bookingOf(await streams.load(courtDay, courtDayIdOf(bookingId)), bookingId)!;
  const changes = async () =>
    (await streams.events(`courtDay-${courtDayIdOf(bookingId)}`)).filter(
      ({ type }) => type === 'BookingLocalTimeChanged',
    );
  return { compare, changes, bookingState };
};

describe('a worker', () => {
  it('records a changed clock time once, and never moves the booking', async () => {
    const { compare, changes, bookingState } = await workerWith('2027a', -420);
    const { startTime, endTime } = await bookingState();
    await compare();
    await compare();
    expect(await changes()).toMatchObject([
      { data: { previousOffsetMinutes: -420, offsetMinutes: -480, zoneData: '2027a' } },
    ]);
    expect(await bookingState()).toMatchObject({ startTime, endTime, offsetMinutes: -480 });
  });

  it('records nothing if the clock time matches the one that people were shown', async () => {
    const { compare, changes } = await workerWith('2027a', -480);
    await compare();
    expect(await changes()).toEqual([]);
  });

  it('leaves the comparison to another worker if its zone data is older', async () => {
    const { compare, changes } = await workerWith('2026c', -420);
    await expect(compare()).rejects.toThrow('has time zone data 2026c');
    expect(await changes()).toEqual([]);
  });

  it('waits until the list of bookings is complete', async () => {
    const { compare } = await workerWith('2027a', -420, false);
    await expect(compare()).rejects.toThrow('does not show them yet');
  });
});
