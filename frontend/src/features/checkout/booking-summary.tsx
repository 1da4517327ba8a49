import type { Booking } from '@courtly/contracts/bookings';
import { sportLabels } from '../../lib/sports';
import { placeLabel } from '../../resources/court/court-labels';
import { taxLabel } from '../../resources/payment/tax-label';
import { Price } from '../../ui/price';
import { CourtTime } from '../../ui/time';

export function BookingSummary({ booking }: { booking: Booking }) {
  const { court, hourlyRate, serviceFee, tax, totalAmount } = booking;
  return (
    <dl className="grid grid-cols-[auto_1fr] border-t border-rule [&>*]:border-b [&>*]:border-rule [&>*]:py-3.5 [&>dt]:pr-8 [&>dt]:text-quiet">
      <dt>Court</dt>
      <dd dir="auto" className="min-w-0 wrap-anywhere">
        {court.name}
        <span dir="auto" className="block text-quiet">
          {placeLabel(court)}
        </span>
      </dd>
      <dt>Time</dt>
      <dd>
        <CourtTime hour={booking} />
      </dd>
      <dt>Sport</dt>
      <dd>{sportLabels[booking.sport]}</dd>
      <dt>One hour</dt>
      <dd>
        <Price amount={hourlyRate} />
      </dd>
      <dt>Service fee</dt>
      <dd>
        <Price amount={serviceFee} />
      </dd>
      {tax && !tax.included && (
        <>
          <dt>{taxLabel(tax)}</dt>
          <dd>
            <Price amount={tax.amount} />
          </dd>
        </>
      )}
      <dt>Total</dt>
      <dd className="font-semibold">
        <Price amount={totalAmount} />
        {tax?.included && (
          <span className="block font-normal text-quiet">
            {taxLabel(tax)}: <Price amount={tax.amount} />
          </span>
        )}
      </dd>
    </dl>
  );
}
