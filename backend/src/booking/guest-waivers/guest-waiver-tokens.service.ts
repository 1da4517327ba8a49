import { Injectable } from '@nestjs/common';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { invalidLink } from './guest-waivers.js';

/** `link` is the number of the guest's link. A replaced link has an earlier number. */
export type GuestLink = Readonly<{ bookingId: string; guestId: string; link: number }>;

const signedTextOf = ({ bookingId, guestId, link }: GuestLink): string =>
  `${bookingId} ${guestId} ${link}`;

/**
 * Issues and reads the tokens of links: `<bookingId>-<guestId>-<link>-<proof>`. The proof is a
 * keyed hash, so no token is stored.
 */
@Injectable()
export class GuestWaiverTokens {
  constructor(private readonly keyedHashes: KeyedHashes) {}

  tokenOf(guestLink: GuestLink): string {
    const proof = this.keyedHashes.hashOf('guestWaiver', signedTextOf(guestLink)).slice(0, 32);
    const { bookingId, guestId, link } = guestLink;
    return `${bookingId}-${guestId}-${link}-${proof}`;
  }

  /** @throws DomainError not_found for an invalid token */
  readToken(token: string): GuestLink {
    const [, bookingId, guestId, link, proof] =
      /^([0-9a-z]{1,40}-\d{8}-[0-9a-z]{8})-([0-9a-z]{1,40})-(\d{1,4})-([0-9a-f]{32})$/.exec(
        token,
      ) ?? [];
    if (!bookingId || !guestId || !link || !proof) throw invalidLink();
    const guestLink = { bookingId, guestId, link: Number(link) };
    if (!this.keyedHashes.isProofOf(proof, 'guestWaiver', signedTextOf(guestLink)))
      throw invalidLink();
    return guestLink;
  }
}
