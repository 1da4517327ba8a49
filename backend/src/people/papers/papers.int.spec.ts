import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HostApproval } from '@courtly/contracts/applications';
import type { Booking } from '@courtly/contracts/bookings';
import { type AcceptedPaper, type Paper, PaperName } from '@courtly/contracts/papers';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { eventually } from '../../../testing/stores.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { applications } from '../applications/applications.projection.js';
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

const applyAsHost = (member: Member, email: string) => {
  const application = {
    fullName: 'Robin Baseline',
    email,
    phoneNumber: '4805550123',
    propertyAddress: '8412 E Horseshoe Ln, Paradise Valley, AZ 85253',
    courtType: 'tennis',
    courtSurface: 'clay',
    availability: 'Weekday mornings',
    courtDescription: 'A quiet court between citrus trees.',
    agreeToTerms: 'true',
  };
  const request = member.agent.post('/api/host-apply');
  for (const [field, value] of Object.entries(application)) void request.field(field, value);
  return request.expect(201);
};
const acceptedBy = async ({ agent }: Member) =>
  (await agent.get('/api/accepted-papers').expect(200)).body as AcceptedPaper[];
const applicationsWith = (email: string) =>
  courtly.app
    .get(ReadModels, { strict: false })
    .read(applications, (collection) => collection.find({ email }).toArray());

it('serves the papers that a person accepted', async () => {
  const host = await courtly.register('owner');
  await courtly.verifyEmail(host);
  const { policy } = courtly.config;
  const registered = await acceptedBy(host);
  expect(registered).toMatchObject([paperUnder(policy, 'terms'), paperUnder(policy, 'privacy')]);
  await applyAsHost(host, host.email);
  await eventually(
    'the hosting terms are listed',
    async () => (await acceptedBy(host)).length === 3,
  );
  expect((await acceptedBy(host)).map(({ name }) => name)).toEqual([
    'hosting-terms',
    'terms',
    'privacy',
  ]);
  await courtly.visitor().get('/api/accepted-papers').expect(401);
});

const shownIn = ({ policyId, version }: Pick<Paper, 'policyId' | 'version'>) => ({
  policyId,
  version,
});

it('lists the cancellation policy that a booking accepted, if the player was shown it', async () => {
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const date = addDays(localDate(court.zone, Date.now()), 3);
  const [slot, nextSlot] = await courtly.slots(court.id, date);
  const { policy } = courtly.config;
  const terms = shownIn(paperUnder(policy, 'terms'));
  const cancellationPolicy = shownIn(paperUnder(policy, 'cancellation-policy'));
  await courtly.book(player, court.id, slot!).expect(201);
  expect((await acceptedBy(player)).map(({ name }) => name)).toEqual(['terms', 'privacy']);
  for (const papers of [
    { terms: { ...terms, version: '2020-01' }, cancellationPolicy },
    { terms, cancellationPolicy: { ...cancellationPolicy, version: '2020-01' } },
    { terms, cancellationPolicy: { ...cancellationPolicy, policyId: 'earlier' } },
  ]) {
    const { body } = await courtly.book(player, court.id, nextSlot!, { papers }).expect(409);
    expect(body).toMatchObject({ code: 'policy_changed', details: { policyId: policy.id } });
  }
  const papers = { terms, cancellationPolicy };
  const { body } = await courtly.book(player, court.id, nextSlot!, { papers }).expect(201);
  expect(await acceptedBy(player)).toMatchObject([
    { ...paperUnder(policy, 'cancellation-policy'), acceptedAt: (body as Booking).createdAt },
    paperUnder(policy, 'terms'),
    paperUnder(policy, 'privacy'),
  ]);
});

it('does not reveal whether someone else has applied with an email', async () => {
  const email = 'office@example.test';
  const [first, second] = [await courtly.register('owner'), await courtly.register('owner')];
  await applyAsHost(first, email);
  await applyAsHost(second, email);
  await eventually('the application is listed', async () => {
    return (await applicationsWith(email)).length === 1;
  });
  const answersTo = async (member: Member) => ({
    approval: (await member.agent.get('/api/host/approval').expect(200)).body as unknown,
    papers: (await acceptedBy(member)).map(({ name }) => name),
  });
  expect(await answersTo(first)).toEqual(await answersTo(second));
});

it('lists no hosting terms that someone else agreed to with the email of a host', async () => {
  const [host, other] = [await courtly.register('owner'), await courtly.register('owner')];
  await courtly.verifyEmail(host);
  await applyAsHost(other, host.email);
  await eventually('the host finds the application', async () => {
    const { body } = await host.agent.get('/api/host/approval').expect(200);
    return (body as HostApproval).state === 'pending';
  });
  expect((await acceptedBy(host)).map(({ name }) => name)).toEqual(['terms', 'privacy']);
});
