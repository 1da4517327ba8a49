import { afterEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { ReadModels } from '../../platform/projections/read-models.js';
import type { Alarm } from './alarm.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { RaiseAlarmCommand, RaiseAlarmHandler } from './alarms.commands.js';

afterEach(() => void jest.restoreAllMocks());

const alarm: Alarm = {
  causeId: 'event-1',
  type: 'payment_disputed',
  stripeId: 'du_1',
  amountCents: 33_000,
  currency: 'usd',
  bookingId: 'booking-1',
  courtId: 'roxbury',
  playerId: 'pavel',
  startTime: '2027-03-13T18:00:00.000Z',
  endTime: '2027-03-13T19:00:00.000Z',
  zone: 'America/Los_Angeles',
  code: null,
  tryAgainAt: null,
};

it('logs an alarm once an hour until it reaches an admin, and logs when it does', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  let admins: { _id: string }[] = [];
  const handler = new RaiseAlarmHandler(
    { handle: () => Promise.resolve() } as unknown as CommandHandling,
    { read: () => Promise.resolve(admins) } as unknown as ReadModels,
    { load: () => Promise.resolve(null) } as unknown as Streams,
  );
  const raiseAt = async (time: string, causeId = alarm.causeId) => {
    const context = systemContext('alarm', `2027-03-14T${time}.000Z`);
    await handler.execute(new RaiseAlarmCommand({ ...alarm, causeId }, context));
    return logged.mock.calls.length;
  };
  expect(await raiseAt('10:00:00')).toBe(1);
  expect(await raiseAt('10:02:00')).toBe(1);
  expect(await raiseAt('10:59:59')).toBe(1);
  expect(await raiseAt('10:59:59', 'event-2')).toBe(2);
  expect(await raiseAt('11:00:00')).toBe(3);
  admins = [{ _id: 'avery' }];
  expect(await raiseAt('11:02:00')).toBe(4);
  expect(logged).toHaveBeenLastCalledWith(expect.objectContaining({ admins: 1 }));
});
