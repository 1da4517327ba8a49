import { notFound } from '../../platform/kernel/domain-error.js';
import type { Ids } from '../../platform/kernel/ids.js';
import { localDate } from '../../platform/kernel/local-time.js';

/** The id of a court-day: what stands after `courtDay-` in its stream's name. `date` is the court's local day. */
export const courtDayId = (courtId: string, date: string): string => `${courtId}_${date}`;

/** The id of the court-day that an instant belongs to. */
export const courtDayAt = (courtId: string, zone: string, start: string): string =>
  courtDayId(courtId, localDate(zone, start));

/** `<courtId>-<yyyymmdd>-<8 characters>`: the court-day follows from it, so that no look-up can lag. */
export const newBookingId = (courtId: string, date: string, commandId: string, ids: Ids): string =>
  `${courtId}-${date.replaceAll('-', '')}-${ids.short(`booking ${commandId}`, 8)}`;

/** The court-day of a booking. @throws DomainError not_found where the text is no booking id */
export const courtDayOf = (bookingId: string): string => {
  const [, courtId, year, month, day] =
    /^([0-9a-z]+)-(\d{4})(\d\d)(\d\d)-[0-9a-z]{8}$/.exec(bookingId) ?? [];
  if (!courtId) throw notFound('booking');
  return courtDayId(courtId, `${year}-${month}-${day}`);
};
