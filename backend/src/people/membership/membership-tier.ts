import type { Membership } from './membership.js';

/**
 * `instant` is UTC. A membership ends at `accessUntil`, even before that is recorded. Before
 * `accessFrom`, the time is unpaid because its payment was reversed.
 */
export const tierAt = (
  existing: Pick<Membership, 'term'> | null,
  instant: string,
): 'free' | 'elite' => {
  const term = existing?.term;
  if (!term || term.isLapsed || instant >= term.accessUntil) return 'free';
  // Read models from before this field lack it.
  return (term.accessFrom ?? '') <= instant ? 'elite' : 'free';
};
