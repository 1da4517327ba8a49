import { notFound } from '../../platform/kernel/domain-error.js';
import type { Ids } from '../../platform/kernel/ids.js';
import { courtDatesAround } from '../courts/court-dates.js';

/**
 * `<courtId>_<yyyy-mm-dd>`: the stream name without `courtDay-`. `courtDate` is a day in the
 * court's standard time.
 */
export const courtDayId = (courtId: string, courtDate: string): string => `${courtId}_${courtDate}`;

/** The court-days that may contain bookings and closures of a local day. */
export const courtDayIdsAround = (courtId: string, localDay: string): string[] =>
  courtDatesAround(localDay).map((courtDate) => courtDayId(courtId, courtDate));

/**
 * `<courtId>-<yyyymmdd>-<8 characters>`. The id contains its court-day, so finding the stream needs
 * no read model.
 */
export const newBookingId = (
  courtId: string,
  courtDate: string,
  commandId: string,
  idGenerator: Ids,
): string =>
  `${courtId}-${courtDate.replaceAll('-', '')}-${idGenerator.short(`booking ${commandId}`, 8)}`;

/** The id that the same request has in the court-day of another date. */
export const bookingIdOn = (courtDate: string, bookingId: string): string =>
  bookingId.replace(/-\d{8}-/, `-${courtDate.replaceAll('-', '')}-`);

/** @throws DomainError not_found for text that is not a booking id */
export const courtDayIdOf = (bookingId: string): string => {
  const [, courtId, year, month, day] =
    /^([0-9a-z]+)-(\d{4})(\d\d)(\d\d)-[0-9a-z]{8}$/.exec(bookingId) ?? [];
  if (!courtId) throw notFound('booking');
  return courtDayId(courtId, `${year}-${month}-${day}`);
};
