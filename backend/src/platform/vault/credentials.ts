import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VaultDatabase } from '../stores/vault-database.js';
import { PasswordHashing } from './password-hashing.js';

type CredentialsDocument = { _id: string; hash: string };

/** Password hashes by user id. They are in the vault because the log cannot forget. */
@Injectable()
export class Credentials {
  private readonly nobody: Promise<string>;

  constructor(
    private readonly vault: VaultDatabase,
    private readonly hashing: PasswordHashing,
  ) {
    this.nobody = hashing.hash(randomUUID());
  }

  /** Sets the first password of a user. Returns whether the user now has this password. */
  async keep(userId: string, password: string): Promise<boolean> {
    const hash = await this.hashing.hash(password);
    const kept = await this.vault.call((vault) =>
      vault
        .collection<CredentialsDocument>('credentials')
        .findOneAndUpdate(
          { _id: userId },
          { $setOnInsert: { hash } },
          { upsert: true, returnDocument: 'after' },
        ),
    );
    return kept?.hash === hash || this.verify(userId, password);
  }

  /** Replaces the password of a user. */
  async replace(userId: string, password: string): Promise<void> {
    const hash = await this.hashing.hash(password);
    await this.vault.call((vault) =>
      vault
        .collection<CredentialsDocument>('credentials')
        .updateOne({ _id: userId }, { $set: { hash } }),
    );
  }

  async remove(userId: string): Promise<void> {
    await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').deleteOne({ _id: userId }),
    );
  }

  /** A value that changes with the password but does not reveal it; null without a password. */
  async stampOf(userId: string | null): Promise<string | null> {
    const kept = await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').findOne({ _id: userId ?? 'nobody' }),
    );
    return kept && createHash('sha256').update(kept.hash).digest('base64url');
  }

  /** Checks a password. Takes equally long for an unknown user (null). */
  async verify(userId: string | null, password: string): Promise<boolean> {
    const kept = await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').findOne({ _id: userId ?? 'nobody' }),
    );
    const fits = await this.hashing.verify(kept?.hash ?? (await this.nobody), password);
    return kept !== null && fits;
  }
}
