import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { VaultDatabase } from '../stores/vault-database.js';
import { PasswordHashing } from './password-hashing.js';

type CredentialsDocument = { _id: string; hash: string };

/** Passwords, as slow hashes by user id: kept in the vault, since a log that forgets nothing is no place for them. */
@Injectable()
export class Credentials {
  private readonly nobody: Promise<string>;

  constructor(
    private readonly vault: VaultDatabase,
    private readonly hashing: PasswordHashing,
  ) {
    this.nobody = hashing.hash(randomUUID());
  }

  /** Keeps a password for somebody who has none yet. Answers whether it is that person's password now. */
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

  /** Gives somebody another password. */
  async replace(userId: string, password: string): Promise<void> {
    const hash = await this.hashing.hash(password);
    await this.vault.call((vault) =>
      vault
        .collection<CredentialsDocument>('credentials')
        .updateOne({ _id: userId }, { $set: { hash } }),
    );
  }

  /** From now on nobody has that person's password. */
  async remove(userId: string): Promise<void> {
    await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').deleteOne({ _id: userId }),
    );
  }

  /** What changes with that person's password and tells nothing of it; null where there is no such person. */
  async stampOf(userId: string | null): Promise<string | null> {
    const kept = await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').findOne({ _id: userId ?? 'nobody' }),
    );
    return kept && createHash('sha256').update(kept.hash).digest('base64url');
  }

  /** Whether it is that person's password. Where there is no such person, and null is nobody, it takes as long to say no. */
  async verify(userId: string | null, password: string): Promise<boolean> {
    const kept = await this.vault.call((vault) =>
      vault.collection<CredentialsDocument>('credentials').findOne({ _id: userId ?? 'nobody' }),
    );
    const fits = await this.hashing.verify(kept?.hash ?? (await this.nobody), password);
    return kept !== null && fits;
  }
}
