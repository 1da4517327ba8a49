import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

type FeedReference = Readonly<{ userId: string; feed: number }>;

const signedTextOf = ({ userId, feed }: FeedReference): string => `${userId} ${feed}`;

/**
 * Issues and reads the token in a calendar URL: `<userId>.<feed>.<proof>`. The proof is derived
 * from a secret, so it is not stored, and a forged token is rejected before anything is read.
 */
@Injectable()
export class FeedTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  tokenOf(feedReference: FeedReference): string {
    return `${feedReference.userId}.${feedReference.feed}.${this.keyedHashes.hashOf('calendar', signedTextOf(feedReference))}`;
  }

  /** Null if the token is invalid. */
  readToken(feedToken: string): FeedReference | null {
    const [, userId, feedNumber, proof] =
      /^([\w-]{1,64})\.([1-9]\d{0,8})\.([0-9a-f]{64})$/.exec(feedToken) ?? [];
    if (!userId || !feedNumber || !proof) return null;
    const feedReference = { userId, feed: Number(feedNumber) };
    return this.keyedHashes.isProofOf(proof, 'calendar', signedTextOf(feedReference))
      ? feedReference
      : null;
  }
}
