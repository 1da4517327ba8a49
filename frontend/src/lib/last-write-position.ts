const STORAGE_KEY = 'courtly:last-write';

/**
 * All documents of this tab share the position. During prerendering, there is no session storage.
 */
const readStoredPosition = (): string => {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
};

let lastWrite = readStoredPosition();

/** The log position of this tab's last write, for `Courtly-After`. Empty before the first write. */
export const getLastWrite = (): string => lastWrite;

/**
 * Positions are integers of up to 20 digits, which a number can't represent, so this compares
 * padded strings.
 */
export const recordWrite = (position: string | null): void => {
  if (!position || position.padStart(20, '0') <= lastWrite.padStart(20, '0')) return;
  lastWrite = position;
  try {
    sessionStorage.setItem(STORAGE_KEY, position);
  } catch {
    // Without storage, the next document has no position.
  }
};
