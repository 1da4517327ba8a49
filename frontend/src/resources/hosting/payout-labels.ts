import type { BookingPayout, PayoutAccountState, PayoutWait } from '@courtly/contracts/payouts';
import { formatMoney, formatShortDate } from '../../lib/format';

/** Texts about the state of a host's payout account. */
export const payoutAccountTexts: Record<
  PayoutAccountState,
  { title: string; text: string; action: string }
> = {
  none: {
    title: 'Set up payouts',
    text: 'Stripe handles our payouts. Verify your identity and add a bank account to receive your earnings.',
    action: 'Set up payouts',
  },
  onboarding: {
    title: 'Payouts are not set up yet',
    text: 'Stripe needs more information from you before it can pay out your earnings.',
    action: 'Continue setup',
  },
  restricted: {
    title: 'Payouts are on hold',
    text: 'Stripe is reviewing your account or needs more information. Your earnings are paid out after that.',
    action: 'See what Stripe needs',
  },
  active: {
    title: 'Payouts are set up',
    text: 'You are paid one day after each booking. Your Stripe dashboard shows your payouts and your bank account.',
    action: 'Open Stripe dashboard',
  },
};

export const payoutWaitLabels: Record<Exclude<PayoutWait, 'not_due'>, string> = {
  held: 'on hold while we look into it',
  account: 'waiting until you set up payouts',
  disputed: 'on hold while the player’s bank reviews a dispute',
  debt: 'repaid from your next payouts',
  refused: 'Stripe could not pay it yet; we will try again soon',
};

/** Status of a payout: `Payout: $297.00, processed Sun, Mar 14`. Dates are local to the court. */
export const payoutLabel = ({
  amount,
  paid,
  paidAt,
  dueAt,
  waitsFor,
  zone,
}: BookingPayout): string => {
  const formatDay = (instant: string) => formatShortDate(instant, zone);
  if (paidAt && Number(paid) > 0)
    return `Payout: ${formatMoney(paid)}, processed ${formatDay(paidAt)}`;
  if (Number(amount) === 0) return paidAt ? 'Payout: reversed' : 'Payout: none';
  if (waitsFor && waitsFor !== 'not_due')
    return `Payout: ${formatMoney(amount)}, ${payoutWaitLabels[waitsFor]}`;
  return `Payout: ${formatMoney(amount)}, due ${formatDay(dueAt)}`;
};
