import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { policyTookEffect } from '../../../testing/audited-log.js';
import { fold, inStream } from '../../../testing/projection.js';
import { specification } from '../../../testing/specification.js';
import { findingOf } from './check-money.commands.js';
import type { MoneyCheckEvent } from './money-check.events.js';
import { moneyChecks } from './money-checks.js';
import { moneyChecksProjection, nextCheckAfter } from './money-checks.projection.js';
import { moneyChecksProcess } from './money-checks.process.js';
import { moneyChecksView } from './money-checks.queries.js';
import { followedStripeEvents } from '../../money/settlement/stripe-event-jobs.js';
import { missingEvents } from './recent-stripe-events.service.js';

const given = specification(moneyChecks);
const NIGHT = '2027-03-13T10:00:00.000Z';
const difference = findingOf('reconcile', 'booking b-1', 'the log has a fee of 0');
const violation = findingOf('verify', 'courtDay-roxbury', 'its completion is due');
const waiting = [{ subject: 'payout-b-2', text: 'a dispute is open' }];

const checked = (changes: object = {}): MoneyCheckEvent => ({
  type: 'MoneyChecked',
  data: {
    since: '2027-03-06T10:00:00.000Z',
    violationCount: 1,
    differenceCount: 1,
    acknowledgedCount: 0,
    waitingCount: 1,
    findings: [violation, difference],
    waiting,
    checkedAt: NIGHT,
    ...changes,
  },
});
const acknowledgement = {
  reason: 'The fee was returned.',
  acknowledgedBy: 'ada',
  acknowledgedAt: '2027-03-13T12:00:00.000Z',
};
const acknowledged: MoneyCheckEvent = {
  type: 'MoneyFindingAcknowledged',
  data: { ...difference, ...acknowledgement },
};
const recordCheck = {
  type: 'RecordCheck',
  data: {
    since: '2027-03-06T10:00:00.000Z',
    findings: [violation, difference],
    waiting,
    checkedAt: NIGHT,
  },
} as const;
const acknowledge = (findingId: string) =>
  ({ type: 'AcknowledgeFinding', data: { findingId, finding: null, ...acknowledgement } }) as const;

describe('the money checks', () => {
  it('record their findings', () => given().when(recordCheck).then(checked()));

  it('do not count a finding that was acknowledged', () =>
    given(checked(), acknowledged)
      .when(recordCheck)
      .then(checked({ differenceCount: 0, acknowledgedCount: 1, findings: [violation] })));

  it('accept an acknowledgement of a finding of the last check, once', () => {
    given(checked()).when(acknowledge(difference.findingId)).then(acknowledged);
    given(checked(), acknowledged).when(acknowledge(difference.findingId)).thenNothing();
  });

  it('refuse an acknowledgement of an unknown finding', () =>
    given(checked()).when(acknowledge('000000000000')).thenRefused('not_found'));

  it('give the same finding the same id, and different findings different ids', () => {
    expect(findingOf('reconcile', 'booking b-1', 'the log has a fee of 0')).toEqual(difference);
    expect(findingOf('reconcile', 'booking b-1', 'the log has a fee of 1').findingId).not.toBe(
      difference.findingId,
    );
  });
});

describe('the schedule of the checks', () => {
  it.each([
    ['2027-03-13T09:59:59.999Z', '2027-03-13T10:00:00.000Z'],
    ['2027-03-13T10:00:00.000Z', '2027-03-14T10:00:00.000Z'],
    ['2027-03-13T23:00:00.000Z', '2027-03-14T10:00:00.000Z'],
  ])('continues after %s at %s', (instant, nextAt) => expect(nextCheckAfter(instant)).toBe(nextAt));

  it('begins with the first policy and queues one job a night', () => {
    const document = fold(
      moneyChecksProjection,
      ...(inStream('policy-club', policyTookEffect('standard-1')) as never[]),
    ).get('all')!;
    expect(document).toEqual({
      lastCheck: null,
      acknowledged: [],
      nextAt: '2027-01-01T10:00:00.000Z',
    });
    expect(moneyChecksProcess.sweep!.jobs(document)).toEqual([
      {
        id: `moneyEvents.${Date.parse(document.nextAt)}`,
        due: document.nextAt,
        data: { settles: true },
      },
      {
        id: `moneyCheck.${Date.parse(document.nextAt)}`,
        due: new Date(Date.parse(document.nextAt) + 600_000).toISOString(),
        data: { settles: false },
      },
    ]);
  });
});

describe('the view for admins', () => {
  const document = fold(
    moneyChecksProjection,
    ...inStream<MoneyCheckEvent>('moneyChecks-all', checked(), acknowledged),
  ).get('all')!;

  it('omits findings that were acknowledged since the check', () =>
    expect(moneyChecksView(document, Date.parse(NIGHT))).toMatchObject({
      lastCheck: { violations: 1, differences: 1, open: [violation], waiting },
      isLate: false,
      nextAt: '2027-03-14T10:00:00.000Z',
      acknowledged: [{ ...difference, reason: 'The fee was returned.', by: 'ada' }],
    }));

  it('says so if no check has run for 36 hours', () =>
    expect(moneyChecksView(document, Date.parse('2027-03-14T22:00:00.001Z')).isLate).toBe(true));

  it('names no next run in the past', () =>
    expect(moneyChecksView(document, Date.parse('2027-03-14T10:00:00.000Z')).nextAt).toBeNull());

  it('is empty before the first check', () =>
    expect(moneyChecksView(null, Date.parse(NIGHT))).toEqual({
      lastCheck: null,
      isLate: false,
      nextAt: null,
      acknowledged: [],
    }));
});

describe('the events of the webhook endpoints', () => {
  it('are listed in the documentation', () => {
    const documentation = readFileSync('docs/operations.md', 'utf8');
    const [table] = /\| From +\|[^]*?\n\n/.exec(documentation)!;
    const documented = new Set([...table.matchAll(/`([a-z_.]+)`/g)].map(([, type]) => type!));
    expect([...documented].sort()).toEqual([...followedStripeEvents].sort());
  });

  it('are complete if an endpoint sends every event', () =>
    expect(missingEvents(['*'])).toEqual([]));
  it('lack those that no endpoint sends', () =>
    expect(missingEvents(['charge.refunded'])).toEqual(
      expect.arrayContaining(['charge.dispute.created', 'refund.failed', 'account.updated']),
    ));
});
