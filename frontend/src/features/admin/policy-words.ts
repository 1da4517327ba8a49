import type { PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import type { ElitePolicy, Policy } from '@courtly/contracts/policy';
import { shortMoney } from '../../lib/format';

type Name = Exclude<keyof Policy, 'id' | 'elite'> | `elite.${keyof ElitePolicy}`;

/** `assumed` is what we shipped where neither the product's promises nor its terms give the number. */
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
/** Hours and days where minutes make up whole ones: `15 minutes`, `72 hours`, `14 days`. */
const minutes = (value: PolicyValue) => {
  const hours = Number(value) / 60;
  if (hours === 0 || !Number.isInteger(hours)) return counted('minute')(value);
  return hours > 72 && hours % 24 === 0 ? counted('day')(hours / 24) : counted('hour')(hours);
};

const PAY = 'Prices and pay';
const BOOKING = 'Booking';
const CANCELLING = 'Cancelling';
const ELITE = 'Elite membership';
const PLAYED = 'After an hour, and around it';
const LIMITS = 'Limits for one person';

/** Every value of a policy as an admin reads it; a value without words does not compile. */
const words: Record<Name, Words> = {
  feeShare: {
    group: PAY,
    label: 'Fee of a player, of the hourly rate',
    text: share,
    assumed: 1000,
  },
  eliteFeeShare: {
    group: PAY,
    label: 'Fee of an Elite member, of the hourly rate',
    text: share,
    assumed: 500,
  },
  payoutShare: { group: PAY, label: 'Pay of the host, of the hourly rate', text: share },
  paymentRequired: { group: PAY, label: 'Bookings are paid by card', text: yesOrNo },
  payMinutes: {
    group: PAY,
    label: 'An unpaid request holds its hour for',
    text: minutes,
    assumed: 15,
  },
  payoutDelayMinutes: {
    group: PAY,
    label: 'A host is paid after the hour has been over for',
    text: minutes,
    assumed: 1440,
  },
  leadMinutes: {
    group: BOOKING,
    label: 'Shortest notice, unless a court has its own',
    text: minutes,
    assumed: 120,
  },
  horizonDays: {
    group: BOOKING,
    label: 'Furthest ahead, unless a court has its own',
    text: counted('day'),
    assumed: 14,
  },
  headStartMinutes: {
    group: BOOKING,
    label: 'Every hour opens to Elite members earlier by',
    text: minutes,
  },
  hostAnswerMinutes: {
    group: BOOKING,
    label: 'A host answers a request within',
    text: minutes,
    assumed: 1440,
  },
  hostAnswerBeforeStartMinutes: {
    group: BOOKING,
    label: 'And so long before the start at the latest',
    text: minutes,
    assumed: 60,
  },
  freeCancelMinutes: {
    group: CANCELLING,
    label: 'Free for the player up to so long before the start',
    text: minutes,
  },
  graceMinutes: {
    group: CANCELLING,
    label: 'Free as well, after an early confirmation, for',
    text: minutes,
    assumed: 60,
  },
  lateRefundShare: {
    group: CANCELLING,
    label: 'Given back when cancelled later, of the total',
    text: share,
  },
  'elite.foundingCents': { group: ELITE, label: 'A year as a founding member', text: cents },
  'elite.foundingSeats': { group: ELITE, label: 'Founding seats there ever are', text: count },
  'elite.seatMinutes': {
    group: ELITE,
    label: 'A seat is kept for a buyer for',
    text: minutes,
    assumed: 30,
  },
  'elite.monthlyCents': { group: ELITE, label: 'A month by subscription', text: cents },
  'elite.monthlyNeedsApplication': {
    group: ELITE,
    label: 'A subscription needs an approved application',
    text: yesOrNo,
  },
  'elite.graceDays': {
    group: ELITE,
    label: 'Grace after a failed renewal',
    text: counted('day'),
    assumed: 7,
  },
  waiverMonths: {
    group: PLAYED,
    label: 'A waiver is asked for again after',
    text: counted('month'),
    assumed: 12,
  },
  matchAnswerMinutes: {
    group: PLAYED,
    label: 'A result that nobody answers counts after',
    text: minutes,
    assumed: 2880,
  },
  reviewDays: {
    group: PLAYED,
    label: 'An hour is reviewed, and written about, within',
    text: counted('day'),
    assumed: 14,
  },
  reviewHours: { group: PLAYED, label: 'An applicant hears from us within', text: counted('hour') },
  openBookings: { group: LIMITS, label: 'Bookings of a player at a time', text: count, assumed: 3 },
  eliteOpenBookings: {
    group: LIMITS,
    label: 'Bookings of an Elite member at a time',
    text: count,
    assumed: 6,
  },
  overlappingBookings: { group: LIMITS, label: 'Two courts at the same time', text: yesOrNo },
  hoursPerCourtDay: {
    group: LIMITS,
    label: 'Hours of one court on one day',
    text: count,
    assumed: 2,
  },
  requestsPerCourtDay: {
    group: LIMITS,
    label: 'Requests for one court on one day',
    text: count,
    assumed: 12,
  },
  closureChangesPerCourtDay: {
    group: LIMITS,
    label: 'Changes of the closed hours of one day',
    text: count,
    assumed: 48,
  },
  changesPerDay: {
    group: LIMITS,
    label: 'Changes of a court or a profile on one day',
    text: count,
    assumed: 100,
  },
  commandsPerMinute: {
    group: LIMITS,
    label: 'Changes of anything in a minute',
    text: count,
    assumed: 120,
  },
  registrationsPerHour: {
    group: LIMITS,
    label: 'New accounts from one address in an hour',
    text: count,
    assumed: 200,
  },
};

const wordsOf = (name: string): Words | undefined =>
  Object.hasOwn(words, name) ? words[name as Name] : undefined;

/** What a value is called; one that this page does not know by the name that the file gives it. */
export const policyLabel = (name: string): string => wordsOf(name)?.label ?? name;

/** What a value says; undefined is a version that did not have it. */
export const policyText = (name: string, value: PolicyValue | undefined): string =>
  value === undefined ? 'Not there' : (wordsOf(name)?.text ?? String)(value);

/** Whether a value is as we shipped it, and nothing but our assumption. */
export const isAssumed = (name: string, value: PolicyValue): boolean =>
  wordsOf(name)?.assumed === value;

const order = [PAY, BOOKING, CANCELLING, ELITE, PLAYED, LIMITS];

/** The names of values by what they are about, in the order of the page; those that it has no words for come last. */
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
