import { expect, it } from '@jest/globals';
import { secondFactorEmail } from './second-factor-emails.js';

const ann = { email: 'ann@example.test', firstName: 'Ann' };

it.each([
  [
    'RecoveryCodesIssued',
    'Your recovery codes were replaced on %. The earlier codes no longer work.',
  ],
  ['RecoveryCodeUsed', 'One of your recovery codes was used on %. That code no longer works.'],
] as const)(
  'an email about %s says when it happened and what no longer works',
  (type, sentence) => {
    const { parts } = secondFactorEmail(
      ann,
      type,
      '2027-03-13T18:00:00.000Z',
      'https://courtly.example',
    );
    expect(String(parts[1]).replace(/\u202f/g, ' ')).toBe(
      sentence.replace('%', 'March 13, 2027 at 6:00 PM UTC'),
    );
  },
);
