import { bankReturnText, payoutNeedsText } from '@courtly/contracts/payout-account-texts';
import type {
  BookingPayout,
  PayoutAccount,
  PayoutAccountState,
  PayoutWait,
} from '@courtly/contracts/payouts';
import { reversalCauseTexts } from '@courtly/contracts/reversal-causes';
import { durationLabel } from '../../lib/durations';
import { formatMoney, formatShortDate, viewerZone } from '../../lib/format';

type AccountTexts = { title: string; text: string; action: string };

const stateTexts: Record<Exclude<PayoutAccountState, 'active'>, AccountTexts> = {
  none: {
    title: 'Set up payouts',
    text: 'Stripe handles our payouts. Verify your identity and add a bank account to receive your earnings.',
    action: 'Set Up Payouts',
  },
  onboarding: {
    title: "Payouts aren't set up yet",
    text: 'Stripe needs more information from you before it can pay out your earnings.',
    action: 'Continue Setup',
  },
  restricted: {
    title: 'Payouts are on hold',
    text: "Stripe is reviewing your account. We'll pay out your earnings after that.",
    action: 'Open Stripe',
  },
};

/** `1 day after each booking` */
export const payoutTimeLabel = (payoutDelayMinutes: number): string =>
  payoutDelayMinutes === 0
    ? 'right after each booking'
    : `${durationLabel(payoutDelayMinutes)} after each booking`;

const activeTexts = ({ needsApproval, payoutDelayMinutes }: PayoutAccount): AccountTexts => ({
  title: 'Payouts are set up',
  text: `You're paid ${payoutTimeLabel(payoutDelayMinutes)}${needsApproval ? ', once Courtly has approved you as a host' : ''}. Your Stripe dashboard shows your payouts and your bank account.`,
  action: 'Open Stripe Dashboard',
});

/** `Stripe needs your bank account details by Wed, Mar 31.` */
const needsText = ({ state, needs, deadline, isPastDue }: PayoutAccount): string => {
  const hasDate = state === 'active' && deadline !== null && !isPastDue;
  const until = hasDate ? ` by ${formatShortDate(deadline, viewerZone())}` : '';
  const consequence =
    state === 'active'
      ? 'Without it, Stripe will stop your payouts.'
      : "Your earnings are safe. We'll pay them out after that.";
  return `Stripe needs ${payoutNeedsText(needs)}${until}. ${consequence}`;
};

export const bookingCount = (bookings: number): string =>
  `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`;

/** What a host's payout account needs, or its state. */
export const payoutAccountTexts = (account: PayoutAccount): AccountTexts => {
  const { state, needs, returned, refused, isRejected } = account;
  if (isRejected)
    return {
      title: 'Stripe closed your account',
      text: "Stripe doesn't accept this account, so we can't pay out your earnings. Please contact us.",
      action: 'Open Stripe',
    };
  const isActive = state === 'active';
  const { title, text, action } = isActive ? activeTexts(account) : stateTexts[state];
  const returnText =
    returned && bankReturnText(formatMoney(returned.amount), returned.failureCode!);
  if (returnText && (needs.length === 0 || needs.join() === 'bank_account'))
    return {
      title: 'Your bank returned a payout',
      text: `${returnText} Stripe will then send it again.`,
      action: 'Check Bank Account',
    };
  if (needs.length === 0 && isActive && refused.bookings > 0)
    return {
      title: 'Some payouts are delayed',
      text: `Stripe couldn't send you ${formatMoney(refused.amount)} for ${bookingCount(refused.bookings)} yet. We'll keep trying until it arrives.`,
      action,
    };
  if (needs.length === 0) return { title, text, action };
  return {
    title: isActive ? 'Stripe needs information from you' : title,
    text: [returnText, needsText(account)].filter(Boolean).join(' '),
    action: 'See What Stripe Needs',
  };
};

export const payoutWaitLabels: Record<Exclude<PayoutWait, 'not_due'>, string> = {
  held: 'on hold while we look into it',
  approval: "waiting until you're approved as a host",
  account: 'waiting until your payout account is ready',
  disputed: "on hold while the player's bank reviews a dispute",
  debt: 'repaid from your next payouts',
  refused: "Stripe couldn't pay it yet; we'll try again soon",
};

/**
 * Status of a payout, and why it may be lower than agreed: `Payout: $297.00, processed Sun, Mar
 * 14`. Dates are local to the court.
 */
export const payoutLabel = (payout: BookingPayout): string => {
  if (payout.isDisputeLost) return `${statusLabel(payout)}. ${reversalCauseTexts.dispute}`;
  return payout.isDisputed && Number(payout.paid) > 0
    ? `${statusLabel(payout)}. The player's bank is reviewing a dispute.`
    : statusLabel(payout);
};

const statusLabel = (payout: BookingPayout): string => {
  const { amount, paid, paidAt, dueAt, waitsFor } = payout;
  const formatDay = (instant: string) => formatShortDate(instant, payout);
  if (paidAt && Number(paid) > 0)
    return `Payout: ${formatMoney(paid)}, processed ${formatDay(paidAt)}`;
  if (Number(amount) === 0) return paidAt ? 'Payout: reversed' : 'Payout: none';
  if (waitsFor && waitsFor !== 'not_due')
    return `Payout: ${formatMoney(amount)}, ${payoutWaitLabels[waitsFor]}`;
  return `Payout: ${formatMoney(amount)}, due ${formatDay(dueAt)}`;
};
