import type { Court } from '@courtly/contracts/courts';

/** Also shown for courts of other hosts, so that it reveals nothing about them. */
export const COURT_NOT_FOUND = "The court you're looking for doesn't exist.";

/** Title and description of the toast after saving. */
export const savedToast = (
  previousCourt: Court | null,
  { name, surfaceType }: Court,
): [string, string] => {
  if (previousCourt) return ['Court saved', `${name} is up to date.`];
  return surfaceType === 'other'
    ? ['Draft saved', `To show ${name} to players, choose its surface.`]
    : ['Court listed', `Players can now find ${name}. Check its booking hours.`];
};
