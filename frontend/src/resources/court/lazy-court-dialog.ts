import { lazyDialog } from '../../ui/lazy-dialog';

export const CourtDialog = lazyDialog(
  async () => (await import('./form/court-dialog')).CourtDialog,
);
