import { lazyDialog } from '../../ui/lazy-dialog';

export const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog')).DeleteAccountDialog,
);
