import { HostDashboard } from '../features/hosting/host-dashboard';
import { lazyDialog } from '../ui/lazy-dialog';

const CancelDialog = lazyDialog(async () => (await import('../features/bookings/cancel-dialog')).CancelDialog);

/** The host dashboard with the dialog that bookings have for it. */
export function HostDashboardPage() {
  return <HostDashboard CancelDialog={CancelDialog} />;
}
