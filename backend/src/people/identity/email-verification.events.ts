import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The emails that one person has verified. The stream is `emailVerification-<user id>`. It is
 * separate from the account's stream, so that earlier releases can still read the account.
 */
export const emailVerificationEvents = defineEvents(
  ['emailVerification'],
  {
    /**
     * `proof` is how the email was verified: through an emailed link, an operator's check, or the
     * provider that the person signed in with.
     */
    EmailVerified: {
      version: 1,
      data: z.object({
        userId: z.string(),
        email: z.string(),
        proof: z.enum(['verification', 'application', 'match', 'operator', 'provider']),
        verifiedAt: z.string(),
      }),
      personal: [{ of: 'userId', erased: { email: '' } }],
    },
  },
  { live: true },
);

export type EmailVerificationEvent = EventOf<typeof emailVerificationEvents>;
