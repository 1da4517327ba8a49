/**
 * The kind of an account. A debit increases assets and expenses; a credit increases the other
 * kinds.
 */
export type AccountKind = 'asset' | 'liability' | 'revenue' | 'expense';

/**
 * Courtly's chart of accounts. `bank` is what has moved through its bank since the books began, so
 * it can be negative. `outsideStripe` gets no new entries.
 */
export const accounts = {
  stripeCash: { number: '1000', title: 'Cash at Stripe', kind: 'asset' },
  stripeReserve: { number: '1005', title: 'Reserved by Stripe', kind: 'asset' },
  bank: { number: '1010', title: 'Moved to bank', kind: 'asset' },
  outsideStripe: { number: '1020', title: 'Settled outside Stripe', kind: 'asset' },
  playersReceivable: { number: '1100', title: 'Receivable from players', kind: 'asset' },
  hostsReceivable: { number: '1110', title: 'Receivable from hosts', kind: 'asset' },
  disputedFunds: { number: '1200', title: 'Withdrawn by banks in open disputes', kind: 'asset' },
  heldPayments: { number: '2000', title: 'Held for upcoming bookings', kind: 'liability' },
  refundsPayable: { number: '2010', title: 'Refunds due to players', kind: 'liability' },
  hostsPayable: { number: '2100', title: 'Payable to hosts', kind: 'liability' },
  deferredMemberships: { number: '2200', title: 'Deferred memberships', kind: 'liability' },
  taxPayable: { number: '2300', title: 'Tax payable', kind: 'liability' },
  commission: { number: '4000', title: 'Commission', kind: 'revenue' },
  membershipRevenue: { number: '4100', title: 'Membership revenue', kind: 'revenue' },
  refunds: { number: '4900', title: 'Refunds and waivers borne by Courtly', kind: 'expense' },
  stripeFees: { number: '5000', title: 'Stripe fees', kind: 'expense' },
  canceledFees: { number: '5010', title: 'Stripe fees of free cancellations', kind: 'expense' },
  disputes: { number: '5100', title: 'Lost disputes', kind: 'expense' },
  payoutAdjustments: { number: '5200', title: 'Adjustments of payouts', kind: 'expense' },
} as const satisfies Readonly<
  Record<string, Readonly<{ number: string; title: string; kind: AccountKind }>>
>;

export type Account = keyof typeof accounts;

export const accountNames = Object.keys(accounts) as readonly Account[];

/**
 * Cents by account: debits are positive, and credits are negative. Balanced amounts add up to zero.
 */
export type Amounts = Readonly<Partial<Record<Account, number>>>;

/** Amounts without zeros, in the order of the chart of accounts. */
const withoutZeros = (amountOf: (account: Account) => number): Amounts =>
  Object.fromEntries(
    accountNames.flatMap((account) => {
      const amountCents = amountOf(account);
      return amountCents === 0 ? [] : [[account, amountCents]];
    }),
  );

export const addAmounts = (first: Amounts, second: Amounts): Amounts =>
  withoutZeros((account) => (first[account] ?? 0) + (second[account] ?? 0));

export const subtractAmounts = (first: Amounts, second: Amounts): Amounts =>
  withoutZeros((account) => (first[account] ?? 0) - (second[account] ?? 0));

/** Zero if the amounts balance. */
export const imbalanceOf = (amounts: Amounts): number =>
  Object.values(amounts).reduce((sum, amountCents) => sum + amountCents, 0);

/**
 * The amount of one account in an entry, in cents: debits are positive, and credits are negative.
 */
export type JournalLine = Readonly<{ account: Account; amountCents: number }>;

export const linesOf = (amounts: Amounts): JournalLine[] =>
  accountNames.flatMap((account) => {
    const amountCents = amounts[account] ?? 0;
    return amountCents === 0 ? [] : [{ account, amountCents }];
  });

export const amountsOf = (lines: readonly JournalLine[]): Amounts =>
  Object.fromEntries(lines.map(({ account, amountCents }) => [account, amountCents]));
