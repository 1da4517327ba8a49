import type { Court } from '@courtly/contracts/courts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button';
import { CloseButton } from '../../ui/close-button';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { hostBookingsQuery } from '../booking/booking-queries';
import { useActivateCourt } from './court-mutations';
import { totalLabel } from '../../lib/format';

type DeactivateDialogProps = { court: Pick<Court, 'id' | 'name'>; onClose: () => void };

const upcomingLabel = (bookingCount: number) =>
  bookingCount === 0
    ? 'It has no bookings or requests.'
    : `${totalLabel(bookingCount)} ${bookingCount === 1 ? 'booking stays' : 'bookings and requests stay'} in place. Players still arrive for their bookings, and requests still need your response. To free the court, cancel them individually.`;

/** Asks for confirmation before deactivating a court, and explains what happens to its bookings. */
export function DeactivateDialog({ court, onClose }: DeactivateDialogProps) {
  const activateCourt = useActivateCourt();
  const upcomingBookings = useInfiniteQuery(
    hostBookingsQuery({ when: 'upcoming', courtId: court.id, limit: 1 }),
  );
  const deactivate = () => {
    activateCourt.mutate({ id: court.id, isActive: false }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hide this court?"
      description={court.name}
      footer={
        <>
          <CloseButton>Keep Active</CloseButton>
          <Button variant="danger" onClick={deactivate}>
            Deactivate
          </Button>
        </>
      }
    >
      <p>Players can't find or book this court until you reactivate it.</p>
      <div className="mt-4">
        <QueryPanel query={upcomingBookings} label="its bookings">
          {({ total }) => <p>{upcomingLabel(total)}</p>}
        </QueryPanel>
      </div>
    </Dialog>
  );
}
