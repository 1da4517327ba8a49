import type { Booking } from '@courtly/contracts/bookings';
import type { ChallengedHour } from '@courtly/contracts/matches';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { paths } from '../../config/paths';
import { formatShortDate } from '../../lib/format';
import { bookingsQuery } from '../../resources/booking/booking-queries';
import { memberName } from '../../resources/match/match-labels';
import { challengedHoursQuery } from '../../resources/match/match-queries';
import { ResultDialog } from '../../resources/match/result-dialog';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { LoadErrors } from '../../ui/load-error';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { CourtTime } from '../../ui/time';

type ChosenHour = Pick<ComponentProps<typeof ResultDialog>, 'hour' | 'bookedBy'>;
type ChooseHour = (chosenHour: ChosenHour) => void;

function HourRow({
  hour,
  onChoose,
  children,
}: {
  hour: Booking | ChallengedHour;
  onChoose: () => void;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-rule py-4">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{hour.court.name}</p>
        <CourtTime hour={hour} />
        {children}
      </div>
      <Button
        variant="outline"
        aria-label={`Choose ${hour.court.name}, ${formatShortDate(hour.startTime, hour)}`}
        onClick={onChoose}
      >
        Choose
      </Button>
    </li>
  );
}

/** Hours that the user booked or was challenged to, and whose result they can log. */
function HourList({ onChoose }: { onChoose: ChooseHour }) {
  const pastQuery = useInfiniteQuery(bookingsQuery({ when: 'past' }));
  const challengesQuery = useQuery(challengedHoursQuery);
  const { data: challengedHours = [] } = challengesQuery;
  return (
    <>
      <LoadErrors className="mb-4" label="your challenges" queries={[challengesQuery]} />
      <QueryPanel query={pastQuery} label="your past bookings">
        {({ items }) => {
          const loggableBookings = items.filter(({ needsResult }) => needsResult);
          const hourCount = loggableBookings.length + challengedHours.length;
          if (hourCount === 0 && !pastQuery.hasNextPage)
            return challengesQuery.isSuccess ? (
              <p>
                None of your hours needs a result.{' '}
                <TextLink to={paths.courts}>Explore courts</TextLink>
              </p>
            ) : null;
          return (
            <>
              <ul className="border-t border-rule">
                {challengedHours.map((hour) => {
                  const bookedBy = memberName(hour.challenger);
                  return (
                    <HourRow
                      key={hour.bookingId}
                      hour={hour}
                      onChoose={() => onChoose({ hour, bookedBy })}
                    >
                      <p className="text-small text-quiet wrap-anywhere">
                        {`${bookedBy} challenged you`}
                      </p>
                    </HourRow>
                  );
                })}
                {loggableBookings.map((booking) => (
                  <HourRow
                    key={booking.id}
                    hour={booking}
                    onChoose={() => onChoose({ hour: { ...booking, bookingId: booking.id } })}
                  />
                ))}
              </ul>
              <LoadMore query={pastQuery} itemLabel="past bookings" />
            </>
          );
        }}
      </QueryPanel>
    </>
  );
}

/** A match belongs to an hour, so the user selects the hour first. */
export function LogMatch() {
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosenHour, setChosenHour] = useState<ChosenHour | null>(null);
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
          <HourList
            onChoose={(hour) => {
              setIsChoosing(false);
              setChosenHour(hour);
            }}
          />
        </Dialog>
      )}
      {chosenHour && <ResultDialog {...chosenHour} onClose={() => setChosenHour(null)} />}
    </>
  );
}
