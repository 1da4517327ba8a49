import type { GuestWaiverRule, WaiverCount } from '@courtly/contracts/guest-waiver-rule';
import type { BookingGuests, Guest as GuestView } from '@courtly/contracts/guest-waivers';
import { MOST_PLAYERS } from '@courtly/contracts/standard-neighbor-rules';
import type { Booking } from '../bookings/booking.js';
import type { Court } from '../courts/court.js';
import { type Guest, type GuestWaivers, signatureCount } from './guest-waivers.js';
import type { GuestLink } from './guest-waiver-tokens.service.js';

/** The maximum number of guests, not counting the player. */
export const mostGuestsOf = ({ neighborRules }: Pick<Court, 'neighborRules'>): number =>
  Math.min(neighborRules.maxPlayers, MOST_PLAYERS) - 1;

/** Guests can be added and can sign from confirmation until the end of the hour. */
export const takesGuests = (
  { status, endTime }: Pick<Booking, 'status' | 'endTime'>,
  currentInstant: string,
): boolean => status === 'confirmed' && currentInstant < endTime;

/**
 * Null if no one is asked, or the booking is not confirmed. After the hour, missing signatures have
 * no effect.
 */
export const waiverCountOf = (
  { status }: Pick<Booking, 'status'>,
  guestState: Pick<GuestWaivers, 'guests'>,
  rule: GuestWaiverRule,
): WaiverCount | null =>
  rule === 'off' || (status !== 'confirmed' && status !== 'completed')
    ? null
    : { rule: status === 'completed' ? 'off' : rule, ...signatureCount(guestState) };

type Reader = Readonly<{
  userId: string;
  rule: GuestWaiverRule;
  at: string;
  mostGuests: number;
  tokenOf: (guestLink: GuestLink) => string;
}>;

/** Only the player sees emails and links, until the hour ends. */
export const guestsView = (
  booking: Pick<Booking, 'bookingId' | 'playerId' | 'status' | 'endTime'>,
  guestState: GuestWaivers,
  { userId, rule, at, mostGuests, tokenOf }: Reader,
): BookingGuests => {
  const isPlayer = userId === booking.playerId;
  const isOpen = rule !== 'off' && takesGuests(booking, at);
  const viewOf = (guest: Guest): GuestView => {
    const { guestId, name, email, link, signature } = guest;
    const canSign = isPlayer && isOpen && signature === null;
    return {
      id: guestId,
      name,
      email: isPlayer && isOpen && email !== '' ? email : null,
      token: canSign ? tokenOf({ bookingId: booking.bookingId, guestId, link }) : null,
      signedAt: signature?.signedAt ?? null,
      signature: signature?.name
        ? { name: signature.name, guardian: signature.guardian, version: signature.version }
        : null,
    };
  };
  const byAge = (first: Guest, second: Guest) => first.addedAt.localeCompare(second.addedAt);
  return {
    rule: takesGuests(booking, at) ? rule : 'off',
    ...signatureCount(guestState),
    guests: Object.values(guestState.guests).sort(byAge).map(viewOf),
    mostGuests,
    canAdd: isPlayer && isOpen,
  };
};
