import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RequestBooking as Wish } from '@courtly/contracts/bookings';
import { BookingTerms, type Policy } from '@courtly/contracts/policy';
import { toCents, toMoney } from '@courtly/contracts/wire';
import { CONFIG, type Config } from '../config.js';
import { type Handled, CommandHandling } from '../kernel/command-handling.js';
import type { CommandContext } from '../kernel/context.js';
import { foldAll } from '../kernel/decider.js';
import { DomainError } from '../kernel/domain-error.js';
import { MINUTE_MS, localDate } from '../kernel/local-time.js';
import { Streams } from '../kernel/streams.js';
import { currentWaiver } from '../waivers/waiver-text.js';
import { waiverIsValid } from '../waivers/waiver.js';
import type { Booking } from './booking.js';
import { courtDayId, courtDayOf, newBookingId } from './booking-id.js';
import { bookableCourt } from './bookable-court.js';
import { type CourtDay, type CourtDayCommand, courtDay } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';
import { FairUse } from './fair-use.service.js';
import { NearestSlots } from './nearest-slots.service.js';
import { requestedHour } from './offer.js';
import { player } from './player.js';
import { type Price, priceOf } from './price.js';

/** A booking after a command, and the position from which reads show it. */
export type BookingDone = Readonly<{ booking: Booking; position: string | null }>;

export class RequestBooking extends Command<BookingDone> {
  constructor(
    readonly wish: Wish,
    readonly context: CommandContext,
  ) {
    super();
  }
}

const termsOf = BookingTerms.strip();
const missingCourt = () => new DomainError('not_found', 'This court does not exist.');

const bookingIn = ({ state, position }: Handled<CourtDay>, bookingId: string): BookingDone => ({
  booking: state.bookings.get(bookingId)!,
  position,
});

/** The booking as its request left it: what a retry answers with, whatever became of it since. */
const asRequested = ({ events, position }: Handled<CourtDay>, bookingId: string): BookingDone =>
  bookingIn({ state: foldAll(courtDay, events as unknown as CourtDayEvent[]), events, position }, bookingId);

/** Refuses amounts that are not the price now: the person must see what it costs before booking. */
const agreeOnPrice = (wish: Wish, price: Price, policyId: string) => {
  const said = [
    [wish.totalAmount, price.totalCents],
    [wish.serviceFee, price.feeCents],
  ] as const;
  const differs = said.some(([amount, cents]) => amount !== undefined && toCents(Number(amount).toFixed(2)) !== cents);
  if (!differs) return;
  const quote = {
    hourlyRate: toMoney(price.rateCents),
    serviceFee: toMoney(price.feeCents),
    totalAmount: toMoney(price.totalCents),
    policyId,
  };
  throw new DomainError('price_changed', `The price is now $${quote.totalAmount}. Please check it and book again.`, {
    quote,
  });
};

/** Until when the host may answer: some hours after the request, and some before the start. */
const answerBy = (startTime: string, at: string, policy: Policy): string =>
  new Date(
    Math.min(
      Date.parse(at) + policy.hostAnswerMinutes * MINUTE_MS,
      Date.parse(startTime) - policy.hostAnswerBeforeStartMinutes * MINUTE_MS,
    ),
  ).toISOString();

@CommandHandler(RequestBooking)
export class RequestBookingHandler implements ICommandHandler<RequestBooking> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
    private readonly nearest: NearestSlots,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ wish, context }: RequestBooking): Promise<BookingDone> {
    const { policy } = this.config;
    const { at, actor } = context;
    const [court, person] = await Promise.all([
      this.streams.load(bookableCourt, wish.courtId),
      this.streams.load(player, actor.id),
    ]);
    if (!court) throw missingCourt();
    const date = localDate(court.zone, wish.startTime);
    const day = courtDayId(court.courtId, date);
    const bookingId = newBookingId(court.courtId, date, context.commandId);
    const done = await this.commands.findDone(courtDay, day, context);
    if (done) return asRequested(done, bookingId);
    if (!court.isActive) throw missingCourt();

    const elite = person.tier === 'elite';
    const { start, end } = requestedHour(wish, court, policy, elite, at);
    if (!waiverIsValid(person.waiver, at, policy))
      throw new DomainError('waiver_required', 'Please accept the waiver before you book.');
    if (court.courtAccess === 'elite' && !elite) throw new DomainError('forbidden', 'This court is for Elite members.');
    const price = priceOf(court.rateCents, policy, elite);
    agreeOnPrice(wish, price, policy.id);

    const booking = {
      bookingId,
      courtId: court.courtId,
      hostId: court.ownerId,
      playerId: actor.id,
      startTime: start,
      endTime: end,
      zone: court.zone,
      ...price,
      terms: termsOf.parse(policy),
      waiverVersion: person.waiver?.version ?? currentWaiver.version,
      requestedAt: at,
      answerBy: answerBy(start, at, policy),
      notes: wish.notes ?? '',
      instantBook: court.policy.instantBook,
      hoursPerPlayer: policy.hoursPerCourtDay,
    };
    const asked = { bookingId, playerId: actor.id, courtId: court.courtId, startTime: start, endTime: end, elite, at };
    const command = { type: 'RequestBooking', data: booking } as const;
    const handled = await this.nearest.offeredInstead(court, start, elite, at, () =>
      this.fairUse.within(asked, policy, () => this.commands.handle(courtDay, day, command, context)),
    );
    return asRequested(handled, bookingId);
  }
}

/** A decision of one side about a booking: the host approves or declines, both sides cancel. */
export class DecideBooking extends Command<BookingDone> {
  constructor(
    readonly bookingId: string,
    readonly decision: Readonly<
      { type: 'approve' } | { type: 'decline' } | { type: 'cancel'; note: string; excuse: 'weather' | 'safety' | null }
    >,
    readonly context: CommandContext,
  ) {
    super();
  }
}

const commandFor = (
  bookingId: string,
  decision: DecideBooking['decision'],
  isHost: boolean,
  at: string,
): CourtDayCommand => {
  if (decision.type === 'approve') return { type: 'ApproveBooking', data: { bookingId, at } };
  const { note, excuse } = decision.type === 'cancel' ? decision : { note: '', excuse: null };
  return isHost
    ? { type: 'CancelAsHost', data: { bookingId, at, note, excuse } }
    : { type: 'CancelAsPlayer', data: { bookingId, at, note } };
};

@CommandHandler(DecideBooking)
export class DecideBookingHandler implements ICommandHandler<DecideBooking> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
  ) {}

  async execute({ bookingId, decision, context }: DecideBooking): Promise<BookingDone> {
    const day = courtDayOf(bookingId);
    const { at, actor } = context;
    const booking = (await this.streams.load(courtDay, day)).bookings.get(bookingId);
    const isHost = booking?.hostId === actor.id;
    if (!booking || !(isHost || booking.playerId === actor.id))
      throw new DomainError('not_found', 'This booking does not exist.');
    if (decision.type !== 'cancel' && !isHost)
      throw new DomainError('forbidden', 'Only the host of the court can answer a request.');
    const handled = await this.commands.handle(courtDay, day, commandFor(bookingId, decision, isHost, at), context);
    this.fairUse.changed(booking.playerId, handled.position);
    return bookingIn(handled, bookingId);
  }
}

/** What time itself does to a booking: a request that was not answered ends, a confirmed hour that is over is completed. */
export class PassDeadline extends Command<void> {
  constructor(
    readonly bookingId: string,
    readonly deadline: 'answer' | 'end',
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PassDeadline)
export class PassDeadlineHandler implements ICommandHandler<PassDeadline> {
  constructor(private readonly commands: CommandHandling) {}

  async execute({ bookingId, deadline, context }: PassDeadline): Promise<void> {
    const data = { bookingId, at: context.at };
    const type = deadline === 'answer' ? 'ExpireRequest' : 'CompleteBooking';
    await this.commands.handle(courtDay, courtDayOf(bookingId), { type, data }, context);
  }
}
