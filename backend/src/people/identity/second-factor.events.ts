import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';

/**
 * The second factors of one person. The stream is `secondFactor-<user id>`. The vault stores their
 * secrets under these ids; a secret whose id is not in the stream is not valid.
 */
export const secondFactorEvents = defineEvents(['secondFactor'], {
  /**
   * `name` is chosen by the person and may be empty. `recoverySetId` is null if they already had
   * codes.
   */
  SecondFactorAdded: {
    version: 1,
    data: z.object({
      userId: z.string(),
      factorId: z.string(),
      kind: z.enum(['totp', 'passkey']),
      name: z.string(),
      recoverySetId: z.string().nullable(),
      addedAt: z.string(),
    }),
    personal: [{ of: 'userId', erased: { name: '' } }],
  },
  SecondFactorRemoved: {
    version: 1,
    data: z.object({ userId: z.string(), factorId: z.string(), removedAt: z.string() }),
  },
  /** A new set replaces the previous one. */
  RecoveryCodesIssued: {
    version: 1,
    data: z.object({ userId: z.string(), recoverySetId: z.string(), issuedAt: z.string() }),
  },
  RecoveryCodeUsed: {
    version: 1,
    data: z.object({
      userId: z.string(),
      recoverySetId: z.string(),
      codeNumber: z.number().int(),
      usedAt: z.string(),
    }),
  },
  /** An operator removed all factors because the person lost access. */
  SecondFactorsReset: {
    version: 1,
    data: z.object({ userId: z.string(), reason: z.string(), resetAt: z.string() }),
    personal: [{ of: 'userId', erased: { reason: '' } }],
  },
});

export type SecondFactorEvent = EventOf<typeof secondFactorEvents>;
