import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { KeyedHashes } from '../kernel/keyed-hashes.js';

type Feed = Readonly<{ userId: string; feed: number }>;

/**
 * What the address of a calendar ends with, `<user id>.<feed>.<proof>`: it follows from a secret, so that none has to be kept, and
 * a false one is told from a good one before anything is read.
 */
@Injectable()
export class FeedTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(feed: Feed): string {
    return `${feed.userId}.${feed.feed}.${this.proofs(feed)[0]}`;
  }

  /** Null for a token that was never given out. */
  read(token: string): Feed | null {
    const [, userId, feed, proof] = /^([\w-]{1,64})\.([1-9]\d{0,8})\.([0-9a-f]{64})$/.exec(token) ?? [];
    if (!userId || !feed || !proof) return null;
    const named = { userId, feed: Number(feed) };
    const isProof = (one: string) => timingSafeEqual(Buffer.from(proof), Buffer.from(one));
    return this.proofs(named).some(isProof) ? named : null;
  }

  /** Under each secret, the newest first: addresses stay good where a secret is replaced. */
  private proofs({ userId, feed }: Feed): readonly string[] {
    return this.hashes.allOf('calendar', `${userId} ${feed}`);
  }
}
