import { beforeEach, describe, expect, it } from '@jest/globals';
import type { VaultDatabase } from '../stores/vault-database.js';
import { Credentials } from './credentials.js';
import { PasswordHashing } from './password-hashing.js';

type StoredPassword = { _id: string; hash: string };

/** A vault in memory, with the operations that Credentials uses. */
const vaultOf = (stored: Map<string, StoredPassword>) => {
  const collection = {
    findOne: async ({ _id }: StoredPassword) => stored.get(_id) ?? null,
    findOneAndUpdate: async (
      { _id }: StoredPassword,
      { $setOnInsert: { hash } }: { $setOnInsert: StoredPassword },
    ) => {
      if (!stored.has(_id)) stored.set(_id, { _id, hash });
      return stored.get(_id);
    },
    updateOne: async ({ _id }: StoredPassword, { $set: { hash } }: { $set: StoredPassword }) =>
      void stored.set(_id, { _id, hash }),
  };
  return {
    call: (work: (vault: unknown) => unknown) => work({ collection: () => collection }),
  } as unknown as VaultDatabase;
};

const composed = 'Café-crème-17'.normalize('NFC');
const decomposed = composed.normalize('NFD');

describe('a password with accents', () => {
  const passwordHashing = new PasswordHashing();
  const stored = new Map<string, StoredPassword>();
  let credentials: Credentials;
  beforeEach(() => {
    stored.clear();
    credentials = new Credentials(vaultOf(stored), passwordHashing);
  });

  const forms = [composed, decomposed];
  const namedForms = [
    ['composed', composed],
    ['decomposed', decomposed],
  ] as const;

  it.each(namedForms)('set in %s form is accepted in both forms', async (_, password) => {
    await credentials.setFirstPassword('ann', password);
    for (const typed of forms) expect(await credentials.verifyPassword('ann', typed)).toBe(true);
    expect(await credentials.verifyPassword('ann', 'Cafe-creme-17')).toBe(false);
  });

  it.each(namedForms)('replaced in %s form is accepted in both forms', async (_, password) => {
    await credentials.setFirstPassword('ann', 'drop-shot-17');
    await credentials.replacePassword('ann', password);
    for (const typed of forms) expect(await credentials.verifyPassword('ann', typed)).toBe(true);
    expect(await credentials.verifyPassword('ann', 'drop-shot-17')).toBe(false);
  });

  it.each(namedForms)(
    'hashed by an earlier release in %s form still works',
    async (_, password) => {
      stored.set('ann', { _id: 'ann', hash: await passwordHashing.hashPassword(password) });
      for (const typed of forms) expect(await credentials.verifyPassword('ann', typed)).toBe(true);
    },
  );

  it('counts as set when a retry uses the other form', async () => {
    expect(await credentials.setFirstPassword('ann', composed)).toBe(true);
    expect(await credentials.setFirstPassword('ann', decomposed)).toBe(true);
    expect(await credentials.setFirstPassword('ann', 'drop-shot-17')).toBe(false);
  });

  it('is rejected for an unknown user', async () => {
    expect(await credentials.verifyPassword(null, composed)).toBe(false);
  });
});
