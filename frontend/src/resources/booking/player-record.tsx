import type { BookedBy } from '@courtly/contracts/bookings';
import { monthAndYear, viewerZone } from '../../lib/format';

/** What a host may know of who asks: since when they play here, how much, how often they gave a booking up, what hosts say. */
export function PlayerRecord({
  record: { memberSince, played, cancelled, rating },
}: Pick<BookedBy, 'record'>) {
  const facts = [
    ...(memberSince ? [`Here since ${monthAndYear(memberSince, viewerZone())}`] : []),
    played === 0 ? 'has not played yet' : `${played} ${played === 1 ? 'hour' : 'hours'} played`,
    ...(cancelled === 0
      ? []
      : [`${cancelled} ${cancelled === 1 ? 'booking' : 'bookings'} given up`]),
    ...(rating.rating === null
      ? []
      : [
          `${rating.rating.toFixed(1)} of 5 from ${rating.count} ${rating.count === 1 ? 'host review' : 'host reviews'}`,
        ]),
  ];
  return <span>{facts.join(' · ')}</span>;
}
