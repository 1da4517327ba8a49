/** Converts a decimal string such as `"297.00"` to whole cents. */
export const toCents = (amount: string) => Math.round(Number(amount) * 100);

/** Adds decimal strings such as `"297.00"` in whole cents. */
export const addMoney = (amounts: readonly string[]): string =>
  (amounts.reduce((total, amount) => total + toCents(amount), 0) / 100).toFixed(2);
