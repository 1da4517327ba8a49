import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { Button } from './button';
import { Dialog } from './dialog';

type UnsavedChanges = Readonly<{
  /** The prompt, which must be rendered with the form. */
  prompt: ReactNode;
  /** Runs an action that discards the changes, after confirmation if there are any. */
  confirmDiscard: (discard: () => void) => void;
  /** Allows the next navigation after the form is saved. */
  allowNavigation: () => void;
}>;

/**
 * Shows a prompt before navigation discards unsaved changes. On unload, the browser shows its own.
 */
export const useUnsavedChangesPrompt = (isDirty: boolean): UnsavedChanges => {
  const isSaved = useRef(false);
  const [pendingDiscard, setPendingDiscard] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(useCallback((event) => isDirty && event.preventDefault(), [isDirty]));

  const keepEditing = () => {
    setPendingDiscard(null);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const discardAndLeave = () => {
    setPendingDiscard(null);
    pendingDiscard?.();
    if (blocker.state === 'blocked') blocker.proceed();
  };
  const prompt = (
    <Dialog
      open={pendingDiscard !== null || blocker.state === 'blocked'}
      onClose={keepEditing}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="outline" onClick={discardAndLeave}>
            Discard Changes
          </Button>
          <Button onClick={keepEditing}>Keep Editing</Button>
        </>
      }
    >
      <p className="text-quiet">Your changes will be lost.</p>
    </Dialog>
  );
  return {
    prompt,
    confirmDiscard: (discardAction) =>
      isDirty ? setPendingDiscard(() => discardAction) : discardAction(),
    allowNavigation: () => {
      isSaved.current = true;
    },
  };
};
