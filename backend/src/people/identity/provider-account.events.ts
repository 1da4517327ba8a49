import { Provider } from '@courtly/contracts/provider-accounts';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The accounts at providers that can sign in to one account. Separate from the account's stream, so
 * that earlier releases can read that. Each also needs the claim of its subject.
 */
export const providerAccountEvents = defineEvents(['providerAccounts'], {
  /** `subject` is the provider's id for the person. `email` may be empty. */
  ProviderAccountLinked: {
    version: 1,
    data: z.object({
      userId: z.string(),
      provider: Provider,
      subject: z.string(),
      email: z.string(),
      linkedAt: z.string(),
    }),
    personal: [{ of: 'userId', erased: { subject: '', email: '' } }],
  },
  ProviderAccountUnlinked: {
    version: 1,
    data: z.object({ userId: z.string(), provider: Provider, unlinkedAt: z.string() }),
  },
});

export type ProviderAccountEvent = EventOf<typeof providerAccountEvents>;
