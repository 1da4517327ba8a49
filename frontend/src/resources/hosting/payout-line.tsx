import { useQuery } from '@tanstack/react-query';
import { payoutLabel } from './payout-labels';
import { bookingPayoutQuery } from './payout-queries';

export function PayoutLine({ bookingId }: { bookingId: string }) {
  const { data: payout } = useQuery(bookingPayoutQuery(bookingId));
  return payout && <p className="text-[0.9375rem] text-quiet">{payoutLabel(payout)}</p>;
}
