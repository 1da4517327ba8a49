import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { User } from '@courtly/contracts/identity';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { createApp } from '../../../app.js';
import { RateLimits } from '../../../platform/http/rate-limits.js';
import { RedisClient } from '../../../platform/stores/redis.js';
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
  turnOn,
  verifiedMember,
  wrongCodeOf,
} from '../../../../testing/second-factors.js';
import { eventually } from '../../../../testing/stores.js';
import { attemptLimits } from './attempt-limits.service.js';
import { SessionIndex } from './session-index.service.js';
import { TICKET_LIFETIME_MS } from './sign-in-tickets.service.js';

let other: NestExpressApplication;
let otherBase: string;
beforeAll(async () => {
  await startWithSecondFactors();
  other = await createApp({ ...courtly.config, ROLES: ['api'] });
  await other.listen(0, courtly.config.HOST);
  otherBase = await other.getUrl();
});
afterAll(async () => {
  await other?.close();
  await stopWithSecondFactors();
});

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
    const responses = await Promise.all(
      [courtly.base, otherBase, courtly.base, otherBase].map((base) =>
        finish(ticket, code, supertest.agent(base)),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
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
    const responses = await Promise.all(
      [courtly.base, otherBase, courtly.base, otherBase].map((base) =>
        finish(ticket, first, supertest.agent(base)),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const agent = courtly.visitor();
    const typed = `${second.slice(0, 5)}-${second.slice(5)}`.toUpperCase();
    await finish(ticket, typed, agent).expect(200);
    expect(await factorsOf(agent)).toMatchObject({ recoveryCodesLeft: 8 });
    await eventually('both emails arrive', () =>
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

  it('fails after the password changes', async () => {
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

it('a password reset leaves the second factor in place', async () => {
  const { member, key } = await enrolled();
  await resetPassword(member.email, 'grass-court-rally');
  const ticket = await ticketOf({ ...member, password: 'grass-court-rally' });
  await finish(ticket, codeOf(key, 1)).expect(200);
});

describe('a session without the second factor of its account', () => {
  it('cannot change the password, the email, or the second factors, or delete the account', async () => {
    const member = await verifiedMember();
    const agent = await signedInByEarlierRelease(member, () => turnOn(member));
    const { password: currentPassword } = member;
    const responses = [
      await agent
        .put('/api/auth/me/password')
        .send({ currentPassword, newPassword: 'new-court-1' }),
      await agent
        .post('/api/auth/email-changes')
        .send({ currentPassword, newEmail: `${randomUUID()}@example.test` }),
      await agent.post('/api/account/erase').send({ currentPassword, confirmation: 'DELETE' }),
      await agent.post(`${FACTORS}/passkeys`).send({ currentPassword }),
    ];
    expect(responses.map(({ body }) => body.code)).toEqual(
      responses.map(() => 'second_factor_required'),
    );
    await ticketOf(member);
  });

  it('does not gain the second factor through a repeated request', async () => {
    const member = await verifiedMember();
    const idempotencyKey = randomUUID();
    const { factorId, key } = await startTotp(member);
    const code = codeOf(key);
    const confirmOnce = (agent: Member['agent']) =>
      confirmTotp({ ...member, agent }, factorId, code)
        .set('Idempotency-Key', idempotencyKey)
        .expect(200);
    const agent = await signedInByEarlierRelease(member, () => confirmOnce(member.agent));
    await confirmOnce(agent);
    expect(await factorsOf(agent)).toMatchObject({ isUsed: false });
  });
});
