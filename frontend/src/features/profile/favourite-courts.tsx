import type { Booking } from '@courtly/contracts/bookings';
import type { CourtSearchResult } from '@courtly/contracts/search';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { CourtImage } from '../../resources/court/court-image';
import { favouritesOf } from './favourites';
import { TextLink } from '../../ui/text-link';
import { Heading, Section } from '../../ui/heading';

const MAX_COURTS = 3;

const timesLabel = (bookingCount: number) =>
  bookingCount === 1
    ? 'Booked once'
    : bookingCount === 2
      ? 'Booked twice'
      : `Booked ${bookingCount} times`;

function FavouriteSection({ children }: { children: ReactNode }) {
  return <Section title="Favorite Courts">{children}</Section>;
}

type CourtSummary = Omit<Booking['court'], 'address'>;

type CourtRowProps = { court: CourtSummary; note?: string };

function CourtRow({ court, note }: CourtRowProps) {
  return (
    <li className="flex items-center gap-5 border-t border-rule py-4">
      <CourtImage {...court} className="h-20! w-28! shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <Heading level={3} dir="auto">
          <Link to={paths.court(court.id)} className="underline-offset-4 hover:underline">
            {court.name}
          </Link>
        </Heading>
        <p className="text-quiet">{court.location}</p>
        {note && <p className="text-small text-quiet">{note}</p>}
      </div>
    </li>
  );
}

export function SavedCourts({ courts }: { courts: readonly CourtSearchResult[] }) {
  return (
    <FavouriteSection>
      <ul>
        {courts.slice(0, MAX_COURTS).map((court) => (
          <CourtRow key={court.id} court={{ ...court, photo: court.photos[0] ?? null }} />
        ))}
      </ul>
      <p className="mt-2">
        <TextLink to={paths.favourites}>Your favorites and their available hours</TextLink>
      </p>
    </FavouriteSection>
  );
}

/** The courts booked most often, which are shown until the member has favorites. */
export function FavouriteCourts({ bookings }: { bookings: readonly Booking[] }) {
  const favourites = favouritesOf(bookings, MAX_COURTS);
  return (
    <FavouriteSection>
      {favourites.length === 0 && (
        <p className="border-t border-rule pt-4 text-quiet">
          Tap the heart on a court to save it here. Until then, you see the courts you book most
          often.
        </p>
      )}
      <ul>
        {favourites.map(({ court, times }) => (
          <CourtRow key={court.id} court={court} note={timesLabel(times)} />
        ))}
      </ul>
    </FavouriteSection>
  );
}
