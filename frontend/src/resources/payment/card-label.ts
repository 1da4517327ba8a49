import type { PaidCard } from '@courtly/contracts/bookings';

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending in 4242`, or `card ending in 4242` for a brand that is not listed here. */
export const cardLabel = ({ brand, last4 }: PaidCard): string =>
  `${brandNames[brand] ?? 'card'} ending in ${last4}`;

/**
 * Whether the card has expired. A card is valid until the end of its last month. `now` is an
 * instant (UTC).
 */
export const isExpired = ({ expiresAt }: Readonly<{ expiresAt: string }>, now: string): boolean =>
  expiresAt < now.slice(0, expiresAt.length);

/** Formats `2031-12` as `12/31`. */
export const expiryLabel = ({ expiresAt }: Readonly<{ expiresAt: string }>): string =>
  `${expiresAt.slice(5)}/${expiresAt.slice(2, 4)}`;
