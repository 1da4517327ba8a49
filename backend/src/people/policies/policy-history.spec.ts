import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../config.js';
import { specification } from '../../../testing/specification.js';
import type { PolicyEvent, PolicyFileEvent } from './policy.events.js';
import { type PolicyToPublish, policyHistory, policyInForce } from './policy-history.js';
import { policyValuesOf } from './policy-values.js';

const given = specification(policyHistory);
const sharedFields = {
  changedBy: 'the board',
  reason: 'Summer prices.',
  effectiveAt: '2027-06-01T07:00:00.000Z',
};
const take = (
  policyId: string,
  values: PolicyFileEvent['data']['values'],
  { replaces = null, isDefault = false }: { replaces?: string | null; isDefault?: boolean } = {},
) =>
  ({
    type: 'TakeEffect',
    data: { policyId, values, ...sharedFields, replaces, isDefault },
  }) as const;
const tookEffect = (
  policyId: string,
  values: PolicyFileEvent['data']['values'],
): PolicyFileEvent => ({
  type: 'PolicyTookEffect',
  data: { policyId, values, ...sharedFields },
});
const spring = { feeShare: 1_000, openBookings: null };
const summer = { feeShare: 900, openBookings: null };

describe('a policy', () => {
  it('takes effect when the first server starts with it, and not again with the next', () => {
    given().when(take('spring', spring)).then(tookEffect('spring', spring));
    given(tookEffect('spring', spring)).when(take('spring', spring)).thenNothing();
  });

  it('replaces the policy if the id differs, even with equal values', () => {
    given(tookEffect('spring', spring))
      .when(take('summer', summer))
      .then(tookEffect('summer', summer));
    given(tookEffect('spring', spring))
      .when(take('spring-again', spring))
      .then(tookEffect('spring-again', spring));
  });

  it('keeps the newer policy when an older server starts next to a newer one', () => {
    given(tookEffect('spring', spring), tookEffect('summer', summer))
      .when(take('spring', spring))
      .thenNothing();
  });

  it('refuses other values under a used id, whether the policy is current or replaced', () => {
    given(tookEffect('spring', spring)).when(take('spring', summer)).thenRefused('taken');
    given(tookEffect('spring', spring))
      .when(take('spring', { ...spring, openBookings: 3 }))
      .thenRefused('taken');
    given(tookEffect('spring', spring), tookEffect('summer', summer))
      .when(take('spring', summer))
      .thenRefused('taken');
  });

  it('reports the different values and what to do', () => {
    const decide = () =>
      policyHistory.decide(
        take('spring', summer),
        policyHistory.evolve([], tookEffect('spring', spring)),
      );
    expect(decide).toThrow(
      /"spring" has taken effect with other values \(feeShare\)\. Give the changed policy a new id/,
    );
  });

  it('takes effect again if a new release adds a value while it is current', () => {
    const more = { ...spring, reviewDays: 14 };
    given(tookEffect('spring', spring)).when(take('spring', more)).then(tookEffect('spring', more));
    given(tookEffect('spring', spring), tookEffect('spring', more))
      .when(take('spring', more))
      .thenNothing();
    given(tookEffect('spring', spring), tookEffect('spring', more))
      .when(take('spring', spring))
      .thenNothing();
    given(tookEffect('spring', spring), tookEffect('summer', summer))
      .when(take('spring', more))
      .thenNothing();
    given(tookEffect('spring', spring), tookEffect('spring', more))
      .when(take('spring', { ...spring, reviewDays: 7 }))
      .thenRefused('taken');
  });
});

const draft: PolicyToPublish = {
  replaces: 'spring',
  values: summer,
  publishedBy: 'ada',
  confirmedBy: 'bea',
  reason: 'Summer prices.',
  publishedAt: '2027-06-10T08:00:00.000Z',
  effectiveAt: '2027-07-01T07:00:00.000Z',
};
const { publishedAt } = draft;
const publish = (changes: Partial<PolicyToPublish> = {}) =>
  ({ type: 'Publish', data: { ...draft, ...changes } }) as const;
const published = (
  policyId = '2027-06-10',
  changes: Partial<PolicyToPublish> = {},
): PolicyEvent => ({ type: 'PolicyPublished', data: { policyId, ...draft, ...changes } });
const withdraw = (policyId: string, withdrawnAt: string) =>
  ({
    type: 'Withdraw',
    data: { policyId, withdrawnBy: 'bea', reason: 'A mistake.', withdrawnAt },
  }) as const;
const withdrawn = (policyId: string): PolicyEvent => ({
  type: 'PolicyWithdrawn',
  data: withdraw(policyId, publishedAt).data,
});
const springFile = tookEffect('spring', spring);
const now = { effectiveAt: '2027-06-10T08:01:00.000Z' };

describe('a policy that admins publish', () => {
  it('uses the day as its id, with a number if several are published that day', () => {
    given(springFile).when(publish()).then(published());
    given(springFile, published('2027-06-10', now))
      .when(publish({ replaces: '2027-06-10', publishedAt: '2027-06-10T09:00:00.000Z' }))
      .then(
        published('2027-06-10-2', {
          replaces: '2027-06-10',
          publishedAt: '2027-06-10T09:00:00.000Z',
        }),
      );
  });

  it.each([
    ['now', publishedAt],
    ['an instant that has passed', '2027-06-01T08:00:00.000Z'],
    ['an instant within the minute', '2027-06-10T08:00:59.000Z'],
  ])('takes effect a minute later if it was to take effect %s', (_, effectiveAt) => {
    given(springFile).when(publish({ effectiveAt })).then(published('2027-06-10', now));
  });

  it('is refused if another version was published since the draft was started', () => {
    given(springFile, published('2027-06-10', now))
      .when(publish({ publishedAt: '2027-06-11T08:00:00.000Z' }))
      .thenRefused('policy_changed');
    given(springFile, tookEffect('autumn', spring)).when(publish()).thenRefused('policy_changed');
    given().when(publish()).thenRefused('policy_changed');
  });

  it('is refused while another version is scheduled, which can be withdrawn', () => {
    const next = publish({ replaces: '2027-06-10' });
    given(springFile, published()).when(next).thenRefused('wrong_status');
    given(springFile, published(), withdrawn('2027-06-10'))
      .when(next)
      .thenRefused('policy_changed');
    given(springFile, published(), withdrawn('2027-06-10'))
      .when(publish())
      .then(published('2027-06-10-2'));
  });

  it('stays scheduled if a release completes the version in force', () => {
    const completed = tookEffect('spring', { ...spring, reviewDays: 14 });
    given(springFile, published(), completed).when(publish()).thenRefused('policy_changed');
    given(springFile, published(), completed)
      .when(publish({ replaces: '2027-06-10' }))
      .thenRefused('wrong_status');
    given(springFile, published(), withdrawn('2027-06-10'), completed)
      .when(publish())
      .then(published('2027-06-10-2'));
  });

  it('can be withdrawn until a minute before it takes effect', () => {
    const data = { policyId: '2027-06-10', withdrawnBy: 'bea', reason: 'A mistake.' };
    const inTime = '2027-07-01T06:59:00.000Z';
    given(springFile, published())
      .when(withdraw('2027-06-10', inTime))
      .then({ type: 'PolicyWithdrawn', data: { ...data, withdrawnAt: inTime } });
    given(springFile, published())
      .when(withdraw('2027-06-10', '2027-07-01T06:59:00.001Z'))
      .thenRefused('wrong_status');
    given(springFile, published(), withdrawn('2027-06-10'))
      .when(withdraw('2027-06-10', inTime))
      .thenNothing();
    given(springFile).when(withdraw('spring', inTime)).thenRefused('wrong_status');
    given(springFile).when(withdraw('2027-06-10', inTime)).thenRefused('not_found');
  });

  it('is in force from its instant, unless it was withdrawn', () => {
    const idsInForce = (...events: PolicyEvent[]) => {
      const versions = events.reduce(policyHistory.evolve, policyHistory.initial);
      return [
        '2027-05-31T07:00:00.000Z',
        '2027-07-01T06:59:59.999Z',
        '2027-07-01T07:00:00.000Z',
      ].map((at) => policyInForce(versions, at)?.policyId);
    };
    expect(idsInForce(springFile, published())).toEqual([undefined, 'spring', '2027-06-10']);
    expect(idsInForce(springFile, published(), withdrawn('2027-06-10'))).toEqual([
      undefined,
      'spring',
      'spring',
    ]);
  });
});

describe('a policy file, once admins have published a policy', () => {
  const { data } = springFile;
  const inForce: readonly PolicyEvent[] = [
    { type: 'PolicyTookEffect', data: { ...data, effectiveAt: '2027-04-01T07:00:00.000Z' } },
    published('2027-05-01', { effectiveAt: '2027-05-01T08:00:00.000Z' }),
  ];

  it('changes nothing if its policy is known', () => {
    given(...inForce)
      .when(take('spring', spring))
      .thenNothing();
    given(...inForce)
      .when(take('spring', { ...spring, reviewDays: 14 }))
      .thenNothing();
  });

  it('is refused if it is new and does not name the policy that it replaces', () => {
    given(...inForce)
      .when(take('autumn', spring))
      .thenRefused('policy_changed');
    given(...inForce)
      .when(take('autumn', spring, { replaces: 'spring' }))
      .thenRefused('policy_changed');
    given(...inForce)
      .when(take('autumn', spring, { replaces: '2027-05-01' }))
      .then(tookEffect('autumn', spring));
  });

  it('changes nothing if it is the default of a new release', () => {
    given(...inForce)
      .when(take('standard-2', spring, { isDefault: true }))
      .thenNothing();
    given(springFile)
      .when(take('standard-2', spring, { isDefault: true }))
      .then(tookEffect('standard-2', spring));
  });

  it('is refused while a version is scheduled', () => {
    given(springFile, published())
      .when(take('autumn', spring, { replaces: '2027-06-10' }))
      .thenRefused('wrong_status');
  });

  it('still counts as published after a release adds a value to it', () => {
    const completed = tookEffect('2027-05-01', { ...summer, reviewDays: 14 });
    given(...inForce)
      .when(take('2027-05-01', { ...summer, reviewDays: 14 }))
      .then(completed);
    given(...inForce, completed)
      .when(take('autumn', spring))
      .thenRefused('policy_changed');
  });
});

describe('a city of a policy', () => {
  const taxed = { ...spring, 'cities.Austin.tax.rate': 825 };

  it.each([
    ['added', spring, taxed],
    ['removed', taxed, spring],
    ['changed', taxed, { ...taxed, 'cities.Austin.tax.rate': 800 }],
  ])('requires a new policy id to be %s', (_, before, after) => {
    given(tookEffect('spring', before)).when(take('spring', after)).thenRefused('taken');
    given(tookEffect('spring', before))
      .when(take('summer', after))
      .then(tookEffect('summer', after));
  });

  it('takes effect once', () => {
    given().when(take('spring', taxed)).then(tookEffect('spring', taxed));
    given(tookEffect('spring', taxed)).when(take('spring', taxed)).thenNothing();
  });
});

it('flattens a policy into values by path', () => {
  const { policy } = readConfig({
    EVENTSTORE_URL: 'esdb://127.0.0.1',
    MONGODB_URI: 'mongodb://127.0.0.1',
    REDIS_URL: 'redis://127.0.0.1',
    SESSION_SECRETS: 's'.repeat(32),
    KEY_SECRETS: 'k'.repeat(32),
    LOOKUP_SECRETS: 'l'.repeat(32),
    POLICY_FILE: 'deploy/policies/open.json',
  });
  const values = policyValuesOf(policy);
  expect(values).toMatchObject({
    feeShare: 1_000,
    openBookings: null,
    'elite.graceDays': policy.elite.graceDays,
  });
  expect(Object.keys(values)).not.toContain('id');
  expect(Object.keys(values).length).toBe(
    // All values except the id and the cities.
    Object.keys(policy).length -
      7 +
      Object.keys(policy.elite).length +
      Object.keys(policy.conduct).length +
      Object.keys(policy.hostApproval).length +
      Object.keys(policy.retention).length +
      Object.keys(policy.secondFactor).length,
  );
});
