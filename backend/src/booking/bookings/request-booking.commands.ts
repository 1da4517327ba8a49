import type { RequestBookingBody } from '@courtly/contracts/bookings';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { court } from '../courts/court.js';
import { courtDayIdOf } from './booking-id.js';
import { BookingRequestLoader } from './booking-request-loader.service.js';
import {
  type BookingRequest,
  type RequestedBooking,
  checkRequest,
  quoteBooking,
} from './booking-request.js';
import type { Booking } from './booking.js';
import type { CourtDayStreamEvent } from './court-day.events.js';
import { courtDay } from './court-day.js';
import { FairUse, bookingLimitsOf } from './fair-use.service.js';
import { NearestSlots } from './nearest-slots.service.js';
import { assertFreeOnEarlierDays, courtDayIdsAt } from './standard-time.js';

export class RequestBookingCommand extends defineCommand<
  RequestBookingBody,
  CommandResult<Booking>
>() {}

type Quote = Readonly<{ bookingRequest: BookingRequest; booking: RequestedBooking }>;

/**
 * A player requests one hour of a court. The steps are load, check, quote, and decide. A repeated
 * request returns the booking as first requested, no matter what has changed since.
 */
@CommandHandler(RequestBookingCommand)
export class RequestBookingHandler implements ICommandHandler<RequestBookingCommand> {
  constructor(
    private readonly bookingRequestLoader: BookingRequestLoader,
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly fairUse: FairUse,
    private readonly nearestSlots: NearestSlots,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws DomainError not_found, host_unapproved, suspended, waiver_required, forbidden,
   *   instant_only, invalid_request, slot_unavailable, price_changed, policy_changed, fair_use;
   *   slot_taken with the nearest free slots; idempotency_mismatch if the key belongs to another
   *   request; conflict
   */
  async execute({ input, context }: RequestBookingCommand): Promise<CommandResult<Booking>> {
    try {
      return await this.decide(await this.quote(input, context), context);
    } catch (error) {
      const earlierResult =
        error instanceof DomainError ? await this.findEarlierResult(input, context) : null;
      if (!earlierResult) throw error;
      return earlierResult;
    }
  }

  private quote(body: RequestBookingBody, context: CommandContext): Promise<Quote> {
    const { policy } = this.config;
    return this.streams.decideOptimistically(async (readStream) => {
      const bookingRequest = await this.bookingRequestLoader.load(body, context, readStream);
      const localHour = checkRequest(bookingRequest, policy);
      return { bookingRequest, booking: quoteBooking(bookingRequest, localHour, policy) };
    });
  }

  /** A player's requests take turns, so that fair use counts each one before the next. */
  private async decide({ bookingRequest, booking }: Quote, context: CommandContext) {
    const { court: requestedCourt, isElite } = bookingRequest;
    const limits = bookingLimitsOf(this.config.policy, isElite);
    const { startTime, playerId } = booking;
    try {
      return await this.fairUse.runInTurn(playerId, limits, async () => {
        await this.fairUse.assertAllowed(booking, limits, context.at);
        await assertFreeOnEarlierDays(this.commandHandling, requestedCourt, booking, context);
        return this.append(booking, context);
      });
    } catch (error) {
      const { at } = context;
      return this.nearestSlots.rethrowWithSlots(error, requestedCourt, startTime, isElite, at);
    }
  }

  private async append(booking: RequestedBooking, context: CommandContext) {
    const { events, position } = await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(booking.bookingId),
      { type: 'RequestBooking', data: { ...booking, limits: this.config.policy } },
      context,
    );
    this.fairUse.recordChange(booking.playerId, position);
    return new CommandResult(asRequested(events), position);
  }

  /** An earlier release may have stored the booking in the court-day of the local date. */
  private async findEarlierResult(
    { courtId, startTime }: RequestBookingBody,
    context: CommandContext,
  ): Promise<CommandResult<Booking> | null> {
    const requestedCourt = await this.streams.load(court, courtId);
    for (const dayId of requestedCourt ? courtDayIdsAt(requestedCourt, startTime) : []) {
      const handled = await this.commandHandling.findHandled(courtDay, dayId, context);
      if (handled) return new CommandResult(asRequested(handled.events), handled.position);
    }
    return null;
  }
}

/** The booking of a day in which only this request has happened. */
const asRequested = (requestEvents: readonly CourtDayStreamEvent[]): Booking =>
  foldAll(courtDay, requestEvents).bookings.first()!;
