let seen = '';

/** The newest position of the log that this page has written to, for `Courtly-After`; empty before the first write. */
export const newest = (): string => seen;

/** Positions are whole numbers of up to 20 digits: too long for a number, compared by length and then as text. */
export const noteNewest = (position: string | null): void => {
  if (position && position.padStart(20, '0') > seen.padStart(20, '0')) seen = position;
};
