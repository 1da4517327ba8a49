import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '../kernel/domain-error.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';

/** Tokens of invitations to a match, `<placeId>-<proof>`: they follow from a secret, so none has to be kept, and none is guessed. */
@Injectable()
export class MatchTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(matchId: string, placeId: string): string {
    return `${placeId}-${this.proofs(matchId, placeId)[0]}`;
  }

  /** The place that a token of the match is for. @throws DomainError not_found for a token that was never given out */
  read(matchId: string, token: string): string {
    const [, placeId, proof] = /^([0-9a-z]{1,40})-([0-9a-f]{32})$/.exec(token) ?? [];
    const isGood = (one: string) => timingSafeEqual(Buffer.from(proof!), Buffer.from(one));
    if (placeId && proof && this.proofs(matchId, placeId).some(isGood)) return placeId;
    throw new DomainError('not_found', 'This invitation does not exist. Open the link of your mail once more.');
  }

  /** Under each secret, the newest first: links go on where a secret is replaced. */
  private proofs(matchId: string, placeId: string): readonly string[] {
    return this.hashes.allOf('matchInvitation', `${matchId} ${placeId}`).map((hash) => hash.slice(0, 32));
  }
}
