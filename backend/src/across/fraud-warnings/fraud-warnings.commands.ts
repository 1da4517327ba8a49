import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import type { FraudWarningJobData } from '../../money/cases/fraud-warning-job.js';
import { type FraudWarningCommand, fraudWarning } from '../../money/cases/fraud-warning.js';
import { MembershipCalls } from '../../people/membership/membership-calls.service.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { defineCommand } from '../../platform/kernel/command.js';
import { Streams } from '../../platform/kernel/streams.js';
import { StripeClient } from '../../platform/stores/stripe.js';

type PaidHour = Pick<
  FraudWarningCommand['data'],
  'bookingId' | 'courtId' | 'hostId' | 'playerId' | 'startTime' | 'endTime' | 'zone' | 'paidBy'
>;

const idOf = (reference: string | Readonly<{ id: string }>): string =>
  typeof reference === 'string' ? reference : reference.id;

/**
 * What was charged and not refunded, in cents; before the capture, the authorized amount. A
 * released authorization counts as refunded. The amount deducts exactly the refunds that it names.
 */
export const atRisk = (
  {
    captured,
    amount,
    amount_captured,
  }: Pick<Stripe.Charge, 'captured' | 'amount' | 'amount_captured'>,
  { status }: Pick<Stripe.PaymentIntent, 'status'>,
  refunds: readonly Pick<Stripe.Refund, 'id' | 'amount' | 'status'>[],
): Pick<FraudWarningCommand['data'], 'amountCents' | 'refundedCents'> => {
  if (!captured) return { amountCents: status === 'canceled' ? 0 : amount, refundedCents: {} };
  const made = refunds.filter(
    (refund) => refund.status !== 'failed' && refund.status !== 'canceled',
  );
  return {
    amountCents: made.reduce((leftCents, refund) => leftCents - refund.amount, amount_captured),
    refundedCents: Object.fromEntries(made.map((refund) => [refund.id, refund.amount])),
  };
};

/** Records an early fraud warning for the booking or membership whose charge it names. */
export class RecordFraudWarningCommand extends defineCommand<FraudWarningJobData>() {}

@CommandHandler(RecordFraudWarningCommand)
export class RecordFraudWarningHandler implements ICommandHandler<RecordFraudWarningCommand> {
  private readonly membershipCalls: MembershipCalls;

  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly stripeClient: StripeClient,
  ) {
    this.membershipCalls = new MembershipCalls(stripeClient);
  }

  /**
   * Does nothing if the charge is not Courtly's.
   * @throws Error if Stripe cannot be reached; the job is then retried
   */
  async execute({ input: { warningId }, context }: RecordFraudWarningCommand): Promise<void> {
    const { charges, paymentIntents, radar, refunds } = this.stripeClient.required;
    const {
      charge: chargeReference,
      fraud_type,
      actionable,
    } = await radar.earlyFraudWarnings.retrieve(warningId);
    const charge = await charges.retrieve(idOf(chargeReference));
    if (!charge.payment_intent) return;
    const intent = await paymentIntents.retrieve(idOf(charge.payment_intent));
    const paidHour = await this.paidHourOf(intent, context.at);
    if (!paidHour) return;
    const { data: refundList } = await refunds.list({ charge: charge.id, limit: 100 });
    const { amountCents, refundedCents } = atRisk(charge, intent, refundList);
    const data = {
      ...paidHour,
      warningId,
      fraudType: fraud_type,
      amountCents,
      refundedCents,
      currency: charge.currency,
      isCharged: charge.captured,
      isActionable: actionable && amountCents > 0 && !charge.disputed,
      receivedAt: context.at,
    };
    await this.commandHandling.handle(
      fraudWarning,
      warningId,
      { type: 'RecordFraudWarning', data },
      context,
    );
  }

  private async paidHourOf(
    { id: intentId, metadata }: Stripe.PaymentIntent,
    receivedAt: string,
  ): Promise<PaidHour | null> {
    if (metadata['bookingId']) {
      const booking = await loadBooking(this.streams, metadata['bookingId']);
      if (!booking) return null;
      const { bookingId, courtId, hostId, playerId, startTime, endTime, zone } = booking;
      return { bookingId, courtId, hostId, playerId, startTime, endTime, zone, paidBy: intentId };
    }
    const member = await this.membershipCalls.memberOfIntent(intentId);
    return (
      member && {
        bookingId: '',
        courtId: '',
        hostId: '',
        playerId: member.userId,
        startTime: receivedAt,
        endTime: receivedAt,
        zone: 'UTC',
        paidBy: member.paidBy,
      }
    );
  }
}
