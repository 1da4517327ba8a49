import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PlayerApplication } from '@courtly/contracts/applications';
import type { ElitePlans } from '@courtly/contracts/membership';
import { CommandBus } from '@nestjs/cqrs';
import { applicantOf, applicationIn, applications } from '../applications/application.js';
import { ApplicationTokens } from '../applications/application-tokens.service.js';
import { GrantRoleCommand } from '../identity/identity.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { currentConsent } from './renewal-consent.js';

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let admin: Member;

beforeAll(async () => {
  paidCourtly = await startPaidCourtly({}, { paymentRequired: false });
  ({ courtly } = paidCourtly);
  courtly.config.policy.elite.monthlyNeedsApplication = true;
  admin = await courtly.register();
  const commandContext = systemContext('an admin', new Date().toISOString());
  await courtly.app
    .get(CommandBus)
    .execute(new GrantRoleCommand({ email: admin.email, role: 'admin' }, commandContext));
  await eventually(
    'the role is effective',
    async () => (await admin.agent.get('/api/admin/applications')).status === 200,
  );
});

afterAll(() => paidCourtly?.stop());

const monthly = async (agent: Member['agent']) =>
  ((await agent.get('/api/membership/plans').expect(200)).body as ElitePlans).monthly;
const subscribe = ({ agent }: Member) =>
  agent
    .post('/api/membership/subscription')
    .send({ renewalConsent: true, consentVersion: currentConsent.version });
const form = {
  fullName: 'Robin Baseline',
  city: 'Scottsdale',
  skillLevel: 'Advanced',
  whyJoin: 'I would like to play every week.',
  agreeToTerms: true,
};

const apply = async ({ agent, email }: Member, status: 'approved' | 'rejected') => {
  await agent
    .post('/api/player-applications')
    .send({ ...form, email })
    .expect(201);
  const { id } = await eventually('the application is pending', async () => {
    const query = { search: email, status: 'pending' };
    const { body } = await admin.agent
      .get('/api/admin/player-applications')
      .query(query)
      .expect(200);
    return (body as PlayerApplication[])[0];
  });
  const path = `/api/admin/player-applications/${id}/status`;
  await admin.agent.patch(path).send({ status }).expect(200);
  if (status === 'rejected') return;
  const applicant = applicantOf(
    'player',
    courtly.app.get(KeyedHashes).hashOfName('applicant', email),
  );
  const existing = await courtly.app.get(Streams, { strict: false }).load(applications, applicant);
  const application = applicationIn(existing, id);
  const applicationTokens = courtly.app.get(ApplicationTokens, { strict: false });
  const token = applicationTokens.issueToken(application, application.linkExpiresAt!);
  const claimed = await agent.post('/api/applications/claims').send({ token }).expect(200);
  const pageResponse = agent
    .get('/api/membership/plans')
    .set('Courtly-After', claimed.headers['courtly-position']!);
  await pageResponse.expect(200);
};

it('lets only approved applicants subscribe', async () => {
  const member = await courtly.player();
  expect(await monthly(courtly.visitor())).toMatchObject({ needsApplication: true, isOpen: false });
  expect((await monthly(member.agent)).isOpen).toBe(false);
  expect((await subscribe(member).expect(409)).body).toMatchObject({
    code: 'not_on_sale',
    message: 'Please apply first. We reply within two days, and applying is free.',
  });
  await apply(member, 'rejected');
  await subscribe(member).expect(409);
  await apply(member, 'approved');
  expect((await monthly(member.agent)).isOpen).toBe(true);
  await subscribe(member).expect(200);
  const otherMember = await courtly.player();
  await subscribe(otherMember).expect(409);
});
