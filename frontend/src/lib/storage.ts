/** Reads from local storage; null if the key is missing or storage is blocked. */
export const readStorage = (storageKey: string): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

/** Writes to local storage; null removes the key. Does nothing if storage is blocked or full. */
export const writeStorage = (storageKey: string, storedText: string | null): void => {
  try {
    if (storedText === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, storedText);
  } catch {
    // The page works without storage.
  }
};
