import type { BookingPayout, PayoutAccountState, PayoutWait } from '@courtly/contracts/payouts';
import { money, shortDate } from '../../lib/format';

/** What a host reads about the account by which they are paid. */
export const accountTexts: Record<
  PayoutAccountState,
  { title: string; text: string; action: string | null }
> = {
  none: {
    title: 'Set up payouts',
    text: 'Tell Stripe, which pays you for us, who you are and where your money goes. Until then what you earn waits for you.',
    action: 'Set up payouts',
  },
  onboarding: {
    title: 'Payouts are not set up yet',
    text: 'Stripe still needs something from you. Until then what you earn waits for you.',
    action: 'Go on setting up',
  },
  restricted: {
    title: 'Payouts are on hold',
    text: 'Stripe is checking your account, or needs something more from you. What you earn waits for you.',
    action: 'See what Stripe needs',
  },
  active: {
    title: 'Payouts are set up',
    text: 'What you earn is paid out a day after each hour.',
    action: null,
  },
};

/** Why a payout waits. */
export const waitLabels: Record<Exclude<PayoutWait, 'not_due'>, string> = {
  account: 'waits until your payouts are set up',
  disputed: 'on hold while the player’s bank looks into a dispute',
  refused: 'Stripe could not pay it yet, and is asked again soon',
};

/** `Payout: $297.00, processed Sun, Mar 14`: what becomes of the pay for a booking. Days are those of its court. */
export const payoutLabel = ({
  amount,
  paid,
  paidAt,
  dueAt,
  waitsFor,
  zone,
}: BookingPayout): string => {
  const day = (instant: string) => shortDate(instant, zone);
  if (paidAt && Number(paid) > 0) return `Payout: ${money(paid)}, processed ${day(paidAt)}`;
  if (paidAt) return 'Payout: taken back';
  if (Number(amount) === 0) return 'Payout: none';
  if (waitsFor && waitsFor !== 'not_due')
    return `Payout: ${money(amount)}, ${waitLabels[waitsFor]}`;
  return `Payout: ${money(amount)}, due ${day(dueAt)}`;
};
