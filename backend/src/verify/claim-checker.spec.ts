import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { claimChecker } from './claim-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const event = (stream: string, type: string, userId: string) =>
  ({ stream, type, data: { userId } }) as unknown as RecordedEvent;
const claimed = (stream: string, userId: string) => event(stream, 'Claimed', userId);
const released = (stream: string, userId: string) => event(stream, 'Released', userId);
const registered = (userId: string) => event(`user-${userId}`, 'UserRegistered', userId);

const problemsOf = (...history: RecordedEvent[]): string[] => {
  const check = claimChecker(openSpill());
  return history.flatMap((recordedEvent) => check(recordedEvent));
};

describe('a valid history', () => {
  it('claims two names before each registration', () =>
    expect(
      problemsOf(
        claimed('emailClaim-1', 'ada'),
        claimed('usernameClaim-1', 'ada'),
        registered('ada'),
      ),
    ).toEqual([]));
  it('may reuse a name that another user released', () =>
    expect(
      problemsOf(
        claimed('emailClaim-1', 'ada'),
        released('emailClaim-1', 'ada'),
        claimed('emailClaim-1', 'bea'),
      ),
    ).toEqual([]));
});

describe('a change of email address', () => {
  const account = [
    claimed('emailClaim-1', 'ada'),
    claimed('usernameClaim-1', 'ada'),
    registered('ada'),
  ];
  const emailChanged = event('user-ada', 'EmailChanged', 'ada');

  it('claims the new address, changes, and releases the old one', () =>
    expect(
      problemsOf(
        ...account,
        claimed('emailClaim-2', 'ada'),
        emailChanged,
        released('emailClaim-1', 'ada'),
      ),
    ).toEqual([]));
  it('is reported if the user claims a third address', () =>
    expect(
      problemsOf(...account, claimed('emailClaim-2', 'ada'), claimed('emailClaim-3', 'ada')),
    ).toEqual(['ada holds emailClaim-1 and emailClaim-2 already']));
  it('is reported if the new address was not claimed', () =>
    expect(problemsOf(...account, emailChanged)).toEqual([
      'ada has changed to an unclaimed email address',
    ]));
  it('is not allowed for usernames', () =>
    expect(problemsOf(...account, claimed('usernameClaim-2', 'ada'))).toEqual([
      'ada holds usernameClaim-1 already',
    ]));
});

describe('an invalid history', () => {
  it('is reported if two users hold a name', () =>
    expect(problemsOf(claimed('emailClaim-1', 'ada'), claimed('emailClaim-1', 'bea'))).toEqual([
      'bea claims a name that ada has',
    ]));
  it('is reported if a user has two email addresses', () =>
    expect(problemsOf(claimed('emailClaim-1', 'ada'), claimed('emailClaim-2', 'ada'))).toEqual([
      'ada holds emailClaim-1 already',
    ]));
  it('is reported if another user releases a name', () =>
    expect(problemsOf(claimed('emailClaim-1', 'ada'), released('emailClaim-1', 'bea'))).toEqual([
      'bea releases a name that ada has',
    ]));
  it('is reported if an account has no username or has released its email address', () => {
    expect(problemsOf(claimed('emailClaim-1', 'ada'), registered('ada'))).toEqual([
      'ada is registered without usernameClaim',
    ]);
    const names = [
      claimed('emailClaim-1', 'ada'),
      claimed('usernameClaim-1', 'ada'),
      released('emailClaim-1', 'ada'),
    ];
    expect(problemsOf(...names, registered('ada'))).toEqual([
      'ada is registered without emailClaim',
    ]);
  });
});

describe('an erased account', () => {
  const account = [
    claimed('emailClaim-1', 'ada'),
    claimed('usernameClaim-1', 'ada'),
    registered('ada'),
  ];
  const erased = event('user-ada', 'AccountErased', 'ada');

  it('releases both names first', () =>
    expect(
      problemsOf(
        ...account,
        released('emailClaim-1', 'ada'),
        released('usernameClaim-1', 'ada'),
        erased,
      ),
    ).toEqual([]));
  it('is reported if it still holds a name', () =>
    expect(problemsOf(...account, released('emailClaim-1', 'ada'), erased)).toEqual([
      'ada is erased, but still has usernameClaim-1',
    ]));
});
