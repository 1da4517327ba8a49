import { toCents, toMoney } from '@courtly/contracts/wire';
import type { OrderRefundBody as Wanted } from '@courtly/contracts/admin-money';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { paidOf, payment } from '../payments/payment.js';
import { toHave } from './next-payout.js';
import { payout } from './payout.js';

type Ordered = Readonly<{ orderId: string; hostBears: string; platformBears: string }>;

/** An admin gives some or all of a charge back. The settlement makes the refund. */
export class OrderRefundCommand extends defineCommand<
  Readonly<{ bookingId: string; wanted: Wanted }>,
  CommandResult<Ordered>
>() {}

@CommandHandler(OrderRefundCommand)
export class OrderRefundHandler implements ICommandHandler<OrderRefundCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found; wrong_status where nothing was charged, or the host was paid; invalid_request for too much */
  async execute({
    input: { bookingId, wanted },
    context,
  }: OrderRefundCommand): Promise<CommandResult<Ordered>> {
    const booking = bookingOf(
      await this.streams.load(courtDay, courtDayIdOf(bookingId)),
      bookingId,
    );
    if (!booking) throw notFound('booking');
    const [known, paid] = await Promise.all([
      this.streams.load(payment, bookingId),
      this.streams.load(payout, bookingId),
    ]);
    const orderId = this.ids.derived('refund by hand', context.commandId);
    const data = {
      paid: paidOf(booking),
      orderId,
      amountCents: toCents(wanted.amount),
      bearer: wanted.bearer,
      cancelledCents: booking.cancellation?.refundCents ?? 0,
      hostCents: toHave(booking, known),
      isPaidOut: paid.transfer !== null,
      reason: wanted.reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const handled = await this.commands.handle(
      payment,
      bookingId,
      { type: 'OrderRefund', data },
      context,
    );
    const order = handled.events.find(({ type }) => type === 'PaymentRefundOrdered')!
      .data as Readonly<{
      hostCents: number;
      platformCents: number;
    }>;
    const bears = {
      hostBears: toMoney(order.hostCents),
      platformBears: toMoney(order.platformCents),
    };
    return new CommandResult({ orderId, ...bears }, handled.position);
  }
}
