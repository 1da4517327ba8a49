/** What this browser keeps under a key; null where there is nothing, or where storage is forbidden. */
export const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Keeps a text in this browser, or with null forgets it. Where storage is forbidden or full, nothing is kept. */
export const remember = (key: string, text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Nobody has to do without the page for that.
  }
};
