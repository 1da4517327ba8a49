let lastWrite = '';

/** The newest position of the log that this page has written to, for `Courtly-After`; empty before the first write. */
export const getLastWrite = (): string => lastWrite;

/** Positions are whole numbers of up to 20 digits: too long for a number, compared by length and then as text. */
export const recordWrite = (position: string | null): void => {
  if (position && position.padStart(20, '0') > lastWrite.padStart(20, '0')) lastWrite = position;
};
