import { lazyDialog } from '../../ui/lazy-dialog';

/** Lists a court, or changes one, over the page. */
export const CourtDialog = lazyDialog(
  async () => (await import('./form/court-dialog')).CourtDialog,
);
