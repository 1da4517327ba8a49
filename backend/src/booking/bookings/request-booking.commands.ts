import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { RequestBooking as BookingRequest } from '@courtly/contracts/bookings';
import { BookingTerms } from '@courtly/contracts/policy';
import { toCents, toMoney } from '@courtly/contracts/wire';
import { CONFIG, type Config } from '../../config.js';
import { type Handled, CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { accessTo } from '../courts/court-access.js';
import { isShown } from '../courts/court.js';
import { courtInvitations, isInvited } from '../courts/court-invitations.js';
import { emailOf } from '../../people/identity/email-of.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { localDate } from '../../platform/kernel/local-time.js';
import { type ReadStream, Streams } from '../../platform/kernel/streams.js';
import { membership, tierAt } from '../../people/membership/membership.js';
import { type Price, priceOf } from '../pricing/price.js';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import { waiverIsValid } from '../../people/waivers/waiver.js';
import type { Booking } from './booking.js';
import { courtDayId, newBookingId } from './booking-id.js';
import { type BookableCourt, bookableCourt } from '../courts/bookable-court.js';
import { type CourtDay, bookingOf, courtDay } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';
import { FairUse, limitsOf } from './fair-use.service.js';
import { NearestSlots } from './nearest-slots.service.js';
import { requestedHour } from '../courts/offer.js';
import { requestDeadlines } from './request-deadlines.js';
import { player } from './player.js';

/** A player asks for one hour of a court. */
export class RequestBookingCommand extends defineCommand<
  BookingRequest,
  CommandResult<Booking>
>() {}

const missingCourt = () => new DomainError('not_found', 'This court does not exist.');

/** The booking as its request left it: what a retry answers with, whatever became of it since. */
const asRequested = (
  { events, position }: Handled<CourtDay>,
  bookingId: string,
): CommandResult<Booking> => {
  const requested = foldAll(courtDay, events as unknown as CourtDayEvent[]);
  return new CommandResult(bookingOf(requested, bookingId)!, position);
};

/** Refuses amounts that are not the price now: the person must see what it costs before booking. */
const agreeOnPrice = (request: BookingRequest, price: Price, policyId: string) => {
  const said = [
    [request.totalAmount, price.totalCents],
    [request.serviceFee, price.feeCents],
  ] as const;
  const differs = said.some(
    ([amount, cents]) => amount !== undefined && toCents(Number(amount).toFixed(2)) !== cents,
  );
  if (!differs) return;
  const quote = {
    hourlyRate: toMoney(price.rateCents),
    serviceFee: toMoney(price.feeCents),
    totalAmount: toMoney(price.totalCents),
    policyId,
  };
  throw new DomainError(
    'price_changed',
    `The price is now $${quote.totalAmount}. Please check it and book again.`,
    {
      quote,
    },
  );
};

@CommandHandler(RequestBookingCommand)
export class RequestBookingHandler implements ICommandHandler<RequestBookingCommand> {
  /** What a booking keeps of the policy that it was requested under. */
  private readonly terms: BookingTerms;

  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
    private readonly nearest: NearestSlots,
    private readonly ids: Ids,
    private readonly hashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.terms = BookingTerms.strip().parse(config.policy);
  }

  async execute({
    input: request,
    context,
  }: RequestBookingCommand): Promise<CommandResult<Booking>> {
    const { policy } = this.config;
    const prepared = await this.streams.decideOn((read, isFresh) =>
      this.prepare(request, context, read, isFresh),
    );
    if (prepared instanceof CommandResult) return prepared;
    const { booking, court, day, elite } = prepared;
    const { bookingId, playerId, startTime } = booking;
    const data = { ...booking, limits: policy };

    const limits = limitsOf(policy, elite);
    return this.fairUse.inTurn(playerId, limits, async () => {
      try {
        await this.fairUse.check(booking, limits, context.at);
      } catch (error) {
        // What was sent before is answered as it was then, whatever the player holds by now.
        const done = await this.commands.findDone(courtDay, day, context);
        if (done) return asRequested(done, bookingId);
        throw error;
      }
      const handled = await this.commands
        .handle(courtDay, day, { type: 'RequestBooking', data }, context)
        .catch((error: unknown) =>
          this.nearest.rethrow(error, court, startTime, elite, context.at),
        );
      this.fairUse.changed(playerId, handled.position);
      return asRequested(handled, bookingId);
    });
  }

  /**
   * The booking that the court-day is to decide about; or, where the request was sent before, what it did then, whatever has
   * changed since.
   */
  private async prepare(
    request: BookingRequest,
    context: CommandContext,
    read: ReadStream,
    isFresh: boolean,
  ) {
    const { policy } = this.config;
    const { at, actor } = context;
    const [court, person, member] = await Promise.all([
      read(bookableCourt, request.courtId),
      read(player, actor.id),
      read(membership, actor.id),
    ]);
    if (!court) throw missingCourt();
    const date = localDate(court.zone, request.startTime);
    const day = courtDayId(court.courtId, date);
    const bookingId = newBookingId(court.courtId, date, context.commandId, this.ids);
    const done = isFresh ? await this.commands.findDone(courtDay, day, context) : null;
    if (done) return asRequested(done, bookingId);
    if (!isShown(court)) throw missingCourt();

    if (person.isSuspended)
      throw new DomainError('suspended', 'Your account is suspended, so you cannot book.');
    const elite = tierAt(member, at) === 'elite';
    const hour = requestedHour(request, court, policy, elite, at);
    if (!waiverIsValid(person.waiver, at, policy))
      throw new DomainError('waiver_required', 'Please accept the waiver before you book.');
    const access = accessTo(court, { elite, invited: await this.isInvited(court, actor.id, read) });
    if (!access.mayBook) throw new DomainError('forbidden', access.how!, { access });
    const price = priceOf(court.rateCents, policy, elite);
    agreeOnPrice(request, price, policy.id);

    const { instantBook } = court.bookingRules;
    const booking = {
      bookingId,
      courtId: court.courtId,
      hostId: court.hostId,
      playerId: actor.id,
      startTime: hour.start,
      endTime: hour.end,
      zone: court.zone,
      ...price,
      policyId: policy.id,
      terms: this.terms,
      waiverVersion: person.waiver?.version ?? currentWaiver.version,
      requestedAt: at,
      ...requestDeadlines({ startTime: hour.start, requestedAt: at, instantBook }, policy),
      instantBook,
      notes: request.notes ?? '',
    };
    return { booking, court, day, elite };
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
    return isInvited(invitations, playerId, this.hashes.allOfName('email', email));
  }
}
