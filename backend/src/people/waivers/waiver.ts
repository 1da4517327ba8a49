import { UTCDate } from '@date-fns/utc';
import type { Policy } from '@courtly/contracts/policy';
import type { WaiverStatus } from '@courtly/contracts/waivers';
import { subMonths } from 'date-fns/subMonths';
import type { Waiver } from '../identity/user.events.js';
import { currentWaiver } from './waiver-text.js';

type Acceptance = Pick<Waiver, 'version' | 'acceptedAt'> | null;
type WaiverValidity = Pick<Policy, 'waiverMonths'>;

/**
 * Acceptances after this instant (UTC) count. Uses calendar months: one month before March 31 is
 * February 28.
 */
export const validSince = (currentInstant: string, { waiverMonths }: WaiverValidity): string =>
  subMonths(new UTCDate(currentInstant), waiverMonths).toISOString();

/** Whether an acceptance is recent enough and of the current version. Instants are UTC. */
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
