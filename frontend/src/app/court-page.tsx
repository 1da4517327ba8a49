import { Suspense, lazy } from 'react';
import { courtQuery } from '../features/courts/api';
import { CourtDetail } from '../features/courts/court-detail';
import { Skeleton } from '../ui/skeleton';
import type { Prefetch } from './lazy-page';

const BookingPanel = lazy(async () => ({
  default: (await import('../features/booking/booking-panel')).BookingPanel,
}));
const WaiverDialog = lazy(async () => ({
  default: (await import('../features/waiver/waiver-dialog')).WaiverDialog,
}));

export const prefetch: Prefetch = (client, { courtId = '' }) => client.prefetchQuery(courtQuery(courtId));

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
