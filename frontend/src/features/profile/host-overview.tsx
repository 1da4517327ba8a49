import type { Court } from '@courtly/contracts/courts';
import type { HostFigures } from '@courtly/contracts/hosting';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { hostCourtsQuery } from '../../resources/court/court-queries';
import { formatMoney } from '../../lib/format';
import { hostFiguresQuery } from '../../resources/hosting/hosting-queries';
import { LinkButton } from '../../ui/button';
import { CourtBadge } from '../../resources/court/court-badge';
import { Rate } from '../../ui/price';
import { QueryPanel } from '../../ui/query-panel';
import { averageRating } from '../../resources/court/court-labels';
import { Section } from '../../ui/heading';

const rowClass = 'flex items-baseline justify-between gap-4 border-t border-rule py-3.5';
const reviewsLabel = (reviewCount: number) =>
  `${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}`;

function MyCourts({ courts }: { courts: readonly Court[] }) {
  return (
    <Section title="My Courts">
      <ul className="mb-5">
        {courts.map((court) => (
          <li key={court.id} className={rowClass}>
            <span className="min-w-0 wrap-anywhere">
              <Link
                to={paths.editCourt(court.id)}
                className="font-display text-xl underline-offset-4 hover:underline"
              >
                <bdi>{court.name}</bdi>
              </Link>
              <span className="block text-quiet">
                {court.location} · <Rate amount={court.hourlyRate} />
              </span>
            </span>
            <CourtBadge court={court} />
          </li>
        ))}
      </ul>
      <LinkButton variant="outline" to={paths.ownerCourts}>
        {courts.length > 0 ? 'Manage Courts' : 'List Your Court'}
      </LinkButton>
    </Section>
  );
}

function Payouts({ figures: { month, total } }: { figures: HostFigures }) {
  const payoutRows = [
    ['Earned this month', formatMoney(month.earned)],
    ['Earned', formatMoney(total.earned)],
    ['Completed bookings', total.completed],
  ] as const;
  return (
    <Section title="Earnings">
      <dl>
        {payoutRows.map(([label, value]) => (
          <div key={label} className={rowClass}>
            <dt className="text-quiet">{label}</dt>
            <dd className="figures font-display text-xl">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Ratings({ courts }: { courts: readonly Court[] }) {
  const reviewedCourts = courts.filter(({ rating }) => rating.count > 0);
  return (
    <Section title="Rating">
      <dl>
        <div className={rowClass}>
          <dt>
            All courts
            {reviewedCourts.length === 0 && (
              <span className="block text-small text-quiet">No reviews yet</span>
            )}
          </dt>
          <dd className="figures font-display text-xl">{averageRating(courts)}</dd>
        </div>
        {reviewedCourts.map((court) => (
          <div key={court.id} className={rowClass}>
            <dt className="min-w-0 wrap-anywhere text-quiet">
              <bdi>{court.name}</bdi>
              <span className="block text-small">{reviewsLabel(court.rating.count)}</span>
            </dt>
            <dd className="figures">{averageRating([court])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function HostOverview() {
  const courtsQuery = useInfiniteQuery(hostCourtsQuery);
  const figuresQuery = useQuery(hostFiguresQuery);
  return (
    <QueryPanel query={courtsQuery} label="your courts">
      {({ items }) => (
        <div className="grid content-start gap-12">
          <MyCourts courts={items} />
          <QueryPanel query={figuresQuery} label="your payouts">
            {(loadedFigures) => <Payouts figures={loadedFigures} />}
          </QueryPanel>
          <Ratings courts={items} />
        </div>
      )}
    </QueryPanel>
  );
}
