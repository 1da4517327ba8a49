import type { RequestBookingBody } from '@courtly/contracts/bookings';
import { BookingTerms, type Policy } from '@courtly/contracts/policy';
import { toCents, toMoney } from '@courtly/contracts/wire';
import { type Membership, tierAt } from '../../people/membership/membership.js';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import { waiverIsValid } from '../../people/waivers/waiver.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { LocalHour } from '../../platform/kernel/local-time.js';
import type { BookableCourt } from '../courts/bookable-court.js';
import { accessTo } from '../courts/court-access.js';
import { isShown } from '../courts/court.js';
import { requestedHour } from '../courts/bookable-hours.js';
import { type Price, priceOf } from '../pricing/price.js';
import type { BookingCommand } from './booking.js';
import type { Player } from './player.js';
import { requestDeadlines } from './request-deadlines.js';

/** A request with everything that decides it. `requestedAt` is a UTC instant. */
export type BookingRequest = Readonly<{
  body: RequestBookingBody;
  requestedAt: string;
  bookingId: string;
  courtDayId: string;
  playerId: string;
  court: BookableCourt;
  player: Player;
  membership: Membership | null;
  isInvited: boolean;
}>;

type RequestedBooking = Extract<BookingCommand, { type: 'RequestBooking' }>['data'];

/** The policy values that a booking keeps. */
const bookingTerms = BookingTerms.strip();

export const isElite = ({ membership, requestedAt }: BookingRequest): boolean =>
  tierAt(membership, requestedAt) === 'elite';

/**
 * Checks that the court offers the hour and the player may book it, and returns the hour.
 * @throws DomainError not_found, suspended, invalid_request, slot_unavailable, waiver_required,
 *   forbidden
 */
export const checkRequest = (request: BookingRequest, policy: Policy): LocalHour => {
  const { body, court, player, requestedAt, isInvited } = request;
  if (!isShown(court)) throw notFound('court');
  if (player.isSuspended)
    throw new DomainError('suspended', "Your account is suspended, so you can't book.");
  const hour = requestedHour(body, court, policy, isElite(request), requestedAt);
  if (!waiverIsValid(player.waiver, requestedAt, policy))
    throw new DomainError('waiver_required', 'Please accept the waiver before you book.');
  const access = accessTo(court, { elite: isElite(request), invited: isInvited });
  if (!access.mayBook) throw new DomainError('forbidden', access.how!, { access });
  return hour;
};

/**
 * The booking at the current price (integer cents), with the terms of the policy.
 * @throws DomainError price_changed
 */
export const quoteBooking = (
  request: BookingRequest,
  hour: LocalHour,
  policy: Policy,
): RequestedBooking => {
  const { body, court, player, requestedAt } = request;
  const price = priceOf(court.rateCents, policy, isElite(request));
  assertQuoteIsCurrent(body, price, policy.id);
  const { instantBook } = court.bookingRules;
  return {
    bookingId: request.bookingId,
    courtId: court.courtId,
    hostId: court.hostId,
    playerId: request.playerId,
    startTime: hour.start,
    endTime: hour.end,
    zone: court.zone,
    ...price,
    policyId: policy.id,
    terms: bookingTerms.parse(policy),
    waiverVersion: player.waiver?.version ?? currentWaiver.version,
    requestedAt,
    ...requestDeadlines({ startTime: hour.start, requestedAt, instantBook }, policy),
    instantBook,
    notes: body.notes ?? '',
  };
};

/**
 * Rejects amounts that differ from the price: players must see what an hour costs before they book.
 */
const assertQuoteIsCurrent = (body: RequestBookingBody, price: Price, policyId: string) => {
  const isCurrent = (amount: string | number | undefined, cents: number) =>
    amount === undefined || toCents(Number(amount).toFixed(2)) === cents;
  if (isCurrent(body.totalAmount, price.totalCents) && isCurrent(body.serviceFee, price.feeCents))
    return;
  const quote = {
    hourlyRate: toMoney(price.rateCents),
    serviceFee: toMoney(price.feeCents),
    totalAmount: toMoney(price.totalCents),
    policyId,
  };
  const message = `The price is now $${quote.totalAmount}. Please check it and book again.`;
  throw new DomainError('price_changed', message, { quote });
};
