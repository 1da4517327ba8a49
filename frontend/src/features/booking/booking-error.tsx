import type { Slot } from '@courtly/contracts/availability';
import { paths } from '../../config/paths';
import { ApiError } from '../../lib/api';
import { type CourtZone, formatTime, formatShortDate, zoneAbbreviation } from '../../lib/format';
import { Button } from '../../ui/button';
import { nearestSlotsOf } from './use-request-booking';
import { TextLink } from '../../ui/text-link';

type BookingErrorProps = {
  error: Error | null;
  court: CourtZone;
  onSelectSlot: (nearestSlot: Slot) => void;
};

/** Offers the next steps after a failed booking, near the button that was pressed. */
export function BookingError({ error, court, onSelectSlot }: BookingErrorProps) {
  const nearestSlots = nearestSlotsOf(error);
  const errorCode = error instanceof ApiError ? error.code : undefined;
  return (
    <div role="status" className="border-l border-brass-line pl-4 empty:hidden">
      {nearestSlots.length > 0 && (
        <>
          <p>That hour was just taken. The nearest available hours:</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {nearestSlots.map((nearestSlot) => {
              const { start } = nearestSlot;
              return (
                <Button key={start} variant="brass" onClick={() => onSelectSlot(nearestSlot)}>
                  {formatShortDate(start, court)}, {formatTime(start, court)}{' '}
                  {zoneAbbreviation(start, court)}
                </Button>
              );
            })}
          </div>
        </>
      )}
      {errorCode === 'price_changed' && (
        <p>The price has changed. Please check it before you book.</p>
      )}
      {errorCode === 'fair_use' && error instanceof ApiError && (
        <p>
          {error.userMessage}{' '}
          <TextLink to={paths.bookings} className="whitespace-nowrap">
            My Bookings
          </TextLink>
        </p>
      )}
    </div>
  );
}
