import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../identity/account-email.js';
import { emailClaim } from '../identity/claim.js';
import { emailVerification } from '../identity/email-verification.js';
import { person } from '../identity/person.js';

/** Decides which emails about applications an address receives. */
@Injectable()
export class ApplicantEmails {
  constructor(
    private readonly streams: Streams,
    private readonly emailAddresses: EmailAddresses,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** "Never email me" is for strangers. An account holder needs the link. */
  async takesLink(email: string): Promise<boolean> {
    return (await this.emailAddresses.refusalLinks(email)) !== null || this.isOfAccount(email);
  }

  /** Whether an account has verified this email. */
  async isOfAccount(email: string): Promise<boolean> {
    for (const emailHash of this.keyedHashes.hashesOfName('email', email)) {
      const claim = await this.streams.load(emailClaim, emailHash);
      if (!claim) continue;
      const verifiedEmail = verifiedEmailOf(
        await this.streams.load(person, claim.userId),
        await this.streams.load(emailVerification, claim.userId),
      );
      if (
        verifiedEmailHashes(this.keyedHashes, 'email', verifiedEmail).some((h) => h === emailHash)
      )
        return true;
    }
    return false;
  }
}
