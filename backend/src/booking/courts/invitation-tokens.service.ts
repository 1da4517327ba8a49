import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

type InvitationLink = Readonly<{ courtId: string; invitationId: string }>;

/** What an emailed token claims. Only `isValidEmailToken` says whether it is true. */
export type EmailToken = InvitationLink & Readonly<{ expirySeconds: string; proof: string }>;

const signedTextOf = ({ courtId, invitationId }: InvitationLink): string =>
  `${courtId} ${invitationId}`;

const emailTextOf = (
  invitationLink: InvitationLink,
  emailHash: string,
  expirySeconds: string,
): string => `${signedTextOf(invitationLink)} ${emailHash} ${expirySeconds}`;

/**
 * Issues and reads tokens: `<courtId>-<invitationId>-<proof>` in links that hosts share, and
 * `<courtId>-<invitationId>-<seconds>-<proof>` in emails. Proofs are keyed hashes.
 */
@Injectable()
export class InvitationTokens {
  constructor(
    private readonly keyedHashes: KeyedHashes,
    @Inject(CONFIG) private readonly config: Pick<Config, 'policy'>,
  ) {}

  tokenOf(invitationLink: InvitationLink): string {
    return `${invitationLink.courtId}-${invitationLink.invitationId}-${this.keyedHashes.hashOf('invitation', signedTextOf(invitationLink)).slice(0, 32)}`;
  }

  /** The token works only for the invited address. Instants are UTC. */
  emailTokenOf(
    { emailHash, ...invitationLink }: InvitationLink & Readonly<{ emailHash: string }>,
    invitedAt: string,
  ): Readonly<{ token: string; expiresAt: string }> {
    const expiryMs = Date.parse(invitedAt) + this.config.policy.invitationDays * DAY_MS;
    const expirySeconds = String(Math.floor(expiryMs / 1_000));
    const signedText = emailTextOf(invitationLink, emailHash, expirySeconds);
    const proof = this.keyedHashes.hashOf('emailInvitation', signedText).slice(0, 32);
    const { courtId, invitationId } = invitationLink;
    return {
      token: `${courtId}-${invitationId}-${expirySeconds}-${proof}`,
      expiresAt: new Date(expiryMs).toISOString(),
    };
  }

  /** Null unless the token has the form of an emailed one. */
  parseEmailToken(invitationToken: string): EmailToken | null {
    const [, courtId, invitationId, expirySeconds, proof] =
      /^([0-9a-z]{1,40})-([0-9a-z]{1,40})-(\d{1,12})-([0-9a-f]{32})$/.exec(invitationToken) ?? [];
    return courtId && invitationId && expirySeconds && proof
      ? { courtId, invitationId, expirySeconds, proof }
      : null;
  }

  /** Whether this token was sent to the address behind the hash. */
  isValidEmailToken({ proof, expirySeconds, ...link }: EmailToken, emailHash: string): boolean {
    const signedText = emailTextOf(link, emailHash, expirySeconds);
    return this.keyedHashes.isProofOf(proof, 'emailInvitation', signedText);
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
    throw invalidInvitation();
  }
}

export const invalidInvitation = () =>
  new DomainError('not_found', "This invitation doesn't exist. Ask the host for a new one.");
