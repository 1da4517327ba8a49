import { expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import {
  AlertAboutSuspendedHostCommand,
  AlertAboutSuspendedHostHandler,
} from './suspended-host.commands.js';

const AT = '2027-03-13T17:00:00.000Z';
const booking = {
  bookingId: 'booking-1',
  courtId: 'roxbury',
  hostId: 'hana',
  playerId: 'pavel',
  status: 'confirmed',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
};

/** The bookings that admins are alerted about when Hana is suspended. */
const alarmsAbout = async (document: object) => {
  const alarms: { bookingId: string; type: string }[] = [];
  const handler = new AlertAboutSuspendedHostHandler(
    {
      read: (_: unknown, query: (collection: unknown) => unknown) =>
        query({
          findOne: (filter: object) =>
            Promise.resolve(matchesFilter(document, filter) ? document : null),
        }),
    } as unknown as ReadModels,
    {
      execute: ({ input }: { input: { bookingId: string; type: string } }) =>
        Promise.resolve(alarms.push(input)),
    } as unknown as CommandBus,
  );
  const suspendedHost = { userId: 'hana', causeId: 'event-1' };
  await handler.execute(
    new AlertAboutSuspendedHostCommand(suspendedHost, systemContext('suspended', AT)),
  );
  return alarms.map(({ bookingId, type }) => `${type} ${bookingId}`);
};

it('alerts admins about the upcoming bookings of a suspended host', async () => {
  expect(await alarmsAbout(booking)).toEqual(['host_suspended booking-1']);
  expect(await alarmsAbout({ ...booking, status: 'pending' })).toEqual([]);
  expect(await alarmsAbout({ ...booking, startTime: AT })).toEqual([]);
  expect(await alarmsAbout({ ...booking, hostId: 'hugo' })).toEqual([]);
});
