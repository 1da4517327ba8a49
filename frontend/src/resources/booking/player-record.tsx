import type { BookedBy } from '@courtly/contracts/bookings';
import { formatMonthAndYear, viewerZone } from '../../lib/format';

/** What hosts see about a player: level, member since, hours played, cancellations, and rating. */
export function PlayerRecord({
  record: { memberSince, level, played, cancelled, rating },
}: Pick<BookedBy, 'record'>) {
  const recordParts = [
    // During an upgrade, an API of the previous release lacks it.
    ...(level ? [`USTA level ${level}`] : []),
    ...(memberSince ? [`Member since ${formatMonthAndYear(memberSince, viewerZone())}`] : []),
    played === 0 ? 'no hours played yet' : `${played} ${played === 1 ? 'hour' : 'hours'} played`,
    ...(cancelled === 0
      ? []
      : [`${cancelled} ${cancelled === 1 ? 'booking' : 'bookings'} canceled`]),
    ...(rating.rating === null
      ? []
      : [
          `${rating.rating.toFixed(1)} of 5 from ${rating.count} ${rating.count === 1 ? 'host review' : 'host reviews'}`,
        ]),
  ];
  return <span>{recordParts.join(' · ')}</span>;
}
