import {
  type FocusEvent,
  type FormEvent,
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';

/** A page or an open dialog with entries that closing it would lose. */
export type Guard = Readonly<{
  isDirty: () => boolean;
  /** Only dialogs close on Back. */
  requestClose?: () => void;
  onDiscard?: () => void;
}>;

export type Question = Readonly<{ discard: () => void; keep: () => void }>;

/** In the order in which they opened. */
export const guards: Guard[] = [];
let askUser: ((question: Question) => void) | null = null;
/** While the user is asked, Escape must not close the dialog below. */
let isAsking = false;

/** Sets how the user is asked. Without it, entries are discarded. */
export const setQuestioner = (ask: typeof askUser): void => {
  askUser = ask;
  isAsking = false;
};

/** Asks once. Other handlers of the event that answers the question still find it open. */
export const ask = (question: Question): void => {
  if (isAsking) return question.keep();
  isAsking = true;
  const answerWith = (choose: () => void) => () => {
    setTimeout(() => (isAsking = false));
    choose();
  };
  askUser?.({ discard: answerWith(question.discard), keep: answerWith(question.keep) });
};

/** Runs an action that discards entries, after confirmation if there are any. */
const confirmDiscard = (guard: Guard, discard: () => void): void => {
  const discardEntries = () => {
    guard.onDiscard?.();
    discard();
  };
  if (!guard.isDirty()) discard();
  else if (askUser) ask({ discard: discardEntries, keep: () => undefined });
  else discardEntries();
};

const useGuard = (isDirtyNow: () => boolean, requestClose?: () => void, onDiscard?: () => void) => {
  const checkDirty = useEffectEvent(isDirtyNow);
  const close = useEffectEvent(() => requestClose?.());
  const discard = useEffectEvent(() => onDiscard?.());
  const isDialog = requestClose !== undefined;
  useEffect(() => {
    const guard: Guard = {
      isDirty: () => checkDirty(),
      onDiscard: () => discard(),
      ...(isDialog && { requestClose: () => close() }),
    };
    guards.push(guard);
    return () => void guards.splice(guards.indexOf(guard), 1);
  }, [isDialog]);
};

type UnsavedChanges = Readonly<{
  /** Runs an action that discards the changes, after confirmation if there are any. */
  confirmDiscard: (discard: () => void) => void;
  /** Allows the next navigation after the form is saved. */
  allowNavigation: () => void;
}>;

/** Asks before navigation discards the changes of a page. */
export const useUnsavedChanges = (
  hasChanges: boolean,
  onDiscard: () => void = () => undefined,
): UnsavedChanges => {
  const isSaved = useRef(false);
  const isDirtyNow = () => hasChanges && !isSaved.current;
  useGuard(isDirtyNow, undefined, onDiscard);
  return {
    confirmDiscard: (discard) => confirmDiscard({ isDirty: isDirtyNow, onDiscard }, discard),
    allowNavigation: () => {
      isSaved.current = true;
    },
  };
};

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const entryOf = (control: Control): string | boolean =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? control.checked
    : control.value;

/** Closes the dialog around this component, after confirmation if the user has entered something. */
export const CloseContext = createContext<() => void>(() => undefined);
export const useRequestClose = (): (() => void) => useContext(CloseContext);

/**
 * Guards what the user enters in a dialog. It compares the controls on the screen that the user
 * changed with their first values.
 */
export const useDialogGuard = (
  onClose: () => void,
  { keepsEntries, hasHiddenEntries }: { keepsEntries: boolean; hasHiddenEntries: boolean },
) => {
  const firstEntries = useRef(new Map<Control, string | boolean | undefined>());
  const isDirtyNow = () =>
    hasHiddenEntries ||
    (!keepsEntries &&
      [...firstEntries.current].some(
        ([control, firstEntry]) => control.isConnected && entryOf(control) !== firstEntry,
      ));
  const requestClose = () => confirmDiscard({ isDirty: isDirtyNow }, onClose);
  useGuard(isDirtyNow, requestClose);

  /** Events of a dialog above this one bubble through React's tree. */
  const noteEntry = (
    { target, currentTarget }: FocusEvent<HTMLElement> | FormEvent<HTMLElement>,
    entry: (control: Control) => string | boolean | undefined,
  ) => {
    if (isControl(target) && currentTarget.contains(target) && !firstEntries.current.has(target))
      firstEntries.current.set(target, entry(target));
  };
  return {
    requestClose,
    contentProps: {
      onFocusCapture: (event: FocusEvent<HTMLElement>) => noteEntry(event, entryOf),
      // Safari does not focus a checkbox on a click. Its first value is unknown then.
      onInputCapture: (event: FormEvent<HTMLElement>) => noteEntry(event, () => undefined),
    },
  };
};
