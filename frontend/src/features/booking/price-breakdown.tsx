import { clock, shortDate, zoneName } from '../../lib/format';
import { Price } from '../../ui/price';
import { freeCancelUntil, isPast, type Price as Amounts } from './quote';

type Props = { price: Amounts; start: string | null; zone: string };

/** What the hour costs, and until when it can be given back. */
export function PriceBreakdown({ price, start, zone }: Props) {
  const until = start && freeCancelUntil(start);
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:text-right">
        <dt className="text-quiet">One hour</dt>
        <dd>
          <Price amount={price.hourlyRate} />
        </dd>
        <dt className="text-quiet">Service fee</dt>
        <dd>
          <Price amount={price.serviceFee} />
        </dd>
        <dt className="mt-1.5 border-t border-rule pt-2.5 font-semibold">Total</dt>
        <dd className="mt-1.5 border-t border-rule pt-2.5 font-semibold">
          <Price amount={price.totalAmount} />
        </dd>
      </dl>
      {until && (
        <p className="mt-3 text-[0.9375rem] text-quiet">
          {isPast(until)
            ? 'This hour begins within a day: once confirmed, only part of the price comes back.'
            : `Free cancellation until ${shortDate(until, zone)}, ${clock(until, zone)} ${zoneName(until, zone)}.`}
        </p>
      )}
    </div>
  );
}
