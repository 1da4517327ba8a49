import type { Court } from '@courtly/contracts/courts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { hostBookingsQuery } from '../booking/booking-queries';
import { useActivateCourt } from './court-mutations';
import { totalLabel } from '../../lib/format';

type Props = { court: Pick<Court, 'id' | 'name'>; onClose: () => void };

const aheadLabel = (count: number) =>
  count === 0
    ? 'Nothing is booked or asked for on it.'
    : `${totalLabel(count)} ${count === 1 ? 'booking stays' : 'bookings and requests stay'} as they are: who is booked still comes, and requests still wait for your answer. Cancel them one by one if nobody is to come.`;

/** Asks before a court is hidden, and says what becomes of what is booked on it. */
export function DeactivateDialog({ court, onClose }: Props) {
  const activate = useActivateCourt();
  const ahead = useInfiniteQuery(
    hostBookingsQuery({ when: 'upcoming', courtId: court.id, limit: 1 }),
  );
  const deactivate = () => {
    activate.mutate({ id: court.id, isActive: false });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hide this court?"
      description={court.name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep It Shown
          </Button>
          <Button variant="danger" onClick={deactivate}>
            Deactivate
          </Button>
        </>
      }
    >
      <p>Players find it no more and cannot book it, until you activate it again.</p>
      <div className="mt-4">
        <QueryPanel query={ahead} label="its bookings">
          {({ total }) => <p>{aheadLabel(total)}</p>}
        </QueryPanel>
      </div>
    </Dialog>
  );
}
