/** `textHash` is the SHA-256 of the text in hexadecimal. */
export type RenewalConsent = Readonly<{ version: string; textHash: string; text: string }>;

/**
 * All versions, current version first. Never change or remove one, because members have agreed to
 * it.
 */
export const renewalConsents: readonly [RenewalConsent, ...RenewalConsent[]] = [
  {
    version: '2026-12',
    textHash: 'f4280a91a0e8a71f5c64a1cce56dc57709c7d9608e95cee29358a171b487be1b',
    text: 'I agree that my Elite membership renews automatically every month until I cancel, and that my card is charged the monthly price shown here each time. I can cancel online at any time on my membership page. My membership then ends at the end of the month that I have paid for.',
  },
  {
    version: '2026-11',
    textHash: '1a98e1138ac37ad4432c3f27cb359da567bb5538ca6d427572aef223fee8aead',
    text: 'I agree that my Elite membership renews by itself every month, and that my card is charged the monthly price shown here each time, until I cancel. I can cancel online at any time, on the page of my membership; the membership then ends with the month that is paid.',
  },
];

export const [currentConsent] = renewalConsents;
