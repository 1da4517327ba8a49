import { type WeeklyHours, weekdays } from '@courtly/contracts/opening-hours';
import type { Policy } from '@courtly/contracts/policy';
import { DomainError } from '../../platform/kernel/domain-error.js';
import {
  DAY_MS,
  type LocalHour,
  MINUTE_MS,
  localDate,
  localHours,
  weekday,
} from '../../platform/kernel/local-time.js';
import type { BookableCourt } from './bookable-court.js';

type Schedule = Pick<BookableCourt, 'zone' | 'weeklyHours' | 'bookingRules'>;
export type Rules = Pick<
  Policy,
  'leadMinutes' | 'horizonDays' | 'headStartMinutes' | 'hostAnswerBeforeStartMinutes'
>;

/**
 * Whether an hour can be booked: `open`; `head_start` for Elite members only until `opensAt`;
 * `too_soon` before the start; `too_early` to book.
 */
export type Standing = Readonly<{
  state: 'open' | 'head_start' | 'too_soon' | 'too_early';
  opensAt: string;
}>;

const openOn = (weeklyHours: WeeklyHours, date: string) => weeklyHours[weekdays[weekday(date)]!];

const isWithin = (open: ReturnType<typeof openOn>, { hour }: LocalHour): boolean =>
  open.some(({ from, to }) => parseInt(from) <= hour && hour < parseInt(to));

/** All hours that a court offers on a local day, free or not. */
export const offeredHours = (
  { zone, weeklyHours }: Pick<Schedule, 'zone' | 'weeklyHours'>,
  date: string,
): readonly LocalHour[] => {
  const open = openOn(weeklyHours, date);
  return localHours(zone, date).filter((hour) => isWithin(open, hour));
};

/** Slots open to Elite members earlier (domain rules, G7). */
export const standingOf = (
  start: string,
  { bookingRules }: Schedule,
  rules: Rules,
  elite: boolean,
  at: string,
): Standing => {
  const startMs = Date.parse(start);
  const ahead = startMs - Date.parse(at);
  const horizonMs = (bookingRules.horizonDays ?? rules.horizonDays) * DAY_MS;
  const opensAt = new Date(startMs - horizonMs).toISOString();
  // The host needs time to answer; a request after that moment could only expire.
  const answerableMs = bookingRules.instantBook
    ? 0
    : rules.hostAnswerBeforeStartMinutes * MINUTE_MS;
  if (ahead < (bookingRules.leadMinutes ?? rules.leadMinutes) * MINUTE_MS || ahead <= answerableMs)
    return { state: 'too_soon', opensAt };
  if (ahead <= horizonMs) return { state: 'open', opensAt };
  if (ahead > horizonMs + rules.headStartMinutes * MINUTE_MS)
    return { state: 'too_early', opensAt };
  return { state: elite ? 'open' : 'head_start', opensAt };
};

const invalid = (field: string, message: string) =>
  new DomainError('invalid_request', message, { fields: [{ field, message }] });

/**
 * The requested hour, if the court offers it to this player now.
 * @throws DomainError invalid_request for an hour that has passed or is not on the court's grid;
 *   slot_unavailable if the court is closed or the hour is not open for booking
 */
export const requestedHour = (
  wish: Readonly<{ startTime: string; endTime: string }>,
  court: Schedule,
  rules: Rules,
  elite: boolean,
  at: string,
): LocalHour => {
  const [start, end] = [wish.startTime, wish.endTime].map((text) =>
    new Date(text).toISOString(),
  ) as [string, string];
  if (start <= at) throw invalid('startTime', 'This time has passed. Please choose a later one.');
  const date = localDate(court.zone, start);
  const hour = localHours(court.zone, date).find((one) => one.start === start);
  if (!hour) throw invalid('startTime', 'Bookings start on the hour.');
  if (hour.end !== end) throw invalid('endTime', 'A booking lasts exactly one hour.');
  if (!isWithin(openOn(court.weeklyHours, date), hour))
    throw new DomainError(
      'slot_unavailable',
      'The court is closed at that time. Please choose another one.',
    );
  const { state, opensAt } = standingOf(start, court, rules, elite, at);
  if (state === 'too_soon')
    throw new DomainError(
      'slot_unavailable',
      'That is too soon to book. Please choose a later time.',
    );
  if (state !== 'open')
    throw new DomainError('slot_unavailable', "That time isn't open for booking yet.", {
      opensForYouAt: opensAt,
    });
  return hour;
};
