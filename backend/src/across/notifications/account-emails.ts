import type { HostApproval } from '@courtly/contracts/applications';
import type { AccountNotificationType } from '@courtly/contracts/notifications';
import { bankReturnText, payoutNeedsText } from '@courtly/contracts/payout-account-texts';
import { toMoney } from '@courtly/contracts/wire';
import {
  type ConnectedAccount,
  canBePaid,
  isRejected,
} from '../../money/payouts/payout-account.js';
import { needsOf } from '../../money/payouts/payout-needs.js';
import { localDate } from '../../platform/kernel/local-time.js';
import type { Email } from '../../platform/mail/email-body.js';
import { formatDay } from '../../platform/mail/email-dates.js';
import { type EmailReader, memberEmail } from './notification-emails.js';

/**
 * A host's zone is unknown. The date in this zone is early enough for the deadline in all cities.
 */
const DEADLINE_ZONE = 'America/Los_Angeles';

/** The information that Stripe needs, and what happens if it is missing. */
const needsSentences = (account: ConnectedAccount): readonly string[] => {
  const { currentlyDue, pastDue, deadline } = account;
  if (isRejected(account))
    return ["Stripe closed your account, so we can't pay out your earnings. Please contact us."];
  const needs = needsOf([...currentlyDue, ...pastDue]);
  const isPaid = canBePaid(account);
  const until =
    isPaid && deadline && pastDue.length === 0
      ? ` by ${formatDay(localDate(DEADLINE_ZONE, deadline))}`
      : '';
  return [
    needs.length > 0
      ? `Stripe needs ${payoutNeedsText(needs)}${until}.`
      : 'Stripe is reviewing your account.',
    isPaid
      ? 'Without it, Stripe will stop your payouts.'
      : "Your earnings are safe. We'll pay them out after that.",
  ];
};

const waitingEmail = (
  emailReader: EmailReader,
  account: ConnectedAccount | null,
  amountCents: number,
): Email | null =>
  canBePaid(account)
    ? null
    : memberEmail(emailReader, 'Your earnings are waiting', [
        `$${toMoney(amountCents)} is waiting to be paid out to you.`,
        ...(account?.isSubmitted
          ? needsSentences(account)
          : ["We'll pay it once you have set up payouts on your earnings page."]),
      ]);

/**
 * Null if the host has already resolved the problem. `amountCents` is the amount awaiting payout.
 */
export const accountEmail = (
  emailReader: EmailReader,
  notificationType: Exclude<AccountNotificationType, 'payouts_await_approval'>,
  account: ConnectedAccount | null,
  amountCents = 0,
): Email | null => {
  if (notificationType === 'payouts_waiting')
    return waitingEmail(emailReader, account, amountCents);
  if (!account) return null;
  const { currentlyDue, pastDue, returned } = account;
  if (notificationType === 'bank_payout_returned')
    return (
      returned &&
      memberEmail(emailReader, 'Your bank returned a payout', [
        bankReturnText(`$${toMoney(returned.amountCents)}`, returned.failureCode ?? ''),
        'The money is in your Stripe account. Stripe will send it again once your bank account details are correct.',
      ])
    );
  const isSolved = canBePaid(account) && currentlyDue.length + pastDue.length === 0;
  return isSolved
    ? null
    : memberEmail(
        emailReader,
        canBePaid(account) ? 'Stripe needs information from you' : 'Your payouts are on hold',
        needsSentences(account),
      );
};

const approvalSentences = (approval: HostApproval): readonly string[] => {
  switch (approval.state) {
    case 'granted':
    case 'pending':
      return [];
    case 'missing':
      return ["We'll pay it once you're approved. Tell us about your court on your earnings page."];
    case 'approved':
      return [
        'Your application was approved. Open the link in the email that we sent you.',
        'You can request a new link on your earnings page.',
      ];
    case 'rejected':
      return ["We couldn't approve your application. You can apply again on your earnings page."];
  }
};

/** Null if the host cannot act: the host is approved, or an admin decides the application. */
export const approvalEmail = (
  emailReader: EmailReader,
  approval: HostApproval,
  amountCents: number,
): Email | null => {
  const sentences = approvalSentences(approval);
  return sentences.length === 0
    ? null
    : memberEmail(emailReader, 'Your earnings are waiting', [
        `$${toMoney(amountCents)} is waiting to be paid out to you. Courtly pays approved hosts.`,
        ...sentences,
      ]);
};
