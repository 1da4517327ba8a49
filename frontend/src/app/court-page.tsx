import { BookingPanel } from '../features/booking/booking-panel';
import { CourtDetail } from '../features/courts/court-detail';
import { lazyDialog } from '../ui/lazy-dialog';

const WaiverDialog = lazyDialog(async () => (await import('../features/waiver/waiver-dialog')).WaiverDialog);

/** A court with its booking panel and the waiver that stands before a booking. */
export function CourtPage() {
  return <CourtDetail booking={(court) => <BookingPanel key={court.id} court={court} Waiver={WaiverDialog} />} />;
}
