import type { TaxLine } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { type CourtZone, formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';
import { taxLabel } from '../../resources/payment/tax-label';
import { Price } from '../../ui/price';
import { MINUTE_MS } from '../../lib/durations';

type PriceBreakdownProps = {
  quote: CourtDetail['quote'];
  start: string | null;
  court: CourtZone;
  now: string;
};

export const freeCancelUntil = (startTime: string, freeCancelMinutes: number): string =>
  new Date(Date.parse(startTime) - freeCancelMinutes * MINUTE_MS).toISOString();

/** What the total consists of, which the panel shows once. `now` is the current instant (UTC). */
export function PriceBreakdown({ quote, start, court, now }: PriceBreakdownProps) {
  const cancelUntil = start && freeCancelUntil(start, quote.freeCancelMinutes);
  return (
    <div>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5 [&>dd]:text-right">
        <dt className="text-quiet">One hour</dt>
        <dd>
          <Price amount={quote.hourlyRate} />
        </dd>
        <dt className="text-quiet">Service fee</dt>
        <dd>
          <Price amount={quote.serviceFee} />
        </dd>
        {quote.tax && !quote.tax.included && <TaxRow tax={quote.tax} />}
        {quote.tax?.included && <TaxRow tax={quote.tax} />}
      </dl>
      {cancelUntil && (
        <p className="mt-3 text-small text-quiet">
          {cancelUntil <= now
            ? `Free cancellation is no longer available. If you cancel after confirmation, you'll get ${quote.lateRefundShare / 100}% of the total back.`
            : `Free cancellation until ${formatShortDate(cancelUntil, court)}, ${formatTime(cancelUntil, court)} ${zoneAbbreviation(cancelUntil, court)}.`}
        </p>
      )}
    </div>
  );
}

function TaxRow({ tax }: { tax: TaxLine }) {
  return (
    <>
      <dt className="text-quiet">{taxLabel(tax)}</dt>
      <dd>
        <Price amount={tax.amount} />
      </dd>
    </>
  );
}
