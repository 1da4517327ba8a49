import type { CourtHour, Slot } from '@courtly/contracts/availability';
import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { Policy } from '@courtly/contracts/policy';
import { DomainError } from '../../platform/kernel/domain-error.js';
import {
  DAY_MS,
  type LocalHour,
  MINUTE_MS,
  localDate,
  offsetLabel,
  weekday,
} from '../../platform/kernel/local-time.js';
import type { Court } from './court.js';
import { type CourtClock, courtHoursOn } from './court-dates.js';
import { isQuietHour, playableHours } from './quiet-hours.js';

type CourtSchedule = Pick<
  Court,
  'zone' | 'standardOffsetMinutes' | 'weeklyHours' | 'bookingRules' | 'sports' | 'neighborRules'
>;
export type SlotRules = Pick<
  Policy,
  'leadMinutes' | 'horizonDays' | 'headStartMinutes' | 'hostAnswerBeforeStartMinutes'
>;

/**
 * Whether an hour can be booked: `open`; `head_start`, when only Elite members can book it until
 * `opensAt`; `too_soon` before the start; or `too_early` before booking opens.
 */
export type HourAvailability = Readonly<{
  state: 'open' | 'head_start' | 'too_soon' | 'too_early';
  opensAt: string;
}>;

const openingHoursOn = (weeklyHours: WeeklyHours, courtDate: string) =>
  weeklyHours[weekdays[weekday(courtDate)]!];

const isWithin = (openingHours: ReturnType<typeof openingHoursOn>, { hour }: LocalHour): boolean =>
  openingHours.some(({ from, to }) => parseInt(from) <= hour && hour < parseInt(to));

/** All hours of a local day within the weekly hours, whether free or not. */
export const offeredHours = (
  courtSchedule: CourtClock & Pick<Court, 'weeklyHours'>,
  courtDate: string,
): readonly LocalHour[] => {
  const openingHours = openingHoursOn(courtSchedule.weeklyHours, courtDate);
  return courtHoursOn(courtSchedule, courtDate).filter((localHour) =>
    isWithin(openingHours, localHour),
  );
};

/** Slots open earlier for Elite members. */
export const availabilityOf = (
  startTime: string,
  { bookingRules }: CourtSchedule,
  slotRules: SlotRules,
  isEliteMember: boolean,
  currentInstant: string,
): HourAvailability => {
  const startTimestamp = Date.parse(startTime);
  const msToStart = startTimestamp - Date.parse(currentInstant);
  const horizonMs = (bookingRules.horizonDays ?? slotRules.horizonDays) * DAY_MS;
  const opensAt = new Date(startTimestamp - horizonMs).toISOString();
  // The host needs time to respond, so a later request could only expire.
  const answerableMs = bookingRules.instantBook
    ? 0
    : slotRules.hostAnswerBeforeStartMinutes * MINUTE_MS;
  if (
    msToStart < (bookingRules.leadMinutes ?? slotRules.leadMinutes) * MINUTE_MS ||
    msToStart <= answerableMs
  )
    return { state: 'too_soon', opensAt };
  if (msToStart <= horizonMs) return { state: 'open', opensAt };
  if (msToStart > horizonMs + slotRules.headStartMinutes * MINUTE_MS)
    return { state: 'too_early', opensAt };
  return { state: isEliteMember ? 'open' : 'head_start', opensAt };
};

const invalidField = (field: string, message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });

/**
 * Returns the requested hour if the court now offers it to this player.
 * @throws DomainError invalid_request for an hour that has passed or is not on the court's grid;
 *   slot_unavailable if the court is closed, the hour is quiet for the neighbors, or booking is not
 *   open
 */
export const requestedHour = (
  requestedTimes: Readonly<{ startTime: string; endTime: string }>,
  courtSchedule: CourtSchedule,
  slotRules: SlotRules,
  isEliteMember: boolean,
  currentInstant: string,
): LocalHour => {
  const [startInstant, endInstant] = [requestedTimes.startTime, requestedTimes.endTime].map(
    (requestedTime) => new Date(requestedTime).toISOString(),
  ) as [string, string];
  if (startInstant <= currentInstant)
    throw invalidField('startTime', 'This time has passed. Please choose a later one.');
  const courtDate = localDate(courtSchedule.zone, startInstant);
  const courtHour = courtHoursOn(courtSchedule, courtDate).find(
    (localHour) => localHour.start === startInstant,
  );
  if (!courtHour) throw invalidField('startTime', 'Bookings start on the hour.');
  if (courtHour.end !== endInstant)
    throw invalidField('endTime', 'A booking lasts exactly one hour.');
  if (!isWithin(openingHoursOn(courtSchedule.weeklyHours, courtDate), courtHour))
    throw new DomainError(
      'slot_unavailable',
      'The court is closed at that time. Please choose another one.',
    );
  if (isQuietHour(courtHour.hour, courtSchedule.sports, courtSchedule.neighborRules))
    throw new DomainError(
      'slot_unavailable',
      'The court has quiet hours at that time. Please choose another one.',
    );
  const { state, opensAt } = availabilityOf(
    startInstant,
    courtSchedule,
    slotRules,
    isEliteMember,
    currentInstant,
  );
  if (state === 'too_soon')
    throw new DomainError(
      'slot_unavailable',
      'That is too soon to book. Please choose a later time.',
    );
  if (state !== 'open')
    throw new DomainError('slot_unavailable', "That time isn't open for booking yet.", {
      opensForYouAt: opensAt,
    });
  return courtHour;
};

type OccupiedHours = Readonly<{ startTime: string; endTime: string }>;

const twoDigits = (number: number) => String(number).padStart(2, '0');

const hourView = ({ start, end, hour, offsetMinutes }: LocalHour, zone: string) => ({
  start,
  end,
  time: `${twoDigits(hour % 12 || 12)}:00 ${hour < 12 ? 'AM' : 'PM'}`,
  zone,
  offset: offsetLabel(offsetMinutes),
});

/** All hours of a local day, whether offered or not. */
export const hoursOn = (
  courtSchedule: Omit<CourtSchedule, 'bookingRules'>,
  localDay: string,
): CourtHour[] => {
  const openingHours = openingHoursOn(playableHours(courtSchedule), localDay);
  return courtHoursOn(courtSchedule, localDay).map((localHour) => ({
    ...hourView(localHour, courtSchedule.zone),
    isOffered: isWithin(openingHours, localHour),
  }));
};

/**
 * The bookable hours of a local day. `occupiedHours` are those of live bookings and closures. Hours
 * in the Elite head start are included, with the instant at which they open to everyone.
 */
export function* eachBookableSlot(
  bookableCourt: Court,
  courtDate: string,
  occupiedHours: readonly OccupiedHours[],
  slotRules: SlotRules,
  isEliteMember: boolean,
  currentInstant: string,
): Generator<Slot> {
  const schedule = { ...bookableCourt, weeklyHours: playableHours(bookableCourt) };
  for (const localHour of offeredHours(schedule, courtDate)) {
    if (
      occupiedHours.some(
        ({ startTime, endTime }) => startTime < localHour.end && localHour.start < endTime,
      )
    )
      continue;
    const { state, opensAt } = availabilityOf(
      localHour.start,
      bookableCourt,
      slotRules,
      isEliteMember,
      currentInstant,
    );
    if (state !== 'open' && state !== 'head_start') continue;
    const opensForYouAt = state === 'open' ? null : opensAt;
    yield { ...hourView(localHour, bookableCourt.zone), opensForYouAt };
  }
}

export const bookableSlots = (...slotInput: Parameters<typeof eachBookableSlot>): Slot[] => [
  ...eachBookableSlot(...slotInput),
];

/** The free slots nearest to `startTime`, at most three. */
export const nearestSlots = (startTime: string, freeSlots: readonly Slot[]): Slot[] => {
  const requestedTime = Date.parse(startTime);
  return freeSlots
    .filter(({ opensForYouAt }) => opensForYouAt === null)
    .map((slot) => ({ slot, distance: Math.abs(Date.parse(slot.start) - requestedTime) }))
    .sort((firstSlot, secondSlot) => firstSlot.distance - secondSlot.distance)
    .slice(0, 3)
    .map(({ slot }) => slot);
};
