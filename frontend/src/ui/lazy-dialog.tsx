import type { ComponentType } from 'react';
import { DialogLoadError } from './dialog-load-error';
import { lazyComponent } from './lazy-component';

type DialogProps = { open?: boolean; onClose: () => void };

/** A lazily loaded dialog. If its chunk fails to load, an error dialog offers a retry. */
export const lazyDialog = <Props extends DialogProps>(
  loadDialog: () => Promise<ComponentType<Props>>,
) =>
  lazyComponent(loadDialog, {
    renderError: (retryLoad, { open = true, onClose }) =>
      open && <DialogLoadError onClose={onClose} onRetry={retryLoad} />,
  });
