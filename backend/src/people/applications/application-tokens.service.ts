import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const LIFETIME_DAYS = 30;

type ApprovalLink = Readonly<{ applicant: string; applicationId: string; expiresAt: string }>;

/**
 * Tokens in the links for approved applicants: `<applicant>-<application id>-<seconds>-<proof>`.
 * They are derived from a secret, so none is stored.
 */
@Injectable()
export class ApplicationTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  /** @param approvedAt UTC; the link expires 30 days later */
  issueToken(
    { applicant, applicationId }: Pick<ApprovalLink, 'applicant' | 'applicationId'>,
    approvedAt: string,
  ): string {
    const expirySeconds = Math.floor((Date.parse(approvedAt) + LIFETIME_DAYS * DAY_MS) / 1_000);
    const signedPart = `${applicant}-${applicationId}-${expirySeconds}`;
    return `${signedPart}-${this.keyedHashes.hashOf('application', signedPart).slice(0, 32)}`;
  }

  /** @throws DomainError not_found if the token is invalid or expired */
  readToken(token: string, currentInstant: string): ApprovalLink {
    const [, signedPart, applicant, applicationId, expirySeconds, signature] =
      /^(((?:host|player)-[0-9a-f]{64})-([0-9a-z]{1,40})-(\d{1,12}))-([0-9a-f]{32})$/.exec(token) ??
      [];
    if (!signedPart || !this.keyedHashes.isProofOf(signature!, 'application', signedPart))
      throw new DomainError('not_found', "This link isn't valid. Please use the one in our email.");
    const expiresAt = new Date(Number(expirySeconds) * 1_000).toISOString();
    if (expiresAt <= currentInstant)
      throw new DomainError('not_found', 'This link has expired. Please ask us for a new one.');
    return { applicant: applicant!, applicationId: applicationId!, expiresAt };
  }
}
