import { formatAmount } from '@courtly/contracts/amount';
import type {
  EvidenceFact,
  LateStep,
  MoneyCase,
  MoneyProblem,
  MoneySection,
} from '@courtly/contracts/money-desk';

export const sectionLabels: Record<MoneySection, string> = {
  payments: 'Charges and refunds',
  payouts: 'Payouts',
  disputes: 'Disputes',
  mismatches: 'Mismatches',
};

/** Explains why a section is empty. */
export const emptySectionLabels: Record<MoneySection, string> = {
  payments: 'Every charge and refund went through.',
  payouts: 'Every payout went through.',
  disputes: 'No payments are disputed.',
  mismatches: 'Every amount in Stripe is as agreed.',
};

const problemLabels: Record<MoneyProblem, (amount: string) => string> = {
  charge_refused: (amount) => `Stripe refused a charge of ${amount}`,
  release_refused: (amount) => `Stripe refused to release ${amount}`,
  refund_refused: (amount) => `Stripe refused a refund of ${amount}`,
  refund_failed: (amount) => `The bank returned a refund of ${amount}`,
  cancellation_refused: (amount) => `Stripe refused to cancel a membership payment of ${amount}`,
  overdue: (amount) => `${amount} couldn't be charged`,
  return_due: (amount) => `${amount} must be returned outside Stripe`,
  transfer_refused: (amount) => `Stripe refused a payout of ${amount}`,
  reversal_refused: (amount) => `Stripe refused to reverse a payout of ${amount}`,
  host_debt: (amount) => `A host owes ${amount}, which their next payouts repay`,
  account_missing: (amount) => `${amount} is waiting for a host's payout account`,
  account_stopped: () => 'Stripe stopped paying a host',
  bank_return: (amount) => `A host's bank returned a payout of ${amount}`,
  dispute: (amount) => `A bank disputed ${amount}`,
  inquiry: (amount) => `A bank inquired about a payment of ${amount}`,
  fraud_warning: (amount) => `A bank reported a payment of ${amount} as fraud`,
  authorization_fraud_warning: (amount) => `A bank reported an authorization of ${amount} as fraud`,
  payment_mismatch: (amount) => `Stripe shows ${amount}, which doesn't match the price`,
  membership_mismatch: (amount) =>
    `Stripe shows ${amount}, which doesn't match the membership price`,
  dashboard_refund: (amount) => `${amount} was refunded in Stripe's dashboard`,
};

export const moneyCaseTitle = ({ problem, amount }: MoneyCase): string =>
  problemLabels[problem](formatAmount(amount));

const stoppedAccountStep = (code: string | null): string => {
  if (code?.startsWith('rejected.'))
    return "Contact Stripe about the account. The host can't fix it.";
  if (code === 'requirements.past_due' || code?.startsWith('action_required.'))
    return 'The host must give Stripe the missing information. The host was notified.';
  // Stripe reports `platform_paused` if Courtly itself paused the account.
  return code === null || code === 'platform_paused'
    ? 'Check the account in Stripe.'
    : 'Stripe is reviewing the account.';
};

/** Who acts next in an open case. Null if its other facts or its actions say so. */
export const nextStepText = (moneyCase: MoneyCase): string | null => {
  const { status, problem, code, respondBy, wrongPayment } = moneyCase;
  if (status !== 'open') return null;
  if (wrongPayment === 'ordered') return 'The payment is being returned.';
  switch (problem) {
    case 'dispute':
    case 'inquiry':
      return respondBy === null
        ? 'No response is needed now.'
        : 'Respond in Stripe with the evidence.';
    case 'bank_return':
      return 'The host must correct the bank account in Stripe. The host was notified.';
    case 'account_stopped':
      return stoppedAccountStep(code);
    case 'account_missing':
      return 'The host must set up payouts. The host gets a weekly reminder.';
    case 'payment_mismatch':
      return 'None. Courtly releases or refunds the payment automatically.';
    default:
      return null;
  }
};

const outcomeLabels: Record<NonNullable<MoneyCase['outcome']>, string> = {
  moved: 'The money moved',
  won: 'Won',
  lost: 'Lost',
  settled: 'Settled outside Stripe',
  closed: 'Marked as done',
  disputed: 'A dispute followed',
};

/** How a case ended. `Open` if it has not. */
export const outcomeLabel = ({ outcome, host, problem }: MoneyCase): string => {
  if (outcome === null) return 'Open';
  if (outcome === 'moved' && problem === 'cancellation_refused') return 'Nothing left to cancel';
  if (outcome === 'moved' && problem === 'host_debt') return 'Nothing left to repay';
  return outcome === 'moved' && host ? 'Stripe pays the host again' : outcomeLabels[outcome];
};

const lateStepLabels: Record<LateStep['what'], (amount: string) => string> = {
  createIntent: () => "A payment wasn't prepared",
  capture: (amount) => `A charge of ${amount} is late`,
  cancelIntent: () => "A card authorization wasn't released",
  refund: (amount) => `A refund of ${amount} is late`,
  recordDebt: (amount) => `An unpaid hour wasn't recorded: ${amount}`,
  recordReturn: (amount) => `A return outside Stripe wasn't recorded: ${amount}`,
  payReturn: (amount) => `A return outside Stripe is due: ${amount}`,
  collectDebt: (amount) => `An hour is unpaid: ${amount}`,
  AuthorisePayment: () => "A paid request wasn't sent to the host",
  ExpirePayment: () => "An unpaid request didn't expire",
  FailPayment: () => "A booking without a charge wasn't canceled",
  transfer: (amount) => `A payout of ${amount} is late`,
  reverse: (amount) => `A reversal of ${amount} is late`,
  endPurchase: () => "A returned Elite payment wasn't closed",
  cancelSubscription: () => "An Elite subscription wasn't canceled",
  voidInvoices: () => "An invoice of an ended Elite subscription wasn't voided",
  lapse: () => "An Elite membership didn't end",
  endReservation: () => "A reserved founding seat wasn't released",
  freeSeat: () => "A founder didn't lose the seat",
  releaseSeat: () => "A lost founding seat wasn't released",
  restoreSeat: () => "A founder didn't get the seat back",
};

export const lateStepTitle = ({ kind, what, amount }: LateStep): string =>
  kind === 'membership' && what === 'cancelIntent'
    ? "An unpaid Elite payment wasn't canceled"
    : lateStepLabels[what](formatAmount(amount));

/** Formats `requirements.past_due` as `Requirements past due`. */
export const codeLabel = (code: string): string => {
  const words = code.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const factLabels: Record<EvidenceFact['what'], (detail: string) => string> = {
  waiver_accepted: (detail) => `The player accepted the waiver. ${detail}`,
  requested: (detail) => `The player requested the hour: ${detail}`,
  approved: () => 'The booking was confirmed',
  charged: (detail) => `${detail} was charged`,
  player_wrote: (detail) => `The player's last message to the host (${detail} in all)`,
  host_wrote: (detail) => `The host's last message to the player (${detail} in all)`,
  cancelled: (detail) => `The booking was canceled: ${detail}`,
  completed: () => 'The hour was played',
  match_logged: (detail) => `The player logged the result: ${detail}`,
  review_written: () => 'The player reviewed the court',
  refunded: (detail) => `${detail} was refunded`,
  refund_failed: (detail) => `The bank returned a refund of ${detail}`,
  purchase_started: (detail) => `The member began to buy a founding year: ${detail}`,
  renewal_consent: (detail) => `The member agreed to monthly renewals: ${detail}`,
  membership_paid: (detail) => `The member paid ${detail}`,
  membership_canceled: (detail) => `The member canceled the renewal. Paid until ${detail}`,
  booked_as_member: (detail) => `The member booked at the member price: ${detail}`,
};

export const factLabel = ({ what, detail }: EvidenceFact): string => factLabels[what](detail);
