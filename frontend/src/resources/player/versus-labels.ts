/** The expected games out of ten, for a share from 0 to 1: `5.5 of 10`. */
export const expectedLabel = (expected: number): string =>
  `${Math.round(expected * 100) / 10} of 10`;
