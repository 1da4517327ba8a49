import { lazyDialog } from '../../ui/lazy-dialog';

/** Asks after an hour how the court was and how the game went. */
export const ReviewDialog = lazyDialog(async () => (await import('./review-dialog')).ReviewDialog);
