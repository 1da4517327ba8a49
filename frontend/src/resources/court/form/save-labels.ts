import type { Court } from '@courtly/contracts/courts';

/** Also shown for courts of other owners, to reveal nothing about them. */
export const NOT_YOURS = "The court you're looking for doesn't exist.";

/** Title and description of the toast after saving. */
export const savedLabels = (
  before: Court | null,
  { name, surfaceType }: Court,
): [string, string] => {
  if (before) return ['Court Saved', `${name} is up to date.`];
  return surfaceType === 'other'
    ? ['Draft Saved', `Choose the surface of ${name} to show it to players.`]
    : ['Court Listed', `Players can now find ${name}. Check its booking hours.`];
};
