import type { ApplicationStatus, CourtType, EmailOutcome } from '@courtly/contracts/applications';
import { MINUTE_MS } from '../../lib/durations';

const HOUR_MIN = 60;
const DAY_HOURS = 24;

/** A short duration, rounded down: `40 min`, `12 h`, `3 days` from 48 hours on. */
const formatDuration = (milliseconds: number): string => {
  const wholeMinutes = Math.floor(milliseconds / MINUTE_MS);
  const wholeHours = Math.floor(wholeMinutes / HOUR_MIN);
  if (wholeMinutes < 1) return 'under a minute';
  if (wholeMinutes < HOUR_MIN) return `${wholeMinutes} min`;
  return wholeHours < 2 * DAY_HOURS
    ? `${wholeHours} h`
    : `${Math.floor(wholeHours / DAY_HOURS)} days`;
};

/** The time since the application: `3 h ago`. */
export const agoLabel = (submittedAt: string, currentTime: string): string => {
  const elapsedMs = Date.parse(currentTime) - Date.parse(submittedAt);
  return elapsedMs < MINUTE_MS ? 'just now' : `${formatDuration(elapsedMs)} ago`;
};

/** Whether the deadline has passed. Like the server, this includes the deadline itself. */
export const isOverdue = (answerBy: string, currentTime: string): boolean =>
  answerBy <= currentTime;

/** The time until the deadline, or since then: `12 h left`, `3 h overdue`. */
export const answerLabel = (answerBy: string, currentTime: string): string => {
  const remainingMs = Date.parse(answerBy) - Date.parse(currentTime);
  return isOverdue(answerBy, currentTime)
    ? `${formatDuration(-remainingMs)} overdue`
    : `${formatDuration(remainingMs)} left`;
};

const statusVariants = {
  pending: ['pending', 'Pending'],
  approved: ['good', 'Approved'],
  rejected: ['bad', 'Rejected'],
  withdrawn: ['neutral', 'Withdrawn'],
} as const satisfies Record<ApplicationStatus, readonly [string, string]>;

/** The tone and label of a status badge. A newer server may send an unknown status. */
export const statusVariant = (statusName: string) =>
  Object.hasOwn(statusVariants, statusName)
    ? statusVariants[statusName as ApplicationStatus]
    : (['neutral', 'Unknown'] as const);

export const courtTypeLabels: Record<CourtType, string> = {
  tennis: 'Tennis',
  pickleball: 'Pickleball',
  both: 'Tennis and pickleball',
};

export const emailOutcomeLabels: Record<EmailOutcome, string> = {
  sent: 'Sent',
  failed: 'Failed. We try again for an hour.',
  undeliverable: "Not delivered: this address doesn't exist.",
};
