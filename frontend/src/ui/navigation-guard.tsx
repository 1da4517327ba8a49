import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { Button } from './button';
import { Dialog } from './dialog';
import { type Guard, type Question, ask, guards, setQuestioner } from './guards';

/**
 * The only blocker of the router. Back closes the dialog on top instead of leaving the page. Other
 * navigation asks before it discards the changes of a page. On unload, the browser asks.
 */
export function NavigationGuard() {
  const [question, setQuestion] = useState<Question | null>(null);
  const blockedDialog = useRef<Guard>(undefined);
  useEffect(() => {
    setQuestioner(setQuestion);
    return () => setQuestioner(null);
  }, []);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    blockedDialog.current =
      historyAction === 'POP' ? guards.findLast(({ requestClose }) => requestClose) : undefined;
    return (
      blockedDialog.current !== undefined ||
      (currentLocation.pathname !== nextLocation.pathname &&
        guards.some((guard) => !guard.requestClose && guard.isDirty()))
    );
  });
  const handleBlocked = useEffectEvent(() => {
    if (blocker.state !== 'blocked') return;
    if (blockedDialog.current) {
      blocker.reset();
      blockedDialog.current.requestClose?.();
      return;
    }
    ask({
      discard: () => {
        for (const guard of guards) guard.onDiscard?.();
        blocker.proceed();
      },
      keep: () => blocker.reset(),
    });
  });
  useEffect(() => handleBlocked(), [blocker.state]);
  useBeforeUnload(
    useCallback((event) => {
      if (guards.some((guard) => guard.isDirty())) event.preventDefault();
    }, []),
  );

  const answer = (choice: keyof Question) => {
    setQuestion(null);
    question?.[choice]();
  };
  return (
    <Dialog
      open={question !== null}
      onClose={() => answer('keep')}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="outline" onClick={() => answer('discard')}>
            Discard Changes
          </Button>
          <Button onClick={() => answer('keep')}>Keep Editing</Button>
        </>
      }
    >
      <p className="text-quiet">Your changes will be lost.</p>
    </Dialog>
  );
}
