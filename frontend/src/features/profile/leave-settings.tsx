import { useState } from 'react';
import { Button } from '../../ui/button';
import { useDownloadData } from './account-api';
import { DeleteAccountDialog } from './lazy-delete-account-dialog';

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
