/** Reads from local storage; null if the key is missing or storage is blocked. */
export const readStorage = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Writes to local storage; null removes the key. Does nothing if storage is blocked or full. */
export const writeStorage = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The page works without storage.
  }
};

/** The stored keys with a prefix. Empty if storage is blocked. */
export const storedKeys = (prefix: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
};
