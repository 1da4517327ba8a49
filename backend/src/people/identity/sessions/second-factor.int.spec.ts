import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Session } from '@courtly/contracts/identity';
import { Secret } from 'otpauth';
import { ACCOUNT_CLOSURE, type AccountClosure } from '../../../platform/http/account-closure.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { anAdmin } from '../../../../testing/admin.js';
import { commandLine } from '../../../../testing/command-line.js';
import type { Member } from '../../../../testing/courtly.js';
import {
  FACTORS,
  codeOf,
  confirmTotp,
  courtly,
  enrolled,
  factorsOf,
  finish,
  mailbox,
  resetPassword,
  secretsOf,
  signIn,
  startTotp,
  startWithSecondFactors,
  stopWithSecondFactors,
  ticketOf,
  tokenTo,
  turnOn,
  verifiedMember,
  wrongCodeOf,
} from '../../../../testing/second-factors.js';
import { eventually } from '../../../../testing/stores.js';

const ADMIN_PAGE = '/api/admin/policies';

beforeAll(startWithSecondFactors);
afterAll(stopWithSecondFactors);

const eventsOf = ({ user }: Member) => courtly.app.get(EventStore).read(`secondFactor-${user.id}`);
const unverified = async ({ agent, password }: Member, kind: 'totp' | 'passkeys') => {
  const response = await agent.post(`${FACTORS}/${kind}`).send({ currentPassword: password });
  expect(response.status).toBe(403);
  expect(response.body).toEqual({
    code: 'email_unverified',
    message: 'Verify your email first. You can request the link in your settings.',
  });
};
const fieldOf = ({ body }: { body: { details?: { fields?: { field: string }[] } } }) =>
  body.details?.fields?.[0]?.field;

describe('turning on two-step sign-in', () => {
  it('requires the password', async () => {
    const { agent } = await verifiedMember();
    const response = await agent
      .post(`${FACTORS}/totp`)
      .send({ currentPassword: 'not-the-password' })
      .expect(400);
    expect(fieldOf(response)).toBe('currentPassword');
  });

  it('requires a code from the app, and changes nothing until then', async () => {
    const member = await verifiedMember();
    const { factorId, key } = await startTotp(member);
    expect(fieldOf(await confirmTotp(member, factorId, wrongCodeOf(key)).expect(400))).toBe('code');
    await signIn(member).expect(200);
    await confirmTotp(member, factorId, codeOf(key)).expect(200);
    await ticketOf(member);
  });

  it('must be finished within 15 minutes', async () => {
    const member = await verifiedMember();
    const { factorId, key } = await startTotp(member);
    courtly.config.CLOCK_OFFSET_MS += 16 * 60_000;
    try {
      await confirmTotp(member, factorId, codeOf(key)).expect(404);
    } finally {
      courtly.config.CLOCK_OFFSET_MS = 0;
    }
  });

  it("ends the other sessions, and marks this browser's new one", async () => {
    const member = await verifiedMember();
    const elsewhere = courtly.visitor();
    await signIn(member, elsewhere).expect(200);
    await turnOn(member);
    await elsewhere.get('/api/auth/me').expect(401);
    const sessions = (await member.agent.get('/api/auth/sessions').expect(200)).body as Session[];
    expect(sessions).toMatchObject([{ isCurrent: true, usedSecondFactor: true }]);
    expect(await factorsOf(member.agent)).toMatchObject({
      factors: [{ kind: 'totp' }],
      recoveryCodesLeft: 10,
      isUsed: true,
    });
  });

  it('is limited to one app', async () => {
    const { member } = await enrolled();
    const response = member.agent
      .post(`${FACTORS}/totp`)
      .send({ currentPassword: member.password });
    expect((await response.expect(409)).body.code).toBe('wrong_status');
  });

  it('writes no secret to the log, the vault, or the data export', async () => {
    const { member, key, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(member);
    await finish(ticket, recoveryCodes[0]!).expect(200);
    const exported = await member.agent.get('/api/account/export').expect(200);
    expect(exported.body.secondFactors).toMatchObject({
      isComplete: true,
      items: [{ kind: 'totp', addedAt: expect.any(String) }],
    });
    const stored = JSON.stringify([await eventsOf(member), await secretsOf(member), exported.body]);
    const bytes = Secret.fromBase32(key).bytes;
    for (const secret of [
      key,
      Buffer.from(bytes).toString('base64'),
      Buffer.from(bytes).toString('hex'),
      ...recoveryCodes,
      member.password,
    ])
      expect(stored).not.toContain(secret);
  });

  it('happens once even if its requests are retried', async () => {
    const member = await verifiedMember();
    const { factorId, key } = await startTotp(member);
    const idempotencyKey = randomUUID();
    const code = codeOf(key);
    for (const _ of [1, 2])
      await confirmTotp(member, factorId, code).set('Idempotency-Key', idempotencyKey).expect(200);
    expect((await eventsOf(member)).map(({ type }) => type)).toEqual(['SecondFactorAdded']);
  });
});

describe('an unverified email', () => {
  it.each(['totp', 'passkeys'] as const)('allows no second factor (%s)', async (kind) => {
    const member = await courtly.register();
    await unverified(member, kind);
    expect(await secretsOf(member)).toEqual([]);
    await courtly.verifyEmail(member);
    await member.agent
      .post(`${FACTORS}/${kind}`)
      .send({ currentPassword: member.password })
      .expect(201);
  });

  it('allows no second factor while a change to another email is pending', async () => {
    const member = await courtly.register();
    const newEmail = `${randomUUID()}@example.test`;
    const change = { newEmail, currentPassword: member.password };
    await member.agent.post('/api/auth/email-changes').send(change).expect(202);
    await unverified(member, 'totp');
    const token = await tokenTo(newEmail);
    await member.agent.post(`/api/auth/email-changes/${token}`).expect(200);
    await turnOn(member);
  });

  it('leaves the account to the owner of the address, who resets the password', async () => {
    const squatter = await courtly.register();
    await unverified(squatter, 'totp');
    const newPassword = 'grass-court-rally';
    await resetPassword(squatter.email, newPassword);
    const owner = { ...squatter, password: newPassword, agent: courtly.visitor() };
    await signIn(owner, owner.agent).expect(200);
    await squatter.agent.get('/api/auth/me').expect(401);
    await turnOn(owner);
  });

  it('allows no second factor if the owner resets the password during the attempt', async () => {
    const squatter = await courtly.register();
    const closure = courtly.app.get<AccountClosure>(ACCOUNT_CLOSURE);
    const requirePassword = closure.requirePassword.bind(closure);
    const spy = jest
      .spyOn(closure, 'requirePassword')
      .mockImplementationOnce(async (...attempt) => {
        await requirePassword(...attempt);
        await resetPassword(squatter.email, 'grass-court-rally');
      });
    try {
      await squatter.agent
        .post(`${FACTORS}/totp`)
        .send({ currentPassword: squatter.password })
        .expect(403);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('a role that needs a second factor', () => {
  it('requires a verified email first, whose link the person can request', async () => {
    const admin = await anAdmin(courtly);
    await admin.agent.get(ADMIN_PAGE).expect(403);
    await unverified(admin, 'totp');
    await mailbox.verification(admin.email);
    await admin.agent.post('/api/auth/email-verifications/links').expect(202);
    const { text = '' } = await mailbox.verification(admin.email, 2);
    const token = /\/verify-email#(\S+)/.exec(text)![1];
    await admin.agent.post('/api/auth/email-verifications').send({ token }).expect(200);
    await turnOn(admin);
    await admin.agent.get(ADMIN_PAGE).expect(200);
  });

  it('opens its pages only to sessions with a second factor', async () => {
    const admin = await anAdmin(courtly);
    await courtly.verifyEmail(admin);
    const { body } = await admin.agent.get(ADMIN_PAGE).expect(403);
    expect(body.code).toBe('second_factor_required');
    expect(await factorsOf(admin.agent)).toMatchObject({ isRequired: true, isUsed: false });
    await admin.agent.get('/api/auth/me').expect(200);
    const { factorId, recoveryCodes } = await turnOn(admin);
    await admin.agent.get(ADMIN_PAGE).expect(200);
    const agent = courtly.visitor();
    await finish(await ticketOf(admin), recoveryCodes[0]!, agent).expect(200);
    await agent.get(ADMIN_PAGE).expect(200);
    await agent
      .post(`${FACTORS}/${factorId}/removal`)
      .send({ currentPassword: admin.password, code: recoveryCodes[1] })
      .expect(200);
    await agent.get(ADMIN_PAGE).expect(403);
    await admin.agent.get('/api/auth/me').expect(401);
  });

  it('is not granted by a second factor', async () => {
    const { member } = await enrolled();
    expect((await member.agent.get(ADMIN_PAGE).expect(403)).body.code).toBe('forbidden');
    expect(await factorsOf(member.agent)).toMatchObject({ isRequired: false });
  });
});

describe('a change of second factors', () => {
  it('requires the password and a code', async () => {
    const { member, factorId, key, recoveryCodes } = await enrolled();
    const remove = (body: object) =>
      member.agent.post(`${FACTORS}/${factorId}/removal`).send({
        currentPassword: member.password,
        code: recoveryCodes[0],
        ...body,
      });
    expect(fieldOf(await remove({ currentPassword: 'not-this-one' }).expect(400))).toBe(
      'currentPassword',
    );
    expect(fieldOf(await remove({ code: wrongCodeOf(key) }).expect(400))).toBe('code');
    expect((await remove({}).expect(200)).body).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
      isUsed: false,
    });
    expect(await secretsOf(member)).toEqual([]);
    await signIn(member).expect(200);
  });

  it('replaces the recovery codes', async () => {
    const { member, key, recoveryCodes } = await enrolled();
    const body = { currentPassword: member.password, code: codeOf(key, 1) };
    const response = await member.agent.post(`${FACTORS}/recovery-codes`).send(body).expect(201);
    const { recoveryCodes: newCodes } = response.body as { recoveryCodes: string[] };
    expect(new Set(newCodes).size).toBe(10);
    const ticket = await ticketOf(member);
    await finish(ticket, recoveryCodes[0]!).expect(400);
    await finish(ticket, newCodes[0]!).expect(200);
    expect(await secretsOf(member)).toHaveLength(2);
  });
});

describe('an operator', () => {
  it('resets the second factor of a locked-out person, which ends their sessions', async () => {
    const { member } = await enrolled();
    const environment = { ...courtly.stores.environment };
    const run = commandLine(environment);
    const command = ['users', 'reset-second-factor', member.user.id];
    const reason = 'Showed a passport.';
    const { code, printed } = await run([...command, '--reason', reason]);
    expect({ code, printed }).toEqual({
      code: 0,
      printed: expect.stringContaining('now signs in with only its password'),
    });
    await eventually(
      'the session has ended',
      async () => (await member.agent.get('/api/auth/me')).status === 401,
    );
    await eventually('the secrets are gone', async () => (await secretsOf(member)).length === 0);
    await signIn(member).expect(200);
    const events = await eventsOf(member);
    expect(events.at(-1)).toMatchObject({
      type: 'SecondFactorsReset',
      metadata: { actor: { role: 'operator' } },
    });
    expect(JSON.stringify(events)).not.toContain('passport');
    await mailbox.arrived(member.email);
    await eventually('the email arrives', () =>
      Promise.resolve(mailbox.to(member.email).some(({ subject }) => /turned off/.test(subject!))),
    );
    const again = await run([...command, '--reason', reason]);
    expect(again.printed).toContain('no second factor');
    expect((await run(['users', 'reset-second-factor', 'nobody', '--reason', 'x'])).code).toBe(1);
  });
});

it('an erased account leaves no secret in the vault', async () => {
  const { member } = await enrolled();
  await member.agent
    .post('/api/account/erase')
    .send({ currentPassword: member.password, confirmation: 'DELETE' })
    .expect(202);
  await eventually('the secrets are gone', async () => (await secretsOf(member)).length === 0);
});
