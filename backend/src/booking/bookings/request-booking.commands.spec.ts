import { expect, it } from '@jest/globals';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { aListing } from '../../../testing/court.js';
import { bookingRequest, instantAt } from '../../../testing/court-day.js';
import { RequestBookingCommand, RequestBookingHandler } from './request-booking.commands.js';

it('returns the booking of a repeated request, even if the cached court is out of date', async () => {
  const refusal = new DomainError('slot_taken', 'This hour is taken.');
  const streams = {
    decideOptimistically: () => Promise.reject(refusal),
    cached: async () => null,
    load: async () => aListing(),
  };
  const requested = { type: 'BookingRequested', data: bookingRequest() };
  const commandHandling = { findHandled: async () => ({ events: [requested], position: '7' }) };
  const handler = Reflect.construct(RequestBookingHandler, [
    {},
    streams,
    commandHandling,
    {},
    {},
    { policy: {} },
  ]) as RequestBookingHandler;
  const context: CommandContext = {
    commandId: 'request-1',
    fingerprint: 'request-1',
    actor: { id: 'pavel', role: 'player' },
    at: instantAt('12:00'),
    correlationId: 'request-1',
  };
  const { courtId, startTime, endTime } = requested.data;
  const body = { courtId, startTime, endTime } as never;
  await expect(handler.execute(new RequestBookingCommand(body, context))).resolves.toMatchObject({
    value: { bookingId: 'booking-1', status: 'pending' },
    position: '7',
  });
});
