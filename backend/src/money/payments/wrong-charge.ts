import { type Disputes, disputedCents, evolveDisputes, isDisputeEvent } from './disputes.js';
import type { Payment, Refund } from './payment.js';
import { type PaymentEvent, wrongCurrencyOf } from './payment.events.js';
import { refundedCents } from './payment-sums.js';

/**
 * A charge whose amount or currency differs from the price, with its refunds and disputes. It pays
 * for nothing, so all of it belongs to the player. Amounts are in its currency.
 */
export type WrongCharge = Readonly<{
  chargeId: string;
  amountCents: number;
  currency: string;
  /** Stripe's fee. */
  feeCents: number;
  refunds: Readonly<Record<string, Refund>>;
  disputes: Disputes;
  /** What admins settled outside Stripe, and the part of it that was paid and not waived. */
  settledCents: number;
  paidCents: number;
}>;

type WrongChargeEvent = Extract<
  PaymentEvent,
  {
    type:
      | 'PaymentRefunded'
      | 'PaymentRefundFailed'
      | 'PaymentDisputeOpened'
      | 'PaymentDisputed'
      | 'PaymentDisputeClosed'
      | 'PaymentFeeRecorded'
      | 'PaymentSettledOtherwise';
  }
>;

/** Whether an event changes a wrong charge and not the payment of the price. */
export const isOfWrongCharge = (paymentEvent: PaymentEvent): paymentEvent is WrongChargeEvent =>
  wrongCurrencyOf(paymentEvent) !== null && paymentEvent.type !== 'PaymentRefused';

export const wrongChargeOf = ({
  chargeId,
  amountCents,
  currency,
  processorFeeCents,
}: Extract<PaymentEvent, { type: 'PaymentMismatchCharged' }>['data']): WrongCharge => ({
  chargeId,
  amountCents,
  currency,
  feeCents: processorFeeCents,
  refunds: {},
  disputes: {},
  settledCents: 0,
  paidCents: 0,
});

export const evolveWrongCharge = (
  charge: WrongCharge,
  chargeEvent: WrongChargeEvent,
): WrongCharge => {
  if (isDisputeEvent(chargeEvent))
    return { ...charge, disputes: evolveDisputes(charge.disputes, chargeEvent) };
  const { type, data } = chargeEvent;
  switch (type) {
    case 'PaymentFeeRecorded':
      return { ...charge, feeCents: data.processorFeeCents };
    case 'PaymentSettledOtherwise': {
      const { amountCents, outcome } = data;
      return {
        ...charge,
        settledCents: charge.settledCents + amountCents,
        paidCents: charge.paidCents + (outcome === 'paid' ? amountCents : 0),
      };
    }
    case 'PaymentRefunded': {
      const { refundId, amountCents, source, orderId } = data;
      const refund = { amountCents, failed: false, source, orderId };
      return { ...charge, refunds: { ...charge.refunds, [refundId]: refund } };
    }
    case 'PaymentRefundFailed': {
      const { refundId, amountCents } = data;
      const { source = 'courtly', orderId = null } = charge.refunds[refundId] ?? {};
      const refund = { amountCents, failed: true, source, orderId } as const;
      return { ...charge, refunds: { ...charge.refunds, [refundId]: refund } };
    }
  }
};

/** The part of a wrong charge that Courtly holds and has to return, in cents. */
export const leftOfWrongCharge = ({ wrongCharge }: Pick<Payment, 'wrongCharge'>): number =>
  wrongCharge
    ? Math.max(
        0,
        wrongCharge.amountCents -
          refundedCents(wrongCharge) -
          wrongCharge.settledCents -
          disputedCents(wrongCharge),
      )
    : 0;

/** The currency of a wrong charge that Courtly still has to return, or null. */
export const currencyOfReturn = (payment: Pick<Payment, 'wrongCharge'>): string | null =>
  payment.wrongCharge && leftOfWrongCharge(payment) > 0 ? payment.wrongCharge.currency : null;

/** The disputes of the price and of a wrong charge. */
export const allDisputes = ({
  disputes,
  wrongCharge,
}: Pick<Payment, 'disputes' | 'wrongCharge'>): Disputes => ({
  ...disputes,
  ...wrongCharge?.disputes,
});
