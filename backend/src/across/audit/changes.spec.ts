import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Map as ImmutableMap } from 'immutable';
import { seed } from '../../../testing/seed.js';
import { stateChanges, flattenState } from './changes.js';

const name = fc.constantFrom('status', 'players', 'note', 'cents', '0');
const { state: foldedState } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean(), fc.constant(null)),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    tie('state'),
    fc.array(tie('leaf'), { maxLength: 3 }),
  ),
  state: fc.dictionary(name, fc.oneof(tie('value'), fc.array(tie('state'), { maxLength: 3 })), {
    maxKeys: 4,
  }),
}));

describe(`changes between two states (SEED=${seed})`, () => {
  const holds = (property: fc.IProperty<[unknown, unknown]>) =>
    fc.assert(property, { seed, numRuns: 500 });

  it('are empty for equal states', () =>
    fc.assert(
      fc.property(foldedState, (closedHours) =>
        expect(stateChanges(closedHours, structuredClone(closedHours))).toEqual([]),
      ),
      { seed },
    ));

  it('turn the earlier state into the later one', () =>
    holds(
      fc.property(foldedState, foldedState, (previousState, after) => {
        const made = new Map(flattenState(previousState));
        for (const fieldChange of stateChanges(previousState, after)) {
          expect(made.get(fieldChange.field) ?? null).toBe(fieldChange.before);
          if (fieldChange.after === null) made.delete(fieldChange.field);
          else made.set(fieldChange.field, fieldChange.after);
        }
        expect(new Map([...made].sort())).toEqual(new Map([...flattenState(after)].sort()));
      }),
    ));

  it('are symmetric', () =>
    holds(
      fc.property(foldedState, foldedState, (previousState, after) => {
        const back = stateChanges(after, previousState).map((closedHours) => ({
          ...closedHours,
          before: closedHours.after,
          after: closedHours.before,
        }));
        const byField = (a: { field: string }, b: { field: string }) =>
          a.field < b.field ? -1 : 1;
        expect(back.sort(byField)).toEqual(stateChanges(previousState, after).sort(byField));
      }),
    ));
});

describe('a change', () => {
  it('names the path of its field', () =>
    expect(
      stateChanges(
        {
          status: 'pending',
          cents: 100,
          players: [{ side: 'opponent', playerId: null }],
          tags: ['a'],
        },
        {
          status: 'confirmed',
          cents: 100,
          players: [{ side: 'opponent', playerId: 'olga' }],
          tags: ['a', 'b'],
        },
      ),
    ).toEqual([
      { field: 'status', before: 'pending', after: 'confirmed' },
      { field: 'players.0.playerId', before: null, after: 'olga' },
      { field: 'tags', before: '["a"]', after: '["a","b"]' },
    ]));

  it('uses the keys of maps as paths', () =>
    expect(stateChanges(null, ImmutableMap([['one', { state: 'new' }]]))).toEqual([
      { field: 'one.state', before: null, after: 'new' },
    ]));

  it('never shows the client secret of a payment', () =>
    expect(stateChanges({ clientSecret: '' }, { clientSecret: 'pi_1_secret_2' })).toEqual([
      { field: 'clientSecret', before: '', after: 'hidden' },
    ]));
});
