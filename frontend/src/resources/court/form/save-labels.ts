import type { Court } from '@courtly/contracts/courts';

/** For courts of others, too: what belongs to somebody else does not exist. */
export const NOT_YOURS = "The court you're looking for doesn't exist.";

/** What to tell after a save, as title and sentence. */
export const savedLabels = (
  before: Court | null,
  { name, surfaceType }: Court,
): [string, string] => {
  if (before) return ['Court Saved', `${name} is up to date.`];
  return surfaceType === 'other'
    ? ['Draft Saved', `Choose the surface of ${name} to show it to players.`]
    : ['Court Listed', `Players find ${name} now. Check the hours in which they may book it.`];
};
