import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ClaimEvent } from './claim.events.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';

/**
 * `abandoned` is the owner whose claim may be replaced because their registration failed
 * permanently, or null.
 */
export type ClaimCommand =
  | Message<'Claim', { userId: string; claimedAt: string; abandoned: string | null }>
  | Message<'Release', { userId: string; releasedAt: string }>;

/** Null while the name is free. */
export type Claim = Readonly<{ userId: string; claimedAt: string }> | null;

const ABANDONED_AFTER_MS = MINUTE_MS;

/**
 * Whether the registration behind a claim must be over. A registration takes well under a second; a
 * minute leaves room for a retry after a crash, and limits how long others wait for the name.
 */
export const isClaimOverdue = (currentClaim: NonNullable<Claim>, currentInstant: string): boolean =>
  Date.parse(currentInstant) - Date.parse(currentClaim.claimedAt) >= ABANDONED_AFTER_MS;

const nameClaimDecider = (
  category: 'emailClaim' | 'usernameClaim' | 'providerAccountClaim',
  fieldName: string,
  refusalMessage: string,
): Decider<Claim, ClaimCommand, ClaimEvent> => ({
  category,
  initial: null,

  decide({ type, data }, currentClaim) {
    switch (type) {
      case 'Claim': {
        const { abandoned, ...newClaim } = data;
        if (currentClaim?.userId === newClaim.userId) return [];
        if (currentClaim && currentClaim.userId !== abandoned)
          throw new DomainError('taken', refusalMessage, { field: fieldName });
        return [
          ...(currentClaim
            ? [
                {
                  type: 'Released',
                  data: { userId: currentClaim.userId, releasedAt: newClaim.claimedAt },
                } as const,
              ]
            : []),
          { type: 'Claimed', data: newClaim },
        ];
      }
      case 'Release':
        return currentClaim?.userId === data.userId ? [{ type: 'Released', data }] : [];
    }
  },

  evolve: (_claim, { type, data }) => (type === 'Claimed' ? data : null),
});

/** Sign-in also uses this to find the user with an email. */
export const emailClaim = nameClaimDecider(
  'emailClaim',
  'email',
  'An account with this email already exists. Sign in, or use another email.',
);

export const usernameClaim = nameClaimDecider(
  'usernameClaim',
  'username',
  'This username is taken. Please choose another.',
);

export const providerAccountClaim = nameClaimDecider(
  'providerAccountClaim',
  'provider',
  'This account is already linked to another Courtly account. Unlink it there first.',
);
