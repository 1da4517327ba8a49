import type { AccessToCourt } from '@courtly/contracts/courts';
import type { Court } from './court.js';

const accessHints = {
  public: null,
  elite: 'This court is for Elite members.',
  invite:
    'This court is by invitation only. Ask its host to invite you by email or send you a link.',
} as const;

/** Whether a user may book a court, and how to get access (domain rules, G37 and G40). */
export const courtAccessFor = (
  { courtAccess: accessKind }: Pick<Court, 'courtAccess'>,
  { elite, invited }: Readonly<{ elite: boolean; invited: boolean }>,
): AccessToCourt => {
  const mayBook = accessKind === 'public' || (accessKind === 'elite' ? elite : invited);
  return { kind: accessKind, mayBook, how: mayBook ? null : accessHints[accessKind] };
};
