import { describe, expect, it } from '@jest/globals';
import type { Message } from '../../platform/kernel/decider.js';
import { systemContext } from '../../platform/kernel/context.js';
import {
  ANN,
  HALF_PAST,
  NEXT_YEAR,
  NOON,
  foundingActivated,
  intentCreated,
  subscriptionCreated,
} from '../../../testing/membership.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { FounderEvent } from './founders.events.js';
import type { MembershipEvent } from './membership.events.js';
import type { Membership } from './membership.js';
import {
  firstReminders,
  lastReminders,
  membershipMails,
  membershipProcess,
  membershipReversals,
  seatReservations,
} from './membership.process.js';
import { memberships } from './memberships.projection.js';
import { SettleMembershipCommand } from './settle.commands.js';

const recorded = <E extends Message>(event: E) => inStream(`membership-${ANN}`, event)[0]!;
const reserved: FounderEvent = {
  type: 'FounderSeatReserved',
  data: { number: 47, userId: ANN, reservedAt: NOON, until: HALF_PAST },
};

describe('the deadlines of a membership', () => {
  it('include the time at which a payment or subscription can no longer be paid', () => {
    const [unpaid] = membershipProcess.react(recorded(intentCreated()));
    expect(unpaid).toMatchObject({ due: HALF_PAST, data: { userId: ANN } });
    const [incomplete] = membershipProcess.react(recorded(subscriptionCreated()));
    expect(incomplete).toMatchObject({ due: '2027-03-11T12:00:00.000Z', data: { userId: ANN } });
    const [seat] = seatReservations.react(recorded(reserved));
    expect(seat).toMatchObject({ due: HALF_PAST, data: { userId: ANN } });
    const commandContext = systemContext('settle', NOON);
    expect(membershipProcess.command({ userId: ANN }, commandContext)).toEqual(
      new SettleMembershipCommand({ userId: ANN }, commandContext),
    );
  });

  it.each<MembershipEvent>([
    { type: 'EliteSeatFreed', data: { userId: ANN, founderNumber: 47, freedAt: NOON } },
    {
      type: 'EliteIntentEnded',
      data: {
        userId: ANN,
        purpose: 'founding',
        intentId: 'pi_1',
        amountCents: 19_900,
        endedAt: NOON,
      },
    },
  ])('are due immediately after $type', (event) => {
    expect(membershipReversals.handles).toContain(event.type);
    expect(membershipProcess.handles).not.toContain(event.type);
    expect(membershipReversals.react(recorded(event))).toMatchObject([
      { due: null, data: { userId: ANN } },
    ]);
    const commandContext = systemContext('settle', NOON);
    expect(membershipReversals.command({ userId: ANN }, commandContext)).toEqual(
      new SettleMembershipCommand({ userId: ANN }, commandContext),
    );
  });

  it('are found by the sweep, each at its time', () => {
    expect(membershipProcess.sweep!.filters(HALF_PAST)).toEqual([
      { dueAt: { $lte: HALF_PAST }, owner: 'courtly' },
      { readAt: { $lte: HALF_PAST } },
    ]);
    const dueOf = (dueAt: string | null, readAt: string | null) =>
      membershipProcess.sweep!.jobs({ userId: ANN, dueAt, readAt })[0]!.due;
    expect(dueOf(HALF_PAST, null)).toBe(HALF_PAST);
    expect(dueOf(null, HALF_PAST)).toBe(HALF_PAST);
    expect(dueOf(HALF_PAST, NOON)).toBe(NOON);
    expect(dueOf(NOON, HALF_PAST)).toBe(NOON);
  });

  it('use ids that the queue accepts', () => {
    const ids = [
      ...seatReservations.react(recorded(reserved)),
      ...membershipProcess.sweep!.jobs({ userId: ANN, dueAt: NOON, readAt: null }),
      ...membershipMails.react(recorded(foundingActivated())),
      ...membershipProcess.react(recorded(intentCreated())),
      ...membershipReversals.react(recorded(intentCreated())),
    ].map(({ id }) => id);
    expect(ids).toHaveLength(5);
    for (const id of ids) expect(id).not.toContain(':');
  });
});

describe('the reminders of a founding year', () => {
  const { term } = [
    ...fold(memberships, ...inStream(`membership-${ANN}`, foundingActivated())).values(),
  ][0]! as Membership;

  it.each([
    [firstReminders, '2028-02-09T12:00:00.000Z'],
    [lastReminders, '2028-03-07T12:00:00.000Z'],
  ])('are due 30 and 3 days before its end, once each', (reminders, dueInstants) => {
    const [first, ...otherJobs] = reminders.sweep!.jobs({ userId: ANN, term });
    expect(otherJobs).toEqual([]);
    expect(first).toMatchObject({ due: dueInstants, data: { userId: ANN, until: NEXT_YEAR } });
    // The job id is the same for the same year and different for the next.
    expect(reminders.sweep!.jobs({ userId: ANN, term })[0]!.id).toBe(first!.id);
    const renewed = { ...term!, until: '2029-03-10T12:00:00.000Z' };
    expect(reminders.sweep!.jobs({ userId: ANN, term: renewed })[0]!.id).not.toBe(first!.id);
  });

  it('appear in the sweep from their due time until a day later', () => {
    const [filter] = firstReminders.sweep!.filters('2028-02-09T12:00:00.000Z');
    expect(filter).toEqual({
      'term.plan': 'founding',
      'term.until': { $gt: '2028-03-09T12:00:00.000Z', $lte: NEXT_YEAR },
    });
  });
});
