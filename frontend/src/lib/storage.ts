/** Reads from local storage; null if the key is missing or storage is blocked. */
export const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Writes to local storage; null removes the key. Does nothing if storage is blocked or full. */
export const remember = (key: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page works without storage.
  }
};
