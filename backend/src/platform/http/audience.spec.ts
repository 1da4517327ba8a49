import { describe, expect, it } from '@jest/globals';
import type { ReadModelUpdates } from '../projections/progress.js';
import { FOLLOWERS } from '../projections/projection.js';
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

describe('coalesced updates', () => {
  it('merge into one per read model, with the newest position and each document once', () => {
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

  it('are public if one of them is', () =>
    expect(
      coalesce([updates('x', '1', ['a', null]), updates('x', '2', ['a', ['ann']])])[0]!.changes.get(
        'a',
      ),
    ).toBeNull());
});

describe('the updates that a client receives', () => {
  const coalesced = coalesce([
    updates('bookings', '1', ['a', ['ann']], ['b', ['bob']]),
    updates('courtDays', '1', ['d', null], ['e', null]),
    updates('courts', '1', ['c', null]),
  ]);
  const ids = (...subscriber: [userId?: string, topics?: string[]]) =>
    changesFor(coalesced, ...subscriber).map((change) => [change.readModel, ...change.ids]);

  it('include every document that a member may see', () =>
    expect(ids('ann')).toEqual([
      ['bookings', 'a'],
      ['courtDays', 'd', 'e'],
      ['courts', 'c'],
    ]));
  it('include only courts for a visitor', () => expect(ids()).toEqual([['courts', 'c']]));
  it('include the requested topics that the user may see', () => {
    expect(ids('ann', ['bookings', 'courtDays:e'])).toEqual([
      ['bookings', 'a'],
      ['courtDays', 'e'],
    ]);
    expect(ids(undefined, ['bookings', 'courtDays:d'])).toEqual([['courtDays', 'd']]);
    expect(ids('bob', ['bookings:a', 'nonsense'])).toEqual([]);
  });
  it('include documents for followers only if their ids were requested', () => {
    const courtDays = coalesce([updates('courtDays', '1', ['d', ['hana', FOLLOWERS]])]);
    const receivedBy = (...subscriber: [userId?: string, topics?: string[]]) =>
      changesFor(courtDays, ...subscriber).flatMap((change) => change.ids);
    expect(receivedBy('hana', ['courtDays'])).toEqual(['d']);
    expect(receivedBy(undefined, ['courtDays:d'])).toEqual(['d']);
    expect(receivedBy(undefined, ['courtDays', 'courtDays:e'])).toEqual([]);
    expect(receivedBy('ann')).toEqual([]);
  });
  it('include a bulk change for followers of any document', () => {
    const bulkChange = coalesce([updates('courtDays', '1', ['*', ['hana', FOLLOWERS]])]);
    expect(changesFor(bulkChange, undefined, ['courtDays:d'])).toHaveLength(1);
    expect(changesFor(bulkChange, undefined, ['courtDays'])).toEqual([]);
  });
  it('include a bulk change if one of its documents was requested', () =>
    expect(
      changesFor(coalesce([updates('courtDays', '1', ['*', null])]), 'ann', ['courtDays:d']),
    ).toEqual([{ readModel: 'courtDays', ids: ['*'], position: '1' }]));
});
