import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { VaultDatabase } from '../stores/vault-database.js';

const LASTS_MS = 60 * 60 * 1000;

/** What a token proves the way to: a new password, or another e-mail. Each has a collection of its own. */
const collections = { 'password-reset': 'passwordResets', 'email-change': 'emailChanges' } as const;
export type TokenPurpose = keyof typeof collections;

/** The last one of a person, by user id. */
type TokenDocument = { _id: string; hash: string; expiresAt: string };

/**
 * What a link in a mail opens: `<user id>.<256 random bits>`, for one purpose, for one hour and once. The vault keeps a keyed
 * hash of it, so that whoever reads the vault can use none.
 */
@Injectable()
export class MailTokens {
  constructor(
    private readonly vault: VaultDatabase,
    private readonly hashes: KeyedHashes,
  ) {}

  /** A new one, in the place of the one before. `now` is a UTC instant; `about` is what it is good for and for nothing else. */
  async issueToken(
    purpose: TokenPurpose,
    userId: string,
    now: string,
    about = '',
  ): Promise<string> {
    const token = `${userId}.${randomBytes(32).toString('base64url')}`;
    const hash = this.hashes.of(purpose, textOf(token, about));
    const expiresAt = new Date(Date.parse(now) + LASTS_MS).toISOString();
    await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .replaceOne({ _id: userId }, { hash, expiresAt }, { upsert: true }),
    );
    return token;
  }

  /** Whose it is; null where it is unknown, used, replaced or expired. */
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

  /** Uses it up. Answers whether this call did: of several at once, one does. */
  async redeem(purpose: TokenPurpose, token: string, now: string, about = ''): Promise<boolean> {
    const { deletedCount } = await this.vault.call((vault) =>
      vault
        .collection<TokenDocument>(collections[purpose])
        .deleteOne(this.activeToken(purpose, token, now, about)),
    );
    return deletedCount === 1;
  }

  /** No link that was sent to a person works any more. */
  async remove(userId: string): Promise<void> {
    for (const collection of Object.values(collections))
      await this.vault.call((vault) =>
        vault.collection<TokenDocument>(collection).deleteOne({ _id: userId }),
      );
  }

  private activeToken(purpose: TokenPurpose, token: string, now: string, about: string) {
    const [userId = ''] = token.split('.');
    const hashes = this.hashes.allOf(purpose, textOf(token, about));
    return { _id: userId, hash: { $in: [...hashes] }, expiresAt: { $gt: now } };
  }
}

const textOf = (token: string, about: string): string => (about ? `${token} ${about}` : token);
