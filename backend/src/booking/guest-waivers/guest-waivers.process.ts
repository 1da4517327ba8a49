import { DAY_MS } from '../../platform/kernel/local-time.js';
import { defineProcess } from '../../platform/processes/process.js';
import { type BookingEvent, BookingParties } from '../bookings/booking.events.js';
import { EraseGuestsCommand, type GuestErasureJob } from './guest-erasures.commands.js';
import {
  type GuestWaiverEmailJob,
  SendGuestWaiverEmailCommand,
} from './guest-waiver-emails.commands.js';
import type { GuestWaiverEvent } from './guest-waivers.events.js';
import { type GuestWaiversDocument, guestWaivers } from './guest-waivers.projection.js';

export const guestWaiverEmails = defineProcess<GuestWaiverEvent, GuestWaiverEmailJob, never>({
  name: 'guestWaiverEmails',
  queue: 'emails',
  maxEventAgeMs: DAY_MS,
  handles: ['GuestAdded', 'GuestLinkReplaced'],
  react(event) {
    if (event.type !== 'GuestAdded' && event.type !== 'GuestLinkReplaced') return [];
    const { bookingId, guestId, isEmailed } = event.data;
    const link = event.type === 'GuestAdded' ? 1 : event.data.link;
    const id = `guest-waiver.${bookingId}.${guestId}.${link}`;
    return isEmailed ? [{ id, due: null, data: { bookingId, guestId, link } }] : [];
  },
  command: (emailJob, commandContext) => new SendGuestWaiverEmailCommand(emailJob, commandContext),
});

const erasureJob = (parties: GuestErasureJob, due: string) => ({
  id: `guests.${parties.bookingId}.${Date.parse(due)}`,
  due,
  data: BookingParties.parse(parties),
});

/** Erases guests on request, after a removal or cancellation, and at the end of their period. */
export const guestErasures = defineProcess<
  GuestWaiverEvent | BookingEvent,
  GuestErasureJob,
  GuestWaiversDocument
>({
  name: 'guestErasures',
  queue: 'deadlines',
  handles: ['GuestRemoved', 'GuestErasureRequested', 'BookingCancelled'],
  react({ type, data }) {
    if (type === 'GuestRemoved') return [erasureJob(data, data.removedAt)];
    if (type === 'BookingCancelled')
      return data.approvedAt ? [erasureJob(data, data.cancelledAt)] : [];
    return type === 'GuestErasureRequested' ? [erasureJob(data, data.requestedAt)] : [];
  },
  sweep: {
    readModel: guestWaivers,
    filters: (dueUntil) => [{ nextErasureAt: { $gt: '', $lte: dueUntil } }],
    fields: ['bookingId', 'courtId', 'hostId', 'playerId', 'nextErasureAt'],
    jobs: (document) => [erasureJob(document, document.nextErasureAt!)],
  },
  command: (job, commandContext) => new EraseGuestsCommand(job, commandContext),
});
