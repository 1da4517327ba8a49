import { useState } from 'react';
import { Button } from '../../ui/button';
import { lazyDialog } from '../../ui/lazy-dialog';
import { useDownloadData } from './account-api';

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog')).DeleteAccountDialog,
);

export function DataDownload() {
  const downloadData = useDownloadData();
  return (
    <Button variant="outline" busy={downloadData.isPending} onClick={() => downloadData.mutate()}>
      {downloadData.isPending ? 'Preparing...' : 'Download My Data'}
    </Button>
  );
}

export function AccountDeletion() {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setDialogOpen(true)}>
        Delete Account
      </Button>
      {isDialogOpen && <DeleteAccountDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
}
