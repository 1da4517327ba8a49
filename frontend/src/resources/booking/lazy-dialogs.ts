import { lazyDialog } from '../../ui/lazy-dialog';

/** Asks before a booking ends early: why a host declines it, or what a cancellation means. */
export const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog')).CancelDialog);

/** One booking in full, for its host. */
export const BookingDialog = lazyDialog(
  async () => (await import('./booking-dialog')).BookingDialog,
);

/** Asks after an hour how the court was and how the game went. */
export const ReviewDialog = lazyDialog(
  async () => (await import('../match/review-dialog')).ReviewDialog,
);

/** Asks a host after an hour how its player was. */
export const PlayerReviewDialog = lazyDialog(
  async () => (await import('../review/player-review-dialog')).PlayerReviewDialog,
);

/** The life of a booking. */
export const HistoryDrawer = lazyDialog(
  async () => (await import('./history-drawer')).HistoryDrawer,
);
