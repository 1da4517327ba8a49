import type { Booking } from '@courtly/contracts/bookings';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { CourtImage } from '../../ui/court-image';
import { favouritesOf } from './favourites';

const timesWords = (times: number) =>
  times === 1 ? 'Booked once' : times === 2 ? 'Booked twice' : `Booked ${times} times`;

/** Where the member has played most lately. */
export function FavouriteCourts({ bookings }: { bookings: readonly Booking[] }) {
  const favourites = favouritesOf(bookings);
  return (
    <section aria-labelledby="profile-favourites">
      <h2 id="profile-favourites" className="mb-4 font-display text-2xl">
        Favourite Courts
      </h2>
      {favourites.length === 0 && (
        <p className="border-t border-rule pt-4 text-quiet">The courts that you book most often stand here.</p>
      )}
      <ul>
        {favourites.map(({ court, times }) => (
          <li key={court.id} className="flex items-center gap-5 border-t border-rule py-4">
            <CourtImage {...court} className="h-20 w-28 shrink-0" />
            <div className="min-w-0">
              <h3 className="font-display text-xl leading-tight">
                <Link to={paths.court(court.id)} className="underline-offset-4 hover:underline">
                  {court.name}
                </Link>
              </h3>
              <p className="text-quiet">{court.location}</p>
              <p className="text-[0.9375rem] text-quiet">{timesWords(times)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
