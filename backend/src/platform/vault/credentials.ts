import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VaultDatabase } from '../stores/vault-database.js';
import { PasswordHashing } from './password-hashing.js';

type CredentialsDocument = { _id: string; hash: string };

/** Keyboards type the same letter as one character or as two. */
const hashedForm = (password: string): string => password.normalize('NFC');

/** Earlier releases hashed passwords as typed. */
const acceptedForms = (password: string): ReadonlySet<string> =>
  new Set([hashedForm(password), password, password.normalize('NFD')]);

/**
 * Stores password hashes by user id. They are in the vault because nothing can be removed from the
 * log.
 */
@Injectable()
export class Credentials {
  private readonly dummyHash: Promise<string>;

  constructor(
    private readonly vault: VaultDatabase,
    private readonly passwordHashing: PasswordHashing,
  ) {
    this.dummyHash = passwordHashing.hashPassword(randomUUID());
  }

  /** Sets the first password of a user. Returns whether the user now has this password. */
  async setFirstPassword(userId: string, password: string): Promise<boolean> {
    const passwordHash = await this.passwordHashing.hashPassword(hashedForm(password));
    const storedCredentials = await this.vault.call((vault) =>
      vault
        .collection<CredentialsDocument>('credentials')
        .findOneAndUpdate(
          { _id: userId },
          { $setOnInsert: { hash: passwordHash } },
          { upsert: true, returnDocument: 'after' },
        ),
    );
    return storedCredentials?.hash === passwordHash || this.verifyPassword(userId, password);
  }

  async replacePassword(userId: string, password: string): Promise<void> {
    const passwordHash = await this.passwordHashing.hashPassword(hashedForm(password));
    await this.vault.call((vault) =>
      vault
        .collection<CredentialsDocument>('credentials')
        .updateOne({ _id: userId }, { $set: { hash: passwordHash } }),
    );
  }

  async removePassword(userId: string): Promise<void> {
    await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').deleteOne({ _id: userId }),
    );
  }

  /** A value that changes with the password but does not reveal it; null without a password. */
  async passwordStamp(userId: string | null): Promise<string | null> {
    const storedCredentials = await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').findOne({ _id: userId ?? 'nobody' }),
    );
    return (
      storedCredentials && createHash('sha256').update(storedCredentials.hash).digest('base64url')
    );
  }

  /** Checks a password. Takes just as long for an unknown user (null). */
  async verifyPassword(userId: string | null, password: string): Promise<boolean> {
    const storedCredentials = await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').findOne({ _id: userId ?? 'nobody' }),
    );
    const passwordHash = storedCredentials?.hash ?? (await this.dummyHash);
    for (const form of acceptedForms(password))
      if (await this.passwordHashing.verifyHash(passwordHash, form))
        return storedCredentials !== null;
    return false;
  }
}
