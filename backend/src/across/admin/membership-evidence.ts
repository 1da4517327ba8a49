import { US_DOLLARS, formatAmount, toAmount } from '@courtly/contracts/amount';
import type { ElitePlan } from '@courtly/contracts/membership';
import type { EvidenceFact } from '@courtly/contracts/money-desk';
import type { Booking } from '../../booking/bookings/booking.js';
import { chronologically } from './evidence.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';

/** What was charged, and the period (UTC) that it pays for. Wrong amounts pay for none. */
export type DisputedPayment = Readonly<{
  paidBy: string;
  plan: ElitePlan;
  amountCents: number;
  currency: string;
  period: Readonly<{ from: string; until: string }> | null;
}>;

/** The member's payment that has this dispute. Null if the stream records no such dispute. */
export const disputedPayment = (
  events: readonly MembershipEvent[],
  disputeId: string,
): DisputedPayment | null => {
  const opened = events.find(
    ({ type, data }) => type === 'EliteDisputeOpened' && data.disputeId === disputeId,
  )?.data as Extract<MembershipEvent, { type: 'EliteDisputeOpened' }>['data'] | undefined;
  if (!opened) return null;
  for (const { type, data } of events) {
    if (type === 'EliteActivated' || type === 'EliteRenewed') {
      const { paidBy, plan, amountCents, from, until } = data;
      if (paidBy === opened.paidBy)
        return { paidBy, plan, amountCents, currency: US_DOLLARS, period: { from, until } };
    }
    if (type === 'EliteMismatchCharged' && data.paidBy === opened.paidBy) {
      const { paidBy, plan, amountCents, currency } = data;
      return { paidBy, plan, amountCents, currency, period: null };
    }
  }
  return null;
};

/**
 * The times (UTC) in which a payment gave the member price. A reversal ends it, and the bank's
 * return of the money restores it. Canceling the renewal ends the grace period.
 */
export const memberTimes = (
  events: readonly MembershipEvent[],
  paidBy: string,
): readonly Readonly<{ from: string; until: string }>[] => {
  let times: { from: string; until: string }[] = [];
  const endAt = (at: string) => {
    times = times.map(({ from, until }) => ({ from, until: until < at ? until : at }));
  };
  let accessUntil = '';
  let endsAt = '';
  let lastPaidBy = '';
  for (const { type, data } of events)
    switch (type) {
      case 'EliteActivated':
      case 'EliteRenewed':
        lastPaidBy = data.paidBy;
        if (lastPaidBy !== paidBy) break;
        endsAt = accessUntil = data.accessUntil;
        times.push({ from: data.from, until: endsAt });
        break;
      case 'EliteCancelled':
      case 'EliteResumed': {
        if (lastPaidBy !== paidBy) break;
        accessUntil = data.accessUntil;
        const last = times.at(-1);
        if (last?.until !== endsAt) break;
        if (type === 'EliteCancelled') {
          // In the grace period, the paid time is over, and the member price ends only now.
          const until = accessUntil > data.cancelledAt ? accessUntil : data.cancelledAt;
          endAt((endsAt = until < endsAt ? until : endsAt));
        } else {
          if (data.resumedAt > endsAt) times.push({ from: data.resumedAt, until: accessUntil });
          else last.until = accessUntil;
          endsAt = accessUntil;
        }
        break;
      }
      case 'EliteReversed':
        if (data.paidBy === paidBy && data.isFull) endAt(data.reversedAt);
        break;
      case 'EliteReversalUndone':
        if (data.paidBy === paidBy && data.restoresMembership)
          times.push({ from: data.undoneAt, until: (endsAt = accessUntil) });
        break;
      case 'EliteEnded':
        endAt(data.endedAt);
        break;
    }
  return times.filter(({ from, until }) => from < until);
};

const amount = (cents: number, currency = US_DOLLARS): string =>
  formatAmount(toAmount(cents, currency));

const period = (from: string, until: string): string =>
  `${from.slice(0, 10)} to ${until.slice(0, 10)}`;

const factOf = ({ type, data }: MembershipEvent): EvidenceFact | null => {
  switch (type) {
    case 'EliteIntentCreated': {
      const { amountCents, createdAt: at } = data;
      return { what: 'purchase_started', at, detail: `${amount(amountCents)} for a year` };
    }
    case 'RenewalConsentGiven': {
      const { version, textHash, amountCents, consentedAt: at } = data;
      const detail = `${amount(amountCents)} a month. Version ${version}, SHA-256 ${textHash}`;
      return { what: 'renewal_consent', at, detail };
    }
    case 'EliteActivated':
    case 'EliteRenewed': {
      const at = type === 'EliteActivated' ? data.activatedAt : data.renewedAt;
      const { amountCents, from, until, paidBy } = data;
      const detail = `${amount(amountCents)} for ${period(from, until)}, ${paidBy}`;
      return { what: 'membership_paid', at, detail };
    }
    case 'EliteMismatchCharged': {
      const { amountCents, currency, paidBy, chargedAt: at } = data;
      const detail = `${amount(amountCents, currency)}, ${paidBy}`;
      return { what: 'membership_paid', at, detail };
    }
    case 'EliteReversed': {
      const { kind, amountCents, currency, reversedAt: at } = data;
      return kind === 'dispute'
        ? null
        : { what: 'refunded', at, detail: amount(amountCents, currency) };
    }
    case 'EliteReversalUndone': {
      const { kind, amountCents, currency, undoneAt: at } = data;
      return kind === 'dispute'
        ? null
        : { what: 'refund_failed', at, detail: amount(amountCents, currency) };
    }
    case 'EliteCancelled': {
      const { cancelledAt: at, accessUntil } = data;
      return { what: 'membership_canceled', at, detail: accessUntil.slice(0, 10) };
    }
    default:
      return null;
  }
};

/** A booking at the member price, with the name of its court. */
export type MemberBooking = Pick<Booking, 'totalCents' | 'requestedAt' | 'status'> &
  Readonly<{ courtName: string }>;

/** What the member agreed to, paid, canceled, and booked. The oldest fact is first. */
export const membershipFacts = (
  events: readonly MembershipEvent[],
  memberBookings: readonly MemberBooking[],
): EvidenceFact[] =>
  chronologically([
    ...events.flatMap((event) => factOf(event) ?? []),
    ...memberBookings.map(
      ({ courtName, totalCents, requestedAt: at, status }) =>
        ({
          what: 'booked_as_member',
          at,
          detail: `${courtName}, ${amount(totalCents)}${status === 'completed' ? ', played' : ''}`,
        }) as const,
    ),
  ]);
