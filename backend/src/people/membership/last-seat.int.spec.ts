import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ElitePlans, EliteUser, MembershipIntent } from '@courtly/contracts/membership';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { ALL_FOUNDERS, founders } from './founders.js';

let paidCourtly: PaidCourtly;
let courtly: Courtly;

beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  ({ courtly } = paidCourtly);
  const commandHandling = courtly.app.get(CommandHandling, { strict: false });
  for (let number = 1; number <= 99; number++) {
    const commandData = {
      userId: `founder-${number}`,
      seats: 100,
      intentId: `pi_${number}`,
      at: new Date().toISOString(),
    };
    const commandContext = systemContext(`founder ${number}`, commandData.at);
    await commandHandling.handle(
      founders,
      ALL_FOUNDERS,
      { type: 'TakeSeat', data: commandData },
      commandContext,
    );
  }
});

afterAll(() => paidCourtly?.stop());

const ask = ({ agent }: Member) => agent.post('/api/create-payment-intent').send({});
const plans = async () =>
  (await courtly.visitor().get('/api/membership/plans').expect(200)).body as ElitePlans;
const holder = async () =>
  (await courtly.app.get(Streams, { strict: false }).load(founders, ALL_FOUNDERS)).find(
    ({ number }) => number === 100,
  );

it('lets only one of two simultaneous buyers pay for seat 100', async () => {
  expect(await plans()).toMatchObject({
    founding: { seatsLeft: 1, nextNumber: 100, isOpen: true },
  });
  const buyers = [await courtly.player(), await courtly.player()];
  const responses = await Promise.all(buyers.map(ask));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = responses.findIndex(({ status }) => status === 200);
  expect(responses[1 - won]!.body.code).toBe('not_on_sale');
  expect(await plans()).toMatchObject({
    founding: { seatsLeft: 0, nextNumber: null, isOpen: false },
  });
  const made = await paidCourtly.stripe.paymentIntents.list({ limit: 100 });
  expect(made.data.map(({ metadata }) => metadata['userId'])).toEqual([buyers[won]!.user.id]);

  // After half an hour without payment, Stripe's payment is canceled first, and then the seat is
  // released.
  const { clientSecret } = responses[won]!.body as MembershipIntent;
  courtly.config.CLOCK_OFFSET_MS += 31 * 60_000;
  await eventually('the seat is free', async () => {
    await courtly.app.get(ProcessRunner, { strict: false }).sweep();
    return (await plans()).founding.isOpen;
  });
  expect((await paidCourtly.confirm(clientSecret)).ok).toBe(false);

  const otherMember = buyers[1 - won]!;
  const intent = (await ask(otherMember).expect(200)).body as MembershipIntent;
  await paidCourtly.confirm(intent.clientSecret);
  const body = { paymentIntentId: intent.paymentIntentId };
  const { founderNumber } = (
    await otherMember.agent.post('/api/auth/create-elite-user').send(body).expect(200)
  ).body as EliteUser;
  expect(founderNumber).toBe(100);
  expect(await holder()).toEqual({ number: 100, userId: otherMember.user.id, until: null });
  expect((await ask(buyers[won]!).expect(409)).body.code).toBe('not_on_sale');
});
