import { describe, expect, it } from '@jest/globals';
import { inStream } from '../../../testing/projection.js';
import type { EmailVerificationEvent } from './email-verification.events.js';
import { welcomes } from './identity.process.js';

type Proof = EmailVerificationEvent['data']['proof'];

const welcomed = (proof: Proof) => {
  const data = {
    userId: 'ada',
    email: 'ada@example.test',
    proof,
    verifiedAt: '2027-03-10T12:00:00.000Z',
  };
  const event: EmailVerificationEvent = { type: 'EmailVerified', data };
  return welcomes.react(inStream('emailVerification-ada', event)[0]!).map((job) => job.data);
};

describe('a welcome email', () => {
  it.each(['verification', 'match', 'provider'] as const)('follows a proof by %s', (proof) =>
    expect(welcomed(proof)).toEqual([{ userId: 'ada' }]),
  );

  it.each(['application', 'operator'] as const)('does not follow a proof by %s', (proof) =>
    expect(welcomed(proof)).toEqual([]),
  );
});
