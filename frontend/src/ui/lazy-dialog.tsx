import type { ComponentType } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { lazyComponent } from './lazy-component';

type DialogProps = { open?: boolean; onClose: () => void };

/** A lazily loaded dialog. If its chunk fails to load, an error dialog offers a retry. */
export const lazyDialog = <Props extends DialogProps>(
  loadDialog: () => Promise<ComponentType<Props>>,
) =>
  lazyComponent(loadDialog, {
    renderError: (retryLoad, { open = true, onClose }) => (
      <Dialog
        open={open}
        onClose={onClose}
        title="This didn't load"
        footer={
          <>
            <Button variant="outline" onClick={onClose}>
              Close
            </Button>
            <Button onClick={retryLoad}>Try Again</Button>
          </>
        }
      >
        <p role="alert">Part of this page didn't load. Check your connection, then try again.</p>
      </Dialog>
    ),
  });
