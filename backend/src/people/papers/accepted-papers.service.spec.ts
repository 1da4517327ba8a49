import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Policy } from '@courtly/contracts/policy';
import { policyValuesOf } from '../policies/policy-values.js';
import { AcceptedPapers } from './accepted-papers.service.js';

const file = new URL('../../../../deploy/policies/standard.json', import.meta.url);
const standard = policyValuesOf(Policy.parse(JSON.parse(readFileSync(file, 'utf8'))));
const registered = (policyId: string) => ({
  type: 'UserRegistered',
  data: {
    registeredAt: '2026-12-01T10:00:00.000Z',
    papers: { terms: '2026-11', privacy: '2026-11', policyId },
  },
});
const versions = [
  { policyId: 'summer', values: standard },
  { policyId: 'later', values: { ...standard, reviewDays: 0 } },
];
const acceptedUnder = (policyId: string) =>
  new AcceptedPapers(
    { events: async () => [registered(policyId)], load: async () => versions } as never,
    { applicationsOf: async () => [] } as never,
    { read: async () => [] } as never,
  ).of('robin');

it('leaves out a paper under a policy that this release does not allow', async () => {
  expect((await acceptedUnder('summer')).map(({ name }) => name)).toEqual(['terms', 'privacy']);
  expect(await acceptedUnder('later')).toEqual([]);
});
