import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

const ERASURE = 'application erasure';

type ApplicationReference = Readonly<{ applicant: string; applicationId: string }>;

type ApprovalLink = Readonly<{ applicant: string; applicationId: string; expiresAt: string }>;

/**
 * Tokens to claim an application (`<applicant>-<application id>-<seconds>-<proof>`) or delete it
 * (without the seconds). They are derived from a secret, so none is stored.
 */
@Injectable()
export class ApplicationTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  /** @param expiresAt UTC */
  issueToken({ applicant, applicationId }: ApplicationReference, expiresAt: string): string {
    const expirySeconds = Math.floor(Date.parse(expiresAt) / 1_000);
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

  /** It works for as long as the application is kept. */
  issueErasureToken({ applicant, applicationId }: ApplicationReference): string {
    const signedPart = `${applicant}-${applicationId}`;
    return `${signedPart}-${this.erasureProof(signedPart)}`;
  }

  /** @throws DomainError not_found if the token is invalid */
  readErasureToken(token: string): ApplicationReference {
    const [, signedPart, applicant, applicationId, signature] =
      /^(((?:host|player)-[0-9a-f]{64})-([0-9a-z]{1,40}))-([0-9a-f]{32})$/.exec(token) ?? [];
    if (!signedPart || !this.keyedHashes.isProofOf(signature!, ERASURE, signedPart))
      throw new DomainError('not_found', "This link isn't valid. Please use the one in our email.");
    return { applicant: applicant!, applicationId: applicationId! };
  }

  private erasureProof(signedPart: string): string {
    return this.keyedHashes.hashOf(ERASURE, signedPart).slice(0, 32);
  }
}
