import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { emailClaim, isClaimOverdue, usernameClaim } from './claim.js';
import type { ClaimEvent } from './claim.events.js';

const recordedAt = '2027-03-01T10:00:00.000Z';
const claimedBy = (userId: string): ClaimEvent => ({
  type: 'Claimed',
  data: { userId, claimedAt: recordedAt },
});
const releasedBy = (userId: string): ClaimEvent => ({
  type: 'Released',
  data: { userId, releasedAt: recordedAt },
});
const claim = (userId: string, abandoned: string | null = null) =>
  ({ type: 'Claim', data: { userId, claimedAt: recordedAt, abandoned } }) as const;
const release = (userId: string) =>
  ({ type: 'Release', data: { userId, releasedAt: recordedAt } }) as const;
const given = specification(emailClaim);

describe('the claim of an email', () => {
  it('goes to the first user', () => given().when(claim('ada')).then(claimedBy('ada')));
  it('is refused to everyone else', () =>
    given(claimedBy('ada')).when(claim('bea')).thenRefused('taken'));
  it('is recorded once for the same user', () =>
    given(claimedBy('ada')).when(claim('ada')).thenNothing());
  it('can be made again once released', () =>
    given(claimedBy('ada'), releasedBy('ada')).when(claim('bea')).then(claimedBy('bea')));
  it('can be taken over from an abandoned registration', () =>
    given(claimedBy('ada')).when(claim('bea', 'ada')).then(releasedBy('ada'), claimedBy('bea')));
  it('cannot be taken over if another user claimed it first', () =>
    given(claimedBy('ada'), releasedBy('ada'), claimedBy('cleo'))
      .when(claim('bea', 'ada'))
      .thenRefused('taken'));
  it('can be released by its owner', () =>
    given(claimedBy('ada')).when(release('ada')).then(releasedBy('ada')));
  it('cannot be released by anyone else', () =>
    given(claimedBy('ada')).when(release('bea')).thenNothing());
});

it('reports which name is taken', () => {
  const refusedField = (decider: typeof emailClaim) => {
    try {
      return decider.decide(claim('bea'), { userId: 'ada', claimedAt: recordedAt });
    } catch (refusal) {
      return refusal;
    }
  };
  expect(refusedField(emailClaim)).toMatchObject({ code: 'taken', details: { field: 'email' } });
  expect(refusedField(usernameClaim)).toMatchObject({
    code: 'taken',
    details: { field: 'username' },
  });
});

it('treats a registration as abandoned after a minute', () => {
  expect(isClaimOverdue({ userId: 'ada', claimedAt: recordedAt }, '2027-03-01T10:00:59.999Z')).toBe(
    false,
  );
  expect(isClaimOverdue({ userId: 'ada', claimedAt: recordedAt }, '2027-03-01T10:01:00.000Z')).toBe(
    true,
  );
});
