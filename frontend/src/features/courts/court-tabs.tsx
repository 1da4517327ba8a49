import type { CourtDetail as Court } from '@courtly/contracts/courts';
import { MapPin } from 'lucide-react';
import { shortDate } from '../../lib/format';
import { Tabs } from '../../ui/tabs';

/** What others say about a court, where it is, and its rules. */
export function CourtTabs({ court }: { court: Court }) {
  return (
    <Tabs
      label="About this court"
      className="min-w-0"
      tabs={[
        { value: 'reviews', label: 'Reviews', count: court.reviews.length, panel: <Reviews court={court} /> },
        { value: 'location', label: 'Location', panel: <Location court={court} /> },
        { value: 'policies', label: 'Policies', panel: <Policies court={court} /> },
      ]}
    />
  );
}

function Reviews({ court: { reviews, zone } }: { court: Court }) {
  if (reviews.length === 0) return <p className="text-quiet">No reviews yet. Be the first to review this court!</p>;
  return (
    <ul>
      {reviews.map(({ rating, comment, createdAt }) => (
        <li key={createdAt} className="border-b border-rule py-5 first:pt-0">
          <p className="figures text-quiet">
            {rating} of 5, {shortDate(createdAt, zone)}
          </p>
          {comment && <p className="mt-1">{comment}</p>}
        </li>
      ))}
    </ul>
  );
}

function Location({ court: { address, location } }: { court: Court }) {
  return (
    <div className="grid gap-5">
      <address className="not-italic">
        <span className="block text-lg">{address}</span>
        <span className="text-quiet">{location}</span>
      </address>
      <div
        aria-hidden
        className="grid aspect-16/7 place-items-center rounded-md border border-rule bg-sunk bg-[repeating-linear-gradient(90deg,transparent_0_4rem,var(--color-rule)_4rem_calc(4rem+1px)),repeating-linear-gradient(transparent_0_4rem,var(--color-rule)_4rem_calc(4rem+1px))]"
      >
        <MapPin size={32} strokeWidth={1.4} className="text-clay" />
      </div>
      <p className="text-quiet">The house number is yours once a booking is confirmed.</p>
    </div>
  );
}

function Policies({ court: { policy, zone } }: { court: Court }) {
  const hours = Math.ceil(policy.leadMinutes / 60);
  return (
    <ul className="[&>li]:border-b [&>li]:border-rule [&>li]:py-3 [&>li:first-child]:pt-0">
      <li>
        {policy.instantBook
          ? 'Bookings are confirmed at once.'
          : 'The host answers each request before it is confirmed.'}
      </li>
      <li>
        Book from {policy.horizonDays} days to {hours} {hours === 1 ? 'hour' : 'hours'} before the start.
      </li>
      <li>Cancel free of charge until 24 hours before the start.</li>
      <li>Every player accepts the waiver before the first booking.</li>
      <li>All times are the court’s own ({zone.replaceAll('_', ' ')}).</li>
    </ul>
  );
}
