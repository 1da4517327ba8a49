import { lazy } from 'react';
import { OwnerDashboard } from '../features/hosting/owner-dashboard';

const CourtDialog = lazy(async () => ({
  default: (await import('../features/court-form/court-dialog')).CourtDialog,
}));
const CancelDialog = lazy(async () => ({ default: (await import('../features/bookings/cancel-dialog')).CancelDialog }));

/** The owner dashboard with the dialogs that other features have for it. */
export function Page() {
  return <OwnerDashboard CourtDialog={CourtDialog} CancelDialog={CancelDialog} />;
}
