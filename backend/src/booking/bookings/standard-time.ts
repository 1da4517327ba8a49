import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { type CommandContext, followUp } from '../../platform/kernel/context.js';
import { type Court, court } from '../courts/court.js';
import { courtDateAt, earlierCourtDates, settledOffset } from '../courts/court-dates.js';
import { bookingIdOn, courtDayId } from './booking-id.js';
import { type CourtDay, bookingOf, courtDay, isTimeTaken, slotTaken } from './court-day.js';
import type { Hours } from './hours.js';

/**
 * Returns the court with its stored offset, so that every process puts an hour into the same
 * court-day.
 */
export const withStandardTime = async (
  commandHandling: CommandHandling,
  usedCourt: Court,
  context: CommandContext,
): Promise<Court> => {
  if (usedCourt.standardOffsetMinutes !== null) return usedCourt;
  const { courtId, zone } = usedCourt;
  const data = { standardOffsetMinutes: settledOffset(zone), at: context.at };
  const { state: datedCourt } = await commandHandling.handle(
    court,
    courtId,
    { type: 'SetStandardTime', data },
    followUp(context, 'standard time'),
  );
  return { ...usedCourt, standardOffsetMinutes: datedCourt!.standardOffsetMinutes };
};

/**
 * The other court-days into which earlier releases may have put these hours. Each adopts standard
 * time first, so an earlier release that is still running cannot add the hours after this read.
 */
export const adoptEarlierDays = (
  commandHandling: CommandHandling,
  usedCourt: Court,
  hours: Hours,
  context: CommandContext,
): Promise<{ courtDate: string; courtDay: CourtDay }[]> => {
  const { courtId, hostId, zone } = usedCourt;
  const data = { courtId, hostId, zone, adoptedAt: context.at };
  return Promise.all(
    earlierCourtDates(usedCourt, hours).map(async (courtDate) => {
      const { state } = await commandHandling.handle(
        courtDay,
        courtDayId(courtId, courtDate),
        { type: 'AdoptStandardTime', data },
        followUp(context, 'standard time'),
      );
      return { courtDate, courtDay: state };
    }),
  );
};

/** @throws DomainError slot_taken, even if an earlier release has already stored this booking */
export const assertFreeOnEarlierDays = async (
  commandHandling: CommandHandling,
  bookedCourt: Court,
  booking: Hours & Readonly<{ bookingId: string }>,
  context: CommandContext,
): Promise<void> => {
  const earlierDays = await adoptEarlierDays(commandHandling, bookedCourt, booking, context);
  for (const { courtDate, courtDay: earlierDay } of earlierDays) {
    const earlierId = bookingIdOn(courtDate, booking.bookingId);
    if (isTimeTaken(earlierDay, booking) || bookingOf(earlierDay, earlierId)) throw slotTaken();
  }
};

/** The court-days that may contain a booking that starts at this instant, the current one first. */
export const courtDayIdsAt = (usedCourt: Court, instant: string): string[] => {
  const startTime = new Date(instant).toISOString();
  const earlierDates = earlierCourtDates(usedCourt, { startTime, endTime: startTime });
  return [courtDateAt(usedCourt, startTime), ...earlierDates].map((courtDate) =>
    courtDayId(usedCourt.courtId, courtDate),
  );
};
