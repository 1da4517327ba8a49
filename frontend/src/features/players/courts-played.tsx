import type { Player } from '@courtly/contracts/rankings';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { EmptyState } from '../../ui/empty-state';

export function CourtsPlayed({
  courts,
  isShown,
}: Pick<Player, 'courts'> & {
  /** Whether the current member may see the courts. */
  isShown: boolean;
}) {
  if (!isShown)
    return (
      <EmptyState title="Only opponents see the courts and times.">
        You'll see them here once you've played a match or shared a booking.
      </EmptyState>
    );
  if (courts.length === 0) return <EmptyState title="No matches on a club court yet" />;
  return (
    <ul className="border-t border-rule">
      {courts.map(({ id, name, matches }) => (
        <li
          key={id}
          className="flex items-baseline justify-between gap-6 border-b border-rule py-4"
        >
          <Link
            to={paths.court(id)}
            className="min-w-0 font-display text-xl underline-offset-4 wrap-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="figures shrink-0 text-quiet">
            {matches} {matches === 1 ? 'match' : 'matches'}
          </span>
        </li>
      ))}
    </ul>
  );
}
