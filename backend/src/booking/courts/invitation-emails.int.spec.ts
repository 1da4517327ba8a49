import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Invitation } from '@courtly/contracts/invitations';
import { moveClockTo } from '../../../testing/completed-booking.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type MailedCourtly, startMailedCourtly } from '../../../testing/mailed-courtly.js';
import type { Mailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { EmailAddresses } from '../../platform/mail/email-addresses.service.js';

let mailed: MailedCourtly;
let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailed = await startMailedCourtly();
  ({ courtly, mailbox } = mailed);
  host = await courtly.register('owner');
  court = await courtly.court(host, { courtAccess: 'invite' });
});
afterAll(() => mailed?.stop());

const anEmail = () => `${randomUUID()}@example.test`;
const invite = async (email: string) =>
  (await host.agent.post(`/api/courts/${court.id}/invitations`).send({ email }).expect(201))
    .body as Invitation;
const emailedTo = async (email: string) => {
  const [mail] = await mailbox.arrived(email);
  const [, token] = /courtly\.example\/invitations\/(\S+)/.exec(mail!.text!)!;
  return { text: mail!.text!, token: token! };
};
const accept = ({ agent }: Member, token: string) =>
  agent.post(`/api/invitations/${token}/accept`).send({});
const mayBook = async ({ agent }: Member, position = '') => {
  const { body } = await agent
    .get(`/api/courts/${court.id}`)
    .set('Courtly-After', position)
    .expect(200);
  return (body as CourtDetail).access.mayBook;
};

it('admits the invited person through the emailed link, which verifies the email', async () => {
  const email = anEmail();
  await invite(email);
  const { text, token } = await emailedTo(email);
  expect(text).toContain(`invited you to book hours at ${court.name}`);
  expect(text).not.toContain(court.address);
  const newcomer = await courtly.register('player', { email });
  expect(await mayBook(newcomer)).toBe(false);
  const response = await accept(newcomer, token).expect(200);
  expect(response.body).toEqual({ courtId: court.id });
  expect(await mayBook(newcomer, response.get('Courtly-Position'))).toBe(true);
  await accept(newcomer, token).expect(200);
  const { body } = await newcomer.agent.get('/api/auth/me').expect(200);
  expect(body).toMatchObject({ isEmailVerified: true });
});

it('an emailed invitation cannot be accepted by an account with another email', async () => {
  const email = anEmail();
  await invite(email);
  const { token } = await emailedTo(email);
  const stranger = await courtly.player();
  await courtly.verifyEmail(stranger);
  expect((await accept(stranger, token).expect(403)).body).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('different email address'),
  });
  expect(await mayBook(stranger)).toBe(false);
});

it('refuses a revoked invitation, and emails each address once', async () => {
  const email = anEmail();
  const { id } = await invite(email);
  const { token } = await emailedTo(email);
  await invite(email);
  const player = await courtly.register('player', { email });
  await host.agent.delete(`/api/courts/${court.id}/invitations/${id}`).expect(200);
  expect((await accept(player, token).expect(404)).body).toMatchObject({ code: 'not_found' });
  expect(mailbox.to(email)).toHaveLength(1);
});

it('resends an invitation as a new one, and only the new link works', async () => {
  const email = anEmail();
  const { id } = await invite(email);
  const { token } = await emailedTo(email);
  const path = `/api/courts/${court.id}/invitations`;
  const again = await host.agent.post(`${path}/${id}/email`).send({}).expect(201);
  expect(again.body).toMatchObject({ email });
  const newToken = await eventually('the second email arrives', async () => {
    const [, second] = mailbox.to(email);
    return second && /courtly\.example\/invitations\/(\S+)/.exec(second.text!)![1];
  });
  const newcomer = await courtly.register('player', { email });
  await accept(newcomer, token).expect(404);
  await accept(newcomer, newToken).expect(200);
  await host.agent.post(`${path}/${id}/email`).send({}).expect(404);
});

it('does not email an address whose holder has refused emails', async () => {
  const [email, other] = [anEmail(), anEmail()];
  const token = courtly.app.get(EmailAddresses).refusalToken(email);
  await courtly.visitor().post(`/api/emails/refusals/${token}`).expect(204);
  await invite(email);
  await invite(other);
  await emailedTo(other);
  expect(mailbox.to(email)).toEqual([]);
});

it('refuses an expired link', async () => {
  const email = anEmail();
  const { createdAt } = await invite(email);
  const { token } = await emailedTo(email);
  const player = await courtly.register('player', { email });
  const expiresAt = Date.parse(createdAt) + 14 * DAY_MS;
  await moveClockTo(courtly, new Date(expiresAt).toISOString());
  expect((await accept(player, token).expect(404)).body).toMatchObject({
    message: expect.stringContaining('expired'),
  });
});
