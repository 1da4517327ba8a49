import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { Button } from './button';
import { Dialog } from './dialog';

type UnsavedChanges = Readonly<{
  /** Render it with the form. */
  prompt: ReactNode;
  /** Runs an action that discards the changes, after confirmation if there are any. */
  confirmDiscard: (discard: () => void) => void;
  /** Allows the next navigation, after a save. */
  allowNavigation: () => void;
}>;

/** Asks before navigation discards unsaved changes; on unload, the browser asks. */
export const useUnsavedChangesPrompt = (dirty: boolean): UnsavedChanges => {
  const saved = useRef(false);
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(useCallback((event) => dirty && event.preventDefault(), [dirty]));

  const stay = () => {
    setDiscard(null);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const leave = () => {
    setDiscard(null);
    discard?.();
    if (blocker.state === 'blocked') blocker.proceed();
  };
  const prompt = (
    <Dialog
      open={discard !== null || blocker.state === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="outline" onClick={leave}>
            Discard Changes
          </Button>
          <Button onClick={stay}>Keep Editing</Button>
        </>
      }
    >
      <p className="text-quiet">Your changes will be lost.</p>
    </Dialog>
  );
  return {
    prompt,
    confirmDiscard: (action) => (dirty ? setDiscard(() => action) : action()),
    allowNavigation: () => {
      saved.current = true;
    },
  };
};
