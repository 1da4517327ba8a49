import { OwnerDashboard } from '../features/hosting/owner-dashboard';
import { lazyDialog } from '../ui/lazy-dialog';

const CourtDialog = lazyDialog(async () => (await import('../features/court-form/court-dialog')).CourtDialog);
const CancelDialog = lazyDialog(async () => (await import('../features/bookings/cancel-dialog')).CancelDialog);

/** The owner dashboard with the dialogs that other features have for it. */
export function OwnerDashboardPage() {
  return <OwnerDashboard CourtDialog={CourtDialog} CancelDialog={CancelDialog} />;
}
