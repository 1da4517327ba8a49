import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { VaultDatabase } from '../stores/vault-database.js';

const LASTS_MS = 60 * 60 * 1000;

/** The last one of a person, by user id. */
type ResetDocument = { _id: string; hash: string; expiresAt: string };

/**
 * What opens an account whose password is forgotten: `<user id>.<256 random bits>`, for one hour and once. The vault keeps a
 * keyed hash of it, so that whoever reads the vault can use none.
 */
@Injectable()
export class ResetTokens {
  constructor(
    private readonly vault: VaultDatabase,
    private readonly hashes: KeyedHashes,
  ) {}

  /** A new one, in the place of the one before. `now` is a UTC instant. */
  async issue(userId: string, now: string): Promise<string> {
    const token = `${userId}.${randomBytes(32).toString('base64url')}`;
    const hash = this.hashes.of('password-reset', token);
    const expiresAt = new Date(Date.parse(now) + LASTS_MS).toISOString();
    await this.vault.call((vault) =>
      vault
        .collection<ResetDocument>('passwordResets')
        .replaceOne({ _id: userId }, { hash, expiresAt }, { upsert: true }),
    );
    return token;
  }

  /** Whose it is; null where it is unknown, used, replaced or expired. */
  async holderOf(token: string, now: string): Promise<string | null> {
    const found = await this.vault.call((vault) =>
      vault.collection<ResetDocument>('passwordResets').findOne(this.living(token, now)),
    );
    return found?._id ?? null;
  }

  /** Uses it up. Answers whether this call did: of several at once, one does. */
  async use(token: string, now: string): Promise<boolean> {
    const { deletedCount } = await this.vault.call((vault) =>
      vault.collection<ResetDocument>('passwordResets').deleteOne(this.living(token, now)),
    );
    return deletedCount === 1;
  }

  private living(token: string, now: string) {
    const [userId = ''] = token.split('.');
    return { _id: userId, hash: { $in: [...this.hashes.allOf('password-reset', token)] }, expiresAt: { $gt: now } };
  }
}
