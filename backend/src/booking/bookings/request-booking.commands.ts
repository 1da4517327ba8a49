import type { RequestBookingBody } from '@courtly/contracts/bookings';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import { membership } from '../../people/membership/membership.js';
import { type CommandOutcome, CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { type ReadStream, Streams } from '../../platform/kernel/streams.js';
import { type Court, court } from '../courts/court.js';
import { courtDateAt, earlierCourtDates } from '../courts/court-dates.js';
import { courtInvitations, isInvited } from '../courts/court-invitations.js';
import { courtDayId, newBookingId } from './booking-id.js';
import {
  type BookingRequest,
  checkRequest,
  isEliteRequest,
  quoteBooking,
} from './booking-request.js';
import type { Booking } from './booking.js';
import type { CourtDayEvent } from './court-day.events.js';
import { type CourtDay, bookingOf, courtDay, isTimeTaken, slotTaken } from './court-day.js';
import { FairUse, bookingLimitsOf } from './fair-use.service.js';
import type { Hours } from './hours.js';
import { NearestSlots } from './nearest-slots.service.js';
import { adoptEarlierDays, withStandardTime } from './standard-time.js';

export class RequestBookingCommand extends defineCommand<
  RequestBookingBody,
  CommandResult<Booking>
>() {}

type QuotedRequest = Readonly<{
  bookingRequest: BookingRequest;
  booking: ReturnType<typeof quoteBooking>;
}>;

/** A player requests one hour of a court. The steps are load, check, quote, and decide. */
@CommandHandler(RequestBookingCommand)
export class RequestBookingHandler implements ICommandHandler<RequestBookingCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
    private readonly nearestSlots: NearestSlots,
    private readonly idGenerator: Ids,
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * A repeated request returns the booking as first requested, no matter what has changed since.
   * @throws DomainError not_found, suspended, waiver_required, forbidden, invalid_request,
   *   slot_unavailable, price_changed, fair_use; slot_taken with the nearest free slots; conflict
   */
  async execute({ input, context }: RequestBookingCommand) {
    const { policy } = this.config;
    const resultOrQuote = await this.streams.decideOptimistically(async (readStream, isFresh) => {
      const bookingRequest = await this.loadRequest(input, context, readStream);
      const earlierResult = isFresh ? await this.findRepeated(bookingRequest, context) : null;
      if (earlierResult) return earlierResult;
      const hour = checkRequest(bookingRequest, policy);
      return { bookingRequest, booking: quoteBooking(bookingRequest, hour, policy) };
    });
    return resultOrQuote instanceof CommandResult
      ? resultOrQuote
      : this.decideBooking(resultOrQuote, context);
  }

  private async loadRequest(
    body: RequestBookingBody,
    context: CommandContext,
    readStream: ReadStream,
  ): Promise<BookingRequest> {
    const { actor, at, commandId } = context;
    const [listedCourt, player, playerMembership] = await Promise.all([
      readStream(court, body.courtId),
      readStream(person, actor.id),
      readStream(membership, actor.id),
    ]);
    if (!listedCourt) throw notFound('court');
    const bookedCourt = await withStandardTime(this.commandHandling, listedCourt, context);
    const { courtId } = bookedCourt;
    const courtDate = courtDateAt(bookedCourt, body.startTime);
    return {
      body,
      requestedAt: at,
      bookingId: newBookingId(courtId, courtDate, commandId, this.idGenerator),
      courtDayId: courtDayId(courtId, courtDate),
      playerId: actor.id,
      court: bookedCourt,
      player,
      membership: playerMembership,
      isInvited:
        bookedCourt.courtAccess === 'invite' &&
        isInvited(
          // No subscription keeps the guests in memory up to date, and a revoked guest must not be
          // able to book.
          await this.streams.load(courtInvitations, courtId),
          actor.id,
          verifiedEmailHashes(
            this.keyedHashes,
            'email',
            verifiedEmailOf(player, await readStream(emailVerification, actor.id)),
          ),
        ),
    };
  }

  private decideBooking({ bookingRequest, booking }: QuotedRequest, context: CommandContext) {
    const { policy } = this.config;
    const { court, playerId } = bookingRequest;
    const isEliteMember = isEliteRequest(bookingRequest);
    const playerLimits = bookingLimitsOf(policy, isEliteMember);
    const offerNearestSlots = (error: unknown) =>
      this.nearestSlots.rethrowWithSlots(
        error,
        court,
        booking.startTime,
        isEliteMember,
        context.at,
      );
    return this.fairUse.runInTurn(playerId, playerLimits, async () => {
      try {
        await this.fairUse.assertAllowed(booking, playerLimits, context.at);
        await this.assertFreeEarlier(booking, court, context).catch(offerNearestSlots);
      } catch (error) {
        const earlierResult = await this.findRepeated(bookingRequest, context);
        if (earlierResult) return earlierResult;
        throw error;
      }
      const requestCommand = {
        type: 'RequestBooking',
        data: { ...booking, limits: policy },
      } as const;
      const commandOutcome = await this.commandHandling
        .handle(courtDay, bookingRequest.courtDayId, requestCommand, context)
        .catch(offerNearestSlots);
      this.fairUse.recordChange(playerId, commandOutcome.position);
      return asRequested(commandOutcome);
    });
  }

  /** @throws DomainError slot_taken, even if an earlier release has already handled this request */
  private async assertFreeEarlier(
    hours: Hours,
    bookedCourt: Court,
    context: CommandContext,
  ): Promise<void> {
    const bookingIdOn = (courtDate: string) =>
      newBookingId(bookedCourt.courtId, courtDate, context.commandId, this.idGenerator);
    const earlierDays = await adoptEarlierDays(this.commandHandling, bookedCourt, hours, context);
    for (const { courtDate, courtDay: earlierDay } of earlierDays)
      if (isTimeTaken(earlierDay, hours) || bookingOf(earlierDay, bookingIdOn(courtDate)))
        throw slotTaken();
  }

  /** An earlier release may have stored the booking in the court-day of the local date. */
  private async findRepeated({ court, body, ...request }: BookingRequest, context: CommandContext) {
    const startTime = new Date(body.startTime).toISOString();
    const earlierIds = earlierCourtDates(court, { startTime, endTime: startTime }).map(
      (courtDate) => courtDayId(court.courtId, courtDate),
    );
    for (const dayId of [request.courtDayId, ...earlierIds]) {
      const outcome = await this.commandHandling.findHandled(courtDay, dayId, context);
      if (outcome) return asRequested(outcome);
    }
    return null;
  }
}

const asRequested = ({ events, position }: CommandOutcome<CourtDay>): CommandResult<Booking> => {
  const requestedDay = foldAll(courtDay, events as unknown as CourtDayEvent[]);
  return new CommandResult([...requestedDay.bookings.values()][0]!, position);
};
