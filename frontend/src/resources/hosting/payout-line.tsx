import { useOptionalData } from '../../lib/use-optional-data';
import { payoutLabel } from './payout-labels';
import { bookingPayoutQuery } from './payout-queries';

export function PayoutLine({ bookingId }: { bookingId: string }) {
  const payout = useOptionalData(bookingPayoutQuery(bookingId));
  return payout && <p className="text-[0.9375rem] text-quiet">{payoutLabel(payout)}</p>;
}
