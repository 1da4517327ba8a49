import type { ComponentType } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { lazyPart } from './lazy-part';

type DialogProps = { open?: boolean; onClose: () => void };

/** A dialog in a file of its own. Where that cannot be fetched, a dialog in its place says so. */
export const lazyDialog = <Props extends DialogProps>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(load, {
    failed: (retry, { open = true, onClose }) => (
      <Dialog
        open={open}
        onClose={onClose}
        title="This did not load"
        footer={
          <>
            <Button variant="outline" onClick={onClose}>
              Close
            </Button>
            <Button onClick={retry}>Try again</Button>
          </>
        }
      >
        <p role="alert">A part of this page did not arrive. Your page is as you left it.</p>
      </Dialog>
    ),
  });
