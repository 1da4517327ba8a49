import type { Booking } from '@courtly/contracts/bookings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../config/paths';
import { formatShortDate } from '../../lib/format';
import { bookingsQuery } from '../../resources/booking/booking-queries';
import { ResultDialog } from '../../resources/match/result-dialog';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { CourtTime } from '../../ui/time';

function HourList({ onChoose }: { onChoose: (booking: Booking) => void }) {
  const pastQuery = useInfiniteQuery(bookingsQuery({ when: 'past' }));
  return (
    <QueryPanel query={pastQuery} label="your past bookings">
      {({ items }) => {
        const loggableBookings = items.filter(({ needsResult }) => needsResult);
        if (loggableBookings.length === 0 && !pastQuery.hasNextPage)
          return (
            <p>
              None of the hours that you booked needs a result.{' '}
              <TextLink to={paths.courts}>Explore courts</TextLink>
            </p>
          );
        return (
          <>
            <ul className="border-t border-rule">
              {loggableBookings.map((booking) => (
                <li
                  key={booking.id}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-rule py-4"
                >
                  <div className="min-w-0">
                    <p className="font-semibold wrap-anywhere">{booking.court.name}</p>
                    <CourtTime hour={booking} />
                  </div>
                  <Button
                    variant="outline"
                    aria-label={`Choose ${booking.court.name}, ${formatShortDate(booking.startTime, booking)}`}
                    onClick={() => onChoose(booking)}
                  >
                    Choose
                  </Button>
                </li>
              ))}
            </ul>
            <LoadMore query={pastQuery} itemLabel="past bookings" />
          </>
        );
      }}
    </QueryPanel>
  );
}

/** A match belongs to an hour, so the user selects the hour first. */
export function LogMatch() {
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosenHour, setChosenHour] = useState<Booking | null>(null);
  const chooseHour = (booking: Booking) => {
    setIsChoosing(false);
    setChosenHour(booking);
  };
  return (
    <>
      <Button onClick={() => setIsChoosing(true)}>Log a Match</Button>
      {isChoosing && (
        <Dialog
          open
          onClose={() => setIsChoosing(false)}
          title="Which hour did you play?"
          footer={<CloseButton>Not Now</CloseButton>}
        >
          <HourList onChoose={chooseHour} />
        </Dialog>
      )}
      {chosenHour && (
        <ResultDialog
          hour={{ ...chosenHour, bookingId: chosenHour.id }}
          onClose={() => setChosenHour(null)}
        />
      )}
    </>
  );
}
