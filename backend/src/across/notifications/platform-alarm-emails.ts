import { US_DOLLARS, formatAmount, toAmount } from '@courtly/contracts/amount';
import type { PlatformNotificationType } from '@courtly/contracts/notifications';
import type { z } from 'zod';
import type { Email } from '../../platform/mail/email-body.js';
import { type EmailReader, memberEmail } from './notification-emails.js';

export type PlatformAlarmType = z.infer<typeof PlatformNotificationType>;

type EmailTexts = readonly [subject: string, ...sentences: string[]];

const texts: Record<PlatformAlarmType, (amount: string) => EmailTexts> = {
  money_findings: () => [
    'The money check found a problem',
    'The nightly check found new problems in the log or at Stripe.',
    "Open the Money page to read them. Acknowledge a finding that isn't a problem.",
  ],
  balance_uncovered: (amount) => [
    "Stripe's balance doesn't cover the payouts to hosts",
    `Stripe's balance is ${amount} too low for the payouts to hosts, so Stripe may refuse some.`,
    'This includes payouts that are waiting, for example because they are on hold.',
    'Add money to the balance, and make sure that Stripe pays out to Courtly only on request.',
  ],
};

/** An email for an admin about Courtly's own records and its balance at Stripe. */
export const platformAlarmEmail = (
  emailReader: EmailReader,
  type: PlatformAlarmType,
  amountCents: number,
): Email => {
  const [subject, ...sentences] = texts[type](formatAmount(toAmount(amountCents, US_DOLLARS)));
  return memberEmail(emailReader, subject, sentences);
};
