import type { CourtDetail as Court } from '@courtly/contracts/courts';
import { shortDate } from '../../lib/format';
import { Tabs } from '../../ui/tabs';
import { Location } from './location';

/** What others say about a court, where it is, and its rules. */
export function CourtTabs({ court }: { court: Court }) {
  return (
    <Tabs
      label="About this court"
      className="min-w-0"
      tabs={[
        { value: 'reviews', label: 'Reviews', count: court.rating.count, panel: <Reviews court={court} /> },
        { value: 'location', label: 'Location', panel: <Location court={court} /> },
        { value: 'policies', label: 'Policies', panel: <Policies court={court} /> },
      ]}
    />
  );
}

function Reviews({ court: { reviews, rating: rated, zone } }: { court: Court }) {
  if (reviews.length === 0) return <p className="text-quiet">No reviews yet. Be the first to review this court!</p>;
  return (
    <>
      {rated.count > reviews.length && (
        <p className="mb-5 text-quiet">
          The latest {reviews.length} of {rated.count}
        </p>
      )}
      <ul>
        {reviews.map(({ rating, comment, createdAt }) => (
          <li key={createdAt} className="border-b border-rule py-5 first:pt-0">
            <p className="figures text-quiet">
              {rating} of 5, {shortDate(createdAt, zone)}
            </p>
            {comment && (
              <p dir="auto" className="mt-1">
                {comment}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const hoursOf = (minutes: number) => {
  const hours = Math.ceil(minutes / 60);
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
};

function Policies({ court: { policy, quote, headStartMinutes, zone } }: { court: Court }) {
  return (
    <ul className="[&>li]:border-b [&>li]:border-rule [&>li]:py-3 [&>li:first-child]:pt-0">
      <li>
        {policy.instantBook
          ? 'Bookings are confirmed at once.'
          : 'The host answers each request before it is confirmed.'}
      </li>
      <li>
        Book from {policy.horizonDays} days to {hoursOf(policy.leadMinutes)} before the start; Elite members{' '}
        {hoursOf(headStartMinutes)} earlier.
      </li>
      <li>
        Free cancellation up to {hoursOf(quote.freeCancelMinutes)} before the start; after that a{' '}
        {100 - quote.lateRefundShare / 100}% fee.
      </li>
      <li>At most four players on the court.</li>
      <li>Every player accepts the waiver before the first booking.</li>
      <li>All times are the court’s own ({zone.replaceAll('_', ' ')}).</li>
    </ul>
  );
}
