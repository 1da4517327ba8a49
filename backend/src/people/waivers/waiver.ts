import { UTCDate } from '@date-fns/utc';
import type { Policy } from '@courtly/contracts/policy';
import type { WaiverStatus } from '@courtly/contracts/waivers';
import { subMonths } from 'date-fns';
import type { UserEvent, Waiver } from '../identity/user.events.js';
import type { Fold } from '../../platform/kernel/decider.js';
import { currentWaiver } from './waiver-text.js';

type Acceptance = Pick<Waiver, 'version' | 'acceptedAt'> | null;
type WaiverValidity = Pick<Policy, 'waiverMonths'>;

/** The waiver that a person has accepted last; null where none was. */
export const acceptedWaiver: Fold<Waiver | null, UserEvent> = {
  category: 'user',
  initial: null,
  evolve: (acceptedBefore, { type, data }) => (type === 'WaiverAccepted' ? data : acceptedBefore),
};

/** Acceptances after this instant count at `now`; both UTC. Months are those of the calendar: 31 March less one is 28 February. */
export const validSince = (currentInstant: string, { waiverMonths }: WaiverValidity): string =>
  subMonths(new UTCDate(currentInstant), waiverMonths).toISOString();

/** Whether an acceptance counts at `now` (UTC): it is of the version in force, and not too long ago. */
export const waiverIsValid = (
  acceptance: Acceptance,
  currentInstant: string,
  waiverPolicy: WaiverValidity,
): boolean =>
  acceptance?.version === currentWaiver.version &&
  acceptance.acceptedAt > validSince(currentInstant, waiverPolicy);

export const waiverStatus = (
  acceptance: Acceptance,
  currentInstant: string,
  waiverPolicy: WaiverValidity,
): WaiverStatus => ({
  hasAcceptedWaiver: waiverIsValid(acceptance, currentInstant, waiverPolicy),
  waiverAcceptedAt: acceptance?.acceptedAt ?? null,
  ...currentWaiver,
});
