import { Suspense, lazy } from 'react';
import { CourtDetail } from '../features/courts/court-detail';
import { Skeleton } from '../ui/skeleton';

const BookingPanel = lazy(async () => ({
  default: (await import('../features/booking/booking-panel')).BookingPanel,
}));
const WaiverDialog = lazy(async () => ({
  default: (await import('../features/waiver/waiver-dialog')).WaiverDialog,
}));

/** A court with its booking panel and the waiver that stands before a booking. */
export function Page() {
  return (
    <CourtDetail
      booking={(court) => (
        <Suspense fallback={<Skeleton className="h-[46rem]" />}>
          <BookingPanel key={court.id} court={court} Waiver={WaiverDialog} />
        </Suspense>
      )}
    />
  );
}
