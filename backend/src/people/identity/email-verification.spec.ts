import { expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { emailVerification } from './email-verification.js';
import type { EmailVerificationEvent } from './email-verification.events.js';

const given = specification(emailVerification);
const verification = (email: string) =>
  ({
    userId: 'ada',
    email,
    proof: 'verification',
    verifiedAt: '2027-03-01T10:00:00.000Z',
  }) as const;
const verify = (email: string) => ({ type: 'VerifyEmail', data: verification(email) }) as const;
const verified = (email: string): EmailVerificationEvent => ({
  type: 'EmailVerified',
  data: verification(email),
});

it('records the verification of each email once', () => {
  given().when(verify('a@x.test')).then(verified('a@x.test'));
  given(verified('a@x.test')).when(verify('a@x.test')).thenNothing();
  given(verified('a@x.test')).when(verify('b@x.test')).then(verified('b@x.test'));
});

it('omits erased emails', () =>
  expect(emailVerification.evolve(new Set(['b@x.test']), verified(''))).toEqual(
    new Set(['b@x.test']),
  ));
