import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

type Link = Readonly<{ courtId: string; invitationId: string }>;

const textOf = ({ courtId, invitationId }: Link): string => `${courtId} ${invitationId}`;

/**
 * Tokens of links: `<courtId>-<invitationId>-<proof>`. They derive from a secret, so they are not
 * stored and can't be guessed.
 */
@Injectable()
export class InvitationTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  of(link: Link): string {
    return `${link.courtId}-${link.invitationId}-${this.hashes.hashOf('invitation', textOf(link)).slice(0, 32)}`;
  }

  /** @throws DomainError not_found for an invalid token */
  read(token: string): Link {
    const [, courtId, invitationId, proof] =
      /^([0-9a-z]{1,40})-([0-9a-z]{1,40})-([0-9a-f]{32})$/.exec(token) ?? [];
    if (courtId && invitationId && proof) {
      const link = { courtId, invitationId };
      if (this.hashes.isProofOf(proof, 'invitation', textOf(link))) return link;
    }
    throw new DomainError(
      'not_found',
      'This invitation does not exist. Ask the host for a new one.',
    );
  }
}
