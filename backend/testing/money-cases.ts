import type { FraudWarningEvent } from '../src/money/cases/fraud-warning.events.js';
import type { MoneyCaseEvent } from '../src/money/cases/money-case.events.js';
import { moneyCases } from '../src/money/cases/money-cases.projection.js';
import type { PaymentEvent } from '../src/money/payments/payment.events.js';
import type { PayoutAccountEvent } from '../src/money/payouts/payout-account.events.js';
import type { PayoutReminderEvent } from '../src/money/payouts/payout-reminder.events.js';
import type { PayoutEvent } from '../src/money/payouts/payout.events.js';
import type { MembershipEvent } from '../src/people/membership/membership.events.js';
import { fold, inStream } from './projection.js';

export type CaseEvent =
  | PaymentEvent
  | PayoutEvent
  | PayoutAccountEvent
  | PayoutReminderEvent
  | MembershipEvent
  | FraudWarningEvent
  | MoneyCaseEvent;

/** The documents after the events, in the order of their openings. */
export const casesAfter = (...events: readonly CaseEvent[]) => [
  ...fold(moneyCases, ...inStream('payment-booking-1', ...(events as never[]))).values(),
];

/** The instant at which the fixtures record events. */
export const recordedAt = '2027-03-10T12:00:00.000Z';
