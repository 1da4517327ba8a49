import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { Button } from './button';
import { Dialog } from './dialog';

type UnsavedChanges = Readonly<{
  /** The question, to be rendered with the form. */
  prompt: ReactNode;
  /** Does what loses the changes: at once where there are none, else once the person agrees. */
  confirmDiscard: (discard: () => void) => void;
  /** Lets the next navigation pass: for changes that have just been saved. */
  allowNavigation: () => void;
}>;

/** Asks before another page or the end of this one loses unsaved changes; at the end of the page the browser asks. */
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
      <p className="text-quiet">What you changed is lost.</p>
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
