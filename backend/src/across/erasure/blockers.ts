import type { ErasureBlocker } from '@courtly/contracts/erasure';
import { toMoney } from '@courtly/contracts/wire';
import type { Membership } from '../../people/membership/membership.js';
import { owesRefund } from '../../people/membership/admin-changes.js';
import type { SettlementStep } from '../../money/settlement/next-step.js';
import { nextStep } from '../../people/membership/next-step.js';
import { mustCancelSubscription } from '../../people/membership/refused-steps.js';
import { chargesOf } from '../../people/membership/membership-payments.js';
import { canCancel } from '../../people/membership/membership-view.js';
import { formatInstant } from '../../platform/mail/email-dates.js';

/**
 * Facts at an instant (UTC) that may block an erasure: numbers of bookings, and amounts in cents.
 */
export type ErasureState = Readonly<{
  /** Pending or confirmed bookings of the person as a player and as a host (`hosting`). */
  bookings: number;
  hosting: number;
  /**
   * Ended bookings with a charge or release that is due (`payments`), with a refund that is due,
   * and with a price that is overdue (`debts`).
   */
  payments: number;
  refunds: number;
  debts: number;
  /** Unresolved reports and claims about bookings of the person, as a player or as a host. */
  incidents: number;
  /** Those that wait for the person's response. */
  unanswered: number;
  /** Past bookings that the other side can still report, until when (UTC), and the court's zone. */
  reportPeriod: Readonly<{ bookings: number; until: string; zone: string }> | null;
  /** Why due payouts wait; null if they are paid automatically. */
  payoutWait: 'held' | 'approval' | 'rejected' | 'account' | null;
  /**
   * Payouts that are due or frozen by disputes, and those whose reversal was not tried yet. A
   * refused reversal does not block an erasure, because it can last forever.
   */
  dueCents: number;
  frozenCents: number;
  takeBackCents: number;
  membership: Membership | null;
  isLastAdmin: boolean;
  at: string;
}>;

/** The steps that block an erasure, by the blocker under which their bookings are counted. */
export const blockingSteps = {
  payments: ['capture', 'cancelIntent'],
  refunds: ['refund', 'recordReturn', 'payReturn'],
  debts: ['recordDebt', 'collectDebt'],
} as const satisfies Partial<Record<keyof ErasureState, readonly SettlementStep['type'][]>>;

const pluralize = (itemCount: number, singularNoun: string, pluralNoun: string): string =>
  itemCount === 1 ? `one ${singularNoun}` : `${itemCount} ${pluralNoun}`;

const membershipBlocker = ({ membership, at }: ErasureState): string | null => {
  if (canCancel(membership, at))
    return 'Your Elite membership renews every month. Please cancel it first.';
  if (membership?.purchase?.isMismatched)
    return "We're still checking your payment for Elite. We'll return it soon.";
  if (membership?.purchase)
    return 'You started a payment for Elite. Please complete it, or wait until it expires.';
  if (membership?.subscription?.status === 'incomplete')
    return 'You started an Elite subscription. Please complete it, or wait until it expires.';
  // An ended membership whose subscription is live would charge the person again.
  const isEnding =
    membership !== null &&
    (mustCancelSubscription(membership) || nextStep(membership, null, at, null)?.type === 'lapse');
  if (membership?.subscription?.status === 'live' && isEnding)
    return "Your Elite membership is over, but its subscription hasn't ended. We're working on it.";
  const waitsForRefund =
    membership && chargesOf(membership).some(({ paidBy }) => owesRefund(membership, paidBy));
  return waitsForRefund
    ? "A refund of your Elite payment hasn't reached you yet. We're working on it."
    : null;
};

const incidentMessage = ({ incidents, unanswered }: ErasureState): string => {
  const [subject, verb, pronoun] =
    incidents === 1
      ? ['One report or claim', "isn't", "it's"]
      : [`${incidents} reports or claims`, "aren't", "they're"];
  const response =
    unanswered > 0 ? 'respond under Problems in your past or canceled bookings, or ' : '';
  return `${subject} about your bookings ${verb} resolved yet. Please ${response}wait until ${pronoun} resolved.`;
};

const reportPeriodMessage = ({
  bookings,
  until,
  zone,
}: NonNullable<ErasureState['reportPeriod']>): string =>
  `The other side of ${pluralize(bookings, 'past booking', 'past bookings')} can report a problem until ${formatInstant(zone, until)}. You can delete your account after that.`;

const waitTexts = {
  held: "It's on hold. Please contact us.",
  approval: "We'll pay it once you're approved as a host.",
  rejected: "Stripe doesn't accept your account. Please contact us.",
  account: 'Please set up payouts so that we can pay you.',
} as const satisfies Record<NonNullable<ErasureState['payoutWait']>, string>;

const payoutMessage = (account: ErasureState): string => {
  const { dueCents, frozenCents, takeBackCents, payoutWait } = account;
  const nextStep = payoutWait ? waitTexts[payoutWait] : "We'll pay it automatically.";
  if (dueCents > 0) return `We still owe you $${toMoney(dueCents + frozenCents)}. ${nextStep}`;
  return frozenCents > 0
    ? `$${toMoney(frozenCents)} of your payouts is on hold until a dispute ends.`
    : `We still have to take back $${toMoney(takeBackCents)} of your payouts. We're working on it.`;
};

/**
 * An erasure waits while other people depend on the person or money is about to move (domain rules,
 * G38). Unused paid benefits do not block it.
 */
export const erasureBlockers = (account: ErasureState): ErasureBlocker[] => {
  const { bookings, hosting, payments, refunds, debts, incidents, isLastAdmin } = account;
  const { reportPeriod, dueCents, frozenCents, takeBackCents } = account;
  const membershipMessage = membershipBlocker(account);
  const possibleBlockers: (ErasureBlocker | false)[] = [
    bookings > 0 && {
      code: 'bookings',
      message: `You have ${pluralize(bookings, 'booking', 'bookings')} that ${bookings === 1 ? "isn't" : "aren't"} over yet. Please cancel or play ${bookings === 1 ? 'it' : 'them'} first.`,
      link: '/bookings',
    },
    hosting > 0 && {
      code: 'hosting',
      message: `Players have ${pluralize(hosting, 'booking', 'bookings')} on your courts. Please cancel or host ${hosting === 1 ? 'it' : 'them'} first.`,
      link: '/host-dashboard?tab=bookings',
    },
    payments > 0 && {
      code: 'payments',
      message: `Your payment for ${pluralize(payments, 'booking', 'bookings')} hasn't been charged or released yet. We're working on it.`,
      link: '/bookings',
    },
    refunds > 0 && {
      code: 'refunds',
      message: `A refund for ${pluralize(refunds, 'booking', 'bookings')} hasn't reached you yet. We're working on it.`,
      link: '/bookings',
    },
    debts > 0 && {
      code: 'debts',
      message: `We couldn't charge your card for ${pluralize(debts, 'booking', 'bookings')}. Please contact us first to settle the amount.`,
      link: '/bookings',
    },
    incidents > 0 && {
      code: 'incidents',
      message: incidentMessage(account),
      link: '/bookings?tab=past',
    },
    reportPeriod !== null && {
      code: 'report_period',
      message: reportPeriodMessage(reportPeriod),
      link: '/bookings?tab=past',
    },
    dueCents + frozenCents + takeBackCents > 0 && {
      code: 'payouts',
      message: payoutMessage(account),
      link: '/host-dashboard?tab=earnings',
    },
    membershipMessage !== null && {
      code: 'membership',
      message: membershipMessage,
      link: '/elite',
    },
    isLastAdmin && {
      code: 'last_admin',
      message: "You're the only admin. Please make someone else an admin first.",
      link: '/admin/dashboard',
    },
  ];
  return possibleBlockers.filter((possibleBlocker) => possibleBlocker !== false);
};
