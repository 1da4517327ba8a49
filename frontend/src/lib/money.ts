const toCents = (amountText: string) => Math.round(Number(amountText) * 100);

/** Adds decimal strings such as `"297.00"` in whole cents. */
export const addMoney = (amounts: readonly string[]): string =>
  (amounts.reduce((total, amountText) => total + toCents(amountText), 0) / 100).toFixed(2);
