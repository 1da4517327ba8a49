import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { call } from '../../lib/api';
import { LinkButton } from '../../ui/button';
import { CourtImage } from '../../resources/court/court-image';
import { EmptyState } from '../../ui/empty-state';
import { ShownRate } from '../../ui/price';
import { QueryPanel } from '../../ui/query-panel';
import { courtKeys } from '../../resources/court/court-keys';
import { Heading } from '../../ui/heading';

const COURT_LIMIT = 6;

const discoverQuery = queryOptions({
  queryKey: courtKeys.list({ limit: COURT_LIMIT }),
  queryFn: ({ signal }) => call('GET /api/courts', { query: { limit: COURT_LIMIT }, signal }),
  meta: { live: ['courts'] },
});

export function DiscoverCourts() {
  return (
    <QueryPanel query={useQuery(discoverQuery)} label="courts">
      {(courts) =>
        courts.length === 0 ? (
          <EmptyState title="No courts available" />
        ) : (
          <>
            <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
              {courts.slice(0, COURT_LIMIT).map((court) => (
                <li key={court.id}>
                  <CourtImage {...court} photo={court.photos[0]} className="aspect-4/3" />
                  <Heading level={2} dir="auto" className="mt-4">
                    {court.name}
                  </Heading>
                  <p className="mt-1 mb-4 flex flex-wrap justify-between gap-x-4 text-quiet">
                    {court.location}
                    <ShownRate price={court.shownPrice} className="text-ink" />
                  </p>
                  <LinkButton
                    variant="outline"
                    to={paths.court(court.id)}
                    aria-label={`Book Now: ${court.name}`}
                  >
                    Book Now
                  </LinkButton>
                </li>
              ))}
            </ul>
            <LinkButton to={paths.courts} className="mt-10">
              View All Courts
            </LinkButton>
          </>
        )
      }
    </QueryPanel>
  );
}
