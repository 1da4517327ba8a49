import type { PolicyValue, PolicyValues } from '@courtly/contracts/policies';
import type {
  CityPolicy,
  CityTax,
  ConductPolicy,
  ElitePolicy,
  HostApprovalPolicy,
  Policy,
  RetentionPolicy,
  SecondFactorPolicy,
} from '@courtly/contracts/policy';
import { formatShortMoney } from '../../lib/format';
import { periodLabel, shareLabel, withUnit } from '../../lib/policy-values';

type PolicyValueName =
  | Exclude<
      keyof Policy,
      'id' | 'elite' | 'cities' | 'conduct' | 'hostApproval' | 'retention' | 'secondFactor'
    >
  | `elite.${keyof ElitePolicy}`
  | `conduct.${keyof ConductPolicy}`
  | `hostApproval.${keyof HostApprovalPolicy}`
  | `retention.${keyof RetentionPolicy}`
  | `secondFactor.${keyof SecondFactorPolicy}`;
type CityValueName = keyof CityPolicy | `tax.${keyof CityTax}`;

/** `assumedValue` is our default for a number that the product specification leaves open. */
type PolicyValueLabels = Readonly<{
  group: (typeof groupOrder)[number];
  label: string;
  format: (value: PolicyValue) => string;
  assumedValue?: PolicyValue;
}>;

/** Formats a number. In a draft, it can be empty or not a number. */
const formatNumber =
  (format: (value: number) => string, emptyLabel = 'Not set') =>
  (value: PolicyValue): string => {
    if (typeof value === 'number') return format(value);
    return value === null ? emptyLabel : String(value);
  };
const grouped = (value: number) => value.toLocaleString('en-US');
const countWithUnit = (unitName: string) =>
  formatNumber((value) => withUnit(unitName, value), 'No limit');
const formatCount = formatNumber(grouped, 'No limit');
const formatYesNo = (value: PolicyValue) => (value === true ? 'Yes' : 'No');
const formatText = (value: PolicyValue) => (value === '' ? 'Not set' : String(value));
const formatShare = formatNumber(shareLabel);
const formatCents = formatNumber((value) => formatShortMoney((value / 100).toFixed(2)));
const formatMinutes = formatNumber(periodLabel, 'No limit');

const guestWaiverTexts: Record<string, string> = {
  off: 'No one is asked',
  warn: 'The player and the host see it',
  block: 'The host is asked to refuse entry',
};
const formatGuestWaivers = (value: PolicyValue) => guestWaiverTexts[String(value)] ?? String(value);

const PAYMENTS = 'Prices and payments';
const BOOKING = 'Booking';
const CANCELLATION = 'Cancellation';
const ELITE = 'Elite membership';
const PLAY = 'Play and applications';
const HOSTS = 'Hosts';
const LIMITS = 'Limits per person';
const CONDUCT = 'Conduct';
const SIGN_IN = 'Two-step sign-in';
const RETENTION = 'How long we keep personal data';
const CITIES = 'Cities';
/** The group of the values of cities. */
export const CITY_GROUP = CITIES;
const ADMINS = 'Admins';

/** The groups in page order. */
const groupOrder = [
  PAYMENTS,
  CITIES,
  BOOKING,
  CANCELLATION,
  HOSTS,
  CONDUCT,
  ELITE,
  PLAY,
  LIMITS,
  ADMINS,
  RETENTION,
  SIGN_IN,
] as const;

const formatLimit = (value: PolicyValue) => (value === null ? 'Never' : formatCents(value));

/** The labels of every policy value. A value without labels is a type error. */
const policyLabels: Record<PolicyValueName, PolicyValueLabels> = {
  secondAdminAboveCents: {
    group: ADMINS,
    label: 'A second admin confirms amounts above',
    format: formatLimit,
    assumedValue: 50_000,
  },
  secondAdminWindowHours: {
    group: ADMINS,
    label: "Period over which one admin's unconfirmed decisions add up",
    format: countWithUnit('hour'),
    assumedValue: 24,
  },
  secondAdminHours: {
    group: ADMINS,
    label: 'Time for a second admin to confirm',
    format: countWithUnit('hour'),
    assumedValue: 72,
  },
  feeShare: {
    group: PAYMENTS,
    label: 'Player fee (share of the hourly rate)',
    format: formatShare,
    assumedValue: 1000,
  },
  eliteFeeShare: {
    group: PAYMENTS,
    label: 'Elite member fee (share of the hourly rate)',
    format: formatShare,
    assumedValue: 500,
  },
  payoutShare: {
    group: PAYMENTS,
    label: 'Host payout (share of the hourly rate)',
    format: formatShare,
  },
  paymentRequired: { group: PAYMENTS, label: 'Card payment required', format: formatYesNo },
  payMinutes: {
    group: PAYMENTS,
    label: 'Hold for an unpaid request',
    format: formatMinutes,
    assumedValue: 15,
  },
  lateChargeMarginMinutes: {
    group: PAYMENTS,
    label: 'Delayed charge: minimum time left before the start and the end of the authorization',
    format: (minutes) => (minutes === null ? 'Charge at approval' : formatMinutes(minutes)),
    assumedValue: null,
  },
  payoutDelayMinutes: {
    group: PAYMENTS,
    label: 'Host payout delay after a booking ends',
    format: formatMinutes,
    assumedValue: 1440,
  },
  leadMinutes: {
    group: BOOKING,
    label: 'Minimum notice (court default)',
    format: formatMinutes,
    assumedValue: 120,
  },
  horizonDays: {
    group: BOOKING,
    label: 'Booking window (court default)',
    format: countWithUnit('day'),
    assumedValue: 14,
  },
  headStartMinutes: {
    group: BOOKING,
    label: 'Head start for Elite members',
    format: formatMinutes,
  },
  hostAnswerMinutes: {
    group: BOOKING,
    label: 'Time for a host to respond to a request',
    format: formatMinutes,
    assumedValue: 1440,
  },
  hostAnswerBeforeStartMinutes: {
    group: BOOKING,
    label: 'Latest host response before the start',
    format: formatMinutes,
    assumedValue: 60,
  },
  freeCancelMinutes: {
    group: CANCELLATION,
    label: 'Free cancellation before the start',
    format: formatMinutes,
  },
  graceMinutes: {
    group: CANCELLATION,
    label: 'Grace period after an early confirmation',
    format: formatMinutes,
    assumedValue: 60,
  },
  lateRefundShare: {
    group: CANCELLATION,
    label: 'Refund for a late cancellation (share of the total)',
    format: formatShare,
  },
  'elite.foundingCents': {
    group: ELITE,
    label: 'Founding membership per year',
    format: formatCents,
  },
  'elite.foundingSeats': { group: ELITE, label: 'Total founding seats', format: formatCount },
  'elite.seatMinutes': {
    group: ELITE,
    label: 'Seat hold during checkout',
    format: formatMinutes,
    assumedValue: 30,
  },
  'elite.monthlyCents': { group: ELITE, label: 'Subscription per month', format: formatCents },
  'elite.monthlyNeedsApplication': {
    group: ELITE,
    label: 'Subscription requires an approved application',
    format: formatYesNo,
  },
  'elite.founderSeatAfterReversal': {
    group: ELITE,
    label: 'Founding seat after a refund or chargeback',
    format: (value) => (value === 'freed' ? 'Sold again' : 'Kept'),
    assumedValue: 'kept',
  },
  'elite.graceDays': {
    group: ELITE,
    label: 'Grace period after a failed renewal',
    format: countWithUnit('day'),
    assumedValue: 7,
  },
  waiverMonths: {
    group: PLAY,
    label: 'Waiver validity',
    format: countWithUnit('month'),
    assumedValue: 12,
  },
  guestWaivers: {
    group: PLAY,
    label: "If a guest's signature is missing",
    format: formatGuestWaivers,
    assumedValue: 'warn',
  },
  matchAnswerMinutes: {
    group: PLAY,
    label: 'Time to respond to a match result',
    format: formatMinutes,
    assumedValue: 2880,
  },
  matchLogDays: {
    group: PLAY,
    label: 'Time to log a result after an hour',
    format: countWithUnit('day'),
    assumedValue: 14,
  },
  matchClaimDays: {
    group: PLAY,
    label: 'Validity of match invitations',
    format: countWithUnit('day'),
    assumedValue: 14,
  },
  reviewDays: {
    group: PLAY,
    label: 'Time to review and message after a booking',
    format: countWithUnit('day'),
    assumedValue: 14,
  },
  reviewEditMinutes: {
    group: PLAY,
    label: 'Time to change or withdraw a review',
    format: formatMinutes,
    assumedValue: 1440,
  },
  invitationDays: {
    group: PLAY,
    label: 'Validity of emailed invitations to a court',
    format: countWithUnit('day'),
    assumedValue: 14,
  },
  reviewHours: {
    group: PLAY,
    label: 'Response time for applications',
    format: countWithUnit('hour'),
  },
  openBookings: {
    group: LIMITS,
    label: 'Open bookings per player',
    format: formatCount,
    assumedValue: 3,
  },
  eliteOpenBookings: {
    group: LIMITS,
    label: 'Open bookings per Elite member',
    format: formatCount,
    assumedValue: 6,
  },
  overlappingBookings: {
    group: LIMITS,
    label: 'Overlapping bookings allowed',
    format: formatYesNo,
  },
  hoursPerCourtDay: {
    group: LIMITS,
    label: 'Hours per court and day',
    format: formatCount,
    assumedValue: 2,
  },
  requestsPerCourtDay: {
    group: LIMITS,
    label: 'Requests per court and day',
    format: formatCount,
    assumedValue: 12,
  },
  closureChangesPerCourtDay: {
    group: LIMITS,
    label: 'Closure changes per court and day',
    format: formatCount,
    assumedValue: 48,
  },
  changesPerDay: {
    group: LIMITS,
    label: 'Court or profile changes per day',
    format: formatCount,
    assumedValue: 100,
  },
  commandsPerMinute: {
    group: LIMITS,
    label: 'Changes of any kind per minute',
    format: formatCount,
    assumedValue: 120,
  },
  registrationsPerHour: {
    group: LIMITS,
    label: 'New accounts per IP address and hour',
    format: formatCount,
    assumedValue: 200,
  },
  'retention.rejectedApplicationDays': {
    group: RETENTION,
    label: 'Rejected applications',
    format: countWithUnit('day'),
    assumedValue: 180,
  },
  'retention.lapsedApplicationDays': {
    group: RETENTION,
    label: 'Applications that were never decided or claimed',
    format: countWithUnit('day'),
    assumedValue: 90,
  },
  'retention.contactDays': {
    group: RETENTION,
    label: 'Emails entered for other people',
    format: countWithUnit('day'),
    assumedValue: 365,
  },
  'retention.guestWaiverDays': {
    group: RETENTION,
    label: "Guests' signatures after the hour",
    format: countWithUnit('day'),
    assumedValue: 1_095,
  },
  'secondFactor.admin': {
    group: SIGN_IN,
    label: 'Required of admins (in production)',
    format: formatYesNo,
    assumedValue: true,
  },
  'conduct.noShowReportMinutes': {
    group: CONDUCT,
    label: 'No-show reports end after the hour',
    format: formatMinutes,
    assumedValue: 1440,
  },
  'conduct.damageReportMinutes': {
    group: CONDUCT,
    label: 'Damage claims end after the hour',
    format: formatMinutes,
    assumedValue: 2880,
  },
  'conduct.weatherBeforeMinutes': {
    group: CONDUCT,
    label: 'Weather claims start before the hour',
    format: formatMinutes,
    assumedValue: 120,
  },
  'conduct.weatherMoveMinutes': {
    group: CONDUCT,
    label: 'Free move after an upheld weather claim',
    format: formatMinutes,
    assumedValue: 120,
  },
  'conduct.answerMinutes': {
    group: CONDUCT,
    label: 'Time to respond to a report or claim',
    format: formatMinutes,
    assumedValue: 2880,
  },
  'conduct.rulingMinutes': {
    group: CONDUCT,
    label: 'Time for an admin to decide',
    format: formatMinutes,
    assumedValue: 4320,
  },
  'conduct.strikeDays': {
    group: CONDUCT,
    label: 'An upheld no-show counts for',
    format: countWithUnit('day'),
    assumedValue: 90,
  },
  'conduct.strikesForInstantOnly': {
    group: CONDUCT,
    label: 'No-shows until only prepaid instant bookings are allowed',
    format: formatCount,
    assumedValue: 2,
  },
  'conduct.strikesForSuspension': {
    group: CONDUCT,
    label: 'No-shows until suspension',
    format: formatCount,
    assumedValue: 4,
  },
  'hostApproval.payouts': {
    group: HOSTS,
    label: 'Only approved hosts are paid',
    format: formatYesNo,
  },
  'hostApproval.listing': {
    group: HOSTS,
    label: 'Players can find and book only courts of approved hosts',
    format: formatYesNo,
    assumedValue: false,
  },
  'secondFactor.host': {
    group: SIGN_IN,
    label: 'Required of hosts (in production)',
    format: formatYesNo,
    assumedValue: false,
  },
  'secondFactor.owner': {
    group: SIGN_IN,
    label: 'Required of court owners (in production)',
    format: formatYesNo,
    assumedValue: false,
  },
};

const cityLabels: Record<CityValueName, Omit<PolicyValueLabels, 'group'>> = {
  tax: { label: 'tax', format: () => 'None' },
  'tax.name': { label: 'tax name', format: formatText },
  'tax.rate': { label: 'tax rate', format: formatShare },
  'tax.included': { label: 'tax included in the price', format: formatYesNo },
  allInPrices: { label: 'full price in lists', format: formatYesNo },
};

/** `cities.Austin.tax.rate` is the `tax.rate` of Austin. */
const cityValuePattern = /^cities\.(.+?)\.((?:tax\.)?\w+)$/;

const findCityLabels = (valueName: string): PolicyValueLabels | undefined => {
  const [, city = '', cityValue = ''] = cityValuePattern.exec(valueName) ?? [];
  if (!Object.hasOwn(cityLabels, cityValue)) return undefined;
  const { label, format } = cityLabels[cityValue as CityValueName];
  return { group: CITIES, label: `${city}: ${label}`, format };
};

const findPolicyLabels = (valueName: string): PolicyValueLabels | undefined =>
  Object.hasOwn(policyLabels, valueName)
    ? policyLabels[valueName as PolicyValueName]
    : findCityLabels(valueName);

/** The label of a value, or its name in the policy file if it has no label. */
export const policyLabel = (valueName: string): string =>
  findPolicyLabels(valueName)?.label ?? valueName;

/** The value as text. It is undefined if that version doesn't have it. */
export const formatPolicyValue = (valueName: string, value: PolicyValue | undefined): string =>
  value === undefined ? 'Not set' : (findPolicyLabels(valueName)?.format ?? String)(value);

export const isAssumed = (valueName: string, value: PolicyValue): boolean =>
  findPolicyLabels(valueName)?.assumedValue === value;

/** Value names by group, in page order; unknown values come last. Empty groups are left out. */
export const policyGroups = (
  policyValues: PolicyValues,
  shownIfEmpty: readonly string[] = [],
): (readonly [title: string, names: readonly string[]])[] => {
  const labeledNames = [
    ...Object.keys(policyLabels).filter((valueName) => Object.hasOwn(policyValues, valueName)),
    ...Object.keys(policyValues).filter(findCityLabels),
  ];
  const unlabeledNames = Object.keys(policyValues).filter(
    (valueName) => !findPolicyLabels(valueName),
  );
  return [
    ...groupOrder.map(
      (groupTitle) =>
        [
          groupTitle,
          labeledNames.filter((valueName) => findPolicyLabels(valueName)!.group === groupTitle),
        ] as const,
    ),
    ['Other values', unlabeledNames] as const,
  ].filter(
    ([groupTitle, valueNames]) => valueNames.length > 0 || shownIfEmpty.includes(groupTitle),
  );
};
