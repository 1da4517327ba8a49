import type { Booking } from '@courtly/contracts/bookings';
import { textLinkClass } from '../../ui/text-link';
import { placeLabel } from './court-labels';

/** Directions to the court in Google Maps. */
export function DirectionsLink({ court }: Pick<Booking, 'court'>) {
  const search = new URLSearchParams({ api: '1', destination: placeLabel(court) });
  return (
    <a
      className={textLinkClass}
      href={`https://www.google.com/maps/dir/?${search}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Directions to ${court.name}`}
    >
      Directions
    </a>
  );
}
