import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PaperName } from '@courtly/contracts/papers';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { paperUnder } from './papers.js';

let courtly: Courtly;

beforeAll(async () => {
  courtly = await startCourtly();
});
afterAll(() => courtly.stop());

it.each(PaperName.options)(
  'serves %s to visitors, with the numbers of the policy',
  async (name) => {
    const { body } = await courtly.visitor().get(`/api/papers/${name}`).expect(200);
    expect(body).toEqual(paperUnder(courtly.config.policy, name));
  },
);

it('serves no other paper', () => courtly.visitor().get('/api/papers/imprint').expect(400));
