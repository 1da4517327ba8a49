import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { FounderEvent } from '../people/membership/founders.events.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import {
  ANN,
  NOON,
  foundingActivated,
  intentCreated,
  monthlyActivated,
  subscriptionCreated,
} from '../../testing/membership.js';
import { founderChecker } from './founder-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

type Known = FounderEvent | MembershipEvent;

const founderEvent = (number: number, userId = ANN): FounderEvent => ({
  type: 'FounderSeatTaken',
  data: { number, userId, intentId: 'pi_1', takenAt: NOON },
});
const reserved = (number: number, userId = ANN): FounderEvent => ({
  type: 'FounderSeatReserved',
  data: { number, userId, reservedAt: NOON, until: NOON },
});

const released = (number: number): FounderEvent => ({
  type: 'FounderSeatReleased',
  data: { number, userId: ANN, releasedAt: NOON },
});
const seatFreed: MembershipEvent = {
  type: 'EliteSeatFreed',
  data: { userId: ANN, founderNumber: 100, freedAt: NOON },
};

const problemsOf = (...history: Known[]): string[] => {
  const check = founderChecker(openSpill());
  return history.flatMap((event) => check(event as unknown as RecordedEvent));
};

describe('valid memberships', () => {
  it.each<[string, Known[]]>([
    ['a founder', [reserved(47), intentCreated(), founderEvent(47), foundingActivated()]],
    ['the last founder', [intentCreated(), founderEvent(100)]],
    [
      'two founders',
      [intentCreated(), intentCreated({ userId: 'bob' }), founderEvent(1), founderEvent(2, 'bob')],
    ],
    [
      'a subscriber',
      [subscriptionCreated(), monthlyActivated(), monthlyActivated({ paidBy: 'in_2' })],
    ],
    [
      'a founder restored beyond the last number, because a dispute was won later',
      [intentCreated(), founderEvent(100), seatFreed, released(100), founderEvent(101)],
    ],
  ])('may be %s', (_, history) => expect(problemsOf(...history)).toEqual([]));
});

describe('invalid memberships', () => {
  const paid = [intentCreated(), founderEvent(47)];
  it.each<[string, Known[], string]>([
    [
      'an unpaid seat',
      [founderEvent(1)],
      'number 1 is taken by a payment that was never requested from ann',
    ],
    ['a number beyond the last', [founderEvent(101)], 'number 101 is beyond 100'],
    [
      'a number with two founders',
      [founderEvent(1), founderEvent(1, 'bob')],
      'number 1 is taken by bob, but ann has it',
    ],
    [
      'a founder with two numbers',
      [founderEvent(1), founderEvent(2)],
      'ann takes number 2, but has 1',
    ],
    [
      'a reserved seat that is already taken',
      [founderEvent(1), reserved(1, 'bob')],
      'although ann has it',
    ],
    [
      'a member who did not pay',
      [founderEvent(47), foundingActivated()],
      'pi_1, which Courtly never requested',
    ],
    [
      'a member through the payment of another',
      [...paid, foundingActivated({ userId: 'bob' })],
      'never requested',
    ],
    [
      'a payment that counts twice',
      [...paid, foundingActivated(), foundingActivated()],
      'is used twice',
    ],
    ['another amount', [...paid, foundingActivated({ amountCents: 1 })], 'pi_1 is for $0.01'],
    [
      'a number without a seat',
      [intentCreated(), foundingActivated()],
      'founder 47 without that seat',
    ],
    [
      'a subscriber without a subscription',
      [monthlyActivated()],
      'in_1, which Courtly never requested',
    ],
    [
      'an end before the beginning',
      [...paid, foundingActivated({ until: NOON })],
      'ends before it begins',
    ],
  ])('are reported: %s', (_, history, text) =>
    expect(problemsOf(...history)).toEqual(expect.arrayContaining([expect.stringContaining(text)])),
  );
});
