import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

type InvitationLink = Readonly<{ courtId: string; invitationId: string }>;

const signedTextOf = ({ courtId, invitationId }: InvitationLink): string =>
  `${courtId} ${invitationId}`;

/**
 * Issues and reads the tokens in invitation links: `<courtId>-<invitationId>-<proof>`. They are
 * derived from a secret, so they are not stored and can't be guessed.
 */
@Injectable()
export class InvitationTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  tokenOf(invitationLink: InvitationLink): string {
    return `${invitationLink.courtId}-${invitationLink.invitationId}-${this.keyedHashes.hashOf('invitation', signedTextOf(invitationLink)).slice(0, 32)}`;
  }

  /** @throws DomainError not_found for an invalid token */
  readToken(invitationToken: string): InvitationLink {
    const [, courtId, invitationId, proof] =
      /^([0-9a-z]{1,40})-([0-9a-z]{1,40})-([0-9a-f]{32})$/.exec(invitationToken) ?? [];
    if (courtId && invitationId && proof) {
      const invitationLink = { courtId, invitationId };
      if (this.keyedHashes.isProofOf(proof, 'invitation', signedTextOf(invitationLink)))
        return invitationLink;
    }
    throw new DomainError(
      'not_found',
      "This invitation doesn't exist. Ask the host for a new one.",
    );
  }
}
