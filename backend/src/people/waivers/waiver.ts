import { UTCDate } from '@date-fns/utc';
import type { Policy } from '@courtly/contracts/policy';
import type { WaiverStatus } from '@courtly/contracts/waivers';
import { subMonths } from 'date-fns';
import type { UserEvent, Waiver } from '../identity/user.events.js';
import type { Fold } from '../../platform/kernel/decider.js';
import { currentWaiver } from './waiver-text.js';

type Acceptance = Pick<Waiver, 'version' | 'acceptedAt'> | null;
type Validity = Pick<Policy, 'waiverMonths'>;

/** The waiver that a person has accepted last; null where none was. */
export const acceptedWaiver: Fold<Waiver | null, UserEvent> = {
  category: 'user',
  initial: null,
  evolve: (waiver, { type, data }) => (type === 'WaiverAccepted' ? data : waiver),
};

/** Acceptances after this instant count at `now`; both UTC. Months are those of the calendar: 31 March less one is 28 February. */
export const validSince = (now: string, { waiverMonths }: Validity): string =>
  subMonths(new UTCDate(now), waiverMonths).toISOString();

/** Whether an acceptance counts at `now` (UTC): it is of the version in force, and not too long ago. */
export const waiverIsValid = (waiver: Acceptance, now: string, policy: Validity): boolean =>
  waiver?.version === currentWaiver.version && waiver.acceptedAt > validSince(now, policy);

export const waiverStatus = (waiver: Acceptance, now: string, policy: Validity): WaiverStatus => ({
  hasAcceptedWaiver: waiverIsValid(waiver, now, policy),
  waiverAcceptedAt: waiver?.acceptedAt ?? null,
  ...currentWaiver,
});
