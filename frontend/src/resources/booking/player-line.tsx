import type { BookedBy } from '@courtly/contracts/bookings';
import { fullName } from '../session/person-labels';
import { Avatar } from '../../ui/avatar';

export function PlayerLine({ user }: { user: BookedBy }) {
  const playerName = fullName(user);
  return (
    <p className="flex items-center gap-3">
      <Avatar name={playerName} />
      <span>{playerName}</span>
    </p>
  );
}
