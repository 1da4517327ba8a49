import { useEffect, useId, useRef } from 'react';
import { Button } from './button';
import { type LoadFailure, retryLabels, useLoadFailure } from './lazy-component';
import { Heading } from './heading';

const failureTexts: Record<LoadFailure, { title: string; text: string }> = {
  network: {
    title: "This didn't load",
    text: "Part of this page didn't load. Check your connection, then try again.",
  },
  needsReload: {
    title: 'Reload the page to continue',
    text: "This can't load until you reload the page. Reloading clears anything you typed on the page and haven't saved. To copy it first, close this message.",
  },
  crashed: {
    title: 'Something went wrong',
    text: 'This part of the page ran into a problem. Everything else is as you left it.',
  },
};

/**
 * Says why a dialog is missing. It is a native dialog, because the code of the others may be
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
  const failure = useLoadFailure();
  const { title, text } = failureTexts[failure];
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
      <Heading level={2} id={titleId}>
        {title}
      </Heading>
      <p role="alert" className="mt-3">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button onClick={onRetry}>{retryLabels[failure]}</Button>
      </div>
    </dialog>
  );
}
