import type { User } from '@courtly/contracts/identity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { CONCIERGE_EMAIL, paths } from '../../config/paths';
import { useNow } from '../../lib/use-now';
import { BookAgainLink } from '../../resources/booking/book-again-link';
import { bookingsQuery } from '../../resources/booking/booking-queries';
import { BookingRows } from '../../resources/booking/booking-rows';
import { displayName } from '../../resources/session/session';
import { CourtDrawing } from '../../resources/court/court-drawing';
import { LazyHomeSearch } from './lazy-home-search';
import { Section } from '../../ui/heading';
import { textLinkClass } from '../../ui/text-link';

const homeTiles = [
  { to: paths.bookings, title: 'My Bookings', text: 'View upcoming matches' },
  { to: paths.courts, title: 'Browse Courts', text: 'Discover luxury venues' },
  { to: paths.rankings, title: 'Check Ranking', text: 'View elite status' },
  { to: paths.profile, title: 'Edit Profile', text: 'Update your details' },
];

const LAST_GAMES = 3;

const lastGamesQuery = bookingsQuery({ when: 'past', limit: LAST_GAMES });

/** The page is complete without them, so it shows neither loading nor errors. */
function LastGames() {
  const now = useNow();
  const lastGames = useInfiniteQuery({
    ...lastGamesQuery,
    meta: { ...lastGamesQuery.meta, optional: true },
  });
  const games = lastGames.data?.items ?? [];
  if (games.length === 0) return null;
  return (
    <Section title="Play again" className="mt-14">
      <BookingRows
        bookings={games}
        actions={(booking) => <BookAgainLink booking={booking} now={now} />}
      />
    </Section>
  );
}

export function MemberHome({ user }: { user: User }) {
  return (
    <>
      <section className="page grid gap-8 pt-8 pb-12 md:grid-cols-[1fr_1.1fr] md:items-end md:gap-16 md:pt-14">
        <div className="min-w-0 md:pb-6">
          <p className="eyebrow">Welcome</p>
          <h1 className="mt-4 font-display text-5xl leading-none tracking-tight break-words lg:text-6xl">
            <bdi>{displayName(user) || 'Player'}</bdi>
          </h1>
          <p className="mt-6 max-w-md text-lg text-balance text-quiet">
            Ready to level up your game?
          </p>
        </div>
        <CourtDrawing
          surface="clay"
          seed={`home of ${user.id}`}
          view="perspective"
          wide
          className="aspect-16/9 h-full rounded-md"
        />
      </section>
      <div className="page pb-10">
        <LazyHomeSearch />
      </div>
      <nav aria-label="Quick links" className="page">
        <ul className="grid border-t border-rule sm:grid-cols-2 lg:grid-cols-4">
          {homeTiles.map(({ to, title, text }) => (
            <li
              key={to}
              className="group/tile border-b border-rule sm:odd:border-r lg:border-r lg:border-b-0 lg:last:border-r-0 lg:[&:not(:first-child)]:pl-6"
            >
              <Link
                to={to}
                className="group flex items-center justify-between gap-4 py-6 sm:px-5 sm:group-odd/tile:pl-0 lg:flex-col lg:items-start lg:gap-10 lg:px-0 lg:py-8"
              >
                <span>
                  <span className="block font-display text-2xl">{title}</span>
                  <span className="mt-1 block text-quiet">{text}</span>
                </span>
                <ArrowRight
                  strokeWidth={1.4}
                  aria-hidden
                  className="mr-1 shrink-0 lg:-ml-1 text-brass transition-transform ease-quiet group-hover:translate-x-1.5"
                />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="page">
        <LastGames />
        <p className="mt-14 text-quiet">
          Can we arrange something for you? Email your concierge at{' '}
          <a className={textLinkClass} href={`mailto:${CONCIERGE_EMAIL}`}>
            {CONCIERGE_EMAIL}
          </a>
          .
        </p>
      </div>
    </>
  );
}
