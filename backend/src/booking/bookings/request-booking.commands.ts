import type { RequestBookingBody } from '@courtly/contracts/bookings';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { blocks } from '../../people/blocks/blocks.js';
import { isContactBlocked } from '../../people/blocks/contact-guard.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { type Person, person } from '../../people/identity/person.js';
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
import { courtDateAt } from '../courts/court-dates.js';
import { courtInvitations, isInvited } from '../courts/court-invitations.js';
import { courtDayIdOf, newBookingId } from './booking-id.js';
import {
  type BookingRequest,
  type RequestedBooking,
  checkRequest,
  isEliteRequest,
  quoteBooking,
} from './booking-request.js';
import type { Booking } from './booking.js';
import { conduct } from '../conduct/conduct.js';
import type { CourtDayEvent } from './court-day.events.js';
import { type CourtDay, courtDay } from './court-day.js';
import { type BookingLimits, FairUse, bookingLimitsOf } from './fair-use.service.js';
import { NearestSlots } from './nearest-slots.service.js';
import { assertFreeOnEarlierDays, courtDayIdsAt, withStandardTime } from './standard-time.js';

export class RequestBookingCommand extends defineCommand<
  RequestBookingBody,
  CommandResult<Booking>
>() {}

type QuotedRequest = Readonly<{ bookingRequest: BookingRequest; booking: RequestedBooking }>;

/**
 * A player requests one hour of a court. The steps are load, check, quote, and decide. A repeated
 * request returns the booking as first requested, no matter what has changed since.
 */
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
   * @throws DomainError not_found, host_unapproved, suspended, waiver_required, forbidden,
   *   instant_only, invalid_request, slot_unavailable, price_changed, fair_use; slot_taken with the nearest free slots;
   *   idempotency_mismatch if the key belongs to another request; conflict
   */
  async execute({ input, context }: RequestBookingCommand) {
    const { policy } = this.config;
    const resultOrQuote = await this.streams.decideOptimistically(async (readStream, isFresh) => {
      const bookingRequest = await this.load(input, context, readStream);
      const earlierResult = isFresh ? await this.findEarlierResult(bookingRequest, context) : null;
      if (earlierResult) return earlierResult;
      const hour = checkRequest(bookingRequest, policy);
      return { bookingRequest, booking: quoteBooking(bookingRequest, hour, policy) };
    });
    return resultOrQuote instanceof CommandResult
      ? resultOrQuote
      : this.decide(resultOrQuote, context);
  }

  private async load(
    body: RequestBookingBody,
    context: CommandContext,
    readStream: ReadStream,
  ): Promise<BookingRequest> {
    const { actor, at, commandId } = context;
    const [bookedCourt, player, playerMembership, playerConduct] = await Promise.all([
      this.loadCourt(body.courtId, context, readStream),
      readStream(person, actor.id),
      readStream(membership, actor.id),
      readStream(conduct, actor.id),
    ]);
    const { hostId } = bookedCourt;
    // Read from the store, because a cache may not contain a block made moments earlier.
    const [playerBlocks, hostBlocks, host] = await Promise.all([
      this.streams.load(blocks, actor.id),
      this.streams.load(blocks, hostId),
      this.config.policy.hostApproval.listing ? readStream(person, hostId) : null,
    ]);
    const courtDate = courtDateAt(bookedCourt, body.startTime);
    return {
      body,
      requestedAt: at,
      bookingId: newBookingId(bookedCourt.courtId, courtDate, commandId, this.idGenerator),
      playerId: actor.id,
      court: bookedCourt,
      host,
      player,
      membership: playerMembership,
      conduct: playerConduct,
      isBlocked: isContactBlocked(
        { userId: actor.id, blocks: playerBlocks },
        { userId: hostId, blocks: hostBlocks },
      ),
      isInvited: await this.isInvitedTo(bookedCourt, actor.id, player, readStream),
    };
  }

  private async loadCourt(courtId: string, context: CommandContext, readStream: ReadStream) {
    const listedCourt = await readStream(court, courtId);
    if (!listedCourt) throw notFound('court');
    return withStandardTime(this.commandHandling, listedCourt, context);
  }

  /** No subscription keeps cached invitations fresh, and a revoked guest must not be able to book. */
  private async isInvitedTo(
    { courtId, courtAccess }: Court,
    playerId: string,
    player: Person | null,
    readStream: ReadStream,
  ): Promise<boolean> {
    if (courtAccess !== 'invite') return false;
    const invitations = await this.streams.load(courtInvitations, courtId);
    const verifiedEmail = verifiedEmailOf(player, await readStream(emailVerification, playerId));
    const emailHashes = verifiedEmailHashes(this.keyedHashes, 'email', verifiedEmail);
    return isInvited(invitations, playerId, emailHashes);
  }

  /** A player's requests take turns, so that fair use counts each one before the next. */
  private async decide(quotedRequest: QuotedRequest, context: CommandContext) {
    const { bookingRequest, booking } = quotedRequest;
    const isEliteMember = isEliteRequest(bookingRequest);
    const limits = bookingLimitsOf(this.config.policy, isEliteMember);
    const { court, playerId } = bookingRequest;
    try {
      return await this.fairUse.runInTurn(playerId, limits, async () => {
        const earlierResult = await this.assertAllowed(quotedRequest, limits, context);
        return earlierResult ?? (await this.append(booking, context));
      });
    } catch (error) {
      const { startTime } = booking;
      return this.nearestSlots.rethrowWithSlots(error, court, startTime, isEliteMember, context.at);
    }
  }

  /**
   * Returns the earlier result of a refused request that repeats another one, or null if allowed.
   * @throws DomainError fair_use, slot_taken
   */
  private async assertAllowed(
    { bookingRequest, booking }: QuotedRequest,
    limits: BookingLimits,
    context: CommandContext,
  ): Promise<CommandResult<Booking> | null> {
    try {
      await this.fairUse.assertAllowed(booking, limits, context.at);
      await assertFreeOnEarlierDays(this.commandHandling, bookingRequest.court, booking, context);
      return null;
    } catch (error) {
      const earlierResult = await this.findEarlierResult(bookingRequest, context);
      if (!earlierResult) throw error;
      return earlierResult;
    }
  }

  private async append(booking: RequestedBooking, context: CommandContext) {
    const commandOutcome = await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(booking.bookingId),
      { type: 'RequestBooking', data: { ...booking, limits: this.config.policy } },
      context,
    );
    this.fairUse.recordChange(booking.playerId, commandOutcome.position);
    return asRequested(commandOutcome);
  }

  /** An earlier release may have stored the booking in the court-day of the local date. */
  private async findEarlierResult({ court, body }: BookingRequest, context: CommandContext) {
    for (const dayId of courtDayIdsAt(court, body.startTime)) {
      const commandOutcome = await this.commandHandling.findHandled(courtDay, dayId, context);
      if (commandOutcome) return asRequested(commandOutcome);
    }
    return null;
  }
}

const asRequested = ({ events, position }: CommandOutcome<CourtDay>): CommandResult<Booking> => {
  const requestedDay = foldAll(courtDay, events as unknown as CourtDayEvent[]);
  return new CommandResult([...requestedDay.bookings.values()][0]!, position);
};
