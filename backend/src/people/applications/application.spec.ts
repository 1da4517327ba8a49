import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  APPLIED_AT,
  REVIEWED_AT,
  aHost,
  aPlayer,
  claimed,
  reviewed,
} from '../../../testing/applications.js';
import { specification } from '../../../testing/specification.js';
import { type ApplicationCommand, applications } from './application.js';
import type { ApplicationEvent } from './application.events.js';

const given = specification(applications);
const applied = (changes = {}): ApplicationEvent => ({ type: 'HostApplied', data: aHost(changes) });
const place = { location: 'Paradise Valley', zone: 'America/Phoenix' };
const review = (status: 'approved' | 'rejected', changes = {}): ApplicationCommand => ({
  type: 'Review',
  data: {
    applicationId: 'app1',
    status,
    reason: '',
    place,
    reviewedBy: 'ada',
    reviewedAt: REVIEWED_AT,
    ...changes,
  },
});
const claim = (userId: string): ApplicationCommand => ({
  type: 'Claim',
  data: { applicationId: 'app1', userId, at: APPLIED_AT },
});

describe('an application', () => {
  it('allows one pending application per email', () => {
    given().when({ type: 'ApplyAsHost', data: aHost() }).then(applied());
    given(applied())
      .when({ type: 'ApplyAsHost', data: aHost({ applicationId: 'app2' }) })
      .thenNothing();
    given()
      .when({ type: 'ApplyAsPlayer', data: aPlayer() })
      .then({ type: 'PlayerApplied', data: aPlayer() });
    given({ type: 'PlayerApplied', data: aPlayer() })
      .when({ type: 'ApplyAsPlayer', data: aPlayer({ applicationId: 'app2' }) })
      .thenNothing();
  });

  it('allows another application after a decision', () => {
    const again = aHost({ applicationId: 'app2' });
    given(applied(), reviewed({ status: 'rejected' }))
      .when({ type: 'ApplyAsHost', data: again })
      .then({ type: 'HostApplied', data: again });
  });

  it('records one decision with its reason', () => {
    given(applied())
      .when(review('rejected', { reason: 'Too far away.', place: null }))
      .then(reviewed({ status: 'rejected', reason: 'Too far away.', place: null }));
    for (const status of ['approved', 'rejected'] as const)
      for (const next of ['approved', 'rejected'] as const)
        given(applied(), reviewed({ status })).when(review(next)).thenRefused('wrong_status');
  });

  it('names the earlier reviewer when it refuses a second decision', () => {
    const decide = () =>
      applications.decide(review('rejected'), foldAll(applications, [applied(), reviewed()]));
    expect(decide).toThrow(
      expect.objectContaining({
        details: { status: 'approved', reviewedBy: 'ada', reviewedAt: REVIEWED_AT },
      }),
    );
  });

  it('refuses to decide about a missing application', () => {
    given().when(review('approved')).thenRefused('not_found');
    given(applied({ applicationId: 'app2' }))
      .when(review('approved'))
      .thenRefused('not_found');
  });

  it('claims an approved application immediately for a verified account', () => {
    given(applied({ userId: 'robin' }))
      .when(review('approved'))
      .then(reviewed(), claimed('robin', REVIEWED_AT));
    given(applied({ userId: 'robin' }))
      .when(review('rejected'))
      .then(reviewed({ status: 'rejected' }));
    given(applied()).when(review('approved')).then(reviewed());
  });

  it('allows one claim of an approved application', () => {
    given(applied(), reviewed()).when(claim('robin')).then(claimed('robin', APPLIED_AT));
    given(applied(), reviewed(), claimed('robin', APPLIED_AT)).when(claim('robin')).thenNothing();
    given(applied(), reviewed(), claimed('robin', APPLIED_AT))
      .when(claim('eve'))
      .thenRefused('wrong_status');
    given(applied()).when(claim('robin')).thenRefused('wrong_status');
    given(applied(), reviewed({ status: 'rejected' }))
      .when(claim('robin'))
      .thenRefused('wrong_status');
    given().when(claim('robin')).thenRefused('not_found');
  });
});

describe('an application of a deleted account', () => {
  const withdraw: ApplicationCommand = {
    type: 'Withdraw',
    data: { applicationId: 'app1', at: REVIEWED_AT },
  };
  const withdrawn: ApplicationEvent = {
    type: 'ApplicationWithdrawn',
    data: { applicationId: 'app1', applicant: 'host-aa', kind: 'host', withdrawnAt: REVIEWED_AT },
  };

  it('withdraws the pending application', () => {
    given(applied()).when(withdraw).then(withdrawn);
    given(applied(), withdrawn).when(withdraw).thenNothing();
    given(applied(), withdrawn).when(review('approved')).thenRefused('wrong_status');
    given(applied(), withdrawn).when(claim('ann')).thenRefused('wrong_status');
  });
  it('keeps an earlier decision', () => given(applied(), reviewed()).when(withdraw).thenNothing());
  it('allows applying again', () => {
    const again = aHost({ applicationId: 'app2' });
    given(applied(), withdrawn)
      .when({ type: 'ApplyAsHost', data: again })
      .then({ type: 'HostApplied', data: again });
  });
});
