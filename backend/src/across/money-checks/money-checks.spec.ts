import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { policyTookEffect } from '../../../testing/audited-log.js';
import { fold, inStream } from '../../../testing/projection.js';
import { specification } from '../../../testing/specification.js';
import { findingOf } from './check-money.commands.js';
import type { MoneyCheckEvent } from './money-check.events.js';
import { eventsSince, moneyChecks } from './money-checks.js';
import {
  type MoneyChecksDocument,
  moneyChecksProjection,
  nextCheckAfter,
} from './money-checks.projection.js';
import { checkNowJob, moneyChecksProcess } from './money-checks.process.js';
import { moneyChecksView } from './money-checks.queries.js';
import { followedStripeEvents } from '../../money/settlement/stripe-event-jobs.js';

const given = specification(moneyChecks);
const NIGHT = '2027-03-13T10:00:00.000Z';
const difference = {
  ...findingOf('reconcile', 'booking b-1', 'the log has a fee of 0'),
  canAcknowledge: true,
};
const violation = {
  ...findingOf('verify', 'courtDay-roxbury', 'its completion is due'),
  canAcknowledge: true,
};
const doubleBooking = {
  ...findingOf('verify', 'courtDay-roxbury #3', 'two bookings overlap'),
  canAcknowledge: false,
};
const waiting = [{ subject: 'payout-b-2', text: 'a dispute is open' }];

const checked = (changes: object = {}): MoneyCheckEvent => ({
  type: 'MoneyChecked',
  data: {
    since: '2027-03-06T10:00:00.000Z',
    violationCount: 1,
    differenceCount: 1,
    acknowledgedCount: 0,
    waitingCount: 1,
    newCount: 2,
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
  data: {
    ...findingOf('reconcile', 'booking b-1', 'the log has a fee of 0'),
    ...acknowledgement,
  },
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

  it('do not count acknowledged findings', () =>
    given(checked(), acknowledged)
      .when(recordCheck)
      .then(
        checked({ differenceCount: 0, acknowledgedCount: 1, newCount: 0, findings: [violation] }),
      ));

  it('count the findings that the previous check did not list', () => {
    given(checked())
      .when(recordCheck)
      .then(checked({ newCount: 0 }));
    given(checked({ findings: [difference] }))
      .when(recordCheck)
      .then(checked({ newCount: 1 }));
    given(checked(), checked({ findings: [] }))
      .when(recordCheck)
      .then(checked({ newCount: 2 }));
  });

  it('count all findings after a check that did not count new ones', () =>
    given(checked({ newCount: undefined }))
      .when(recordCheck)
      .then(checked({ newCount: 2 })));

  it('do not count a finding again after an earlier release has run a check in between', () =>
    given(checked(), checked({ newCount: undefined }))
      .when(recordCheck)
      .then(checked({ newCount: 0 })));

  it('ignore a check that started before the last one', () => {
    const data = { ...recordCheck.data, checkedAt: '2027-03-13T09:59:59.999Z' };
    given(checked()).when({ type: 'RecordCheck', data }).thenNothing();
  });

  it('accept one acknowledgment of a finding from the last check', () => {
    given(checked()).when(acknowledge(difference.findingId)).then(acknowledged);
    given(checked(), acknowledged).when(acknowledge(difference.findingId)).thenNothing();
  });

  it('refuse an acknowledgment of anything but a money problem', () =>
    given(checked({ findings: [doubleBooking] }))
      .when(acknowledge(doubleBooking.findingId))
      .thenRefused('forbidden'));

  it('count a double booking, even if it was acknowledged in the past', () =>
    given({
      type: 'MoneyFindingAcknowledged',
      data: {
        ...findingOf('verify', 'courtDay-roxbury #3', 'two bookings overlap'),
        ...acknowledgement,
      },
    })
      .when({ type: 'RecordCheck', data: { ...recordCheck.data, findings: [doubleBooking] } })
      .then(
        checked({ violationCount: 1, differenceCount: 0, newCount: 1, findings: [doubleBooking] }),
      ));

  it('refuse an acknowledgment of an unknown finding', () =>
    given(checked()).when(acknowledge('000000000000')).thenRefused('not_found'));

  it('give the same finding the same id, and different findings different ids', () => {
    expect(findingOf('reconcile', 'booking b-1', 'the log has a fee of 0').findingId).toBe(
      difference.findingId,
    );
    expect(findingOf('reconcile', 'booking b-1', 'the log has a fee of 1').findingId).not.toBe(
      difference.findingId,
    );
  });
});

describe('the pass over Stripe events', () => {
  const eventsRead = (readAt: string, hasStripe = true): MoneyCheckEvent => ({
    type: 'StripeEventsRead',
    data: { since: null, hasStripe, readAt },
  });
  const stateAfter = (...events: readonly MoneyCheckEvent[]) =>
    events.reduce(moneyChecks.evolve, moneyChecks.initial);

  it('is recorded once it is complete', () =>
    given()
      .when({
        type: 'RecordEventsRead',
        data: { since: null, hasStripe: true, readAt: NIGHT },
      })
      .then(eventsRead(NIGHT)));

  it('starts with the oldest event that Stripe lists', () =>
    expect(eventsSince(stateAfter())).toBeNull());

  const nights = (...days: readonly number[]) =>
    days.map((day) => eventsRead(`2027-03-${day}T10:00:00.000Z`));

  it('covers all events until four passes are complete', () =>
    expect(eventsSince(stateAfter(...nights(11, 12, 13)))).toBeNull());

  it('covers the last four passes and the day before them once four are complete', () =>
    expect(eventsSince(stateAfter(...nights(10, 11, 12, 13, 14), checked()))).toBe(
      '2027-03-10T10:00:00.000Z',
    ));

  it('reads an event of an outage four times, no matter how long the outage was', () => {
    const before = nights(10, 11, 12, 13);
    const after = nights(20, 21, 22, 23);
    const duringOutage = '2027-03-14T10:00:00.000Z';
    const isCovered = after.map((_, passes) => {
      const since = eventsSince(stateAfter(...before, ...after.slice(0, passes)));
      return since !== null && since < duringOutage;
    });
    expect(isCovered).toEqual([true, true, true, true]);
  });

  it('does not count a pass without access to Stripe', () =>
    expect(
      eventsSince(
        stateAfter(...nights(10, 11, 12, 13), eventsRead('2027-03-20T10:00:00.000Z', false)),
      ),
    ).toBe('2027-03-09T10:00:00.000Z'));
});

describe('the comparison with Stripe', () => {
  const sinceAfter = (...events: readonly MoneyCheckEvent[]) =>
    events.reduce(moneyChecks.evolve, moneyChecks.initial).since;

  it('covers everything the first time', () => expect(sinceAfter()).toBeNull());

  it('starts a week before the last check every later time', () =>
    expect(sinceAfter(checked({ differenceCount: 0 }))).toBe('2027-03-06T10:00:00.000Z'));

  it('starts from the same instant again while a difference is unexplained', () =>
    expect(sinceAfter(checked({ since: '2027-01-01T00:00:00.000Z' }))).toBe(
      '2027-01-01T00:00:00.000Z',
    ));
});

describe('the schedule of the checks', () => {
  it('has one job for all admin requests until the next check', () => {
    const ids = [null, null, NIGHT, NIGHT].map((checkedAt) => checkNowJob(checkedAt).id);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
  });

  it.each([
    ['2027-03-13T09:59:59.999Z', '2027-03-13T10:00:00.000Z'],
    ['2027-03-13T10:00:00.000Z', '2027-03-14T10:00:00.000Z'],
    ['2027-03-13T23:00:00.000Z', '2027-03-14T10:00:00.000Z'],
  ])('plans the check after %s for %s', (instant, nextAt) =>
    expect(nextCheckAfter(instant)).toBe(nextAt),
  );

  const scheduled = (
    document: Pick<MoneyChecksDocument, 'eventsReadAt' | 'nextAt' | 'nextReadAt'>,
  ) => moneyChecksProcess.sweep!.jobs(document).map(({ id, due }) => [id.split('.')[0], due]);

  it('plans a check ten minutes after a complete pass over the events', () =>
    expect(
      scheduled({
        eventsReadAt: '2027-03-13T18:30:00.000Z',
        nextAt: NIGHT,
        nextReadAt: '2027-03-14T10:00:00.000Z',
      }),
    ).toEqual([
      ['moneyEvents', '2027-03-14T10:00:00.000Z'],
      ['moneyCheck', '2027-03-13T18:40:00.000Z'],
    ]));

  it('plans a pass every night even if the checks fail', () =>
    expect(
      scheduled({
        eventsReadAt: '2027-03-12T10:00:00.000Z',
        nextAt: '2027-03-12T10:00:00.000Z',
        nextReadAt: NIGHT,
      }),
    ).toContainEqual(['moneyEvents', NIGHT]));

  it('starts with the first policy, and plans a pass over the events first', () => {
    const document = fold(
      moneyChecksProjection,
      ...(inStream('policy-club', policyTookEffect('standard-1')) as never[]),
    ).get('all')!;
    expect(document).toEqual({
      lastCheck: null,
      eventsReadAt: null,
      acknowledged: [],
      nextAt: '2027-01-01T10:00:00.000Z',
      nextReadAt: '2027-01-01T10:00:00.000Z',
    });
    expect(moneyChecksProcess.sweep!.jobs(document)).toEqual([
      {
        id: `moneyEvents.${Date.parse(document.nextAt)}`,
        due: document.nextAt,
        data: { settles: true },
      },
    ]);
  });
});

describe('the view for admins', () => {
  const document = fold(
    moneyChecksProjection,
    ...inStream<MoneyCheckEvent>('moneyChecks-all', checked(), acknowledged),
  ).get('all')!;

  it('omits findings that have been acknowledged since the check', () =>
    expect(moneyChecksView(document, Date.parse(NIGHT))).toMatchObject({
      lastCheck: { violations: 1, differences: 1, open: [violation], waiting },
      isLate: false,
      nextAt: '2027-03-14T10:00:00.000Z',
      acknowledged: [
        { findingId: difference.findingId, reason: 'The fee was returned.', by: 'ada' },
      ],
    }));

  it('omits acknowledged findings even if there are more of them than it lists', () => {
    const findings = Array.from({ length: 101 }, (_, index) => ({
      ...findingOf('reconcile', `booking b-${index}`, 'the log has a fee of 0'),
      canAcknowledge: true,
    }));
    const acknowledgements = findings.map(({ canAcknowledge: _, ...finding }): MoneyCheckEvent => ({
      type: 'MoneyFindingAcknowledged',
      data: { ...finding, ...acknowledgement },
    }));
    const events = inStream<MoneyCheckEvent>(
      'moneyChecks-all',
      checked({ findings }),
      ...acknowledgements,
    );
    const view = moneyChecksView(
      fold(moneyChecksProjection, ...events).get('all')!,
      Date.parse(NIGHT),
    );
    expect([view.lastCheck?.open, view.acknowledged.length]).toEqual([[], 100]);
  });

  it('reports that no check has run for 36 hours', () =>
    expect(moneyChecksView(document, Date.parse('2027-03-14T22:00:00.001Z')).isLate).toBe(true));

  it('never shows a next run in the past', () =>
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
});
