import type { CourtDetail as Court } from '@courtly/contracts/courts';
import { PaperLink } from '../../resources/paper/paper-link';
import { Tabs } from '../../ui/tabs';
import { cancellationLabel, hoursLabel } from './cancellation-label';
import { CourtReviews } from './court-reviews';
import { Location } from './location';

export function CourtTabs({ court }: { court: Court }) {
  return (
    <Tabs
      label="About this court"
      className="min-w-0"
      tabs={[
        {
          value: 'reviews',
          label: 'Reviews',
          count: court.rating.count,
          panel: <CourtReviews court={court} />,
        },
        { value: 'location', label: 'Location', panel: <Location court={court} /> },
        { value: 'policies', label: 'Policies', panel: <Policies court={court} /> },
      ]}
    />
  );
}

function Policies({ court: { policy, quote, headStartMinutes, zone } }: { court: Court }) {
  return (
    <ul className="[&>li]:border-b [&>li]:border-rule [&>li]:py-3 [&>li:first-child]:pt-0">
      <li>
        {policy.instantBook
          ? 'Bookings are confirmed instantly.'
          : 'The host reviews each request before confirming it.'}
      </li>
      <li>
        Book between {policy.horizonDays} days and {hoursLabel(policy.leadMinutes)} before the start
        time.
        {headStartMinutes > 0 && ` Elite members can book ${hoursLabel(headStartMinutes)} earlier.`}
      </li>
      <li>
        {cancellationLabel(quote)}.
        {quote.lateRefundShare < 10_000 &&
          ` After that, a ${100 - quote.lateRefundShare / 100}% fee applies.`}{' '}
        See the <PaperLink paper="cancellationPolicy">cancellation policy</PaperLink>.
      </li>
      <li>You accept the waiver before your first booking. Everyone who plays must agree to it.</li>
      <li>All times are in the court's time zone ({zone.replaceAll('_', ' ')}).</li>
    </ul>
  );
}
