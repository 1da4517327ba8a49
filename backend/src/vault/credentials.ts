import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Mongo } from '../kernel/mongo.js';
import { PasswordHashing } from './password-hashing.js';

type CredentialsDocument = { _id: string; hash: string };

/** Passwords, as slow hashes by user id: kept in the vault, since a log that forgets nothing is no place for them. */
@Injectable()
export class Credentials {
  private readonly nobody: Promise<string>;

  constructor(
    private readonly mongo: Mongo,
    private readonly hashing: PasswordHashing,
  ) {
    this.nobody = hashing.hash(randomUUID());
  }

  /** Keeps a password for somebody who has none yet. Answers whether it is that person's password now. */
  async keep(userId: string, password: string): Promise<boolean> {
    const hash = await this.hashing.hash(password);
    const kept = await this.documents.findOneAndUpdate(
      { _id: userId },
      { $setOnInsert: { hash } },
      { upsert: true, returnDocument: 'after' },
    );
    return kept?.hash === hash || this.verify(userId, password);
  }

  /** Whether it is that person's password. Where there is no such person, and null is nobody, it takes as long to say no. */
  async verify(userId: string | null, password: string): Promise<boolean> {
    const kept = await this.documents.findOne({ _id: userId ?? 'nobody' });
    const fits = await this.hashing.verify(kept?.hash ?? (await this.nobody), password);
    return kept !== null && fits;
  }

  private get documents() {
    return this.mongo.vault.collection<CredentialsDocument>('credentials');
  }
}
