import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

const signedTextOf = (matchId: string, placeId: string): string => `${matchId} ${placeId}`;

/** Tokens of match invitations, `<placeId>-<proof>`. Derived from a secret, so none is stored. */
@Injectable()
export class MatchTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  tokenFor(matchId: string, placeId: string): string {
    return `${placeId}-${this.keyedHashes.hashOf('matchInvitation', signedTextOf(matchId, placeId)).slice(0, 32)}`;
  }

  /**
   * Returns the token's place.
   * @throws DomainError not_found for an invalid token
   */
  placeIdOf(matchId: string, token: string): string {
    const [, placeId, proof] = /^([0-9a-z]{1,40})-([0-9a-f]{32})$/.exec(token) ?? [];
    if (
      placeId &&
      proof &&
      this.keyedHashes.isProofOf(proof, 'matchInvitation', signedTextOf(matchId, placeId))
    )
      return placeId;
    throw new DomainError(
      'not_found',
      "This invitation doesn't exist. Open the link in your email again.",
    );
  }
}
