import type { Booking } from '@courtly/contracts/bookings';

/** How to get in: the host's words from the confirmation on, the gate code from an hour before. */
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
