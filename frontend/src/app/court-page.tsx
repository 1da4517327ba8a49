import { type ComponentProps, Suspense, lazy } from 'react';
import { BookingPanel } from '../features/booking/booking-panel';
import { courtQuery } from '../lib/courts';
import { CourtDetail } from '../features/courts/court-detail';
import type { Prefetch } from './lazy-page';

const WaiverDialog = lazy(async () => ({
  default: (await import('../features/waiver/waiver-dialog')).WaiverDialog,
}));

/** Comes by itself: nothing of the page waits for what opens only later. */
const Waiver = (gate: ComponentProps<typeof WaiverDialog>) => (
  <Suspense>
    <WaiverDialog {...gate} />
  </Suspense>
);

export const prefetch: Prefetch = (client, { courtId = '' }) => client.prefetchQuery(courtQuery(courtId));

/** A court with its booking panel and the waiver that stands before a booking. */
export function Page() {
  return <CourtDetail booking={(court) => <BookingPanel key={court.id} court={court} Waiver={Waiver} />} />;
}
