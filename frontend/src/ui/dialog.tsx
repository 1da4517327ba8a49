import type { OpenDialogProps } from './dialog-popup';
import { DialogLoadError } from './dialog-load-error';
import { lazyComponent } from './lazy-component';

/** Appears late, so that a dialog that loads quickly doesn't flash. */
const loadingBackdrop = (
  <div
    role="status"
    aria-label="Loading"
    className="fixed inset-0 z-50 grid place-items-center bg-scrim transition-opacity delay-300 duration-200 starting:opacity-0"
  >
    <span className="size-9 animate-spin rounded-full border border-rule border-t-brass scheme-dark" />
  </div>
);

const DialogPopup = lazyComponent(async () => (await import('./dialog-popup')).DialogPopup, {
  fallback: loadingBackdrop,
  renderError: (retryLoad, { onClose }) => (
    <DialogLoadError onClose={onClose} onRetry={retryLoad} />
  ),
});

type DialogProps = OpenDialogProps & { open: boolean };

/**
 * A modal dialog: centered on desktop, a sheet on phones, a drawer with `side="right"`. Closing asks
 * first if the user has entered something.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <DialogPopup {...props} /> : null;
}
