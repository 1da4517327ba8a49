import { lazyDialog } from '../../ui/lazy-dialog';

/** One application in full, to be decided. */
export const ApplicationDialog = lazyDialog(
  async () => (await import('./application-dialog')).ApplicationDialog,
);
