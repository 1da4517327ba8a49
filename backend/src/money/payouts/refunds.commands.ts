import { toCents, toMoney } from '@courtly/contracts/wire';
import type { OrderRefundBody } from '@courtly/contracts/admin-money';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { toPaidBooking, payment } from '../payments/payment.js';
import { agreedHostCents } from './next-payout.js';
import { adjustedCents } from './payout-orders.js';
import { payout } from './payout.js';

type OrderedRefund = Readonly<{ orderId: string; hostBears: string; platformBears: string }>;

/** An admin orders a manual refund. The settlement process carries it out. */
export class OrderRefundCommand extends defineCommand<
  Readonly<{ bookingId: string; refundOrder: OrderRefundBody }>,
  CommandResult<OrderedRefund>
>() {}

@CommandHandler(OrderRefundCommand)
export class OrderRefundHandler implements ICommandHandler<OrderRefundCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws DomainError not_found; wrong_status if nothing was charged; invalid_request if the
   *   amount is not refundable
   */
  async execute({
    input: { bookingId, refundOrder },
    context,
  }: OrderRefundCommand): Promise<CommandResult<OrderedRefund>> {
    const booking = bookingOf(
      await this.streams.load(courtDay, courtDayIdOf(bookingId)),
      bookingId,
    );
    if (!booking) throw notFound('booking');
    const orderId = this.ids.derived('refund by hand', context.commandId);
    const orderData = {
      booking: toPaidBooking(booking),
      orderId,
      amountCents: toCents(refundOrder.amount),
      bearer: refundOrder.bearer,
      taxCents: booking.taxCents,
      cancelledCents: booking.cancellation?.refundCents ?? 0,
      agreedCents: agreedHostCents(booking),
      deductedCents: Math.max(0, 0 - adjustedCents(await this.streams.load(payout, bookingId))),
      reason: refundOrder.reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const outcome = await this.commandHandling.handle(
      payment,
      bookingId,
      { type: 'OrderRefund', data: orderData },
      context,
    );
    const orderedRefund = outcome.events.find(({ type }) => type === 'PaymentRefundOrdered')!
      .data as Readonly<{
      hostCents: number;
      platformCents: number;
    }>;
    const refundShares = {
      hostBears: toMoney(orderedRefund.hostCents),
      platformBears: toMoney(orderedRefund.platformCents),
    };
    return new CommandResult({ orderId, ...refundShares }, outcome.position);
  }
}
