import type { AdjustPayoutBody } from '@courtly/contracts/admin-money';
import { toCents } from '@courtly/contracts/wire';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Booking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { payment, toPaidBooking } from '../payments/payment.js';
import { hostShare } from './next-payout.js';
import { canBeAdjusted } from './payout-orders.js';
import { payout } from './payout.js';

type Ordered = CommandResult<Readonly<{ orderId: string }>>;

const existingBooking = async (streams: Streams, bookingId: string): Promise<Booking> => {
  const booking = await loadBooking(streams, bookingId);
  if (!booking) throw notFound('booking');
  return booking;
};

/**
 * An admin corrects what a host is owed for a booking. The next payout pays or takes back the
 * difference.
 */
export class AdjustPayoutCommand extends defineCommand<
  Readonly<{ bookingId: string }> & AdjustPayoutBody,
  Ordered
>() {}

@CommandHandler(AdjustPayoutCommand)
export class AdjustPayoutHandler implements ICommandHandler<AdjustPayoutCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found; wrong_status if nothing was paid or the hour is not over */
  async execute({
    input: { bookingId, direction, amount, hostNote, reason },
    context,
  }: AdjustPayoutCommand): Promise<Ordered> {
    const booking = await existingBooking(this.streams, bookingId);
    const currentPayment = await this.streams.load(payment, bookingId);
    if (!canBeAdjusted(booking, currentPayment))
      throw new DomainError('wrong_status', 'The host is owed nothing for this booking yet.', {
        status: booking.status,
      });
    const adjustmentId = this.ids.derived('adjustment of a payout', context.commandId);
    const adjustment = {
      booking: toPaidBooking(booking),
      adjustmentId,
      amountCents: direction === 'add' ? toCents(amount) : 0 - toCents(amount),
      shareCents: hostShare(booking, currentPayment),
      hostNote,
      reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const { position } = await this.commandHandling.handle(
      payout,
      bookingId,
      { type: 'AdjustPayout', data: adjustment },
      context,
    );
    return new CommandResult({ orderId: adjustmentId }, position);
  }
}

/**
 * An admin orders another attempt at a payout step that Stripe refused. The payouts process makes
 * it.
 */
export class RetryPayoutCommand extends defineCommand<
  Readonly<{ bookingId: string; reason: string }>,
  Ordered
>() {}

@CommandHandler(RetryPayoutCommand)
export class RetryPayoutHandler implements ICommandHandler<RetryPayoutCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found; wrong_status if Stripe has refused no step */
  async execute({ input: { bookingId, reason }, context }: RetryPayoutCommand): Promise<Ordered> {
    const booking = await existingBooking(this.streams, bookingId);
    const orderId = this.ids.derived('retry of a payout', context.commandId);
    const retry = {
      booking: toPaidBooking(booking),
      orderId,
      reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const { position } = await this.commandHandling.handle(
      payout,
      bookingId,
      { type: 'RetryPayout', data: retry },
      context,
    );
    return new CommandResult({ orderId }, position);
  }
}
