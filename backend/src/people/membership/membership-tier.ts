import type { Membership } from './membership.js';

/**
 * `instant` is UTC. A membership ends at `accessUntil`, even before its end is recorded. Time
 * before `accessFrom` is unpaid, because its payment was reversed.
 */
export const tierAt = (
  existing: Pick<Membership, 'term'> | null,
  instant: string,
): 'free' | 'elite' => {
  const term = existing?.term;
  if (!term || term.isLapsed || instant >= term.accessUntil) return 'free';
  // Read models that are older than this field lack it.
  return (term.accessFrom ?? '') <= instant ? 'elite' : 'free';
};

/** The end of the paid time at an instant (UTC), or null. The grace period is not paid time. */
export const paidUntilAt = (
  existing: Pick<Membership, 'term'> | null,
  instant: string,
): string | null => {
  const until = existing?.term?.until ?? '';
  return tierAt(existing, instant) === 'elite' && until > instant ? until : null;
};
