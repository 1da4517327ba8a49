/** A share in basis points of an amount in cents, rounded half up. */
export const shareOfCents = (amountCents: number, basisPoints: number): number =>
  Math.floor((amountCents * basisPoints + 5_000) / 10_000);
