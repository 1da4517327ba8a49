import type { Booking } from '@courtly/contracts/bookings';
import { addMoney } from '../../lib/money';
import { placeLabel } from '../../resources/court/court-labels';
import { Price } from '../../ui/price';
import { CourtTime } from '../../ui/time';

export function BookingSummary({ booking }: { booking: Booking }) {
  const { court, startTime, endTime, zone, totalAmount, serviceFee } = booking;
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
        <CourtTime start={startTime} end={endTime} zone={zone} />
      </dd>
      <dt>One hour</dt>
      <dd>
        <Price amount={addMoney([totalAmount, `-${serviceFee}`])} />
      </dd>
      <dt>Service fee</dt>
      <dd>
        <Price amount={serviceFee} />
      </dd>
      <dt>Total</dt>
      <dd className="font-semibold">
        <Price amount={totalAmount} />
      </dd>
    </dl>
  );
}
