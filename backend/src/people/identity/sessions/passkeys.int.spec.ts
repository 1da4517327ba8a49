import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PasskeyEnrollment,
  PendingLogin,
  SecondFactors,
  TotpEnrollment,
} from '@courtly/contracts/second-factor';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Secret, TOTP } from 'otpauth';
import supertest from 'supertest';
import { createApp } from '../../../app.js';
import { createAuthenticator } from '../../../../testing/authenticator.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';

const FACTORS = '/api/auth/second-factors';
const ORIGIN = 'https://courtly.example';

let courtly: Courtly;
let other: NestExpressApplication;
let otherBase: string;
beforeAll(async () => {
  courtly = await startCourtly({ PUBLIC_URL: 'http://localhost:3000' });
  other = await createApp({ ...courtly.config, ROLES: ['api'] });
  await other.listen(0, courtly.config.HOST);
  otherBase = await other.getUrl();
});
afterAll(async () => {
  await other?.close();
  await courtly?.stop();
});

type Authenticator = ReturnType<typeof createAuthenticator>;
type Options = Readonly<{ challenge: string; rp?: object; allowCredentials?: { id: string }[] }>;
const optionsIn = (body: unknown) => (body as { options: Options }).options;
const ownOrigin = () => courtly.config.PUBLIC_URL;

const start = async ({ agent, password }: Member) =>
  (await agent.post(`${FACTORS}/passkeys`).send({ currentPassword: password }).expect(201))
    .body as PasskeyEnrollment;
const confirm = ({ agent }: Member, factorId: string, passkey: object, name = 'Laptop') =>
  agent.put(`${FACTORS}/passkeys/${factorId}`).send({ name, passkey });
const add = async (member: Member, authenticator: Authenticator, name?: string) => {
  const enrollment = await start(member);
  const created = authenticator.create(optionsIn(enrollment));
  await confirm(member, enrollment.factorId, created, name).expect(200);
  return enrollment;
};
const verifiedMember = async () => {
  const member = await courtly.register();
  await courtly.verifyEmail(member);
  return { ...member, user: { ...member.user, isEmailVerified: true } };
};
const enrolled = async () => {
  const member = await verifiedMember();
  const authenticator = createAuthenticator(ownOrigin());
  return { member, authenticator, ...(await add(member, authenticator)) };
};
const ticketOf = async ({ email, password }: Member) => {
  const login = courtly.visitor().post('/api/auth/login').send({ email, password });
  const { body } = await login.expect(401);
  return body.details as PendingLogin;
};
const loginOptions = async (ticket: string) =>
  optionsIn(
    (await courtly.visitor().post('/api/auth/login/passkey-options').send({ ticket }).expect(200))
      .body,
  );
const finish = (ticket: string, passkey: object, agent = courtly.visitor()) =>
  agent.post('/api/auth/login/second-step').send({ ticket, passkey });
const factorsOf = async (agent: Member['agent']) =>
  (await agent.get(FACTORS).expect(200)).body as SecondFactors;

describe('a passkey', () => {
  it('has a name, and creates recovery codes if it is the first second factor', async () => {
    const { member, recoveryCodes } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect(await factorsOf(member.agent)).toMatchObject({
      factors: [{ kind: 'passkey', name: 'Laptop' }],
      recoveryCodesLeft: 10,
      isUsed: true,
    });
    const second = createAuthenticator(ownOrigin());
    expect((await add(member, second, 'Phone')).recoveryCodes).toEqual([]);
    expect((await factorsOf(member.agent)).factors.map(({ name }) => name)).toEqual([
      'Laptop',
      'Phone',
    ]);
  });

  it('requires the password', async () => {
    const { agent } = await verifiedMember();
    await agent.post(`${FACTORS}/passkeys`).send({ currentPassword: 'not-this-one' }).expect(400);
  });

  it('is refused if another site created it', async () => {
    const member = await verifiedMember();
    const enrollment = await start(member);
    const elsewhere = createAuthenticator(ORIGIN);
    const created = elsewhere.create(optionsIn(enrollment));
    await confirm(member, enrollment.factorId, created).expect(400);
    expect((await factorsOf(member.agent)).factors).toEqual([]);
  });

  it('is refused for the challenge of another factor, person, or attempt', async () => {
    const [member, stranger] = await Promise.all([verifiedMember(), verifiedMember()]);
    const authenticator = createAuthenticator(ownOrigin());
    const [mine, next, theirs] = [await start(member), await start(member), await start(stranger)];
    await confirm(member, next.factorId, authenticator.create(optionsIn(mine))).expect(400);
    await confirm(member, mine.factorId, authenticator.create(optionsIn(theirs))).expect(400);
    // The first attempt has used up its challenge.
    await confirm(member, mine.factorId, authenticator.create(optionsIn(mine))).expect(400);
    await confirm(member, next.factorId, authenticator.create(optionsIn(next))).expect(200);
  });
});

describe('a sign-in with a passkey', () => {
  it('starts a session with a second factor', async () => {
    const { member, authenticator } = await enrolled();
    const { ticket, kinds } = await ticketOf(member);
    expect(kinds).toEqual(['passkey']);
    const agent = courtly.visitor();
    const passkey = authenticator.get(await loginOptions(ticket));
    expect((await finish(ticket, passkey, agent).expect(200)).body).toEqual(member.user);
    expect(await factorsOf(agent)).toMatchObject({ isUsed: true });
  });

  it('works only once across two processes', async () => {
    const { member, authenticator } = await enrolled();
    const { ticket } = await ticketOf(member);
    const passkey = authenticator.get(await loginOptions(ticket));
    const responses = await Promise.all(
      [courtly.base, otherBase, courtly.base, otherBase].map((base) =>
        finish(ticket, passkey, supertest.agent(base)),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it("is refused for another person's passkey or challenge", async () => {
    const [mine, theirs] = [await enrolled(), await enrolled()];
    const { ticket } = await ticketOf(mine.member);
    const { ticket: theirTicket } = await ticketOf(theirs.member);
    await finish(ticket, theirs.authenticator.get(await loginOptions(ticket))).expect(400);
    await finish(ticket, mine.authenticator.get(await loginOptions(theirTicket))).expect(400);
    await finish(ticket, mine.authenticator.get({ challenge: 'self-made' })).expect(400);
    await finish(ticket, {}).expect(400);
  });

  it.each([
    ['site', ORIGIN],
    ['port of the same host', 'http://localhost:4000'],
  ])('is refused from another %s', async (_, page) => {
    const { member, authenticator } = await enrolled();
    const { ticket } = await ticketOf(member);
    await finish(ticket, authenticator.get(await loginOptions(ticket), page)).expect(400);
    await finish(ticket, authenticator.get(await loginOptions(ticket))).expect(200);
  });

  it('is refused if the counter does not increase, as with a copied authenticator', async () => {
    const member = await verifiedMember();
    const copied = createAuthenticator(ownOrigin());
    await add(member, copied);
    const { ticket } = await ticketOf(member);
    const older = copied.get(await loginOptions(ticket));
    await finish(ticket, copied.get(await loginOptions(ticket))).expect(200);
    await finish(ticket, older).expect(400);
  });

  it('works with authenticators that have no counter', async () => {
    const member = await verifiedMember();
    const authenticator = createAuthenticator(ownOrigin(), false);
    await add(member, authenticator);
    const { ticket } = await ticketOf(member);
    for (const _ of [1, 2])
      await finish(ticket, authenticator.get(await loginOptions(ticket))).expect(200);
  });
});

it('a passkey and the password suffice to remove that passkey', async () => {
  const { member, authenticator, factorId } = await enrolled();
  const response = await member.agent.post(`${FACTORS}/passkey-options`).expect(200);
  const removal = {
    currentPassword: member.password,
    passkey: authenticator.get(optionsIn(response.body)),
  };
  const { body } = await member.agent
    .post(`${FACTORS}/${factorId}/removal`)
    .send(removal)
    .expect(200);
  expect(body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
});

it('adding a passkey fails if the other second factors were removed after its start', async () => {
  const { member, authenticator, factorId } = await enrolled();
  const later = await start(member);
  expect(later.recoveryCodes).toEqual([]);
  const { body } = await member.agent.post(`${FACTORS}/passkey-options`).expect(200);
  await member.agent
    .post(`${FACTORS}/${factorId}/removal`)
    .send({ currentPassword: member.password, passkey: authenticator.get(optionsIn(body)) })
    .expect(200);
  const created = createAuthenticator(ownOrigin()).create(optionsIn(later));
  await confirm(member, later.factorId, created).expect(409);
  expect(await factorsOf(member.agent)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
});

it('adding a passkey succeeds even if the recovery codes were replaced after its start', async () => {
  const { member, authenticator } = await enrolled();
  const { agent, password: currentPassword } = member;
  const app = (await agent.post(`${FACTORS}/totp`).send({ currentPassword }).expect(201))
    .body as TotpEnrollment;
  const { body } = await agent.post(`${FACTORS}/passkey-options`).expect(200);
  const passkey = authenticator.get(optionsIn(body));
  await agent.post(`${FACTORS}/recovery-codes`).send({ currentPassword, passkey }).expect(201);
  const code = new TOTP({ secret: Secret.fromBase32(app.key) }).generate();
  await agent.put(`${FACTORS}/totp/${app.factorId}`).send({ code }).expect(200);
});
