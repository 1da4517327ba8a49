import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { DeclineReason, HostExcuse } from '@courtly/contracts/bookings';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { Booking } from './booking.js';
import { courtDayIdOf } from './booking-id.js';
import { type CourtDayCommand, bookingOf, courtDay } from './court-day.js';
import { loadBooking } from './load-booking.js';
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

/** Declining a confirmed booking means canceling it. */
const commandFor = (
  decision: BookingDecision,
  booking: Booking,
  isHost: boolean,
  decidedAt: string,
): CourtDayCommand => {
  const data = { bookingId: booking.bookingId, at: decidedAt };
  if (decision.type === 'approve') return { type: 'ApproveBooking', data };
  const { note } = decision;
  if (decision.type === 'decline' && booking.status === 'pending') {
    const { declineReason } = decision;
    return { type: 'DeclineBooking', data: { ...data, declineReason, note } };
  }
  const { excuse, expectedRefundCents } =
    decision.type === 'cancel' ? decision : { excuse: null, expectedRefundCents: null };
  return {
    type: 'CancelBooking',
    data: {
      ...data,
      reason: isHost ? 'host_cancelled' : 'player_cancelled',
      note,
      excuse: isHost ? excuse : null,
      expectedRefundCents,
    },
  };
};

@CommandHandler(DecideBookingCommand)
export class DecideBookingHandler implements ICommandHandler<DecideBookingCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly fairUse: FairUse,
  ) {}

  /**
   * @throws DomainError not_found, forbidden, invalid_request, price_changed; wrong_status if the
   *   status or a deadline does not allow it
   */
  async execute({ input: { bookingId, decision }, context }: DecideBookingCommand) {
    const userId = context.actor.id;
    const booking = await loadBooking(this.streams, bookingId);
    const isHost = booking?.hostId === userId;
    if (!booking || !(isHost || booking.playerId === userId)) throw notFound('booking');
    if (decision.type !== 'cancel' && !isHost)
      throw new DomainError('forbidden', 'Only the host of this court can respond to the request.');
    const commandOutcome = await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(bookingId),
      commandFor(decision, booking, isHost, context.at),
      context,
    );
    this.fairUse.recordChange(booking.playerId, commandOutcome.position);
    return new CommandResult(bookingOf(commandOutcome.state, bookingId)!, commandOutcome.position);
  }
}

/**
 * An admin cancels a booking. The refund is that of a cancellation by the host, but nothing counts
 * against the host.
 */
export class CancelByHandCommand extends defineCommand<
  Readonly<{ bookingId: string; reason: string }>,
  CommandResult<Booking>
>() {}

@CommandHandler(CancelByHandCommand)
export class CancelByHandHandler implements ICommandHandler<CancelByHandCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly fairUse: FairUse,
  ) {}

  /** @throws DomainError not_found; wrong_status if the booking is over or canceled */
  async execute({ input: { bookingId, reason: note }, context }: CancelByHandCommand) {
    const data = {
      bookingId,
      at: context.at,
      reason: 'operator_cancelled',
      note,
      noteBy: context.actor.id,
      excuse: null,
      expectedRefundCents: null,
    } as const;
    const commandOutcome = await this.commandHandling.handle(
      courtDay,
      courtDayIdOf(bookingId),
      { type: 'CancelBooking', data },
      context,
    );
    const booking = bookingOf(commandOutcome.state, bookingId)!;
    this.fairUse.recordChange(booking.playerId, commandOutcome.position);
    return new CommandResult(booking, commandOutcome.position);
  }
}

const deadlineCommands = {
  answer: 'ExpireRequest',
  end: 'CompleteBooking',
} as const;

/** Expires a request that got no response in time, or completes a confirmed hour. */
export class PassDeadlineCommand extends defineCommand<
  Readonly<{ bookingId: string; deadline: keyof typeof deadlineCommands }>
>() {}

@CommandHandler(PassDeadlineCommand)
export class PassDeadlineHandler implements ICommandHandler<PassDeadlineCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** Refuses nothing. */
  async execute({ input: { bookingId, deadline }, context }: PassDeadlineCommand) {
    const data = { bookingId, at: context.at };
    const type = deadlineCommands[deadline];
    // An earlier release may have queued a payment deadline, which the settlement process now
    // handles.
    if (!type) return;
    await this.commandHandling.handle(courtDay, courtDayIdOf(bookingId), { type, data }, context);
  }
}
