import { UTCDate } from '@date-fns/utc';
import type { Policy } from '@courtly/contracts/policy';
import type { AcceptedWaiver, WaiverStatus } from '@courtly/contracts/waivers';
import { subMonths } from 'date-fns/subMonths';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { UserEvent, Waiver } from '../identity/user.events.js';
import { currentWaiver, waiverTextOf } from './waiver-text.js';

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

/**
 * Consent counts only for the text that was shown.
 * @throws DomainError waiver_changed
 */
export const requireCurrentVersion = (shownVersion: string): void => {
  if (shownVersion !== currentWaiver.version)
    throw new DomainError(
      'waiver_changed',
      'The waiver has changed. Please read the current version, then accept it.',
    );
};

/** Every acceptance in the events of an account, newest first. */
export const acceptedWaiversIn = (events: readonly UserEvent[]): AcceptedWaiver[] =>
  events
    .flatMap((event) => {
      if (event.type !== 'WaiverAccepted') return [];
      const { version, textHash, acceptedAt } = event.data;
      const text = waiverTextOf(version)?.text ?? '';
      return [{ version, textHash, text, acceptedAt }];
    })
    .reverse();
