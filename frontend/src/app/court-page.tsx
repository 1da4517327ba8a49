import { BookingPanel } from '../features/booking/booking-panel';
import { CourtDetail } from '../features/courts/court-detail';

export function CourtPage() {
  return <CourtDetail booking={(court) => <BookingPanel key={court.id} court={court} />} />;
}
