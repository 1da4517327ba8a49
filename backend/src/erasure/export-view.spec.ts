import { expect, it } from '@jest/globals';
import { MOST_EXPORTED } from '@courtly/contracts/erasure';
import type { MatchDocument } from '../matches/matches.projection.js';
import { hostedItem, listOf, matchItem, plain } from './export-view.js';

it('says amounts in dollars and leaves out what is of the program or opens something', () =>
  expect(
    plain({
      ...{ _id: 'b1', position: '1', totalCents: 33_005, payBy: null, clientSecret: 'pi_secret', policyId: 'open' },
      refunds: { re_1: { amountCents: 100, failed: false } },
      tags: ['a'],
    }),
  ).toEqual({ total: '330.05', payBy: null, refunds: { re_1: { amount: '1.00', failed: false } }, tags: ['a'] }));

it('holds at most 1,000 of a list, and says whether these are all', () => {
  const some = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  expect(listOf(some(MOST_EXPORTED))).toMatchObject({ isComplete: true, items: { length: MOST_EXPORTED } });
  expect(listOf(some(MOST_EXPORTED + 1))).toMatchObject({ isComplete: false, items: { length: MOST_EXPORTED } });
});

it('leaves others their words', () => {
  const place = {
    placeId: 'p',
    side: 'opponent',
    email: 'o@example.test',
    addedAt: 'then',
    emailHash: 'h',
    answerBy: null,
  };
  const match = {
    ...{ matchId: 'm', loggerId: 'ann', notes: 'Windy', reason: 'No', reasonBy: 'olga' },
    players: [
      { ...place, playerId: 'olga', name: 'Olga' },
      { ...place, playerId: 'rosa', name: 'Rosa' },
    ],
  } as unknown as MatchDocument;
  const names = (item: ReturnType<ReturnType<typeof matchItem>>) => item.players.map(({ name }) => name);
  const [ofAnn, ofOlga] = [matchItem('ann')(match), matchItem('olga')(match)];
  expect([ofAnn.notes, ofAnn.reason, names(ofAnn)]).toEqual(['Windy', null, ['Olga', 'Rosa']]);
  expect([ofOlga.notes, ofOlga.reason, names(ofOlga)]).toEqual(['', 'No', ['Olga']]);
  expect(JSON.stringify(ofAnn)).not.toContain('emailHash');
  expect(hostedItem({ notes: 'Please open the gate' })).toEqual({});
});
