import { afterEach, expect, it, jest } from '@jest/globals';
import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court, CourtDetail } from '@courtly/contracts/courts';
import { courtDayIdOf } from '@courtly/backend/booking/bookings/booking-id';
import { type Booking, isLiveBooking } from '@courtly/backend/booking/bookings/booking';
import { bookingOf, courtDay } from '@courtly/backend/booking/bookings/court-day';
import { RequestBookingHandler } from '@courtly/backend/booking/bookings/request-booking.commands';
import type { Cli } from '@courtly/backend/cli/cli';
import { runCommand } from '@courtly/backend/cli/program';
import { Streams } from '@courtly/backend/platform/kernel/streams';
import { startCourtly } from '../../testing/courtly.js';
import { startPaidCourtly } from '../../testing/paid-courtly.js';
import { environmentOf } from '../../testing/reconcile.js';
import { eventually, startStores } from '../../testing/stores.js';
import { runTool } from '../program.js';
import { planSeed } from './plan.js';

let stop: () => Promise<void>;
afterEach(async () => {
  jest.restoreAllMocks();
  await stop();
});

const successState = { code: 0, reason: null };

const runner = (environment: NodeJS.ProcessEnv) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const commandLine: Cli = {
    environment,
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    step: (_, work) => work(() => undefined),
    interrupted: new AbortController().signal,
  };
  /** The last line of the log explains a failure. */
  const exitState = (code: number) => {
    const reason = noted.splice(0).at(-1);
    return { code, reason: code === 0 ? null : reason, printed: printed.splice(0).join('\n') };
  };
  return {
    seed: async () => exitState(await runTool(['seed'], commandLine)),
    courtly: async (...commandArguments: string[]) =>
      exitState(await runCommand(commandArguments, commandLine)),
  };
};

it('fills the stores without a server, passes verification, and survives a rebuild', async () => {
  const stores = await startStores();
  stop = stores.stop;
  const { seed, courtly } = runner(stores.environment);
  const requestActs = planSeed(Date.now()).filter(({ act }) => act === 'request');
  expect(await seed()).toMatchObject(successState);
  const verified = await courtly('verify', '--json');
  expect(verified).toMatchObject(successState);
  const { bookings, hashes } = JSON.parse(verified.printed) as {
    bookings: number;
    hashes: { name: string; hash: string }[];
  };
  expect(bookings).toBe(requestActs.length);
  const { hash } = hashes.find(({ name }) => name === 'bookings')!;
  expect(await courtly('projections', 'hash', 'bookings')).toEqual({
    ...successState,
    printed: hash,
  });
  expect((await courtly('projections', 'rebuild', 'bookings')).printed).toContain(`hash ${hash}`);
});

it('creates accounts and changes nothing when repeated', async () => {
  const courtly = await startCourtly();
  stop = courtly.stop;
  const run = runner(courtly.stores.environment);
  const seeded = await run.seed();
  expect(seeded).toMatchObject(successState);
  const { printed } = seeded;
  const { accounts } = JSON.parse(printed.split('\n').at(-1)!) as {
    accounts: { email: string; password: string }[];
  };
  for (const { email, password } of accounts)
    await courtly.visitor().post('/api/auth/login').send({ email, password }).expect(200);
  const courts = (await courtly.visitor().get('/api/courts').expect(200)).body as Court[];
  const photos = courts.flatMap((court) => court.photos);
  expect(photos).toHaveLength(5);
  for (const photo of photos)
    expect((await courtly.visitor().get(photo).expect(200)).type).toBe('image/webp');
  const { id } = courts.find(({ courtAccess }) => courtAccess === 'invite')!;
  const signIn = async (username: string) => {
    const agent = courtly.visitor();
    const { email, password } = accounts.find((account) => account.email.startsWith(username))!;
    await agent.post('/api/auth/login').send({ email, password }).expect(200);
    return agent;
  };
  const accessOf = async (username: string) =>
    ((await (await signIn(username)).get(`/api/courts/${id}`).expect(200)).body as CourtDetail)
      .access;
  expect([await accessOf('imani'), await accessOf('pavel')]).toMatchObject([
    { mayBook: true, how: null },
    { mayBook: false, how: expect.stringMatching(/invit/) },
  ]);
  const hosted = await (
    await signIn('hana')
  )
    .get('/api/host/bookings')
    .query({ when: 'upcoming' })
    .expect(200);
  const withNews = (hosted.body as HostBooking[]).filter(
    ({ unreadMessages }) => unreadMessages > 0,
  );
  expect(withNews).toMatchObject([{ user: { firstName: 'Pavel' }, unreadMessages: 1 }]);
  const reportResponse = await (
    await signIn('avery')
  )
    .get('/api/admin/message-reports')
    .expect(200);
  expect(reportResponse.body).toEqual([]);
  const verifiedBefore = JSON.parse((await run.courtly('verify', '--json')).printed) as {
    events: number;
  };
  expect(verifiedBefore).toMatchObject({ violations: [] });
  expect(await run.seed()).toMatchObject({ ...successState, printed });
  expect(JSON.parse((await run.courtly('verify', '--json')).printed)).toMatchObject({
    events: verifiedBefore.events,
    violations: [],
  });
});

const unpaid = async () => {
  const courtly = await startCourtly();
  return { courtly, environment: courtly.stores.environment, stop: courtly.stop };
};

const paidCourtly = async () => {
  const started = await startPaidCourtly();
  return { ...started, environment: environmentOf(started) };
};

it.each([
  ['unpaid', unpaid],
  ['paid', paidCourtly],
])(
  'continues when a running worker is faster (%s) and old requests have expired',
  async (_, start) => {
    const { courtly, environment, stop: end } = await start();
    stop = end;
    const isDecided = async ({ bookingId }: Booking) =>
      !isLiveBooking(
        bookingOf(
          await courtly.app.get(Streams).load(courtDay, courtDayIdOf(bookingId)),
          bookingId,
        )!,
      );
    const request = RequestBookingHandler.prototype.execute;
    jest.spyOn(RequestBookingHandler.prototype, 'execute').mockImplementation(async function (
      this: RequestBookingHandler,
      command,
    ) {
      const result = await request.call(this, command);
      const { value: booking } = result;
      if (Date.parse(booking.answerBy) < Date.now())
        await eventually('the request is already decided', () => isDecided(booking));
      return result;
    });
    const run = runner(environment);
    const seeded = await run.seed();
    expect(seeded).toMatchObject(successState);
    expect(JSON.parse((await run.courtly('verify', '--json')).printed)).toMatchObject({
      violations: [],
    });
    expect(await run.seed()).toEqual(seeded);
  },
);
