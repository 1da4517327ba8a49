import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Projector, fairShares } from './fair-shares.js';

const instanceIds = ['a@1', 'b@1', 'c@1', 'd@1', 'e@1'];
const projector = (
  id: string,
  runs: readonly string[] = instanceIds,
  pinned = false,
): Projector => ({
  id,
  runs,
  pinned,
});
const shareOf = (shares: ReadonlyMap<string, string>, id: string) =>
  [...shares].filter(([, owner]) => owner === id).length;
const none = new Map<string, string>();

describe('the projections', () => {
  it('all run in a single process', () =>
    expect([...fairShares([projector('one')], none).values()]).toEqual(
      instanceIds.map(() => 'one'),
    ));

  it('are split between two processes, each running at most half of them, rounded up', () => {
    const shares = fairShares([projector('one'), projector('two')], none);
    expect([shareOf(shares, 'one'), shareOf(shares, 'two')].sort()).toEqual([2, 3]);
  });

  it('keep their owners while the shares are fair', () => {
    const owners = new Map([
      ...instanceIds.slice(0, 3).map((id) => [id, 'two'] as const),
      [instanceIds[3]!, 'one'],
      [instanceIds[4]!, 'one'],
    ]);
    expect(fairShares([projector('one'), projector('two')], owners)).toEqual(owners);
  });

  it('are partly moved to a new process', () => {
    const owners = new Map(instanceIds.map((id) => [id, 'one']));
    expect(shareOf(fairShares([projector('one'), projector('two')], owners), 'one')).toBe(3);
  });

  it('run in the process that they are pinned to, no matter how many there are', () => {
    const shares = fairShares(
      [projector('one'), projector('two', instanceIds.slice(0, 4), true)],
      none,
    );
    expect(shareOf(shares, 'two')).toBe(4);
  });

  it('run in the only process that can run them, no matter what else it runs', () => {
    const newer = [...instanceIds, 'b@2'];
    const owners = new Map(instanceIds.map((id) => [id, 'new']));
    expect(fairShares([projector('old'), projector('new', newer)], owners).get('b@2')).toBe('new');
  });

  it('never remain without an owner if a process can run them', () => {
    const projectors = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('p', 'q', 'r', 's'),
        runs: fc.subarray(instanceIds),
        pinned: fc.boolean(),
      }),
      { selector: ({ id }) => id },
    );
    const owners = fc.dictionary(
      fc.constantFrom(...instanceIds),
      fc.constantFrom('p', 'q', 'r', 's', 'gone'),
    );
    fc.assert(
      fc.property(projectors, owners, (living, owned) => {
        const shares = fairShares(living, new Map(Object.entries(owned)));
        for (const id of instanceIds) {
          const able = living
            .filter(({ runs }) => runs.includes(id))
            .map((instance) => instance.id);
          expect(able.length > 0 ? able : [undefined]).toContain(shares.get(id));
        }
      }),
    );
  });
});
