import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Session, User } from '@courtly/contracts/identity';
import type { PendingLogin, SecondFactors, TotpEnrollment } from '@courtly/contracts/second-factor';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Secret, TOTP } from 'otpauth';
import supertest from 'supertest';
import { createApp } from '../../../app.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { VaultDatabase } from '../../../platform/stores/vault-database.js';
import { anAdmin } from '../../../../testing/admin.js';
import { commandLine } from '../../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../../testing/mailbox.js';
import { eventually } from '../../../../testing/stores.js';
import { ACCOUNT_CLOSURE, type AccountClosure } from '../../../platform/http/account-closure.js';
import { RateLimits } from '../../../platform/http/rate-limits.js';
import { RedisClient } from '../../../platform/stores/redis.js';
import { attemptLimits } from './attempt-limits.service.js';
import { SessionIndex } from './session-index.service.js';
import { TICKET_LIFETIME_MS } from './sign-in-tickets.service.js';

const FACTORS = '/api/auth/second-factors';
const SECOND_STEP = '/api/auth/login/second-step';
const ADMIN_PAGE = '/api/admin/policies';

let mailbox: Mailbox;
let courtly: Courtly;
let other: NestExpressApplication;
let otherBase: string;
beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    SECOND_FACTOR: 'required',
    TRUST_PROXY: '1',
  });
  other = await createApp({ ...courtly.config, ROLES: ['api'] });
  await other.listen(0, courtly.config.HOST);
  otherBase = await other.getUrl();
});
afterAll(async () => {
  await other?.close();
  await courtly?.stop();
  await mailbox?.stop();
});

/**
 * Each code works only once, and only in order, so each test uses the current code and then the
 * next.
 */
const codeOf = (key: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  });
/** Six digits that are not the code of any nearby time step. */
const wrongCodeOf = (key: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(key, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  )!;
};

const start = async ({ agent, password }: Member) =>
  (await agent.post(`${FACTORS}/totp`).send({ currentPassword: password }).expect(201))
    .body as TotpEnrollment;
const confirm = ({ agent }: Member, factorId: string, code: string) =>
  agent.put(`${FACTORS}/totp/${factorId}`).send({ code });
const turnOn = async (member: Member): Promise<TotpEnrollment> => {
  const enrollment = await start(member);
  await confirm(member, enrollment.factorId, codeOf(enrollment.key)).expect(200);
  return enrollment;
};
const verifiedMember = async () => {
  const member = await courtly.register();
  await courtly.verifyEmail(member);
  return { ...member, user: { ...member.user, isEmailVerified: true } };
};
const enrolled = async () => {
  const member = await verifiedMember();
  return { member, ...(await turnOn(member)) };
};
const signIn = ({ email, password }: Member, agent = courtly.visitor()) =>
  agent.post('/api/auth/login').send({ email, password });
const ticketOf = async (member: Member, agent = courtly.visitor()) => {
  const { body } = await signIn(member, agent).expect(401);
  expect(body.code).toBe('second_factor_pending');
  return (body.details as PendingLogin).ticket;
};
const finish = (ticket: string, code: string, agent = courtly.visitor()) =>
  agent.post(SECOND_STEP).send({ ticket, code });
const factorsOf = async (agent: Member['agent']) =>
  (await agent.get(FACTORS).expect(200)).body as SecondFactors;
const eventsOf = ({ user }: Member) => courtly.app.get(EventStore).read(`secondFactor-${user.id}`);
const secretsOf = ({ user }: Member) =>
  courtly.app.get(VaultDatabase).call((vault) =>
    vault
      .collection<{ _id: string }>('secondFactors')
      .find({ _id: { $gte: `${user.id}.`, $lt: `${user.id}/` } })
      .toArray(),
  );
/**
 * Signs in, runs a change that ends the session, and starts the session again without a second
 * factor, as an earlier release's API process would.
 */
const signedInByEarlierRelease = async (member: Member, change: () => Promise<unknown>) => {
  const agent = courtly.visitor();
  await signIn(member, agent).expect(200);
  const { commands } = courtly.app.get(RedisClient);
  const sessionIndex = courtly.app.get(SessionIndex);
  const [{ id: sessionId } = { id: '' }] = await sessionIndex.sessionsOf(member.user.id);
  const sessionJson = (await commands.get(sessionIndex.sessionKeyOf(sessionId)))!;
  await change();
  await sessionIndex.addSession(member.user.id, sessionId);
  await commands.set(sessionIndex.sessionKeyOf(sessionId), sessionJson, 'EX', 600);
  await agent.get('/api/auth/me').expect(200);
  return agent;
};
const unverified = async ({ agent, password }: Member, kind: 'totp' | 'passkeys') => {
  const answer = await agent.post(`${FACTORS}/${kind}`).send({ currentPassword: password });
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual({
    code: 'email_unverified',
    message: 'Verify your email first. You can request the link in your settings.',
  });
};
/** The token of the link in the next email to this address. */
const tokenTo = (email: string) =>
  eventually('the link arrived', async () =>
    mailbox
      .to(email)
      .map(({ text = '' }) => /\?token=(\S+)/.exec(text)?.[1])
      .find((token) => token !== undefined),
  );
const reset = async (email: string, newPassword: string) => {
  await courtly.visitor().post('/api/auth/password-resets').send({ email }).expect(202);
  const token = await tokenTo(email);
  const visitor = courtly.visitor();
  await visitor.post(`/api/auth/password-resets/${token}`).send({ newPassword }).expect(204);
};
const fieldOf = ({ body }: { body: { details?: { fields?: { field: string }[] } } }) =>
  body.details?.fields?.[0]?.field;

describe('turning on two-step sign-in', () => {
  it('requires the password', async () => {
    const { agent } = await verifiedMember();
    const answer = await agent
      .post(`${FACTORS}/totp`)
      .send({ currentPassword: 'not-the-password' })
      .expect(400);
    expect(fieldOf(answer)).toBe('currentPassword');
  });

  it('requires a code from the app, and changes nothing until then', async () => {
    const member = await verifiedMember();
    const { factorId, key } = await start(member);
    expect(fieldOf(await confirm(member, factorId, wrongCodeOf(key)).expect(400))).toBe('code');
    await signIn(member).expect(200);
    await confirm(member, factorId, codeOf(key)).expect(200);
    await ticketOf(member);
  });

  it('must be finished within 15 minutes', async () => {
    const member = await verifiedMember();
    const { factorId, key } = await start(member);
    courtly.config.CLOCK_OFFSET_MS += 16 * 60_000;
    try {
      await confirm(member, factorId, codeOf(key)).expect(404);
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
    const answer = member.agent.post(`${FACTORS}/totp`).send({ currentPassword: member.password });
    expect((await answer.expect(409)).body.code).toBe('wrong_status');
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
    const { factorId, key } = await start(member);
    const idempotencyKey = randomUUID();
    const code = codeOf(key);
    for (const _ of [1, 2])
      await confirm(member, factorId, code).set('Idempotency-Key', idempotencyKey).expect(200);
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
    await reset(squatter.email, newPassword);
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
        await reset(squatter.email, 'grass-court-rally');
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

it('a password reset leaves the second factor in place', async () => {
  const { member, key } = await enrolled();
  await reset(member.email, 'grass-court-rally');
  const ticket = await ticketOf({ ...member, password: 'grass-court-rally' });
  await finish(ticket, codeOf(key, 1)).expect(200);
});

describe('the second step of a sign-in', () => {
  it('starts the session, unlike the password alone', async () => {
    const { member, key } = await enrolled();
    const agent = courtly.visitor();
    const ticket = await ticketOf(member, agent);
    await agent.get('/api/auth/me').expect(401);
    expect((await finish(ticket, codeOf(key, 1), agent).expect(200)).body).toEqual(member.user);
    expect(await factorsOf(agent)).toMatchObject({ isUsed: true });
  });

  it('is not mentioned for a wrong password', async () => {
    const { member } = await enrolled();
    const { body } = await signIn({ ...member, password: 'not-the-password' }).expect(401);
    expect(body).toEqual({ code: 'wrong_credentials', message: 'Invalid email or password' });
  });

  it('accepts a code only once across two processes', async () => {
    const { member, key } = await enrolled();
    const ticket = await ticketOf(member);
    const code = codeOf(key, 1);
    const answers = await Promise.all(
      [courtly.base, otherBase, courtly.base, otherBase].map((base) =>
        finish(ticket, code, supertest.agent(base)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('accepts no code older than the last one', async () => {
    const { member, key } = await enrolled();
    await finish(await ticketOf(member), codeOf(key, 1)).expect(200);
    await finish(await ticketOf(member), codeOf(key, 0)).expect(400);
  });

  it('accepts a recovery code only once across two processes, and reports it by email', async () => {
    const { member, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(member);
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all(
      [courtly.base, otherBase, courtly.base, otherBase].map((base) =>
        finish(ticket, first, supertest.agent(base)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const agent = courtly.visitor();
    const typed = `${second.slice(0, 5)}-${second.slice(5)}`.toUpperCase();
    await finish(ticket, typed, agent).expect(200);
    expect(await factorsOf(agent)).toMatchObject({ recoveryCodesLeft: 8 });
    await eventually('the notices arrived', () =>
      Promise.resolve(
        mailbox
          .to(member.email)
          .filter(({ subject }) => subject === 'A Courtly recovery code was used').length === 2,
      ),
    );
  });

  it('accepts a recovery code once, even with the same Idempotency-Key', async () => {
    const { member, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(member);
    const key = randomUUID();
    await finish(ticket, recoveryCodes[0]!).set('Idempotency-Key', key).expect(200);
    await finish(ticket, recoveryCodes[0]!).set('Idempotency-Key', key).expect(400);
  });

  it('must be finished within five minutes', async () => {
    const { member, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(member);
    courtly.config.CLOCK_OFFSET_MS += TICKET_LIFETIME_MS;
    try {
      const { body } = await finish(ticket, recoveryCodes[0]!).expect(401);
      expect(body.code).toBe('not_signed_in');
    } finally {
      courtly.config.CLOCK_OFFSET_MS = 0;
    }
    await finish(ticket, recoveryCodes[0]!).expect(200);
  });

  it('fails after a change of the password', async () => {
    const { member, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(member);
    const passwords = { currentPassword: member.password, newPassword: 'grass-court-rally' };
    await member.agent.put('/api/auth/me/password').send(passwords).expect(204);
    const { body } = await finish(ticket, recoveryCodes[0]!).expect(401);
    expect(body.code).toBe('wrong_credentials');
    expect(await factorsOf(member.agent)).toMatchObject({ isUsed: true, recoveryCodesLeft: 10 });
  });

  it('limits guesses per account and address, but not on a known device', async () => {
    const { member, key, recoveryCodes } = await enrolled();
    const known = courtly.visitor();
    await finish(await ticketOf(member, known), recoveryCodes[0]!, known).expect(200);
    const ticket = await ticketOf(member);
    const wrong = wrongCodeOf(key);
    const guess = (code: string, address: string) =>
      finish(ticket, code).set('X-Forwarded-For', address);
    for (let n = 0; n < attemptLimits.secondStepFromAddress.points; n++)
      await guess(wrong, '203.0.113.9').expect(400);
    expect((await guess(recoveryCodes[1]!, '203.0.113.9').expect(429)).body.code).toBe(
      'too_many_requests',
    );
    await finish(ticket, recoveryCodes[1]!, known)
      .set('X-Forwarded-For', '203.0.113.9')
      .expect(200);
  });

  it('limits guesses on all known devices together, but not recovery codes', async () => {
    const { member, key, recoveryCodes } = await enrolled();
    const known = courtly.visitor();
    await finish(await ticketOf(member, known), recoveryCodes[0]!, known).expect(200);
    const { appCodeOnDevices } = attemptLimits;
    // Simulates someone who has used up the day's attempts on other devices.
    const rateLimits = courtly.app.get(RateLimits);
    for (let n = 0; n < appCodeOnDevices.points; n++)
      await rateLimits.consume(appCodeOnDevices, member.user.id);
    const ticket = await ticketOf(member, known);
    await finish(ticket, codeOf(key, 1), known).expect(429);
    await finish(ticket, recoveryCodes[1]!, known).expect(200);
  });

  it("still accepts the owner's recovery codes after the daily app-code limit is reached", async () => {
    const { member, key, recoveryCodes } = await enrolled();
    const rateLimits = courtly.app.get(RateLimits);
    for (let n = 0; n < attemptLimits.appCode.points; n++)
      await rateLimits.consume(attemptLimits.appCode, member.user.id);
    const ticket = await ticketOf(member);
    await finish(ticket, codeOf(key, 1)).expect(429);
    await finish(ticket, recoveryCodes[0]!).expect(200);
  });

  it('starts no session if an operator resets the second factors at the same time', async () => {
    const { member, recoveryCodes } = await enrolled();
    const ticket = await ticketOf(member);
    const sessionIndex = courtly.app.get(SessionIndex);
    const addSession = sessionIndex.addSession.bind(sessionIndex);
    const spy = jest
      .spyOn(sessionIndex, 'addSession')
      .mockImplementationOnce(async (...session) => {
        const run = commandLine({ ...courtly.stores.environment });
        await run(['users', 'reset-second-factor', member.user.id, '--reason', 'Stolen phone.']);
        await eventually(
          'the secrets are gone',
          async () => (await secretsOf(member)).length === 0,
        );
        return addSession(...session);
      });
    try {
      const agent = courtly.visitor();
      await finish(ticket, recoveryCodes[0]!, agent).expect(401);
      await agent.get('/api/auth/me').expect(401);
    } finally {
      spy.mockRestore();
    }
  });

  it('cannot be skipped by a repeated registration', async () => {
    const key = randomUUID();
    const password = 'clay-court-rally';
    const body = {
      username: `p${randomUUID().slice(0, 8)}`,
      email: `${randomUUID()}@example.test`,
      password,
      firstName: 'Robin',
      lastName: 'Baseline',
      phone: '4805550123',
      role: 'player',
    };
    const register = (agent = courtly.visitor()) =>
      agent.post('/api/auth/register').set('Idempotency-Key', key).send(body);
    const agent = courtly.visitor();
    const user = (await register(agent).expect(201)).body as User;
    const member = { agent, user, email: body.email, password };
    await courtly.verifyEmail(member);
    await turnOn(member);
    const intruder = courtly.visitor();
    await register(intruder).expect(409);
    await intruder.get('/api/auth/me').expect(401);
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

describe('a session without the second factor of its account', () => {
  it('cannot change the password, the email, or the second factors, or delete the account', async () => {
    const member = await verifiedMember();
    const agent = await signedInByEarlierRelease(member, () => turnOn(member));
    const { password: currentPassword } = member;
    const answers = [
      await agent
        .put('/api/auth/me/password')
        .send({ currentPassword, newPassword: 'new-court-1' }),
      await agent
        .post('/api/auth/email-changes')
        .send({ currentPassword, newEmail: `${randomUUID()}@example.test` }),
      await agent.post('/api/account/erase').send({ currentPassword, confirmation: 'DELETE' }),
      await agent.post(`${FACTORS}/passkeys`).send({ currentPassword }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(
      answers.map(() => 'second_factor_required'),
    );
    await ticketOf(member);
  });

  it('does not gain the second factor through a repeated request', async () => {
    const member = await verifiedMember();
    const idempotencyKey = randomUUID();
    const { factorId, key } = await start(member);
    const code = codeOf(key);
    const confirmOnce = (agent: Member['agent']) =>
      confirm({ ...member, agent }, factorId, code)
        .set('Idempotency-Key', idempotencyKey)
        .expect(200);
    const agent = await signedInByEarlierRelease(member, () => confirmOnce(member.agent));
    await confirmOnce(agent);
    expect(await factorsOf(agent)).toMatchObject({ isUsed: false });
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
    const answer = await member.agent.post(`${FACTORS}/recovery-codes`).send(body).expect(201);
    const { recoveryCodes: newCodes } = answer.body as { recoveryCodes: string[] };
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
    await eventually('the notice arrived', () =>
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
