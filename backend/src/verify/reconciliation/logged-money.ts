import { US_DOLLARS } from '@courtly/contracts/amount';
import { categoryOf, type RecordedEvent } from '../../platform/kernel/events.js';
import { SpilledMap, openSpill } from '../../platform/stores/spilled-map.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { membership } from '../../people/membership/membership.js';
import { type PaymentEvent, wrongCurrencyOf } from '../../money/payments/payment.events.js';
import { type Payment, payment } from '../../money/payments/payment.js';
import { type LoggedTransfers, loggedTransfersAfter } from '../../money/payouts/differences.js';
import { platformPayout } from '../../money/payouts/platform-payout.js';
import type { PlatformPayoutEvent } from '../../money/payouts/platform-payout.events.js';
import { platformTopUp } from '../../money/payouts/platform-top-up.js';
import type { PlatformTopUpEvent } from '../../money/payouts/platform-top-up.events.js';
import { platformTransaction } from '../../money/payouts/platform-transaction.js';
import type { PlatformTransactionEvent } from '../../money/payouts/platform-transaction.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import { payout } from '../../money/payouts/payout.js';
import { NotedMemberships } from './noted-memberships.js';

/**
 * Money that an event moved to or from the balance at Stripe. Outgoing amounts are negative.
 * `bookingId` is empty for payouts to Courtly's bank, top-ups, and Stripe's own fees and reserves.
 */
export type Movement = Readonly<{ bookingId: string; amountCents: number; feeCents: number }>;

const movementOf = (event: PaymentEvent | PayoutEvent): [string, Movement] | null => {
  const { type, data } = event;
  const { bookingId } = data;
  // The books and their movements are in dollars.
  if ((wrongCurrencyOf(event) ?? US_DOLLARS) !== US_DOLLARS) return null;
  switch (type) {
    case 'PaymentMismatchCharged': {
      const { chargeId, amountCents, currency, processorFeeCents: feeCents } = data;
      return currency === US_DOLLARS
        ? [`charge ${chargeId}`, { bookingId, amountCents, feeCents }]
        : null;
    }
    case 'PaymentCaptured': {
      const { chargeId, amountCents, processorFeeCents: feeCents } = data;
      return [`charge ${chargeId}`, { bookingId, amountCents, feeCents }];
    }
    case 'PaymentRefunded':
      return [
        `refund ${data.refundId}`,
        { bookingId, amountCents: -data.amountCents, feeCents: 0 },
      ];
    case 'PaymentRefundFailed':
      return [
        `refund_failure ${data.refundId}`,
        { bookingId, amountCents: data.amountCents, feeCents: 0 },
      ];
    case 'PayoutTransferred':
      return [
        `transfer ${data.transferId}`,
        { bookingId, amountCents: -data.amountCents, feeCents: 0 },
      ];
    case 'PayoutReversed':
      return [
        `transfer_refund ${data.reversalId}`,
        { bookingId, amountCents: data.amountCents, feeCents: 0 },
      ];
    default:
      return null;
  }
};

const topUpMovementOf = ({ type, data }: PlatformTopUpEvent): [string, Movement] => {
  const { topUpId, amountCents } = data;
  return type === 'PlatformToppedUp'
    ? [`topup ${topUpId}`, { bookingId: '', amountCents, feeCents: 0 }]
    : [`topup_reversal ${topUpId}`, { bookingId: '', amountCents: -amountCents, feeCents: 0 }];
};

const bankMovementOf = ({ type, data }: PlatformPayoutEvent): [string, Movement] => {
  const { payoutId, amountCents } = data;
  return type === 'PlatformPayoutSent'
    ? [`payout ${payoutId}`, { bookingId: '', amountCents: -amountCents, feeCents: 0 }]
    : [`payout_return ${payoutId}`, { bookingId: '', amountCents, feeCents: 0 }];
};

const ownMovementOf = ({ data }: PlatformTransactionEvent): [string, Movement] => [
  `transaction ${data.transactionId}`,
  { bookingId: '', amountCents: 0 - data.amountCents, feeCents: 0 },
];

/** Everything in the log that Stripe must also have. Large collections are kept on disk. */
export class LoggedMoney {
  private readonly spillDatabase = openSpill();
  /** Payments by booking. */
  readonly payments = new SpilledMap<Payment & Readonly<{ movedAt: string }>>(
    this.spillDatabase,
    'payments',
  );
  /** Transfers by booking. */
  readonly payouts = new SpilledMap<Readonly<{ transfers: LoggedTransfers; movedAt: string }>>(
    this.spillDatabase,
    'payouts',
  );
  readonly bookingByIntent = new SpilledMap<string>(this.spillDatabase, 'bookings by intent');
  /**
   * Movements by the type of the balance transaction and the id of its source, such as `charge
   * ch_1`, or by the id of the transaction if it has no source.
   */
  readonly movements = new SpilledMap<Movement>(this.spillDatabase, 'movements');
  readonly memberships = new NotedMemberships(this.spillDatabase);
  readonly registered = new SpilledMap<true>(this.spillDatabase, 'registered');

  takeEvent(event: RecordedEvent): void {
    const category = categoryOf(event.stream);
    const { at } = event.metadata;
    if (event.type === 'UserRegistered')
      this.registered.set((event.data as { userId: string }).userId, true);
    if (category === membership.category)
      this.memberships.noteEvent(event as unknown as MembershipEvent, at);
    if (category === payout.category) this.takePayout(event as unknown as PayoutEvent, at);
    if (category === platformPayout.category)
      this.movements.set(...bankMovementOf(event as unknown as PlatformPayoutEvent));
    if (category === platformTopUp.category)
      this.movements.set(...topUpMovementOf(event as unknown as PlatformTopUpEvent));
    if (category === platformTransaction.category)
      this.movements.set(...ownMovementOf(event as unknown as PlatformTransactionEvent));
    if (category === payment.category) this.takePayment(event as unknown as PaymentEvent, at);
  }

  private takePayout(event: PayoutEvent, movedAt: string) {
    const { bookingId } = event.data;
    const transfers = loggedTransfersAfter(this.payouts.get(bookingId)?.transfers ?? {}, event);
    this.payouts.set(bookingId, { transfers, movedAt });
    this.takeMovement(event);
  }

  private takePayment(event: PaymentEvent, movedAt: string) {
    const { bookingId } = event.data;
    const nextPayment = payment.evolve(this.payments.get(bookingId) ?? null, event);
    this.takeMovement(event);
    if (!nextPayment) return;
    this.bookingByIntent.set(nextPayment.intentId, bookingId);
    this.payments.set(bookingId, { ...nextPayment, movedAt });
    if (event.type !== 'PaymentFeeRecorded') return;
    const { chargeId, processorFeeCents: feeCents } = event.data;
    const charge = this.movements.get(`charge ${chargeId}`);
    if (charge) this.movements.set(`charge ${chargeId}`, { ...charge, feeCents });
  }

  private takeMovement(event: PaymentEvent | PayoutEvent) {
    const movement = movementOf(event);
    if (movement) this.movements.set(...movement);
  }
}
