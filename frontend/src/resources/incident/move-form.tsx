import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInZone, formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import type { AnyBooking } from '../booking/booking-queries';
import { availabilityQuery } from '../court/availability-query';
import { incidentTime } from './incident-labels';
import { useDeclineMove, useMoveHour } from './incident-queries';

/** The player's choice after an upheld weather claim: another hour of the day, or the refund. */
export function MoveForm({ booking, moveBy }: { booking: AnyBooking; moveBy: string }) {
  const [startTime, setStartTime] = useState<string | null>(null);
  const [showsProblem, setShowsProblem] = useState(false);
  const slotsQuery = useQuery(
    availabilityQuery(booking.courtId, dayInZone(booking.startTime, booking)),
  );
  const moveHour = useMoveHour(booking.id);
  const declineMove = useDeclineMove(booking.id);
  const move = () => {
    setShowsProblem(true);
    if (startTime) moveHour.mutate(startTime);
  };
  return (
    <div className="grid gap-4">
      <QueryPanel query={slotsQuery} label="the free hours">
        {(slots) => {
          const choices = slots
            .filter(({ opensForYouAt }) => opensForYouAt === null)
            .map(({ start }) => ({ value: start, label: formatTime(start, booking) }));
          return choices.length > 0 ? (
            <div className="grid gap-4">
              <RadioGroup
                legend="Move to another hour of the same day, for free"
                required
                className="grid-cols-2 sm:grid-cols-3"
                choices={choices}
                value={startTime}
                onChange={setStartTime}
                error={showsProblem && !startTime ? 'Choose an hour' : undefined}
              />
              <Button
                className="justify-self-start"
                busy={moveHour.isPending}
                disabled={declineMove.isPending}
                onClick={move}
              >
                Move the Hour
              </Button>
            </div>
          ) : (
            <p>The court has no other free hour that day.</p>
          );
        }}
      </QueryPanel>
      <p className="text-small text-quiet">
        If you choose nothing by {incidentTime(moveBy, booking)}, you get the refund.
      </p>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={declineMove.isPending}
        disabled={moveHour.isPending}
        onClick={() => declineMove.mutate(undefined)}
      >
        Get the Refund
      </Button>
    </div>
  );
}
