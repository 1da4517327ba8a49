import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

const signedTextOf = (matchId: string, placeId: string): string => `${matchId} ${placeId}`;

/**
 * Issues the tokens in match invitations: `<placeId>-<proof>`. They are derived from a secret, so
 * none is stored.
 */
@Injectable()
export class MatchTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  tokenFor(matchId: string, placeId: string): string {
    return `${placeId}-${this.keyedHashes.hashOf('matchInvitation', signedTextOf(matchId, placeId)).slice(0, 32)}`;
  }

  /**
   * Returns the place of a token.
   * @throws DomainError not_found if the token is invalid
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
