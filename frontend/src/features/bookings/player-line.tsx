import type { BookedBy } from '@courtly/contracts/bookings';

const nameOf = ({ firstName, lastName, username }: BookedBy) =>
  [firstName, lastName].filter(Boolean).join(' ') || username || 'A former member';

/** Who plays, with initials in place of a picture. */
export function PlayerLine({ user }: { user: BookedBy }) {
  const name = nameOf(user);
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .slice(0, 2)
    .join('');
  return (
    <p className="flex items-center gap-3">
      <span aria-hidden className="grid size-9 place-items-center rounded-full bg-sunk text-sm text-brass">
        {initials}
      </span>
      <span>{name}</span>
    </p>
  );
}
