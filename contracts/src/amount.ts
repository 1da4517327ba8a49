/** An amount as a decimal string, with Stripe's code for its currency: `199.00` and `eur`. */
export type Amount = Readonly<{ amount: string; currency: string }>;

/** The currency of prices, payouts, and the books. */
export const US_DOLLARS = 'usd';

/** ISO 4217's code for no currency. Used if the log does not contain the currency. */
export const UNKNOWN_CURRENCY = 'xxx';

/** https://docs.stripe.com/currencies#zero-decimal and #three-decimal */
const zeroDecimalCurrencies = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(
  ' ',
);
const threeDecimalCurrencies = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

const decimalsOf = (currency: string): number => {
  if (zeroDecimalCurrencies.includes(currency)) return 0;
  return threeDecimalCurrencies.includes(currency) ? 3 : 2;
};

/** `cents` are in Stripe's smallest unit of the currency, such as one yen. */
export const toAmount = (cents: number, currency: string): Amount => {
  const decimals = decimalsOf(currency);
  return { amount: (cents / 10 ** decimals).toFixed(decimals), currency };
};

/**
 * Converts an amount to cents without floating-point arithmetic. Returns null if it has more
 * decimals than its currency allows.
 */
export const centsOf = ({ amount, currency }: Amount): number | null => {
  const decimals = decimalsOf(currency);
  const [whole = '0', fraction = ''] = amount.split('.');
  return fraction.length > decimals ? null : Number(whole + fraction.padEnd(decimals, '0'));
};

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats cents, or Stripe's smallest unit of another currency, like `formatAmount`. */
export const formatCents = (cents: number, currency = US_DOLLARS): string =>
  formatAmount(toAmount(cents, currency));

/** Replaces the amounts in a text with cents, for programs: `$199.00` becomes `19900`. */
export const withCents = (text: string): string =>
  text
    .replace(/-?\$[\d,]+\.\d{2}/g, (dollars) => String(Number(dollars.replace(/[$,.]/g, ''))))
    .replace(/\b([A-Z]{3}) (-?\d+(?:\.\d+)?)/g, (_, code: string, amount: string) => {
      const currency = code.toLowerCase();
      return `${centsOf({ amount, currency })} ${currency}`;
    });

/** Formats an amount: `$199.00`, `EUR 199.00`, or `199.00 in an unknown currency`. Never throws. */
export const formatAmount = ({ amount, currency }: Amount): string => {
  if (currency === US_DOLLARS) return dollarFormat.format(amount as `${number}`);
  return /^[a-z]{3}$/.test(currency) && currency !== UNKNOWN_CURRENCY
    ? `${currency.toUpperCase()} ${amount}`
    : `${amount} in an unknown currency`;
};
