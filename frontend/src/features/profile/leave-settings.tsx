import { useState } from 'react';
import { Button } from '../../ui/button';
import { useDownloadData } from './account-api';
import { DeleteAccountDialog } from './lazy-delete-account-dialog';

export function DataDownload() {
  const download = useDownloadData();
  return (
    <Button variant="outline" busy={download.isPending} onClick={() => download.mutate()}>
      {download.isPending ? 'Preparing...' : 'Download My Data'}
    </Button>
  );
}

export function AccountDeletion() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete Account
      </Button>
      {open && <DeleteAccountDialog onClose={() => setOpen(false)} />}
    </>
  );
}
