import { lazyDialog } from '../../ui/lazy-dialog';

export const ApplicationDialog = lazyDialog(
  async () => (await import('./application-dialog')).ApplicationDialog,
);
