import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

const textOf = (matchId: string, placeId: string): string => `${matchId} ${placeId}`;

/** Tokens of match invitations, `<placeId>-<proof>`. Derived from a secret, so none is stored. */
@Injectable()
export class MatchTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(matchId: string, placeId: string): string {
    return `${placeId}-${this.hashes.hashOf('matchInvitation', textOf(matchId, placeId)).slice(0, 32)}`;
  }

  /** Returns the token's place. @throws DomainError not_found for an invalid token */
  read(matchId: string, token: string): string {
    const [, placeId, proof] = /^([0-9a-z]{1,40})-([0-9a-f]{32})$/.exec(token) ?? [];
    if (
      placeId &&
      proof &&
      this.hashes.isProofOf(proof, 'matchInvitation', textOf(matchId, placeId))
    )
      return placeId;
    throw new DomainError(
      'not_found',
      'This invitation does not exist. Open the link in your email again.',
    );
  }
}
