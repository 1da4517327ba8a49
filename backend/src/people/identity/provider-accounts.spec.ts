import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import type { ProviderAccountEvent } from './provider-account.events.js';
import { hasIdentity, providerAccounts } from './provider-accounts.js';

const linkedAt = '2027-03-13T18:00:00.000Z';
const google = { provider: 'google', subject: 'subject 1' } as const;
const link = (data: object = {}) =>
  ({
    type: 'LinkAccount',
    data: { userId: 'robin', ...google, email: 'robin@example.test', linkedAt, ...data },
  }) as const;
const unlink = {
  type: 'UnlinkAccount',
  data: { userId: 'robin', provider: 'google', unlinkedAt: linkedAt },
} as const;
const linked = { type: 'ProviderAccountLinked', data: link().data } as const;
const unlinked = { type: 'ProviderAccountUnlinked', data: unlink.data } as const;
const after = (...events: ProviderAccountEvent[]) => foldAll(providerAccounts, events);

describe('linked accounts', () => {
  it('are linked once', () => {
    expect(providerAccounts.decide(link(), after())).toEqual([linked]);
    expect(providerAccounts.decide(link(), after(linked))).toEqual([]);
  });

  it('are limited to one per provider', () => {
    expect(() => providerAccounts.decide(link({ subject: 'subject 2' }), after(linked))).toThrow(
      'Another Google account is already linked',
    );
    expect(providerAccounts.decide(link({ provider: 'apple' }), after(linked))).toHaveLength(1);
    expect(
      providerAccounts.decide(link({ subject: 'subject 2' }), after(linked, unlinked)),
    ).toHaveLength(1);
  });

  it('are unlinked once', () => {
    expect(providerAccounts.decide(unlink, after(linked))).toEqual([unlinked]);
    expect(providerAccounts.decide(unlink, after(linked, unlinked))).toEqual([]);
  });

  it('are identified by provider and exact subject', () => {
    expect(hasIdentity(after(linked), google)).toBe(true);
    expect(hasIdentity(after(linked), { ...google, subject: 'SUBJECT 1' })).toBe(false);
    expect(hasIdentity(after(linked), { ...google, provider: 'apple' })).toBe(false);
    expect(hasIdentity(after(linked, unlinked), google)).toBe(false);
  });

  it('do not count after an erasure', () => {
    const erased = { ...linked, data: { ...linked.data, subject: '', email: '' } };
    expect(after(erased)).toEqual([]);
  });
});
