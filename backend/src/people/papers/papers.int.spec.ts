import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AcceptedPaper, PaperName } from '@courtly/contracts/papers';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
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

it('serves no other documents', () => courtly.visitor().get('/api/papers/imprint').expect(400));

it('serves the papers that a person accepted', async () => {
  const host = await courtly.register('owner');
  await courtly.verifyEmail(host);
  const accepted = async () =>
    (await host.agent.get('/api/accepted-papers').expect(200)).body as AcceptedPaper[];
  const { policy } = courtly.config;
  const registered = await accepted();
  expect(registered).toMatchObject([paperUnder(policy, 'terms'), paperUnder(policy, 'privacy')]);
  const application = {
    fullName: 'Robin Baseline',
    email: host.email,
    phoneNumber: '4805550123',
    propertyAddress: '8412 E Horseshoe Ln, Paradise Valley, AZ 85253',
    courtType: 'tennis',
    courtSurface: 'clay',
    availability: 'Weekday mornings',
    courtDescription: 'A quiet court between citrus trees.',
    agreeToTerms: 'true',
  };
  const apply = host.agent.post('/api/host-apply');
  for (const [field, value] of Object.entries(application)) void apply.field(field, value);
  await apply.expect(201);
  await eventually('the hosting terms are listed', async () => (await accepted()).length === 3);
  expect((await accepted()).map(({ name }) => name)).toEqual(['hosting-terms', 'terms', 'privacy']);
  await courtly.visitor().get('/api/accepted-papers').expect(401);
});
