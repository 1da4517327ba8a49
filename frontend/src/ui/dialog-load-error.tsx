import { useEffect, useId, useRef } from 'react';
import { Button } from './button';

/**
 * Says that a dialog didn't load. It is a native dialog, because the code of the others may be
 * what is missing.
 */
export function DialogLoadError({
  onClose,
  onRetry,
}: {
  onClose: () => void;
  onRetry: () => void;
}) {
  const titleId = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = dialogRef.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={dialogRef}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto w-full max-w-xl rounded-md border border-rule bg-raised p-6 text-ink shadow-lift backdrop:bg-scrim"
    >
      <h2 id={titleId} className="font-display text-2xl">
        This didn't load
      </h2>
      <p role="alert" className="mt-3">
        Part of this page didn't load. Check your connection, then try again.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onRetry}>Try Again</Button>
      </div>
    </dialog>
  );
}
