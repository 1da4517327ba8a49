import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

type Feed = Readonly<{ userId: string; feed: number }>;

const textOf = ({ userId, feed }: Feed): string => `${userId} ${feed}`;

/**
 * The end of a calendar address: `<userId>.<feed>.<proof>`. It derives from a secret, so it is not
 * stored, and a forged one fails before any read.
 */
@Injectable()
export class FeedTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(feed: Feed): string {
    return `${feed.userId}.${feed.feed}.${this.hashes.hashOf('calendar', textOf(feed))}`;
  }

  /** Null for an invalid token. */
  read(token: string): Feed | null {
    const [, userId, feed, proof] =
      /^([\w-]{1,64})\.([1-9]\d{0,8})\.([0-9a-f]{64})$/.exec(token) ?? [];
    if (!userId || !feed || !proof) return null;
    const named = { userId, feed: Number(feed) };
    return this.hashes.isProofOf(proof, 'calendar', textOf(named)) ? named : null;
  }
}
