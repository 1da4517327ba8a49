import type { ErasureBlocker } from '@courtly/contracts/erasure';
import { toMoney } from '@courtly/contracts/wire';
import type { Membership } from '../../people/membership/membership.js';
import { canCancel } from '../../people/membership/membership-view.js';

/** What is known of an account at an instant (UTC): counts of bookings, amounts in cents. */
export type Standing = Readonly<{
  /** Pending or confirmed bookings as a player, and of the person's own courts. */
  bookings: number;
  hosting: number;
  /** Bookings whose refund has come back, so that the person waits for money. */
  refunds: number;
  /** What the person is still to be paid as a host, and what disputes freeze. */
  dueCents: number;
  frozenCents: number;
  membership: Membership | null;
  isLastAdmin: boolean;
  at: string;
}>;

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `one ${one}` : `${count} ${more}`;

const ofMembership = ({ membership, at }: Standing): string | null => {
  if (canCancel(membership, at))
    return 'Your Elite membership renews every month. Cancel it first.';
  if (membership?.purchase)
    return 'A payment for Elite was begun. Finish it, or wait until it has run out.';
  return membership?.subscription?.status === 'incomplete'
    ? 'A subscription to Elite was begun. Finish it, or wait until it has run out.'
    : null;
};

/**
 * What has to end before an account can be erased: others wait for the person, or money is about to move (domain rules, G38). What
 * was paid for and is just not used up yet stands in nobody's way.
 */
export const blockersOf = (standing: Standing): ErasureBlocker[] => {
  const { bookings, hosting, refunds, dueCents, frozenCents, isLastAdmin } = standing;
  const found: (ErasureBlocker | false)[] = [
    bookings > 0 && {
      code: 'bookings',
      message: `You have ${many(bookings, 'booking', 'bookings')} that ${bookings === 1 ? 'is' : 'are'} not over. Cancel, or play first.`,
      link: '/bookings',
    },
    hosting > 0 && {
      code: 'hosting',
      message: `Players have ${many(hosting, 'booking', 'bookings')} of your courts. Cancel, or host them first.`,
      link: '/host-dashboard?tab=bookings',
    },
    refunds > 0 && {
      code: 'refunds',
      message: `A refund for ${many(refunds, 'booking', 'bookings')} did not reach you yet. We are on it.`,
      link: '/bookings',
    },
    dueCents + frozenCents > 0 && {
      code: 'payouts',
      message:
        dueCents > 0
          ? `$${toMoney(dueCents + frozenCents)} is still to be paid to you.`
          : `$${toMoney(frozenCents)} of your pay waits for the end of a dispute.`,
      link: '/host-dashboard?tab=earnings',
    },
    ofMembership(standing) !== null && {
      code: 'membership',
      message: ofMembership(standing)!,
      link: '/elite',
    },
    isLastAdmin && {
      code: 'last_admin',
      message: 'You are the only admin. Make somebody else one first.',
      link: '/admin/dashboard',
    },
  ];
  return found.filter((one) => one !== false);
};
