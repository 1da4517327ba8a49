import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { DeclineReason, HostExcuse } from '@courtly/contracts/bookings';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Booking } from './booking.js';
import { courtDayOf } from './booking-id.js';
import { type CourtDayCommand, bookingOf, courtDay } from './court-day.js';
import { FairUse } from './fair-use.service.js';

/** Amounts are cents. */
export type BookingDecision = Readonly<
  | { type: 'approve' }
  | { type: 'decline'; declineReason: DeclineReason | null; note: string }
  | { type: 'cancel'; note: string; excuse: HostExcuse | null; expectedRefundCents: number | null }
>;

export class DecideBookingCommand extends defineCommand<
  Readonly<{ bookingId: string; decision: BookingDecision }>,
  CommandResult<Booking>
>() {}

const reasonMissing = () => {
  const message = 'Choose a reason, so the player knows why you declined.';
  return new DomainError('invalid_request', message, { fields: [{ field: 'reason', message }] });
};

/** Declining a confirmed booking means canceling it. */
const commandFor = (
  decision: BookingDecision,
  booking: Booking,
  isHost: boolean,
  at: string,
): CourtDayCommand => {
  const its = { bookingId: booking.bookingId, at };
  if (decision.type === 'approve') return { type: 'ApproveBooking', data: its };
  const { note } = decision;
  if (decision.type === 'decline' && booking.status === 'pending') {
    const { declineReason } = decision;
    if (!declineReason) throw reasonMissing();
    return { type: 'DeclineBooking', data: { ...its, declineReason, note } };
  }
  const { excuse, expectedRefundCents } =
    decision.type === 'cancel' ? decision : { excuse: null, expectedRefundCents: null };
  const reason = isHost ? 'host_cancelled' : 'player_cancelled';
  return {
    type: 'CancelBooking',
    data: { ...its, reason, note, excuse: isHost ? excuse : null, expectedRefundCents },
  };
};

@CommandHandler(DecideBookingCommand)
export class DecideBookingHandler implements ICommandHandler<DecideBookingCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
  ) {}

  /**
   * @throws DomainError not_found, forbidden, invalid_request; wrong_status if the booking has moved on
   *   or its deadline has passed; price_changed
   */
  async execute({
    input: { bookingId, decision },
    context,
  }: DecideBookingCommand): Promise<CommandResult<Booking>> {
    const day = courtDayOf(bookingId);
    const { at, actor } = context;
    const booking = bookingOf(await this.streams.load(courtDay, day), bookingId);
    const isHost = booking?.hostId === actor.id;
    if (!booking || !(isHost || booking.playerId === actor.id)) throw notFound('booking');
    if (decision.type !== 'cancel' && !isHost)
      throw new DomainError('forbidden', 'Only the host of this court can respond to the request.');
    const handled = await this.commands.handle(
      courtDay,
      day,
      commandFor(decision, booking, isHost, at),
      context,
    );
    this.fairUse.changed(booking.playerId, handled.position);
    return new CommandResult(bookingOf(handled.state, bookingId)!, handled.position);
  }
}

/** Settled like a cancellation by the host, but not counted against them. */
export class CancelByHandCommand extends defineCommand<
  Readonly<{ bookingId: string; reason: string }>,
  CommandResult<Booking>
>() {}

@CommandHandler(CancelByHandCommand)
export class CancelByHandHandler implements ICommandHandler<CancelByHandCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly fairUse: FairUse,
  ) {}

  /** @throws DomainError not_found; wrong_status if the booking is over or canceled */
  async execute({
    input: { bookingId, reason: note },
    context,
  }: CancelByHandCommand): Promise<CommandResult<Booking>> {
    const { at, actor } = context;
    const how = {
      reason: 'operator_cancelled',
      note,
      noteBy: actor.id,
      excuse: null,
      expectedRefundCents: null,
    } as const;
    const command = { type: 'CancelBooking', data: { bookingId, at, ...how } } as const;
    const handled = await this.commands.handle(courtDay, courtDayOf(bookingId), command, context);
    const booking = bookingOf(handled.state, bookingId)!;
    this.fairUse.changed(booking.playerId, handled.position);
    return new CommandResult(booking, handled.position);
  }
}

const deadlineCommands = {
  payment: 'ExpirePayment',
  answer: 'ExpireRequest',
  end: 'CompleteBooking',
} as const;

/** Expires a request that was not paid or answered in time, or completes a confirmed hour. */
export class PassDeadlineCommand extends defineCommand<
  Readonly<{ bookingId: string; deadline: keyof typeof deadlineCommands }>
>() {}

@CommandHandler(PassDeadlineCommand)
export class PassDeadlineHandler implements ICommandHandler<PassDeadlineCommand> {
  constructor(private readonly commands: CommandHandling) {}

  async execute({ input: { bookingId, deadline }, context }: PassDeadlineCommand): Promise<void> {
    const data = { bookingId, at: context.at };
    const type = deadlineCommands[deadline];
    await this.commands.handle(courtDay, courtDayOf(bookingId), { type, data }, context);
  }
}
