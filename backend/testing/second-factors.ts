import type { PendingLogin, SecondFactors, TotpEnrollment } from '@courtly/contracts/second-factor';
import { expect } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { VaultDatabase } from '../src/platform/stores/vault-database.js';
import { type Courtly, type Member, startCourtly } from './courtly.js';
import { type Mailbox, startMailbox } from './mailbox.js';
import { eventually } from './stores.js';

export const FACTORS = '/api/auth/second-factors';
const SECOND_STEP = '/api/auth/login/second-step';

export let mailbox: Mailbox;
export let courtly: Courtly;

/** Starts a Courtly that requires second factors of admins. The tests of a file share it. */
export const startWithSecondFactors = async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({
    MAIL_URL: mailbox.url,
    SECOND_FACTOR: 'required',
    TRUST_PROXY: '1',
  });
};

export const stopWithSecondFactors = async () => {
  await courtly?.stop();
  await mailbox?.stop();
};

/**
 * Each code works only once, and only in order, so each test uses the current code and then the
 * next.
 */
export const codeOf = (key: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + stepsAhead * 30_000,
  });

/** Six digits that are not the code of any nearby time step. */
export const wrongCodeOf = (key: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(key, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  )!;
};

export const startTotp = async ({ agent, password }: Member) =>
  (await agent.post(`${FACTORS}/totp`).send({ currentPassword: password }).expect(201))
    .body as TotpEnrollment;

export const confirmTotp = ({ agent }: Member, factorId: string, code: string) =>
  agent.put(`${FACTORS}/totp/${factorId}`).send({ code });

export const turnOn = async (member: Member): Promise<TotpEnrollment> => {
  const enrollment = await startTotp(member);
  await confirmTotp(member, enrollment.factorId, codeOf(enrollment.key)).expect(200);
  return enrollment;
};

export const verifiedMember = async () => {
  const member = await courtly.register();
  await courtly.verifyEmail(member);
  return { ...member, user: { ...member.user, isEmailVerified: true } };
};

export const enrolled = async () => {
  const member = await verifiedMember();
  return { member, ...(await turnOn(member)) };
};

export const signIn = ({ email, password }: Member, agent = courtly.visitor()) =>
  agent.post('/api/auth/login').send({ email, password });

export const ticketOf = async (member: Member, agent = courtly.visitor()) => {
  const { body } = await signIn(member, agent).expect(401);
  expect(body.code).toBe('second_factor_pending');
  return (body.details as PendingLogin).ticket;
};

export const finish = (ticket: string, code: string, agent = courtly.visitor()) =>
  agent.post(SECOND_STEP).send({ ticket, code });

export const factorsOf = async (agent: Member['agent']) =>
  (await agent.get(FACTORS).expect(200)).body as SecondFactors;

export const secretsOf = ({ user }: Member) =>
  courtly.app.get(VaultDatabase).call((vault) =>
    vault
      .collection<{ _id: string }>('secondFactors')
      .find({ _id: { $gte: `${user.id}.`, $lt: `${user.id}/` } })
      .toArray(),
  );

/** The token of the link in the next email to this address. */
export const tokenTo = (email: string) =>
  eventually('the link arrived', async () =>
    mailbox
      .to(email)
      .map(({ text = '' }) => /\?token=(\S+)/.exec(text)?.[1])
      .find((token) => token !== undefined),
  );

export const resetPassword = async (email: string, newPassword: string) => {
  await courtly.visitor().post('/api/auth/password-resets').send({ email }).expect(202);
  const token = await tokenTo(email);
  const visitor = courtly.visitor();
  await visitor.post(`/api/auth/password-resets/${token}`).send({ newPassword }).expect(204);
};
