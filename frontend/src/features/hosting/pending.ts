import type { HostBooking } from '@courtly/contracts/bookings';
import { ahead } from '../../lib/bookings';

/** The requests that still wait for the host's answer, the next hour first. */
export const pendingOf = (bookings: readonly HostBooking[]): HostBooking[] =>
  ahead(bookings, new Date().toISOString()).filter(({ status }) => status === 'pending');
