import { useQuery } from '@tanstack/react-query';
import { ownRecordQuery } from '../../resources/booking/booking-queries';
import { strikesQuery } from '../../resources/incident/incident-queries';
import { formatMediumDate, viewerZone } from '../../lib/format';
import { LoadErrors } from '../../ui/load-error';
import { Heading, Section } from '../../ui/heading';

/** How reliable the member has been. No one else sees late cancellations and no-shows here. */
export function OwnRecord() {
  const recordQuery = useQuery(ownRecordQuery);
  const { data: ownRecord } = recordQuery;
  if (!ownRecord) return <LoadErrors label="your record" queries={[recordQuery]} />;
  const { played, cancelled, cancelledLate } = ownRecord;
  return (
    <Section title="Your Record">
      <dl className="grid grid-cols-[1fr_auto] gap-x-8 [&>*]:border-b [&>*]:border-rule [&>*]:py-3">
        <dt>Hours played</dt>
        <dd className="figures">{played}</dd>
        <dt>Bookings you canceled</dt>
        <dd className="figures">{cancelled}</dd>
        <dt>
          Late cancellations
          <span className="block text-small text-quiet">Only you see this number.</span>
        </dt>
        <dd className="figures">{cancelledLate}</dd>
      </dl>
      <OwnStrikes />
    </Section>
  );
}

function OwnStrikes() {
  const ownStrikes = useQuery(strikesQuery);
  const { data } = ownStrikes;
  if (!data) return <LoadErrors label="your no-shows" queries={[ownStrikes]} />;
  if (data.strikes.length === 0) return null;
  const { strikes, days, instantOnlyFrom, suspendedFrom, isInstantOnly } = data;
  return (
    <div className="mt-6">
      <Heading level={3}>
        {strikes.length === 1 ? 'One no-show' : `${strikes.length} no-shows`} in {days} days
      </Heading>
      <p className="mt-2">
        {isInstantOnly
          ? 'You can only book courts that confirm instantly and take payment up front.'
          : `With ${instantOnlyFrom}, you can only book courts that confirm instantly and take payment up front.`}{' '}
        With {suspendedFrom}, your account is suspended.
      </p>
      <ul className="mt-2">
        {strikes.map(({ bookingId, at, until }) => (
          <li key={bookingId} className="figures text-quiet">
            {formatMediumDate(at, viewerZone())}: counts until{' '}
            {formatMediumDate(until, viewerZone())}
          </li>
        ))}
      </ul>
    </div>
  );
}
