import type { ApplicationStatus, CourtType } from '@courtly/contracts/applications';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_HOURS = 24;

/** A time as short as it is said at a desk, rounded down: `40 min`, `12 h`, from two days on `3 days`. */
const span = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  const hours = Math.floor(minutes / HOUR_MIN);
  if (minutes < 1) return 'under a minute';
  if (minutes < HOUR_MIN) return `${minutes} min`;
  return hours < 2 * DAY_HOURS ? `${hours} h` : `${Math.floor(hours / DAY_HOURS)} days`;
};

/** How long ago an application came: `3 h ago`. */
export const agoLabel = (at: string, now: string): string => {
  const passed = Date.parse(now) - Date.parse(at);
  return passed < MINUTE_MS ? 'just now' : `${span(passed)} ago`;
};

/** Whether an applicant should have heard from us by now; the server counts the very instant, too. */
export const isOverdue = (answerBy: string, now: string): boolean => answerBy <= now;

/** What is left of the time to answer: `12 h left`, `3 h overdue`. */
export const answerLabel = (answerBy: string, now: string): string => {
  const left = Date.parse(answerBy) - Date.parse(now);
  return isOverdue(answerBy, now) ? `${span(-left)} overdue` : `${span(left)} left`;
};

const looks = {
  pending: ['pending', 'Pending'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
  withdrawn: ['neutral', 'Withdrawn'],
} as const satisfies Record<ApplicationStatus, readonly [string, string]>;

/** The tone and the word of a status. A server of tomorrow may know one that this page does not. */
export const statusLook = (status: string) =>
  Object.hasOwn(looks, status)
    ? looks[status as ApplicationStatus]
    : (['neutral', 'Unknown'] as const);

export const courtTypeLabels: Record<CourtType, string> = {
  tennis: 'Tennis',
  pickleball: 'Pickleball',
  both: 'Tennis and pickleball',
};
