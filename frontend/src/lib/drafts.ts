import { DAY_MS } from './durations';
import { readStorage, storedKeys, writeStorage } from './storage';

const PREFIX = 'courtly:draft:';

type Values = Readonly<Record<string, unknown>>;
type Draft = Readonly<{ expiresAt: number; values: Values }>;

/** The draft of a form of one account. Visitors share `visitor`, so their drafts expire sooner. */
export type DraftKey = Readonly<{ account: string; form: string }>;

/** These are never stored on the device. */
const SECRET = /password|card|cvc|gateCode|^code$/i;

const storageKey = ({ account, form }: DraftKey) => `${PREFIX}${account}:${form}`;

const parseDraft = (text: string | null): Draft | null => {
  const isValid = ({ expiresAt }: Draft) => Date.now() < expiresAt;
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null;
    return draft && isValid(draft) ? draft : null;
  } catch {
    return null;
  }
};

/** The entered values of a form, or null. */
export const readDraft = (key: DraftKey): Values | null =>
  parseDraft(readStorage(storageKey(key)))?.values ?? null;

/** Keeps the entered values on this device, without secrets. Without values, removes the draft. */
export const writeDraft = (key: DraftKey, values: Values): void => {
  const expiry = () => Date.now() + (key.account === 'visitor' ? DAY_MS : 7 * DAY_MS);
  const kept = Object.entries(values).filter(([name]) => !SECRET.test(name));
  writeStorage(
    storageKey(key),
    kept.length > 0
      ? JSON.stringify({ expiresAt: expiry(), values: Object.fromEntries(kept) } satisfies Draft)
      : null,
  );
};

export const clearDraft = (key: DraftKey): void => writeStorage(storageKey(key), null);

/** Removes all drafts of this device after a sign-out. */
export const clearDrafts = (): void => {
  for (const key of storedKeys(PREFIX)) writeStorage(key, null);
};

/** Removes drafts that are too old, also those of forms that no one opens again. */
export const dropOldDrafts = (): void => {
  for (const key of storedKeys(PREFIX)) if (!parseDraft(readStorage(key))) writeStorage(key, null);
};
