import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';

const LASTS_DAYS = 30;

type Link = Readonly<{ applicant: string; applicationId: string; until: string }>;

/**
 * Tokens of the links that approved applicants are sent, `<applicant>-<application id>-<seconds>-<proof>`: they follow from a
 * secret, so none has to be kept, and none is guessed.
 */
@Injectable()
export class ApplicationTokens {
  constructor(private readonly hashes: KeyedHashes) {}

  /** @param at the UTC instant of the approval: the link is good for 30 days from then */
  of({ applicant, applicationId }: Pick<Link, 'applicant' | 'applicationId'>, at: string): string {
    const seconds = Math.floor((Date.parse(at) + LASTS_DAYS * DAY_MS) / 1_000);
    const told = `${applicant}-${applicationId}-${seconds}`;
    return `${told}-${this.hashes.of('application', told).slice(0, 32)}`;
  }

  /** @throws DomainError not_found for a token that was never given out, or is too old */
  read(token: string, now: string): Link {
    const [, told, applicant, applicationId, seconds, proof] =
      /^(((?:host|player)-[0-9a-f]{64})-([0-9a-z]{1,40})-(\d{1,12}))-([0-9a-f]{32})$/.exec(token) ??
      [];
    if (!told || !this.hashes.proves(proof!, 'application', told))
      throw new DomainError(
        'not_found',
        'This link does not exist. Please use the one in our mail.',
      );
    const until = new Date(Number(seconds) * 1_000).toISOString();
    if (until <= now)
      throw new DomainError('not_found', 'This link is too old. Please write to us for a new one.');
    return { applicant: applicant!, applicationId: applicationId!, until };
  }
}
