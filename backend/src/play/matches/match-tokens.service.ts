import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

const textOf = (matchId: string, placeId: string): string => `${matchId} ${placeId}`;

/** Tokens of invitations to a match, `<placeId>-<proof>`: they follow from a secret, so none has to be kept, and none is guessed. */
@Injectable()
export class MatchTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(matchId: string, placeId: string): string {
    return `${placeId}-${this.hashes.of('matchInvitation', textOf(matchId, placeId)).slice(0, 32)}`;
  }

  /** The place that a token of the match is for. @throws DomainError not_found for a token that was never given out */
  read(matchId: string, token: string): string {
    const [, placeId, proof] = /^([0-9a-z]{1,40})-([0-9a-f]{32})$/.exec(token) ?? [];
    if (placeId && proof && this.hashes.proves(proof, 'matchInvitation', textOf(matchId, placeId)))
      return placeId;
    throw new DomainError(
      'not_found',
      'This invitation does not exist. Open the link of your mail once more.',
    );
  }
}
