import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  APPLIED_AT,
  KEEP_UNTIL,
  LINK_EXPIRES_AT,
  REVIEWED_AT,
  hostApplication,
  playerApplication,
  applicationClaimed,
  applicationReviewed,
} from '../../../testing/applications.js';
import { specification } from '../../../testing/specification.js';
import { type ApplicationCommand, applications } from './application.js';
import { type ApplicationEvent, linkDeadlinesUntil } from './application.events.js';

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
    linkExpiresAt: LINK_EXPIRES_AT,
    keepUntil: KEEP_UNTIL,
    ...changes,
  },
});
const claim = (userId: string, linkExpiresAt = LINK_EXPIRES_AT): ApplicationCommand => ({
  type: 'Claim',
  data: { applicationId: 'app1', userId, linkExpiresAt, at: APPLIED_AT },
});
const key = { applicationId: 'app1', applicant: 'host-aa', kind: 'host' } as const;
const RENEWED_AT = '2027-05-01T09:00:00.000Z';
const renewal = {
  applicationId: 'app1',
  linkExpiresAt: '2027-05-31T09:00:00.000Z',
  keepUntil: '2027-08-29T09:00:00.000Z',
  renewedBy: 'ada',
  renewedAt: RENEWED_AT,
};
const renewed: ApplicationEvent = { type: 'ApplicationLinkRenewed', data: { ...renewal, ...key } };
const erasureRequested = (
  by: 'applicant' | 'admin' | 'retention',
  requestedAt = REVIEWED_AT,
): ApplicationEvent => ({
  type: 'ApplicationErasureRequested',
  data: { ...key, by, reference: '', requestedAt },
});
const requestErasure = (
  by: 'applicant' | 'admin' | 'retention',
  requestedAt = REVIEWED_AT,
): ApplicationCommand => ({
  type: 'RequestErasure',
  data: { applicationId: 'app1', by, reference: '', requestedAt },
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
      .then(
        applicationReviewed({
          status: 'rejected',
          reason: 'Too far away.',
          place: null,
          linkExpiresAt: null,
        }),
      );
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
      .then(
        applicationReviewed({ linkExpiresAt: null, keepUntil: null }),
        applicationClaimed('robin', REVIEWED_AT),
      );
    given(applied({ userId: 'robin' }))
      .when(review('rejected'))
      .then(applicationReviewed({ status: 'rejected', linkExpiresAt: null }));
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

describe('the link of an approved application', () => {
  const renew: ApplicationCommand = { type: 'RenewLink', data: renewal };

  it('can be sent again, after which only the new one works', () => {
    given(applied(), applicationReviewed()).when(renew).then(renewed);
    given(applied(), applicationReviewed(), renewed)
      .when(claim('robin', LINK_EXPIRES_AT))
      .thenRefused('not_found');
    given(applied(), applicationReviewed(), renewed)
      .when(claim('robin', renewal.linkExpiresAt))
      .then(applicationClaimed('robin', APPLIED_AT));
  });

  it('does not extend how long the application is kept if the applicant orders it', () => {
    const [june, july] = ['2027-06-15T12:00:00.000Z', '2027-07-20T12:00:00.000Z'];
    expect(linkDeadlinesUntil(july, june)).toEqual({
      linkExpiresAt: '2027-07-15T12:00:00.000Z',
      keepUntil: july,
    });
    expect(linkDeadlinesUntil(july, '2027-07-01T12:00:00.000Z')).toEqual({
      linkExpiresAt: july,
      keepUntil: july,
    });
  });

  it('is sent only to an applicant who has yet to use it', () => {
    given(applied()).when(renew).thenRefused('wrong_status');
    given(applied(), applicationReviewed({ status: 'rejected' }))
      .when(renew)
      .thenRefused('wrong_status');
    given(applied(), applicationReviewed(), applicationClaimed('robin', APPLIED_AT))
      .when(renew)
      .thenRefused('wrong_status');
    given(applied(), applicationReviewed(), erasureRequested('applicant'))
      .when(renew)
      .thenRefused('wrong_status');
  });
});

describe('the email about an application', () => {
  const email = (outcome: 'sent' | 'failed', about: 'pending' | 'approved' = 'approved') => ({
    applicationId: 'app1',
    about,
    outcome,
    emailedAt: REVIEWED_AT,
  });
  const emailed = (...args: Parameters<typeof email>): ApplicationEvent => ({
    type: 'ApplicationEmailed',
    data: { ...email(...args), ...key },
  });
  const record = (...args: Parameters<typeof email>): ApplicationCommand => ({
    type: 'RecordEmail',
    data: email(...args),
  });

  it('is recorded once per outcome', () => {
    const approved = [applied(), applicationReviewed()];
    given(...approved)
      .when(record('failed'))
      .then(emailed('failed'));
    given(...approved, emailed('failed'))
      .when(record('failed'))
      .thenNothing();
    given(...approved, emailed('failed'))
      .when(record('sent'))
      .then(emailed('sent'));
    given(...approved, emailed('sent'), renewed)
      .when(record('sent'))
      .then(emailed('sent'));
  });
  it('is ignored if the status has changed since', () =>
    given(applied(), applicationReviewed()).when(record('sent', 'pending')).thenNothing());
});

describe('the erasure of an application', () => {
  const finish: ApplicationCommand = {
    type: 'FinishErasure',
    data: { applicationId: 'app1', at: REVIEWED_AT },
  };
  const erased: ApplicationEvent = {
    type: 'ApplicationErased',
    data: { ...key, erasedAt: REVIEWED_AT },
  };

  it('can be requested until the application belongs to an account', () => {
    given(applied()).when(requestErasure('applicant')).then(erasureRequested('applicant'));
    given(applied(), applicationReviewed())
      .when(requestErasure('admin'))
      .then(erasureRequested('admin'));
    given(applied(), erasureRequested('admin')).when(requestErasure('applicant')).thenNothing();
    given(applied(), applicationReviewed(), applicationClaimed('robin', APPLIED_AT))
      .when(requestErasure('applicant'))
      .thenRefused('wrong_status');
  });

  it('immediately prevents decisions and claims, but not a new application', () => {
    given(applied(), erasureRequested('applicant'))
      .when(review('approved'))
      .thenRefused('wrong_status');
    given(applied(), applicationReviewed(), erasureRequested('applicant'))
      .when(claim('robin'))
      .thenRefused('not_found');
    const again = hostApplication({ applicationId: 'app2' });
    given(applied(), erasureRequested('applicant'))
      .when({ type: 'ApplyAsHost', data: again })
      .then({ type: 'HostApplied', data: again });
  });

  it('removes the form and the reason once the key is deleted', () => {
    const events = [applied(), applicationReviewed({ reason: 'Too far away.' })];
    given(...events)
      .when(finish)
      .thenNothing();
    given(...events, erasureRequested('admin'))
      .when(finish)
      .then(erased);
    given(...events, erasureRequested('admin'), erased)
      .when(finish)
      .thenNothing();
    const [application] = foldAll(applications, [...events, erasureRequested('admin'), erased]);
    const texts = JSON.stringify(application);
    for (const text of ['Robin', 'robin@', '480555', 'Horseshoe', 'Weekday', 'citrus', 'Too far'])
      expect(texts).not.toContain(text);
    expect(application).toMatchObject({ erasure: 'erased', eraseAt: null, status: 'approved' });
  });

  const dueAt = (...events: ApplicationEvent[]) => foldAll(applications, events)[0]!.eraseAt;

  it.each([
    ['pending', [applied()], '2027-06-10T12:00:00.000Z'],
    ['rejected', [applied(), applicationReviewed({ status: 'rejected' })], KEEP_UNTIL],
    ['approved', [applied(), applicationReviewed()], KEEP_UNTIL],
    ['renewed', [applied(), applicationReviewed(), renewed], renewal.keepUntil],
  ] as const)('is due for a %s application when its period ends', (_name, events, deadline) => {
    const early = new Date(Date.parse(deadline) - 1).toISOString();
    expect(dueAt(...events)).toBe(deadline);
    given(...events)
      .when(requestErasure('retention', early))
      .thenNothing();
    given(...events)
      .when(requestErasure('retention', deadline))
      .then(erasureRequested('retention', deadline));
  });

  it('is never due while the application belongs to an account', () => {
    const events = [applied(), applicationReviewed(), applicationClaimed('robin', APPLIED_AT)];
    expect(dueAt(...events)).toBeNull();
    given(...events)
      .when(requestErasure('retention', '2040-01-01T00:00:00.000Z'))
      .thenNothing();
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
