import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERIFICATION_LINK_HOURS } from '@courtly/contracts/account';
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/local-time.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { reactTo } from '../../../platform/processes/reactions.js';
import { EventStore } from '../../../platform/stores/event-store.js';
import { commandLine } from '../../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../../testing/mailbox.js';
import { eventually } from '../../../../testing/stores.js';
import { verificationLinks } from '../identity.process.js';
import { AttemptLimits, attemptLimits } from '../sessions/attempt-limits.service.js';
import { VerificationTokens } from './verification-tokens.service.js';

let mailbox: Mailbox;
let courtly: Courtly;
beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    PUBLIC_URL: 'http://courtly.example',
    TRUST_PROXY: '1',
  });
});
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

const tokenIn = (text = '') => /courtly\.example\/verify-email#(\S+)/.exec(text)![1]!;
const tokenFor = async ({ email }: Member, count = 1) =>
  tokenIn((await mailbox.verification(email, count)).text);
const verify = (token: string, agent = courtly.visitor()) =>
  agent.post('/api/auth/email-verifications').send({ token });
const requestLink = ({ agent }: Member) => agent.post('/api/auth/email-verifications/links');
const isVerified = async ({ agent }: Member) =>
  (await agent.get('/api/auth/me').expect(200)).body.isEmailVerified as boolean;
const eventsOf = (category: 'user' | 'emailVerification', { user }: Member) =>
  courtly.app.get(EventStore).read(`${category}-${user.id}`);
const typesOf = async (category: 'user' | 'emailVerification', member: Member) =>
  (await eventsOf(category, member)).map(({ type }) => type);

describe('the verification link that a registration sends', () => {
  it('verifies the email in a browser without a session', async () => {
    const member = await courtly.register();
    expect(member.user.isEmailVerified).toBe(false);
    const token = await tokenFor(member);
    expect((await verify(token).expect(200)).body).toEqual({ wasVerified: false });
    expect(await isVerified(member)).toBe(true);
    const events = await eventsOf('emailVerification', member);
    expect(events.at(-1)).toMatchObject({ type: 'EmailVerified', data: { proof: 'verification' } });
    expect(JSON.stringify(events)).not.toContain(token);
    expect(JSON.stringify(events)).not.toContain(member.email);
  });

  it('does not change the stream of the account, which earlier releases read', async () => {
    const member = await courtly.register();
    await verify(await tokenFor(member)).expect(200);
    expect(await typesOf('user', member)).toEqual(['UserRegistered']);
  });

  it('is followed by one welcome email, as soon as the email is verified', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    expect(mailbox.welcomesTo(member.email)).toEqual([]);
    await verify(token).expect(200);
    const welcome = await eventually(
      'the welcome email arrives',
      async () => mailbox.welcomesTo(member.email)[0],
    );
    expect(welcome.text).toContain('http://courtly.example/courts');
    await verify(token).expect(200);
    expect(mailbox.welcomesTo(member.email)).toHaveLength(1);
  });

  it('reports that it has already been used', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    await verify(token, member.agent).expect(200);
    expect((await verify(token).expect(200)).body).toEqual({ wasVerified: true });
    expect(await typesOf('emailVerification', member)).toEqual(['EmailVerified']);
  });

  it('verifies once even if several browsers use it at the same time', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    await Promise.all(Array.from({ length: 5 }, () => verify(token).expect(200)));
    expect(await typesOf('emailVerification', member)).toEqual(['EmailVerified']);
  });

  it('comes in an email without any text from the person who registered', async () => {
    const names = {
      firstName: 'Win at evil.example',
      lastName: 'Now',
      username: randomUUID().slice(0, 8),
    };
    const { email } = await courtly.register('player', {
      ...names,
      username: `x${names.username}`,
    });
    const { text, html } = await mailbox.verification(email);
    for (const name of Object.values(names)) expect(`${text}${String(html)}`).not.toContain(name);
  });

  it('is not sent for registrations in an older log', async () => {
    const member = await courtly.register();
    const events = await courtly.app
      .get(Streams, { strict: false })
      .events(`user-${member.user.id}`);
    const now = Date.parse(member.user.createdAt);
    expect(reactTo(verificationLinks, events, now).jobs).toHaveLength(1);
    expect(reactTo(verificationLinks, events, now + DAY_MS + 1).jobs).toEqual([]);
  });

  it('is refused in a session of another user, and verifies nothing', async () => {
    const [member, stranger] = [await courtly.register(), await courtly.register()];
    const { body } = await verify(await tokenFor(member), stranger.agent).expect(403);
    expect(body).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('a different account'),
    });
    expect([await isVerified(member), await isVerified(stranger)]).toEqual([false, false]);
  });

  it('expires', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    courtly.config.CLOCK_OFFSET_MS += VERIFICATION_LINK_HOURS * HOUR_MS;
    try {
      const { body } = await verify(token).expect(404);
      expect(body).toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('expired'),
      });
    } finally {
      courtly.config.CLOCK_OFFSET_MS -= VERIFICATION_LINK_HOURS * HOUR_MS;
    }
    expect(await isVerified(member)).toBe(false);
  });

  it.each([
    ['another user', (token: string, { user }: Member) => token.replace(/^[^.]+/, user.id)],
    [
      'a later expiry',
      (token: string) => token.replace(/\.(\d+)\./, (_, s) => `.${Number(s) + 1}.`),
    ],
    ['another proof', (token: string) => token.replace(/.$/, (c) => (c === '0' ? '1' : '0'))],
    ['a missing part', (token: string) => token.slice(0, -1)],
    ['a prototype', () => '__proto__'],
  ])('is not valid with %s', async (_, forge) => {
    const [member, stranger] = [await courtly.register(), await courtly.register()];
    await verify(forge(await tokenFor(member), stranger)).expect(404);
    expect([await isVerified(member), await isVerified(stranger)]).toEqual([false, false]);
  });

  it('is not sent to an email that received too many, not counting failed ones', async () => {
    const [attempts, keyedHashes] = [
      courtly.app.get(AttemptLimits, { strict: false }),
      courtly.app.get(KeyedHashes, { strict: false }),
    ];
    const email = `${randomUUID()}@example.test`;
    const emailHash = keyedHashes.hashOfName('email', email);
    const fail = () => Promise.reject(new Error('the mail server is down'));
    await expect(attempts.limitVerificationEmail(emailHash, fail)).rejects.toThrow('is down');
    for (let count = 0; count < attemptLimits.verificationTo.points; count++)
      await attempts.countVerificationLink(emailHash);
    await courtly.register('player', { email });
    // Emails are sent in order, so a later one proves that none is pending.
    await mailbox.verification((await courtly.register()).email);
    expect(mailbox.verificationsTo(email)).toEqual([]);
  });

  it('counts toward the limit per address only if it is invalid', async () => {
    const member = await courtly.register();
    const token = await tokenFor(member);
    const tryFromThere = (tried: string) =>
      verify(tried)
        .set('X-Forwarded-For', '198.51.100.9')
        .then(({ status }) => status);
    const { points } = attemptLimits.verificationFromAddress;
    expect(await tryFromThere(token)).toBe(200);
    const statuses = await Promise.all(Array.from({ length: points }, () => tryFromThere('none')));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect(await tryFromThere(token)).toBe(429);
  });

  it('does not verify the email that replaced the one it was sent to', async () => {
    const member = await courtly.register();
    const token = courtly.app
      .get(VerificationTokens, { strict: false })
      .issueToken(
        { userId: member.user.id, email: `earlier.${member.email}` },
        new Date().toISOString(),
      );
    await verify(token).expect(404);
    expect(await isVerified(member)).toBe(false);
  });
});

describe('another verification link', () => {
  it('is sent on request, and the earlier one still works', async () => {
    const member = await courtly.register();
    const first = await tokenFor(member);
    const { body } = await requestLink(member).expect(202);
    expect(body).toEqual({ message: `We sent a link to ${member.email}.` });
    await tokenFor(member, 2);
    await verify(first).expect(200);
  });

  it('is not sent to a verified email', async () => {
    const member = await courtly.register();
    await verify(await tokenFor(member)).expect(200);
    const { body } = await requestLink(member).expect(202);
    expect(body.message).toContain('already verified');
    // Emails are sent in order, so a later one proves that none is pending.
    await mailbox.verification((await courtly.register()).email);
    expect(mailbox.verificationsTo(member.email)).toHaveLength(1);
  });

  it('is not promised if there is no mail server', async () => {
    const member = await courtly.register();
    const { MAIL_URL } = courtly.config;
    courtly.config.MAIL_URL = undefined;
    try {
      const { body } = await requestLink(member).expect(202);
      expect(body.message).toContain('contact us');
    } finally {
      courtly.config.MAIL_URL = MAIL_URL;
    }
  });

  it('is limited per email, together with the link from the registration', async () => {
    const member = await courtly.register();
    await tokenFor(member);
    for (let count = 1; count < attemptLimits.verificationTo.points; count++)
      await requestLink(member).expect(202);
    expect((await requestLink(member).expect(429)).body.code).toBe('too_many_requests');
  });
});

describe('an operator', () => {
  const verifyByOperator = (email: string) =>
    commandLine(courtly.stores.environment)(['users', 'verify-email', email]);

  it('verifies the email of an account', async () => {
    const member = await courtly.register();
    expect(await verifyByOperator(member.email.toUpperCase())).toMatchObject({
      code: 0,
      printed: `The email of ${member.user.username} (${member.email}) is verified.`,
    });
    await eventually('the read model shows the verified email', () => isVerified(member));
    expect((await eventsOf('emailVerification', member)).at(-1)).toMatchObject({
      type: 'EmailVerified',
      data: { proof: 'operator' },
      metadata: { actor: { id: 'operator' } },
    });
  });

  it('cannot verify an email without an account', async () => {
    const { code, noted } = await verifyByOperator('nobody@example.test');
    expect(code).toBe(1);
    expect(noted).toContain('There is no account with this email.');
  });
});
