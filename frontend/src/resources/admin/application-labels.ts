import type { ApplicationStatus, CourtType } from '@courtly/contracts/applications';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_HOURS = 24;

/** A short duration, rounded down: `40 min`, `12 h`, `3 days` from 48 hours on. */
const span = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  const hours = Math.floor(minutes / HOUR_MIN);
  if (minutes < 1) return 'under a minute';
  if (minutes < HOUR_MIN) return `${minutes} min`;
  return hours < 2 * DAY_HOURS ? `${hours} h` : `${Math.floor(hours / DAY_HOURS)} days`;
};

/** Time since the application: `3 h ago`. */
export const agoLabel = (at: string, now: string): string => {
  const passed = Date.parse(now) - Date.parse(at);
  return passed < MINUTE_MS ? 'just now' : `${span(passed)} ago`;
};

/** Whether the deadline has passed. Like the server, this includes the deadline itself. */
export const isOverdue = (answerBy: string, now: string): boolean => answerBy <= now;

/** Time until the deadline: `12 h left`, `3 h overdue`. */
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

/** Badge tone and label of a status. A newer server may send an unknown one. */
export const statusLook = (status: string) =>
  Object.hasOwn(looks, status)
    ? looks[status as ApplicationStatus]
    : (['neutral', 'Unknown'] as const);

export const courtTypeLabels: Record<CourtType, string> = {
  tennis: 'Tennis',
  pickleball: 'Pickleball',
  both: 'Tennis and pickleball',
};
