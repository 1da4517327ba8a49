import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { formatMoney } from '../../lib/format';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import { totalNotes } from '../../resources/hosting/total-notes';
import { PageMeta } from '../../lib/page-meta';
import { useSession } from '../../resources/session/session';
import { canHost } from '../../resources/session/permissions';
import { LinkButton } from '../../ui/button';
import { StatCard, StatRow } from '../../ui/card';
import { LoadErrors } from '../../ui/load-error';
import { BookingTabs } from './booking-tabs';
import { averageRating } from '../../resources/court/court-labels';
import { Heading } from '../../ui/heading';

function HostFigures() {
  const figuresQuery = useQuery(hostFiguresQuery);
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  const { data: figures } = figuresQuery;
  const { data: courts } = courtsQuery;
  return (
    <div className="mb-10">
      <LoadErrors className="mb-6" label="your figures" queries={[figuresQuery, courtsQuery]} />
      <StatRow className="lg:grid-cols-3!">
        <StatCard label="Bookings this month" value={figures?.month.bookings ?? '–'} />
        <StatCard
          label="Earned"
          value={figures ? formatMoney(figures.total.earned) : '–'}
          note={totalNotes.earned}
        />
        <StatCard label="Average rating" value={courts ? averageRating(courts.items) : '–'} />
      </StatRow>
    </div>
  );
}

export function BookingsPage() {
  const { user } = useSession();
  const isHost = canHost(user);
  return (
    <div className="page pt-10">
      <PageMeta title="Bookings" description="Your upcoming, past, and canceled court bookings." />
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <Heading level={1}>{isHost ? 'Your Bookings' : 'Your Upcoming Experiences'}</Heading>
        <LinkButton variant="outline" to={paths.matches}>
          Your Matches
        </LinkButton>
      </div>
      {isHost && <HostFigures />}
      <BookingTabs isHost={isHost} />
    </div>
  );
}
