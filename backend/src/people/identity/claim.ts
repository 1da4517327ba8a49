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
export const isOverdue = (claim: NonNullable<Claim>, now: string): boolean =>
  Date.parse(now) - Date.parse(claim.claimedAt) >= ABANDONED_AFTER_MS;

const claimOf = (
  category: 'emailClaim' | 'usernameClaim',
  field: string,
  refusal: string,
): Decider<Claim, ClaimCommand, ClaimEvent> => ({
  category,
  initial: null,

  decide({ type, data }, claim) {
    switch (type) {
      case 'Claim': {
        const { abandoned, ...wanted } = data;
        if (claim?.userId === wanted.userId) return [];
        if (claim && claim.userId !== abandoned) throw new DomainError('taken', refusal, { field });
        return [
          ...(claim
            ? [
                {
                  type: 'Released',
                  data: { userId: claim.userId, releasedAt: wanted.claimedAt },
                } as const,
              ]
            : []),
          { type: 'Claimed', data: wanted },
        ];
      }
      case 'Release':
        return claim?.userId === data.userId ? [{ type: 'Released', data }] : [];
    }
  },

  evolve: (_claim, { type, data }) => (type === 'Claimed' ? data : null),
});

/** Who has an e-mail address: also the way from an address to a person at sign-in. */
export const emailClaim = claimOf(
  'emailClaim',
  'email',
  'An account with this email exists already. Sign in, or use another email.',
);

/** Who has a user name. */
export const usernameClaim = claimOf(
  'usernameClaim',
  'username',
  'This username is taken. Please choose another one.',
);
