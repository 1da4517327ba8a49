import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

type Feed = Readonly<{ userId: string; feed: number }>;

const textOf = ({ userId, feed }: Feed): string => `${userId} ${feed}`;

/**
 * What the address of a calendar ends with, `<user id>.<feed>.<proof>`: it follows from a secret, so that none has to be kept, and
 * a false one is told from a good one before anything is read.
 */
@Injectable()
export class FeedTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(feed: Feed): string {
    return `${feed.userId}.${feed.feed}.${this.hashes.of('calendar', textOf(feed))}`;
  }

  /** Null for a token that was never given out. */
  read(token: string): Feed | null {
    const [, userId, feed, proof] =
      /^([\w-]{1,64})\.([1-9]\d{0,8})\.([0-9a-f]{64})$/.exec(token) ?? [];
    if (!userId || !feed || !proof) return null;
    const named = { userId, feed: Number(feed) };
    return this.hashes.proves(proof, 'calendar', textOf(named)) ? named : null;
  }
}
