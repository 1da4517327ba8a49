import type { RequestBookingBody } from '@courtly/contracts/bookings';
import type { PaperName, ShownPapers } from '@courtly/contracts/papers';
import { type BookingTax, BookingTerms, type Policy } from '@courtly/contracts/policy';
import { contactRefusal } from '../../people/blocks/contact-guard.js';
import type { Person } from '../../people/identity/person.js';
import { currentVersion } from '../../people/papers/papers.js';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import { waiverIsValid } from '../../people/waivers/waiver.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { type LocalHour, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { type Conduct, isInstantOnly } from '../conduct/conduct.js';
import { requestedHour } from '../courts/bookable-hours.js';
import { courtAccessFor } from '../courts/court-invitations.js';
import { isHostListed } from '../courts/court-listing.js';
import { type Court, isShown } from '../courts/court.js';
import { type Price, isCurrentPrice, priceOf } from '../pricing/price.js';
import { quotedPrice } from '../pricing/quoted-price.js';
import { bookingTaxOf } from '../pricing/tax.js';
import { sportOfRequest } from './booked-sport.js';
import type { BookingCommand } from './booking.js';

/** A booking request with everything needed to decide it. `requestedAt` is a UTC instant. */
export type BookingRequest = Readonly<{
  body: RequestBookingBody;
  requestedAt: string;
  bookingId: string;
  playerId: string;
  court: Court;
  host: Person | null;
  player: Person | null;
  /** Whether the player is an Elite member at the time of the request. */
  isElite: boolean;
  isInvited: boolean;
  /** Whether the player or the host blocks the other. */
  isBlocked: boolean;
  conduct: Conduct;
}>;

export type RequestedBooking = Extract<BookingCommand, { type: 'RequestBooking' }>['data'];

/** The policy values that become part of a booking. */
const bookingTerms = BookingTerms.strip();

/**
 * Checks that the court offers the hour and that the player may book it. Returns the hour.
 * @throws DomainError not_found, host_unapproved, suspended, invalid_request, slot_unavailable,
 *   waiver_required, forbidden, instant_only
 */
export const checkRequest = (bookingRequest: BookingRequest, bookingPolicy: Policy): LocalHour => {
  const { body, court, player, requestedAt, isElite, isInvited } = bookingRequest;
  if (!isShown(court)) throw notFound('court');
  if (!isHostListed(bookingRequest.host, bookingPolicy)) throw hostUnapproved();
  if (player?.suspension) throw suspended();
  if (bookingRequest.isBlocked) throw contactRefusal('booking');
  const localHour = requestedHour(body, court, bookingPolicy, isElite, requestedAt);
  if (!waiverIsValid(player?.waiver ?? null, requestedAt, bookingPolicy)) throw waiverRequired();
  const access = courtAccessFor(court, { elite: isElite, invited: isInvited });
  if (!access.mayBook) throw new DomainError('forbidden', access.how!, { access });
  assertConductAllows(bookingRequest, bookingPolicy);
  return localHour;
};

/**
 * After several no-shows, a player can book only hours that are paid for and confirmed instantly.
 */
const assertConductAllows = (
  { court, conduct, requestedAt }: BookingRequest,
  { conduct: rules, paymentRequired }: Policy,
): void => {
  const isPrepaidInstant = court.bookingRules.instantBook && paymentRequired;
  if (isPrepaidInstant || !isInstantOnly(conduct, requestedAt, rules)) return;
  throw new DomainError(
    'instant_only',
    `After ${rules.strikesForInstantOnly} no-shows in ${rules.strikeDays} days, you can only book courts that confirm instantly and take payment up front. Your profile shows when this ends.`,
  );
};

const hostUnapproved = () =>
  new DomainError('host_unapproved', "This court can't be booked now. Please choose another one.");

const suspended = () =>
  new DomainError('suspended', "Your account is suspended, so you can't book.");

const waiverRequired = () =>
  new DomainError('waiver_required', 'Please accept the waiver before you book.');

/**
 * Returns the booking at the current price (integer cents) and with the terms of the current
 * policy.
 * @throws DomainError invalid_request if the court offers several sports and none is chosen,
 * price_changed, policy_changed
 */
export const quoteBooking = (
  bookingRequest: BookingRequest,
  localHour: LocalHour,
  bookingPolicy: Policy,
): RequestedBooking => {
  const { body, court, player, requestedAt, isElite } = bookingRequest;
  const tax = bookingTaxOf(bookingPolicy, court.location);
  const hourPrice = priceOf(court.rateCents, bookingPolicy, isElite, tax);
  assertQuoteIsCurrent(body, hourPrice, tax, bookingPolicy.id);
  const { instantBook } = court.bookingRules;
  return {
    ...requestedHourOf(bookingRequest, localHour),
    ...hourPrice,
    policyId: bookingPolicy.id,
    terms: { ...bookingTerms.parse(bookingPolicy), tax },
    waiverVersion: player?.waiver?.version ?? currentWaiver.version,
    ...(body.papers && { papers: currentPapers(body.papers, bookingPolicy.id) }),
    requestedAt,
    ...requestDeadlines({ startTime: localHour.start, requestedAt, instantBook }, bookingPolicy),
    instantBook,
    sport: sportOfRequest(body.sport, court),
    notes: body.notes ?? '',
  };
};

const requestedHourOf = (
  { bookingId, playerId, court: { courtId, hostId, zone } }: BookingRequest,
  { start, end, offsetMinutes }: LocalHour,
) => ({
  bookingId,
  courtId,
  hostId,
  playerId,
  startTime: start,
  endTime: end,
  zone,
  offsetMinutes,
});

/**
 * Rejects amounts that differ from the price, because players must see what an hour costs before
 * they book it.
 */
const assertQuoteIsCurrent = (
  quoted: RequestBookingBody,
  hourPrice: Price,
  tax: BookingTax | null,
  policyId: string,
) => {
  if (
    isCurrentPrice(quoted.totalAmount, hourPrice.totalCents) &&
    isCurrentPrice(quoted.serviceFee, hourPrice.feeCents)
  )
    return;
  const currentQuote = { ...quotedPrice(hourPrice, tax), policyId };
  const message = `The price is now $${currentQuote.totalAmount}. Please check it and book again.`;
  throw new DomainError('price_changed', message, { quote: currentQuote });
};

/**
 * The versions of the shown texts, which a booking accepts only if they are current. Pages of
 * earlier releases and other clients show no texts.
 * @throws DomainError policy_changed with the id of the policy in force
 */
const currentPapers = ({ terms, cancellationPolicy }: ShownPapers, policyId: string) => {
  const isCurrent = (name: PaperName, shown: ShownPapers['terms']) =>
    shown.version === currentVersion(name) && shown.policyId === policyId;
  if (!isCurrent('terms', terms) || !isCurrent('cancellation-policy', cancellationPolicy))
    throw new DomainError(
      'policy_changed',
      'The terms or the cancellation policy may have changed. Please read them and book again.',
      { policyId },
    );
  return { terms: terms.version, cancellationPolicy: cancellationPolicy.version };
};

type DeadlineRules = Pick<
  Policy,
  'hostAnswerMinutes' | 'hostAnswerBeforeStartMinutes' | 'paymentRequired' | 'payMinutes'
>;

const minutesAfter = (instant: string, minutes: number) =>
  Date.parse(instant) + minutes * MINUTE_MS;
const earliestOf = (...timestamps: readonly number[]) =>
  new Date(Math.min(...timestamps)).toISOString();

/**
 * Deadlines (UTC; domain rules, G15). Payment is due before the host's response or, with instant
 * booking, before the start; `payBy` is null if none is required.
 */
export const requestDeadlines = (
  {
    startTime,
    requestedAt,
    instantBook,
  }: Readonly<{ startTime: string; requestedAt: string; instantBook: boolean }>,
  deadlineRules: DeadlineRules,
): Readonly<{ answerBy: string; payBy: string | null }> => {
  const answerBy = earliestOf(
    minutesAfter(requestedAt, deadlineRules.hostAnswerMinutes),
    minutesAfter(startTime, -deadlineRules.hostAnswerBeforeStartMinutes),
  );
  const latestPayment = Date.parse(instantBook ? startTime : answerBy);
  return {
    answerBy,
    payBy: deadlineRules.paymentRequired
      ? earliestOf(minutesAfter(requestedAt, deadlineRules.payMinutes), latestPayment)
      : null,
  };
};
