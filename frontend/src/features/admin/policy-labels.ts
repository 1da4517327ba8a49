import type { PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import type { ElitePolicy, Policy } from '@courtly/contracts/policy';
import { shortMoney } from '../../lib/format';

type Name = Exclude<keyof Policy, 'id' | 'elite'> | `elite.${keyof ElitePolicy}`;

/** `assumed` is our default if the product specification doesn't give the number. */
type Words = Readonly<{
  group: string;
  label: string;
  text: (value: PolicyValue) => string;
  assumed?: PolicyValue;
}>;

const counted = (unit: string) => (value: PolicyValue) =>
  value === null ? 'No limit' : `${String(value)} ${unit}${value === 1 ? '' : 's'}`;
const count = (value: PolicyValue) => (value === null ? 'No limit' : String(value));
const yesOrNo = (value: PolicyValue) => (value === true ? 'Yes' : 'No');
/** Basis points: `10%`, `99.5%`. */
const share = (value: PolicyValue) => `${Number(value) / 100}%`;
const cents = (value: PolicyValue) => shortMoney((Number(value) / 100).toFixed(2));
/** Uses hours or days for whole ones: `15 minutes`, `72 hours`, `14 days`. */
const minutes = (value: PolicyValue) => {
  const hours = Number(value) / 60;
  if (hours === 0 || !Number.isInteger(hours)) return counted('minute')(value);
  return hours > 72 && hours % 24 === 0 ? counted('day')(hours / 24) : counted('hour')(hours);
};

const PAY = 'Prices and payments';
const BOOKING = 'Booking';
const CANCELLING = 'Cancellation';
const ELITE = 'Elite membership';
const PLAYED = 'Play and applications';
const LIMITS = 'Limits per person';

/** A policy value without labels does not compile. */
const words: Record<Name, Words> = {
  feeShare: {
    group: PAY,
    label: 'Player fee (share of the hourly rate)',
    text: share,
    assumed: 1000,
  },
  eliteFeeShare: {
    group: PAY,
    label: 'Elite member fee (share of the hourly rate)',
    text: share,
    assumed: 500,
  },
  payoutShare: { group: PAY, label: 'Host payout (share of the hourly rate)', text: share },
  paymentRequired: { group: PAY, label: 'Card payment required', text: yesOrNo },
  payMinutes: {
    group: PAY,
    label: 'Hold for an unpaid request',
    text: minutes,
    assumed: 15,
  },
  payoutDelayMinutes: {
    group: PAY,
    label: 'Host payout delay after a booking ends',
    text: minutes,
    assumed: 1440,
  },
  leadMinutes: {
    group: BOOKING,
    label: 'Minimum notice (court default)',
    text: minutes,
    assumed: 120,
  },
  horizonDays: {
    group: BOOKING,
    label: 'Booking window (court default)',
    text: counted('day'),
    assumed: 14,
  },
  headStartMinutes: {
    group: BOOKING,
    label: 'Head start for Elite members',
    text: minutes,
  },
  hostAnswerMinutes: {
    group: BOOKING,
    label: 'Time for a host to answer a request',
    text: minutes,
    assumed: 1440,
  },
  hostAnswerBeforeStartMinutes: {
    group: BOOKING,
    label: 'Latest host answer before the start',
    text: minutes,
    assumed: 60,
  },
  freeCancelMinutes: {
    group: CANCELLING,
    label: 'Free cancellation before the start',
    text: minutes,
  },
  graceMinutes: {
    group: CANCELLING,
    label: 'Grace period after an early confirmation',
    text: minutes,
    assumed: 60,
  },
  lateRefundShare: {
    group: CANCELLING,
    label: 'Refund for a late cancellation (share of the total)',
    text: share,
  },
  'elite.foundingCents': { group: ELITE, label: 'Founding membership per year', text: cents },
  'elite.foundingSeats': { group: ELITE, label: 'Total founding seats', text: count },
  'elite.seatMinutes': {
    group: ELITE,
    label: 'Seat hold during checkout',
    text: minutes,
    assumed: 30,
  },
  'elite.monthlyCents': { group: ELITE, label: 'Subscription per month', text: cents },
  'elite.monthlyNeedsApplication': {
    group: ELITE,
    label: 'Subscription requires an approved application',
    text: yesOrNo,
  },
  'elite.graceDays': {
    group: ELITE,
    label: 'Grace period after a failed renewal',
    text: counted('day'),
    assumed: 7,
  },
  waiverMonths: {
    group: PLAYED,
    label: 'Waiver validity',
    text: counted('month'),
    assumed: 12,
  },
  matchAnswerMinutes: {
    group: PLAYED,
    label: 'Unanswered match result counts after',
    text: minutes,
    assumed: 2880,
  },
  reviewDays: {
    group: PLAYED,
    label: 'Time to review and message after a booking',
    text: counted('day'),
    assumed: 14,
  },
  reviewHours: { group: PLAYED, label: 'Response time for applications', text: counted('hour') },
  openBookings: { group: LIMITS, label: 'Open bookings per player', text: count, assumed: 3 },
  eliteOpenBookings: {
    group: LIMITS,
    label: 'Open bookings per Elite member',
    text: count,
    assumed: 6,
  },
  overlappingBookings: { group: LIMITS, label: 'Overlapping bookings allowed', text: yesOrNo },
  hoursPerCourtDay: {
    group: LIMITS,
    label: 'Hours per court and day',
    text: count,
    assumed: 2,
  },
  requestsPerCourtDay: {
    group: LIMITS,
    label: 'Requests per court and day',
    text: count,
    assumed: 12,
  },
  closureChangesPerCourtDay: {
    group: LIMITS,
    label: 'Closure changes per court and day',
    text: count,
    assumed: 48,
  },
  changesPerDay: {
    group: LIMITS,
    label: 'Court or profile changes per day',
    text: count,
    assumed: 100,
  },
  commandsPerMinute: {
    group: LIMITS,
    label: 'Changes of any kind per minute',
    text: count,
    assumed: 120,
  },
  registrationsPerHour: {
    group: LIMITS,
    label: 'New accounts per IP address and hour',
    text: count,
    assumed: 200,
  },
};

const wordsOf = (name: string): Words | undefined =>
  Object.hasOwn(words, name) ? words[name as Name] : undefined;

/** Falls back to the name in the policy file. */
export const policyLabel = (name: string): string => wordsOf(name)?.label ?? name;

/** An undefined value is missing from that version. */
export const policyText = (name: string, value: PolicyValue | undefined): string =>
  value === undefined ? 'Not set' : (wordsOf(name)?.text ?? String)(value);

export const isAssumed = (name: string, value: PolicyValue): boolean =>
  wordsOf(name)?.assumed === value;

const order = [PAY, BOOKING, CANCELLING, ELITE, PLAYED, LIMITS];

/** Value names by group, in page order; unknown values come last. */
export const policyGroups = (
  values: PolicyValues,
): (readonly [title: string, names: readonly string[]])[] => {
  const known = Object.keys(words).filter((name) => Object.hasOwn(values, name));
  const others = Object.keys(values).filter((name) => !wordsOf(name));
  return [
    ...order.map(
      (title) => [title, known.filter((name) => wordsOf(name)!.group === title)] as const,
    ),
    ['Other values', others] as const,
  ].filter(([, names]) => names.length > 0);
};
