import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const LIFETIME_DAYS = 30;

type ApprovalLink = Readonly<{ applicant: string; applicationId: string; expiresAt: string }>;

/**
 * Tokens of the links that approved applicants are sent, `<applicant>-<application id>-<seconds>-<proof>`: they follow from a
 * secret, so none has to be kept, and none is guessed.
 */
@Injectable()
export class ApplicationTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  /** @param approvedAt the UTC instant of the approval: the link is good for 30 days from then */
  issueToken(
    { applicant, applicationId }: Pick<ApprovalLink, 'applicant' | 'applicationId'>,
    approvedAt: string,
  ): string {
    const expirySeconds = Math.floor((Date.parse(approvedAt) + LIFETIME_DAYS * DAY_MS) / 1_000);
    const signedPart = `${applicant}-${applicationId}-${expirySeconds}`;
    return `${signedPart}-${this.keyedHashes.hashOf('application', signedPart).slice(0, 32)}`;
  }

  /** @throws DomainError not_found for a token that was never given out, or is too old */
  readToken(token: string, currentInstant: string): ApprovalLink {
    const [, signedPart, applicant, applicationId, expirySeconds, signature] =
      /^(((?:host|player)-[0-9a-f]{64})-([0-9a-z]{1,40})-(\d{1,12}))-([0-9a-f]{32})$/.exec(token) ??
      [];
    if (!signedPart || !this.keyedHashes.isProofOf(signature!, 'application', signedPart))
      throw new DomainError(
        'not_found',
        'This link does not exist. Please use the one in our mail.',
      );
    const until = new Date(Number(expirySeconds) * 1_000).toISOString();
    if (until <= currentInstant)
      throw new DomainError('not_found', 'This link is too old. Please write to us for a new one.');
    return { applicant: applicant!, applicationId: applicationId!, expiresAt: until };
  }
}
