const KEY = 'courtly:last-write';

/** Another document of this tab goes on where the one before left off; there is none where pages are rendered before. */
const kept = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

let lastWrite = kept();

/** The newest position of the log that this tab has written to, for `Courtly-After`; empty before the first write. */
export const getLastWrite = (): string => lastWrite;

/** Positions are whole numbers of up to 20 digits: too long for a number, compared by length and then as text. */
export const recordWrite = (position: string | null): void => {
  if (!position || position.padStart(20, '0') <= lastWrite.padStart(20, '0')) return;
  lastWrite = position;
  try {
    sessionStorage.setItem(KEY, position);
  } catch {
    // Where nothing can be kept, the next document reads what there is.
  }
};
