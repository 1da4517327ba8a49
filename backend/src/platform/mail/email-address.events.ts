import { z } from 'zod';
import { type EventOf, defineEvents } from '../kernel/events.js';

const addressHash = z.string();

/**
 * What Courtly must know before it emails an address. The stream is `emailAddress-<keyed hash of
 * the address>`, so the log contains no address.
 */
export const emailAddressEvents = defineEvents(
  ['emailAddress'],
  {
    /** The holder never wants another email that someone else caused. */
    EmailsRefused: { version: 1, data: z.object({ addressHash, refusedAt: z.string() }) },
    /** The mail server said that the address does not exist. `code` is its reply code. */
    EmailBounced: {
      version: 1,
      data: z.object({ addressHash, code: z.string(), bouncedAt: z.string() }),
    },
    /** The holder used a link in an email, so the address exists. */
    EmailReinstated: { version: 1, data: z.object({ addressHash, reinstatedAt: z.string() }) },
    /** An operator ended a refusal. `reference` is where to find the holder's request. */
    EmailRefusalEnded: {
      version: 1,
      data: z.object({ addressHash, reference: z.string(), endedAt: z.string() }),
    },
  },
  { live: true },
);

export type EmailAddressEvent = EventOf<typeof emailAddressEvents>;
