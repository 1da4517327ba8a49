import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { HOUR_MS, localDate } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { requestedHour } from '../courts/bookable-hours.js';
import { courtDateAt } from '../courts/court-dates.js';
import { court } from '../courts/court.js';
import { courtDayId, courtDayIdOf } from './booking-id.js';
import type { Booking } from './booking.js';
import { bookingOf, courtDay } from './court-day.js';
import { FairUse } from './fair-use.service.js';
import { loadBooking } from './load-booking.js';
import { assertFreeOnEarlierDays, withStandardTime } from './standard-time.js';

/** Moves a confirmed booking to another free hour of its court and day. `startTime` is UTC. */
export class MoveBookingCommand extends defineCommand<
  Readonly<{ bookingId: string; startTime: string }>,
  CommandResult<Booking>
>() {}

@CommandHandler(MoveBookingCommand)
export class MoveBookingHandler implements ICommandHandler<MoveBookingCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, wrong_status, fair_use, invalid_request; slot_unavailable if the
   *   court does not offer the hour, or it is on another day; slot_taken
   */
  async execute({ input: { bookingId, startTime }, context }: MoveBookingCommand) {
    const booking = await loadBooking(this.streams, bookingId);
    const listedCourt = booking && (await this.streams.load(court, booking.courtId));
    if (!listedCourt) throw notFound('booking');
    const bookedCourt = await withStandardTime(this.commandHandling, listedCourt, context);
    const { policy } = this.config;
    const { start, end, offsetMinutes } = requestedHour(
      { startTime, endTime: new Date(Date.parse(startTime) + HOUR_MS).toISOString() },
      // The host has already approved the booking, so no response is needed.
      { ...bookedCourt, bookingRules: { ...bookedCourt.bookingRules, instantBook: true } },
      policy,
      false,
      context.at,
    );
    const { courtId, zone } = booking;
    const dayOf = (instant: string) => localDate(zone, instant);
    const targetDayId = courtDayId(courtId, courtDateAt(bookedCourt, start));
    if (targetDayId !== courtDayIdOf(bookingId) || dayOf(start) !== dayOf(booking.startTime))
      throw new DomainError('slot_unavailable', 'Choose another hour of the same day.');
    const movedBooking = { ...booking, startTime: start, endTime: end };
    const limits = { maxOpen: null, overlapping: policy.overlappingBookings };
    await this.fairUse.assertAllowed(movedBooking, limits, context.at);
    await assertFreeOnEarlierDays(this.commandHandling, bookedCourt, movedBooking, context);
    const data = { bookingId, at: context.at, startTime: start, endTime: end, offsetMinutes };
    const { state, position } = await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(bookingId),
      { type: 'MoveBooking', data },
      context,
    );
    this.fairUse.recordChange(booking.playerId, position);
    return new CommandResult(bookingOf(state, bookingId)!, position);
  }
}
