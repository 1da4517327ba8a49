/** The expected games of ten, from a share between 0 and 1: `5.5 of 10`. */
export const expectedLabel = (expected: number): string =>
  `${Math.round(expected * 100) / 10} of 10`;
