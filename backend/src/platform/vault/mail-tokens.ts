import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { VaultDatabase } from '../stores/vault-database.js';

const LASTS_MS = 60 * 60 * 1000;

/** The purposes of tokens, with their collections. */
const collections = { 'password-reset': 'passwordResets', 'email-change': 'emailChanges' } as const;
export type TokenPurpose = keyof typeof collections;

/** A user's latest token, by user id. */
type TokenDocument = { _id: string; hash: string; expiresAt: string };

/**
 * Tokens in email links: `<user id>.<256 random bits>`, valid for one purpose, one hour, and one
 * use. The vault stores only a keyed hash.
 */
@Injectable()
export class MailTokens {
  constructor(
    private readonly vault: VaultDatabase,
    private readonly hashes: KeyedHashes,
  ) {}

  /**
   * Creates a token that replaces the previous one. `now` is a UTC instant; the token is valid only
   * for `about`.
   */
  async issueToken(
    purpose: TokenPurpose,
    userId: string,
    now: string,
    about = '',
  ): Promise<string> {
    const token = `${userId}.${randomBytes(32).toString('base64url')}`;
    const hash = this.hashes.hashOf(purpose, textOf(token, about));
    const expiresAt = new Date(Date.parse(now) + LASTS_MS).toISOString();
    await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .replaceOne({ _id: userId }, { hash, expiresAt }, { upsert: true }),
    );
    return token;
  }

  /** The user id of a token; null if it is unknown, used, replaced, or expired. */
  async ownerOf(
    purpose: TokenPurpose,
    token: string,
    now: string,
    about = '',
  ): Promise<string | null> {
    const found = await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .findOne(this.activeToken(purpose, token, now, about)),
    );
    return found?._id ?? null;
  }

  /** Uses a token up. Returns true for only one of several concurrent calls. */
  async redeem(purpose: TokenPurpose, token: string, now: string, about = ''): Promise<boolean> {
    const { deletedCount } = await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .deleteOne(this.activeToken(purpose, token, now, about)),
    );
    return deletedCount === 1;
  }

  /** Invalidates all tokens of a user. */
  async remove(userId: string): Promise<void> {
    for (const collection of Object.values(collections))
      await this.vault.call((vault) =>
        vault.collection<TokenDocument>(collection).deleteOne({ _id: userId }),
      );
  }

  private activeToken(purpose: TokenPurpose, token: string, now: string, about: string) {
    const [userId = ''] = token.split('.');
    const hashes = this.hashes.hashesOf(purpose, textOf(token, about));
    return { _id: userId, hash: { $in: [...hashes] }, expiresAt: { $gt: now } };
  }
}

const textOf = (token: string, about: string): string => (about ? `${token} ${about}` : token);
