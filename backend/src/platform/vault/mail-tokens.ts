import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { VaultDatabase } from '../stores/vault-database.js';
import { HOUR_MS } from '../kernel/local-time.js';

const TOKEN_LIFETIME_MS = HOUR_MS;

/** The purposes of tokens, and their collections. */
const collections = { 'password-reset': 'passwordResets', 'email-change': 'emailChanges' } as const;
export type TokenPurpose = keyof typeof collections;

/** A user's latest token, by user id. */
type TokenDocument = { _id: string; hash: string; expiresAt: string };

/**
 * Issues tokens for email links: `<user id>.<256 random bits>`, valid for one purpose, one hour,
 * and one use. The vault stores only a keyed hash.
 */
@Injectable()
export class MailTokens {
  constructor(
    private readonly vault: VaultDatabase,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * Creates a token that replaces the user's previous one. `instant` is the current time (UTC); the
   * token is valid only for `subject`.
   */
  async issueToken(
    purpose: TokenPurpose,
    userId: string,
    instant: string,
    subject = '',
  ): Promise<string> {
    const token = `${userId}.${randomBytes(32).toString('base64url')}`;
    const tokenHash = this.keyedHashes.hashOf(purpose, hashInput(token, subject));
    const expiresAt = new Date(Date.parse(instant) + TOKEN_LIFETIME_MS).toISOString();
    await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .replaceOne({ _id: userId }, { hash: tokenHash, expiresAt }, { upsert: true }),
    );
    return token;
  }

  /** The id of the user whose token this is; null if it is unknown, used, replaced, or expired. */
  async ownerOf(
    purpose: TokenPurpose,
    token: string,
    instant: string,
    subject = '',
  ): Promise<string | null> {
    const tokenDocument = await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .findOne(this.activeTokenFilter(purpose, token, instant, subject)),
    );
    return tokenDocument?._id ?? null;
  }

  /** Uses up a token. Of several concurrent calls, only one returns true. */
  async redeem(
    purpose: TokenPurpose,
    token: string,
    instant: string,
    subject = '',
  ): Promise<boolean> {
    const { deletedCount } = await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .deleteOne(this.activeTokenFilter(purpose, token, instant, subject)),
    );
    return deletedCount === 1;
  }

  async removeTokens(userId: string): Promise<void> {
    for (const collection of Object.values(collections))
      await this.vault.call((vault) =>
        vault.collection<TokenDocument>(collection).deleteOne({ _id: userId }),
      );
  }

  private activeTokenFilter(
    purpose: TokenPurpose,
    token: string,
    instant: string,
    subject: string,
  ) {
    const [userId = ''] = token.split('.');
    const tokenHashes = this.keyedHashes.hashesOf(purpose, hashInput(token, subject));
    return { _id: userId, hash: { $in: [...tokenHashes] }, expiresAt: { $gt: instant } };
  }
}

const hashInput = (token: string, subject: string): string =>
  subject ? `${token} ${subject}` : token;
