import { lazy } from 'react';
import { HostDashboard } from '../features/hosting/host-dashboard';

const CancelDialog = lazy(async () => ({ default: (await import('../features/bookings/cancel-dialog')).CancelDialog }));

/** The host dashboard with the dialog that bookings have for it. */
export function Page() {
  return <HostDashboard CancelDialog={CancelDialog} />;
}
