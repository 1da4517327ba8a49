import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  APPLIED_AT,
  REVIEWED_AT,
  hostApplication,
  playerApplication,
  applicationClaimed,
  applicationReviewed,
} from '../../../testing/applications.js';
import { specification } from '../../../testing/specification.js';
import { type ApplicationCommand, applications } from './application.js';
import type { ApplicationEvent } from './application.events.js';

const given = specification(applications);
const applied = (changes = {}): ApplicationEvent => ({
  type: 'HostApplied',
  data: hostApplication(changes),
});
const place = { location: 'Paradise Valley', zone: 'America/Phoenix' };
const review = (status: 'approved' | 'rejected', changes = {}): ApplicationCommand => ({
  type: 'ReviewApplication',
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

describe('applying and reviewing', () => {
  it('allows one pending application per email', () => {
    given().when({ type: 'ApplyAsHost', data: hostApplication() }).then(applied());
    given(applied())
      .when({ type: 'ApplyAsHost', data: hostApplication({ applicationId: 'app2' }) })
      .thenNothing();
    given()
      .when({ type: 'ApplyAsPlayer', data: playerApplication() })
      .then({ type: 'PlayerApplied', data: playerApplication() });
    given({ type: 'PlayerApplied', data: playerApplication() })
      .when({ type: 'ApplyAsPlayer', data: playerApplication({ applicationId: 'app2' }) })
      .thenNothing();
  });

  it('allows another application after a decision', () => {
    const again = hostApplication({ applicationId: 'app2' });
    given(applied(), applicationReviewed({ status: 'rejected' }))
      .when({ type: 'ApplyAsHost', data: again })
      .then({ type: 'HostApplied', data: again });
  });

  it('records one decision with its reason', () => {
    given(applied())
      .when(review('rejected', { reason: 'Too far away.', place: null }))
      .then(applicationReviewed({ status: 'rejected', reason: 'Too far away.', place: null }));
    for (const status of ['approved', 'rejected'] as const)
      for (const next of ['approved', 'rejected'] as const)
        given(applied(), applicationReviewed({ status }))
          .when(review(next))
          .thenRefused('wrong_status');
  });

  it('names the earlier reviewer when it refuses a second decision', () => {
    const decide = () =>
      applications.decide(
        review('rejected'),
        foldAll(applications, [applied(), applicationReviewed()]),
      );
    expect(decide).toThrow(
      expect.objectContaining({
        details: { status: 'approved', reviewedBy: 'ada', reviewedAt: REVIEWED_AT },
      }),
    );
  });

  it('refuses a decision on a missing application', () => {
    given().when(review('approved')).thenRefused('not_found');
    given(applied({ applicationId: 'app2' }))
      .when(review('approved'))
      .thenRefused('not_found');
  });

  it('claims an approved application immediately for a verified account', () => {
    given(applied({ userId: 'robin' }))
      .when(review('approved'))
      .then(applicationReviewed(), applicationClaimed('robin', REVIEWED_AT));
    given(applied({ userId: 'robin' }))
      .when(review('rejected'))
      .then(applicationReviewed({ status: 'rejected' }));
    given(applied()).when(review('approved')).then(applicationReviewed());
  });

  it('allows one claim of an approved application', () => {
    given(applied(), applicationReviewed())
      .when(claim('robin'))
      .then(applicationClaimed('robin', APPLIED_AT));
    given(applied(), applicationReviewed(), applicationClaimed('robin', APPLIED_AT))
      .when(claim('robin'))
      .thenNothing();
    given(applied(), applicationReviewed(), applicationClaimed('robin', APPLIED_AT))
      .when(claim('eve'))
      .thenRefused('wrong_status');
    given(applied()).when(claim('robin')).thenRefused('wrong_status');
    given(applied(), applicationReviewed({ status: 'rejected' }))
      .when(claim('robin'))
      .thenRefused('wrong_status');
    given().when(claim('robin')).thenRefused('not_found');
  });
});

describe('deleting the account of an applicant', () => {
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
  it('keeps an earlier decision', () =>
    given(applied(), applicationReviewed()).when(withdraw).thenNothing());
  it('allows the applicant to apply again', () => {
    const again = hostApplication({ applicationId: 'app2' });
    given(applied(), withdrawn)
      .when({ type: 'ApplyAsHost', data: again })
      .then({ type: 'HostApplied', data: again });
  });
});
