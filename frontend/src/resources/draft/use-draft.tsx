import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type DraftKey, clearDraft, readDraft, writeDraft } from '../../lib/drafts';
import { changedNames } from '../../lib/merge';
import { DraftNote } from '../../ui/draft-note';
import { useSession } from '../session/session';

/** Null while the session is unknown. */
const useDraftKey = (form: string): DraftKey | null => {
  const { state, user } = useSession();
  return state === 'unknown' ? null : { account: user?.id ?? 'visitor', form };
};

type KeptDraft = Readonly<{
  /** Says that a draft was restored. Render it in the form. */
  note: ReactNode;
  /** Removes the draft. Call it after the write has succeeded. */
  clear: () => void;
  /** Removes the draft, and shows the values that the form started with. */
  discard: () => void;
}>;

/** The values that differ from the ones the form started with. */
const changesOf = (values: FieldValues, startValues: FieldValues): FieldValues =>
  Object.fromEntries(changedNames(startValues, values).map((name) => [name, values[name]]));

/**
 * Keeps what the user enters in a form on this device until `clear`. Restores only the changed
 * fields, so that other fields show their current values.
 */
export const useDraft = <Values extends FieldValues, Parsed>(
  formName: string,
  form: UseFormReturn<Values, unknown, Parsed>,
): KeptDraft => {
  const key = useDraftKey(formName);
  const [isRestored, setRestored] = useState(false);
  const { defaultValues } = form.formState;
  const save = useEffectEvent((values: FieldValues) => {
    if (key) writeDraft(key, changesOf(values, defaultValues ?? {}));
  });
  const restore = useEffectEvent(() => {
    const draft = key && readDraft(key);
    if (!draft) return;
    for (const [name, value] of Object.entries(draft))
      if (name in form.getValues())
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        });
    setRestored(true);
  });
  const account = key?.account;
  useEffect(() => {
    if (account === undefined) return;
    queueMicrotask(() => restore());
    const subscription = form.watch((values, { name }) => {
      if (name !== undefined) save(values as FieldValues);
    });
    return () => subscription.unsubscribe();
  }, [account, form]);

  const clear = () => {
    if (key) clearDraft(key);
    setRestored(false);
  };
  const discard = () => {
    form.reset();
    clear();
  };
  return { note: isRestored && <DraftNote onDiscard={discard} />, clear, discard };
};

type Update<Entries> = (
  changes: Partial<Entries> | ((latestEntries: Entries) => Partial<Entries>),
) => void;

/**
 * Like `useState` for the entries of a form, which stay on this device until `clear`. The session must
 * have loaded.
 */
export const useDraftState = <Entries extends object>(
  formName: string,
  startEntries: Entries,
): [entries: Entries, update: Update<Entries>, draft: KeptDraft] => {
  const key = useDraftKey(formName);
  const [stored] = useState(() => key && (readDraft(key) as Partial<Entries> | null));
  const [entries, setEntries] = useState({ ...startEntries, ...stored });
  const [isRestored, setRestored] = useState(stored !== null);
  const latestEntries = useRef(entries);

  const update: Update<Entries> = (changes) => {
    const latest = latestEntries.current;
    const changed = { ...latest, ...(typeof changes === 'function' ? changes(latest) : changes) };
    latestEntries.current = changed;
    setEntries(changed);
    if (key) writeDraft(key, changesOf(changed, startEntries));
  };
  const clear = () => {
    if (key) clearDraft(key);
    setRestored(false);
  };
  const discard = () => {
    latestEntries.current = startEntries;
    setEntries(startEntries);
    clear();
  };
  return [
    entries,
    update,
    { note: isRestored && <DraftNote onDiscard={discard} />, clear, discard },
  ];
};
