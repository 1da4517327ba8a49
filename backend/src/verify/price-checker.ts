import { formatCents } from '@courtly/contracts/amount';
import type { DatabaseSync } from 'node:sqlite';
import { searchable } from '@courtly/contracts/text';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import { type PolicyVersionEvent, isPolicyVersion } from '../people/policies/policy.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { MINUTE_MS } from '../platform/kernel/local-time.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { type Check, type Violation, problemList } from './check.js';

type Requested = Extract<BookingEvent, { type: 'BookingRequested' }>['data'];
type Cancelled = Extract<BookingEvent, { type: 'BookingCancelled' }>['data'];
type PolicyValues = PolicyVersionEvent['data']['values'];

type AgreedBooking = Pick<
  Requested,
  'startTime' | 'rateCents' | 'taxCents' | 'totalCents' | 'payoutCents' | 'terms'
> &
  Readonly<{ approvedAt: string | null }>;

/**
 * `accessUntil` is the end of the membership; null once it has ended early. After a reversal, the
 * paid time may have gaps, so either price is possible.
 */
type Access = Readonly<{ accessUntil: string | null; changedAt: string; isReversed: boolean }>;

/** A request may overlap with a change to the player's membership. */
const OVERLAP_MS = 10 * MINUTE_MS;

const roundedShare = (amountCents: number, basisPoints: number): number =>
  Math.round((amountCents * basisPoints) / 10_000);

/** The city of a court and, until shortly after a change, the previous city. */
type CourtCity = Readonly<{ location: string; earlier: string | null; changedAt: string }>;

const bareCity = (location: string): string =>
  location
    .replace(/,.*/s, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase();

/** How city names are compared. Earlier releases compared accents, too. */
const cityForms = [bareCity, (location: string) => searchable(bareCity(location))];

/** The tax that the policy sets for a city; undefined if it sets none. */
const policyTax = (
  policyValues: PolicyValues,
  location: string,
  cityForm: (location: string) => string,
) => {
  const rateName = Object.keys(policyValues).find((name) => {
    const [, city] = /^cities\.(.*)\.tax\.rate$/.exec(name) ?? [];
    return city !== undefined && cityForm(city) === cityForm(location);
  });
  if (rateName === undefined) return undefined;
  const valueOf = (name: string) => policyValues[rateName.replace(/rate$/, name)];
  return {
    name: String(valueOf('name')),
    rate: Number(policyValues[rateName]),
    included: valueOf('included') === true,
  };
};

/** Rounds half up, like a cash register, using only whole numbers. */
const halfUp = (numerator: number, denominator: number): number => {
  const cents = Math.trunc(numerator / denominator);
  return (numerator - cents * denominator) * 2 >= denominator ? cents + 1 : cents;
};

const taxProblems = (
  { rateCents, feeCents, taxCents, totalCents, terms: { tax } }: Requested,
  policyValues: PolicyValues,
  locations: readonly string[],
) => {
  const priceCents = rateCents + feeCents;
  const rate = tax?.rate ?? 0;
  const expectedTax = halfUp(priceCents * rate, tax?.included ? 10_000 + rate : 10_000);
  const expectedTotal = priceCents + (tax?.included ? 0 : expectedTax);
  const describe = (cityTax: ReturnType<typeof policyTax> | Requested['terms']['tax']) =>
    cityTax ? `${cityTax.name} ${cityTax.rate}${cityTax.included ? ' included' : ''}` : 'no tax';
  const allowedTaxes = locations.flatMap((location) =>
    cityForms.map((cityForm) => describe(policyTax(policyValues, location, cityForm))),
  );
  const allowed = [...new Set(allowedTaxes)];
  return problemList(
    taxCents !== expectedTax &&
      `its tax is ${formatCents(taxCents)}, but its terms give ${formatCents(expectedTax)}`,
    totalCents !== expectedTotal &&
      `its total is ${formatCents(totalCents)}, but rate, fee, and tax give ${formatCents(expectedTotal)}`,
    allowed.length > 0 &&
      !allowed.includes(describe(tax)) &&
      `its terms have ${describe(tax)}, but the policy has ${allowed.join(' or ')} in the city`,
  );
};

const cardReasons: readonly string[] = ['not_paid', 'payment_failed'];

/**
 * The rule, the refund, and the host's part of a cancellation, under the terms to which the player
 * agreed.
 */
const expectedSplit = (
  { startTime, approvedAt, totalCents, payoutCents, terms }: AgreedBooking,
  { reason, cancelledAt }: Cancelled,
): Pick<Cancelled, 'rule' | 'refundCents' | 'hostCents'> => {
  const refundAll = { refundCents: totalCents, hostCents: 0 };
  if (cardReasons.includes(reason)) return { rule: 'not_paid', ...refundAll };
  if (reason !== 'player_cancelled') return { rule: 'by_host', ...refundAll };
  if (approvedAt === null) return { rule: 'pending', ...refundAll };
  const [start, cancelled, approved] = [startTime, cancelledAt, approvedAt].map(Date.parse) as [
    number,
    number,
    number,
  ];
  const freeUntil = start - terms.freeCancelMinutes * MINUTE_MS;
  if (cancelled <= freeUntil) return { rule: 'free', ...refundAll };
  if (cancelled >= start) return { rule: 'started', refundCents: 0, hostCents: payoutCents };
  if (approved < freeUntil && cancelled - approved <= terms.graceMinutes * MINUTE_MS)
    return { rule: 'grace', ...refundAll };
  const refundCents = roundedShare(totalCents, terms.lateRefundShare);
  const hostCents = roundedShare(payoutCents, 10_000 - terms.lateRefundShare);
  return { rule: 'late', refundCents, hostCents: Math.min(hostCents, totalCents - refundCents) };
};

/** The tax on the amount that remains charged after a cancellation. */
const keptTax = ({ totalCents, taxCents }: AgreedBooking, refundCents: number): number =>
  totalCents === 0 ? 0 : halfUp((totalCents - refundCents) * taxCents, totalCents);

const splitProblems = (agreedBooking: AgreedBooking, cancelled: Cancelled) => {
  const expected = expectedSplit(agreedBooking, cancelled);
  return problemList(
    cancelled.approvedAt !== agreedBooking.approvedAt &&
      `its cancellation records the approval ${cancelled.approvedAt}, not ${agreedBooking.approvedAt}`,
    cancelled.rule !== expected.rule &&
      `it is canceled by the rule ${cancelled.rule}, but ${expected.rule} applies`,
    cancelled.refundCents !== expected.refundCents &&
      `its cancellation refunds ${formatCents(cancelled.refundCents)}, but the terms give ${formatCents(expected.refundCents)}`,
    cancelled.hostCents !== expected.hostCents &&
      `its cancellation pays the host ${formatCents(cancelled.hostCents)}, but the terms give ${formatCents(expected.hostCents)}`,
    cancelled.taxCents !== keptTax(agreedBooking, cancelled.refundCents) &&
      `its cancellation keeps a tax of ${formatCents(cancelled.taxCents)}, not ${formatCents(keptTax(agreedBooking, cancelled.refundCents))}`,
  );
};

/**
 * `memberships` are the memberships that the player may have had at the time of the request, and
 * `locations` the cities in which the court may have been.
 */
const priceProblems = (
  requested: Requested,
  policyValues: PolicyValues,
  memberships: readonly ('member' | 'free')[],
  locations: readonly string[],
) => {
  const { rateCents, feeCents, payoutCents, policyId, terms } = requested;
  const expectedFees = memberships.map((membership) =>
    roundedShare(
      rateCents,
      Number(policyValues[membership === 'member' ? 'eliteFeeShare' : 'feeShare']),
    ),
  );
  const expectedPayout = roundedShare(rateCents, Number(policyValues['payoutShare']));
  const priceIssues = problemList(
    !expectedFees.includes(feeCents) &&
      `its fee is ${formatCents(feeCents)}, but policy ${policyId} gives ${expectedFees.map((cents) => formatCents(cents)).join(' or ')}`,
    payoutCents !== expectedPayout &&
      `its payout is ${formatCents(payoutCents)}, but policy ${policyId} gives ${formatCents(expectedPayout)}`,
    ...Object.entries(terms).map(
      ([name, value]) =>
        // Policies in older logs lack the newest values.
        name in policyValues &&
        policyValues[name] !== value &&
        `its ${name} is ${String(value)}, but policy ${policyId} has ${policyValues[name]}`,
    ),
  );
  return [...priceIssues, ...taxProblems(requested, policyValues, locations)];
};

/**
 * Checks the price of every booking against its policy and the player's membership, and the amounts
 * of every cancellation against the agreed terms. Shares no code with pricing.
 */
export const priceChecker = (
  spillDatabase: DatabaseSync,
): { check: Check; unpriced(): Generator<Violation> } => {
  const policies = new Map<string, PolicyValues>();
  const bookings = new SpilledMap<AgreedBooking>(spillDatabase, 'agreed bookings');
  const accessByUser = new SpilledMap<Access>(spillDatabase, 'access of members');
  const courtCities = new SpilledMap<CourtCity>(spillDatabase, 'cities of courts');
  /** Requests under a policy that is not in the log yet. */
  const unpricedRequests = new SpilledMap<
    Readonly<{
      requested: Requested;
      memberships: readonly ('member' | 'free')[];
      locations: readonly string[];
      place: Place;
    }>
  >(spillDatabase, 'unpriced requests');

  const membershipsAt = (userId: string, requestedAt: string): ('member' | 'free')[] => {
    const access = accessByUser.get(userId);
    if (!access) return ['free'];
    const isMember = access.accessUntil !== null && requestedAt < access.accessUntil;
    const isChanging =
      Math.abs(Date.parse(requestedAt) - Date.parse(access.changedAt)) < OVERLAP_MS;
    return isChanging || access.isReversed ? ['member', 'free'] : [isMember ? 'member' : 'free'];
  };

  const takeCourt = ({ data, metadata }: RecordedEvent) => {
    const { courtId, location } = data as Readonly<{ courtId: string; location?: string }>;
    if (location === undefined) return;
    const earlier = courtCities.get(courtId)?.location ?? null;
    courtCities.set(courtId, { location, earlier, changedAt: metadata.at });
  };

  const locationsAt = (courtId: string, requestedAt: string): string[] => {
    const courtCity = courtCities.get(courtId);
    if (!courtCity) return [];
    const { location, earlier, changedAt } = courtCity;
    const isChanging = Math.abs(Date.parse(requestedAt) - Date.parse(changedAt)) < OVERLAP_MS;
    return earlier !== null && isChanging ? [location, earlier] : [location];
  };

  const checkRequest = (requested: Requested, place: Place): string[] => {
    const { bookingId, startTime, rateCents, taxCents, totalCents, payoutCents, terms } = requested;
    if (!bookings.has(bookingId))
      bookings.set(bookingId, {
        startTime,
        rateCents,
        taxCents,
        totalCents,
        payoutCents,
        terms,
        approvedAt: null,
      });
    const memberships = membershipsAt(requested.playerId, requested.requestedAt);
    const policyValues = policies.get(requested.policyId);
    const locations = locationsAt(requested.courtId, requested.requestedAt);
    if (policyValues) return priceProblems(requested, policyValues, memberships, locations);
    unpricedRequests.set(bookingId, { requested, memberships, locations, place });
    return [];
  };

  const checkBooking = ({ stream, revision, type, data }: RecordedEvent<BookingEvent>) => {
    if (type === 'BookingRequested') return checkRequest(data, { stream, revision });
    const agreedBooking = bookings.get(data.bookingId);
    if (!agreedBooking) return [];
    if (type === 'BookingMoved')
      bookings.set(data.bookingId, { ...agreedBooking, startTime: data.startTime });
    if (type === 'BookingApproved')
      bookings.set(data.bookingId, { ...agreedBooking, approvedAt: data.approvedAt });
    return type === 'BookingCancelled' ? splitProblems(agreedBooking, data) : [];
  };

  const check: Check = (event) => {
    const { type } = event;
    if (isPolicyVersion(type)) {
      const { policyId, values } = event.data as PolicyVersionEvent['data'];
      policies.set(policyId, { ...policies.get(policyId), ...values });
      return [];
    }
    if (type === 'CourtListed' || type === 'CourtDetailsChanged') takeCourt(event);
    if (type.startsWith('Booking')) {
      const bookingEvent = event as unknown as RecordedEvent<BookingEvent>;
      return checkBooking(bookingEvent).map(
        (problem) => `booking ${bookingEvent.data.bookingId}: ${problem}`,
      );
    }
    if (!type.startsWith('Elite')) return [];
    const { userId, accessUntil } = event.data as { userId: string; accessUntil?: string | null };
    const isOver = type === 'EliteLapsed' || type === 'EliteEnded';
    if (accessUntil === undefined && !isOver) return [];
    const wasReversed = accessByUser.get(userId)?.isReversed ?? false;
    accessByUser.set(userId, {
      accessUntil: isOver ? null : (accessUntil ?? null),
      changedAt: event.metadata.at,
      isReversed: wasReversed || type.startsWith('EliteRevers'),
    });
    return [];
  };

  return {
    check,
    *unpriced() {
      for (const [
        bookingId,
        { requested, memberships, locations, place },
      ] of unpricedRequests.entriesInOrder()) {
        const policyValues = policies.get(requested.policyId);
        const problems = policyValues
          ? priceProblems(requested, policyValues, memberships, locations)
          : [`its policy ${requested.policyId} never took effect`];
        for (const problem of problems)
          yield { ...place, problem: `booking ${bookingId}: ${problem}`, isMoney: true };
      }
    },
  };
};

type Place = Pick<Violation, 'stream' | 'revision'>;
