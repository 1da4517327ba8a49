import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { ClaimEvent } from './claim.events.js';

/** `abandoned` is the holder that can be passed over, because that registration is given up for good; null where none is. */
export type ClaimCommand =
  | Message<'Claim', { userId: string; claimedAt: string; abandoned: string | null }>
  | Message<'Release', { userId: string; releasedAt: string }>;

/** Who holds the name, and since when; null while it is free. */
export type Claim = Readonly<{ userId: string; claimedAt: string }> | null;

const ABANDONED_AFTER_MS = 60_000;

/**
 * Whether the registration that a claim was made for must have ended by now. A registration takes well under a second, so a
 * minute leaves room for one that is retried after a crash; whoever waits for the name waits no longer than that.
 */
export const isClaimOverdue = (currentClaim: NonNullable<Claim>, currentInstant: string): boolean =>
  Date.parse(currentInstant) - Date.parse(currentClaim.claimedAt) >= ABANDONED_AFTER_MS;

const nameClaimDecider = (
  category: 'emailClaim' | 'usernameClaim',
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

/** Who has an e-mail address: also the way from an address to a person at sign-in. */
export const emailClaim = nameClaimDecider(
  'emailClaim',
  'email',
  'An account with this email exists already. Sign in, or use another email.',
);

/** Who has a user name. */
export const usernameClaim = nameClaimDecider(
  'usernameClaim',
  'username',
  'This username is taken. Please choose another one.',
);
