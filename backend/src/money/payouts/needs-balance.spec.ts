import { describe, expect, it } from '@jest/globals';
import { needsBalanceAt } from './needs-balance.js';

describe('a due transfer', () => {
  const dueAt = '2027-03-12T18:00:00.000Z';
  const needed = (chargedAt: string | null, ...transferIds: readonly string[]) => {
    const transfer = { accountId: 'acct_1', amountCents: 100, reversals: {} };
    const transfers = Object.fromEntries(transferIds.map((id) => [id, transfer]));
    return needsBalanceAt(dueAt, { transfers: transfers as never }, chargedAt);
  };

  it('needs the available balance once its charge has settled, after five days', () => {
    expect(needed('2027-03-11T12:00:00.000Z')).toBe('2027-03-16T12:00:00.000Z');
    expect(needed('2027-03-01T12:00:00.000Z')).toBe(dueAt);
  });

  it('needs it immediately if it is not the first or the card was not charged', () => {
    expect(needed('2027-03-11T12:00:00.000Z', 'tr_1')).toBe(dueAt);
    expect(needed(null)).toBe(dueAt);
  });
});
