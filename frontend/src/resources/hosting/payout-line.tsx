import { useOptionalData } from '../../lib/use-optional-data';
import { payoutLabel } from './payout-labels';
import { bookingPayoutQuery } from './payout-queries';

export function PayoutLine({ bookingId }: { bookingId: string }) {
  const payout = useOptionalData(bookingPayoutQuery(bookingId));
  return payout && <p className="text-small text-quiet">{payoutLabel(payout)}</p>;
}
