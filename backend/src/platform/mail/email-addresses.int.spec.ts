import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { User } from '@courtly/contracts/identity';
import { SendPasswordChangedEmailCommand } from '../../people/identity/account/account-emails.commands.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { systemContext } from '../kernel/context.js';
import { RateLimits } from '../http/rate-limits.js';
import { KeyedHashes } from '../kernel/keyed-hashes.js';
import { EventStore } from '../stores/event-store.js';
import { EmailAddresses } from './email-addresses.service.js';
import { refusalsFromAddress } from './email-refusals.commands.js';

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

const anEmail = () => `${randomUUID()}@example.test`;
let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;

describe('a person without an account', () => {
  const apply = (email: string) =>
    courtly
      .visitor()
      .post('/api/player-applications')
      .set('X-Forwarded-For', newAddress())
      .send({
        fullName: 'you, your card was charged',
        email,
        city: 'Scottsdale',
        skillLevel: 'Advanced',
        otherClubs: '',
        whyJoin: 'I would like to play every week.',
        agreeToTerms: true,
      })
      .expect(201);
  const refuse = (token: string, callerAddress = newAddress()) =>
    courtly
      .visitor()
      .post(`/api/emails/refusals/${token}`)
      .set('X-Forwarded-For', callerAddress)
      .type('form')
      .send('List-Unsubscribe=One-Click');
  const tokenIn = (text = '') => /courtly\.example\/never-email-me\/(\S+)/.exec(text)![1]!;

  it('gets emails without the typed name, and stops them with one click', async () => {
    const email = anEmail();
    await apply(email);
    const [mail] = await mailbox.arrived(email);
    expect(mail!.text).not.toContain('card');
    const token = tokenIn(mail!.text);
    const { unsubscribe } = mail!.headers.get('list') as unknown as {
      unsubscribe: { url: string };
    };
    expect(unsubscribe.url).toBe(`http://courtly.example/api/emails/refusals/${token}`);
    expect(await courtly.app.get(EmailAddresses).refusalLinks(email)).not.toBeNull();

    await courtly.visitor().get(`/api/emails/refusals/${token}`).expect(404);
    expect(await courtly.app.get(EmailAddresses).refusalLinks(email)).not.toBeNull();
    await refuse(token).expect(204);
    await refuse(token).expect(204);
    expect(await courtly.app.get(EmailAddresses).refusalLinks(email.toUpperCase())).toBeNull();

    const other = anEmail();
    await apply(email);
    await apply(other);
    await mailbox.arrived(other);
    expect(mailbox.to(email)).toHaveLength(1);
  });

  it('leaves neither the address nor the token in the log', async () => {
    const email = anEmail();
    await apply(email);
    const token = tokenIn((await mailbox.arrived(email))[0]!.text);
    await refuse(token).expect(204);
    const events = await courtly.app.get(EventStore).read(`emailAddress-${token.split('.')[0]}`);
    expect(events.map(({ type }) => type)).toEqual(['EmailsRefused']);
    for (const text of [email, token]) expect(JSON.stringify(events)).not.toContain(text);
  });

  it('gets the same response to a forged token, which has no effect', async () => {
    const [email, other] = [anEmail(), anEmail()];
    const emailAddresses = courtly.app.get(EmailAddresses);
    const [hash] = emailAddresses.refusalToken(email).split('.');
    const [, proof] = emailAddresses.refusalToken(other).split('.');
    for (const forged of [`${hash}.${proof}`, `${hash}.`, 'x']) await refuse(forged).expect(204);
    expect(await emailAddresses.refusalLinks(email)).not.toBeNull();
  });

  it('cannot try tokens without a limit', async () => {
    const callerAddress = newAddress();
    const key = courtly.app.get(KeyedHashes).hashOf('address', callerAddress);
    const rateLimits = courtly.app.get(RateLimits);
    for (let count = 0; count < refusalsFromAddress.points; count += 1)
      await rateLimits.consume(refusalsFromAddress, key);
    await refuse('x', callerAddress).expect(429);
    await refuse('x').expect(204);
  });
});

describe('an account whose email the mail server rejects', () => {
  const userOf = async ({ agent }: Member) => (await agent.get('/api/auth/me')).body as User;
  const sendNotice = ({ user }: Member, cause = randomUUID()) =>
    courtly.app
      .get(CommandBus)
      .execute(
        new SendPasswordChangedEmailCommand(
          { userId: user.id, changedAt: new Date().toISOString() },
          systemContext(cause, new Date().toISOString()),
        ),
      );

  it.each(['5.1.1 no such user', 'No such user here'])(
    'gets no more emails until the address is verified: %s',
    async (reply) => {
      const member = await courtly.register();
      await mailbox.verification(member.email);
      expect((await userOf(member)).emailBouncedAt).toBeUndefined();
      mailbox.refuseAddress(member.email, reply);
      await sendNotice(member);
      const { emailBouncedAt } = await userOf(member);
      expect(Date.parse(emailBouncedAt!)).not.toBeNaN();

      mailbox.acceptAddress(member.email);
      await sendNotice(member);
      expect(mailbox.to(member.email)).toEqual([]);
      await member.agent.post('/api/auth/email-verifications/links').expect(202);
      const { text } = await mailbox.verification(member.email, 2);
      const [, token] = /verify-email#(\S+)/.exec(text!)!;
      await courtly
        .visitor()
        .post('/api/auth/email-verifications')
        .set('X-Forwarded-For', newAddress())
        .send({ token })
        .expect(200);
      expect((await userOf(member)).emailBouncedAt).toBeUndefined();
      await sendNotice(member);
      expect(mailbox.to(member.email)).toHaveLength(1);
    },
  );

  it('gets emails at a new address', async () => {
    const member = await courtly.register();
    mailbox.refuseAddress(member.email, '5.1.1 no such user');
    await sendNotice(member);
    const newEmail = anEmail();
    await member.agent
      .post('/api/auth/email-changes')
      .send({ newEmail, currentPassword: member.password })
      .expect(202);
    const [mail] = await mailbox.arrived(newEmail);
    const [, token] = /\/confirm-email\?token=(\S+)/.exec(mail!.text!)!;
    await member.agent.post(`/api/auth/email-changes/${token}`).expect(200);
    expect((await userOf(member)).emailBouncedAt).toBeUndefined();
    await sendNotice(member);
    await eventually('the email arrives', async () => mailbox.to(newEmail).length === 2);
  });
});
