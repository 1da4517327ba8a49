import type { RetryPaymentBody, SettleOtherwiseBody } from '@courtly/contracts/admin-money';
import { US_DOLLARS } from '@courtly/contracts/amount';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Booking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { enteredCents } from '../../platform/kernel/entered-cents.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Payment, payment, toPaidBooking } from '../payments/payment.js';
import { type DueStep, dueStep, settleableObligation } from './next-step.js';

type Ordered = CommandResult<Readonly<{ orderId: string }>>;

/** The booking and the obligation that is due now. */
const loadDue = async (
  streams: Streams,
  bookingId: string,
): Promise<Readonly<{ booking: Booking; seen: Payment | null; due: DueStep | null }>> => {
  const booking = await loadBooking(streams, bookingId);
  if (!booking) throw notFound('booking');
  const seen = await streams.load(payment, bookingId);
  return { booking, seen, due: dueStep(booking, seen) };
};

/** An admin orders another attempt. The settlement process makes it. */
export class RetryPaymentCommand extends defineCommand<
  Readonly<{ bookingId: string }> & RetryPaymentBody,
  Ordered
>() {}

@CommandHandler(RetryPaymentCommand)
export class RetryPaymentHandler implements ICommandHandler<RetryPaymentCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found; wrong_status if nothing is due */
  async execute({ input: { bookingId, reason }, context }: RetryPaymentCommand): Promise<Ordered> {
    const { booking, due } = await loadDue(this.streams, bookingId);
    const orderId = this.ids.derived('retry of a payment', context.commandId);
    const retry = {
      booking: toPaidBooking(booking),
      orderId,
      isDue: due !== null,
      reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const { position } = await this.commandHandling.handle(
      payment,
      bookingId,
      { type: 'OrderRetry', data: retry },
      context,
    );
    return new CommandResult({ orderId }, position);
  }
}

/** An admin records that a due amount was settled outside Stripe or waived. */
export class SettleOtherwiseCommand extends defineCommand<
  Readonly<{ bookingId: string }> & SettleOtherwiseBody,
  Ordered
>() {}

@CommandHandler(SettleOtherwiseCommand)
export class SettleOtherwiseHandler implements ICommandHandler<SettleOtherwiseCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found; wrong_status if nothing is due; conflict; invalid_request */
  async execute({
    input: { bookingId, amount, outcome, reason },
    context,
  }: SettleOtherwiseCommand): Promise<Ordered> {
    const { booking, seen, due } = await loadDue(this.streams, bookingId);
    const currency = (due?.step.type === 'refund' && due.step.wrongCurrency) || US_DOLLARS;
    const settleable = due && settleableObligation(due.step);
    const orderId = this.ids.derived('settlement outside Stripe', context.commandId);
    const settlementOrder = {
      booking: toPaidBooking(booking),
      orderId,
      amountCents: enteredCents({ amount, currency }),
      outcome,
      seen,
      dueObligation: settleable?.obligation ?? null,
      dueCents: settleable?.dueCents ?? 0,
      isMoving: due?.owner === 'courtly' && due.dueAt <= context.at,
      refundOrderId: settleable?.refundOrderId ?? null,
      reason,
      orderedBy: context.actor.id,
      at: context.at,
    };
    const { position } = await this.commandHandling.handle(
      payment,
      bookingId,
      { type: 'SettleOtherwise', data: settlementOrder },
      context,
    );
    return new CommandResult({ orderId }, position);
  }
}
