import type { RequestBookingBody } from '@courtly/contracts/bookings';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../config.js';
import { emailOf } from '../../people/identity/email-of.js';
import { membership } from '../../people/membership/membership.js';
import { type CommandOutcome, CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { localDate } from '../../platform/kernel/local-time.js';
import { type ReadStream, Streams } from '../../platform/kernel/streams.js';
import { type BookableCourt, bookableCourt } from '../courts/bookable-court.js';
import { courtInvitations, isInvited } from '../courts/court-invitations.js';
import { courtDayId, newBookingId } from './booking-id.js';
import { type BookingRequest, checkRequest, isElite, quoteBooking } from './booking-request.js';
import type { Booking } from './booking.js';
import type { CourtDayEvent } from './court-day.events.js';
import { type CourtDay, bookingOf, courtDay } from './court-day.js';
import { FairUse, limitsOf } from './fair-use.service.js';
import { NearestSlots } from './nearest-slots.service.js';
import { player } from './player.js';
import { notFound } from '../../platform/kernel/domain-error.js';

export class RequestBookingCommand extends defineCommand<
  RequestBookingBody,
  CommandResult<Booking>
>() {}

type Quoted = Readonly<{ request: BookingRequest; booking: ReturnType<typeof quoteBooking> }>;

/** A player requests one hour of a court: load, check, quote, decide. */
@CommandHandler(RequestBookingCommand)
export class RequestBookingHandler implements ICommandHandler<RequestBookingCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
    private readonly nearest: NearestSlots,
    private readonly ids: Ids,
    private readonly hashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * A repeated request gets the booking as first requested, whatever has changed since.
   * @throws DomainError not_found, suspended, waiver_required, forbidden, invalid_request,
   *   slot_unavailable, price_changed, fair_use; slot_taken with the nearest free slots; conflict
   */
  async execute({ input, context }: RequestBookingCommand): Promise<CommandResult<Booking>> {
    const { policy } = this.config;
    const quoted = await this.streams.decideOptimistically(async (read, isFresh) => {
      const request = await this.load(input, context, read);
      const repeated = isFresh ? await this.findRepeated(request, context) : null;
      if (repeated) return repeated;
      const hour = checkRequest(request, policy);
      return { request, booking: quoteBooking(request, hour, policy) };
    });
    return quoted instanceof CommandResult ? quoted : this.decide(quoted, context);
  }

  private async load(
    body: RequestBookingBody,
    { actor, at, commandId }: CommandContext,
    read: ReadStream,
  ): Promise<BookingRequest> {
    const [court, person, member] = await Promise.all([
      read(bookableCourt, body.courtId),
      read(player, actor.id),
      read(membership, actor.id),
    ]);
    if (!court) throw notFound('court');
    const date = localDate(court.zone, body.startTime);
    return {
      body,
      requestedAt: at,
      bookingId: newBookingId(court.courtId, date, commandId, this.ids),
      courtDayId: courtDayId(court.courtId, date),
      playerId: actor.id,
      court,
      player: person,
      membership: member,
      isInvited: await this.isInvited(court, actor.id, read),
    };
  }

  private async isInvited(
    { courtId, courtAccess }: BookableCourt,
    playerId: string,
    read: ReadStream,
  ): Promise<boolean> {
    if (courtAccess !== 'invite') return false;
    const [invitations, email] = await Promise.all([
      read(courtInvitations, courtId),
      read(emailOf, playerId),
    ]);
    return isInvited(invitations, playerId, this.hashes.hashesOfName('email', email));
  }

  private decide(
    { request, booking }: Quoted,
    context: CommandContext,
  ): Promise<CommandResult<Booking>> {
    const { policy } = this.config;
    const { court, playerId } = request;
    const elite = isElite(request);
    const limits = limitsOf(policy, elite);
    return this.fairUse.inTurn(playerId, limits, async () => {
      try {
        await this.fairUse.check(booking, limits, context.at);
      } catch (error) {
        const repeated = await this.findRepeated(request, context);
        if (repeated) return repeated;
        throw error;
      }
      const command = { type: 'RequestBooking', data: { ...booking, limits: policy } } as const;
      const handled = await this.commands
        .handle(courtDay, request.courtDayId, command, context)
        .catch((error: unknown) =>
          this.nearest.rethrow(error, court, booking.startTime, elite, context.at),
        );
      this.fairUse.changed(playerId, handled.position);
      return asRequested(handled, request.bookingId);
    });
  }

  private async findRepeated(request: BookingRequest, context: CommandContext) {
    const done = await this.commands.findHandled(courtDay, request.courtDayId, context);
    return done && asRequested(done, request.bookingId);
  }
}

const asRequested = (
  { events, position }: CommandOutcome<CourtDay>,
  bookingId: string,
): CommandResult<Booking> => {
  const requested = foldAll(courtDay, events as unknown as CourtDayEvent[]);
  return new CommandResult(bookingOf(requested, bookingId)!, position);
};
