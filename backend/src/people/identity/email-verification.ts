import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import {
  type EmailVerificationEvent,
  emailVerificationEvents,
} from './email-verification.events.js';

/** The emails that a person has verified, including earlier ones; none after their erasure. */
export type EmailVerifications = ReadonlySet<string>;

/** The caller has checked that this is the account's current email. */
export type EmailVerificationCommand = Message<'VerifyEmail', EmailVerificationEvent['data']>;

export const emailVerification: Decider<
  EmailVerifications,
  EmailVerificationCommand,
  EmailVerificationEvent
> &
  Live = {
  category: 'emailVerification',
  liveEvents: emailVerificationEvents,
  initial: new Set(),

  decide: ({ data }, verifications) =>
    verifications.has(data.email) ? [] : [{ type: 'EmailVerified', data }],

  evolve: (verifications, { data }) =>
    data.email === '' ? verifications : new Set([...verifications, data.email]),
};
