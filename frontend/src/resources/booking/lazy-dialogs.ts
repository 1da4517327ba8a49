import { lazyDialog } from '../../ui/lazy-dialog';

export const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog')).CancelDialog);

export const BookingDialog = lazyDialog(
  async () => (await import('./booking-dialog')).BookingDialog,
);

export const ReviewDialog = lazyDialog(
  async () => (await import('../match/review-dialog')).ReviewDialog,
);

export const PlayerReviewDialog = lazyDialog(
  async () => (await import('../review/player-review-dialog')).PlayerReviewDialog,
);

export const HistoryDrawer = lazyDialog(
  async () => (await import('./history-drawer')).HistoryDrawer,
);
