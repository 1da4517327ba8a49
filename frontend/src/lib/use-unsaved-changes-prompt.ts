import { useCallback, useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';

/** Asks whether unsaved changes may be lost. */
export const confirmDiscard = (): boolean => window.confirm('Leave without saving? What you changed is lost.');

/**
 * Asks before another page or the end of this one loses unsaved changes.
 * @returns what lets the next navigation pass: for changes that have just been saved
 */
export const useUnsavedChangesPrompt = (dirty: boolean): (() => void) => {
  const saved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (confirmDiscard()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useBeforeUnload(useCallback((event) => dirty && event.preventDefault(), [dirty]));
  return () => {
    saved.current = true;
  };
};
