import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { claimChecker } from './claim-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const event = (stream: string, type: string, userId: string) =>
  ({ stream, type, data: { userId } }) as unknown as RecordedEvent;
const claimed = (stream: string, userId: string) => event(stream, 'Claimed', userId);
const released = (stream: string, userId: string) => event(stream, 'Released', userId);
const registered = (userId: string) => event(`user-${userId}`, 'UserRegistered', userId);

const found = (...history: RecordedEvent[]): string[] => {
  const check = claimChecker(openSpill());
  return history.flatMap((one) => check(one));
};

describe('a sound history', () => {
  it('has two claims before each account', () =>
    expect(
      found(claimed('emailClaim-1', 'ada'), claimed('usernameClaim-1', 'ada'), registered('ada')),
    ).toEqual([]));
  it('may hold a name that another one has released', () =>
    expect(
      found(
        claimed('emailClaim-1', 'ada'),
        released('emailClaim-1', 'ada'),
        claimed('emailClaim-1', 'bea'),
      ),
    ).toEqual([]));
});

describe('a move to another e-mail', () => {
  const account = [
    claimed('emailClaim-1', 'ada'),
    claimed('usernameClaim-1', 'ada'),
    registered('ada'),
  ];
  const moved = event('user-ada', 'EmailChanged', 'ada');

  it('claims the new one, changes, and releases the old one', () =>
    expect(
      found(...account, claimed('emailClaim-2', 'ada'), moved, released('emailClaim-1', 'ada')),
    ).toEqual([]));
  it('holds no third one', () =>
    expect(
      found(...account, claimed('emailClaim-2', 'ada'), claimed('emailClaim-3', 'ada')),
    ).toEqual(['ada holds emailClaim-1 and emailClaim-2 already']));
  it('goes to nothing that was not claimed', () =>
    expect(found(...account, moved)).toEqual([
      'ada has changed to an e-mail that they do not hold',
    ]));
  it('does not go for user names', () =>
    expect(found(...account, claimed('usernameClaim-2', 'ada'))).toEqual([
      'ada holds usernameClaim-1 already',
    ]));
});

describe('what must never be', () => {
  it('is a name that two people hold', () =>
    expect(found(claimed('emailClaim-1', 'ada'), claimed('emailClaim-1', 'bea'))).toEqual([
      'bea claims what ada holds',
    ]));
  it('is a person with two e-mail addresses', () =>
    expect(found(claimed('emailClaim-1', 'ada'), claimed('emailClaim-2', 'ada'))).toEqual([
      'ada holds emailClaim-1 already',
    ]));
  it('is a name that somebody else gives up', () =>
    expect(found(claimed('emailClaim-1', 'ada'), released('emailClaim-1', 'bea'))).toEqual([
      'bea releases what ada holds',
    ]));
  it('is an account without a user name, or whose e-mail address was given up before', () => {
    expect(found(claimed('emailClaim-1', 'ada'), registered('ada'))).toEqual([
      'ada is registered without usernameClaim',
    ]);
    const names = [
      claimed('emailClaim-1', 'ada'),
      claimed('usernameClaim-1', 'ada'),
      released('emailClaim-1', 'ada'),
    ];
    expect(found(...names, registered('ada'))).toEqual(['ada is registered without emailClaim']);
  });
});

describe('an erased account', () => {
  const account = [
    claimed('emailClaim-1', 'ada'),
    claimed('usernameClaim-1', 'ada'),
    registered('ada'),
  ];
  const erased = event('user-ada', 'AccountErased', 'ada');

  it('has let both names go before', () =>
    expect(
      found(
        ...account,
        released('emailClaim-1', 'ada'),
        released('usernameClaim-1', 'ada'),
        erased,
      ),
    ).toEqual([]));
  it('holds none', () =>
    expect(found(...account, released('emailClaim-1', 'ada'), erased)).toEqual([
      'ada is erased and holds usernameClaim-1',
    ]));
});
