import { describe, expect, it } from '@jest/globals';
import type { ReadModelUpdates } from '../projections/progress.js';
import { coalesce, changesFor } from './audience.js';

const updates = (
  readModel: string,
  position: string,
  ...changes: [string, string[] | null][]
): ReadModelUpdates => [
  {
    readModel,
    position,
    lagSeconds: 0,
    changes: changes.map(([id, audience]) => ({ id, audience })),
  },
];

describe('updates of a while', () => {
  it('become one for each read model, up to the newest position, with each document once', () => {
    const coalesced = coalesce([
      updates('bookings', '01', ['a', ['ann']], ['b', ['bob']]),
      updates('courts', '01', ['c', null]),
      updates('bookings', '03', ['a', ['bob']]),
      updates('bookings', '02'),
    ]);
    expect(coalesced).toEqual([
      {
        readModel: 'bookings',
        position: '03',
        changes: new Map([
          ['a', ['ann', 'bob']],
          ['b', ['bob']],
        ]),
      },
      { readModel: 'courts', position: '01', changes: new Map([['c', null]]) },
    ]);
  });

  it('are for everybody where one of them was', () =>
    expect(
      coalesce([updates('x', '1', ['a', null]), updates('x', '2', ['a', ['ann']])])[0]!.changes.get(
        'a',
      ),
    ).toBeNull());
});

describe('somebody hears', () => {
  const coalesced = coalesce([
    updates('bookings', '1', ['a', ['ann']], ['b', ['bob']]),
    updates('courtDays', '1', ['d', null], ['e', null]),
    updates('courts', '1', ['c', null]),
  ]);
  const ids = (...given: [userId?: string, topics?: string[]]) =>
    changesFor(coalesced, ...given).map((change) => [change.readModel, ...change.ids]);

  it('all that a member may see', () =>
    expect(ids('ann')).toEqual([
      ['bookings', 'a'],
      ['courtDays', 'd', 'e'],
      ['courts', 'c'],
    ]));
  it('of courts alone as a visitor', () => expect(ids()).toEqual([['courts', 'c']]));
  it('what they asked for, and of that what they may see', () => {
    expect(ids('ann', ['bookings', 'courtDays:e'])).toEqual([
      ['bookings', 'a'],
      ['courtDays', 'e'],
    ]);
    expect(ids(undefined, ['bookings', 'courtDays:d'])).toEqual([['courtDays', 'd']]);
    expect(ids('bob', ['bookings:a', 'nonsense'])).toEqual([]);
  });
  it('of many at once when one of them is asked for', () =>
    expect(
      changesFor(coalesce([updates('courtDays', '1', ['*', null])]), 'ann', ['courtDays:d']),
    ).toEqual([{ readModel: 'courtDays', ids: ['*'], position: '1' }]));
});
