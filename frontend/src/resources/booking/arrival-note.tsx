import type { Booking } from '@courtly/contracts/bookings';

/**
 * The arrival notes appear once the booking is confirmed, and the gate code one hour before the
 * start.
 */
export function ArrivalNote({ arrival }: Pick<Booking, 'arrival'>) {
  if (!arrival) return null;
  return (
    <div className="border-l border-brass-line pl-4">
      {arrival.notes && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {arrival.notes}
        </p>
      )}
      {arrival.gateCode && (
        <p>
          Gate code <strong className="figures tracking-wider">{arrival.gateCode}</strong>
        </p>
      )}
    </div>
  );
}
