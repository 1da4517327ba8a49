import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking, HostBooking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Analytics, EarningsOfMonth, HostFigures } from '@courtly/contracts/hosting';
import { addDays, localDate } from '../kernel/local-time.js';
import { ProcessRunner } from '../processes/runner.js';
import { ReadModels } from '../projections/read-models.js';
import { type Courtly, type Member, startCourtly } from '../testing/courtly.js';
import { nextOf } from '../testing/pages.js';
import { eventually } from '../testing/stores.js';
import { earnings, nothing } from './earnings.projection.js';

let courtly: Courtly;
let host: Member;
let court: CourtDetail;

const get = async <T>(path: string, by = host) => (await by.agent.get(path).expect(200)).body as T;
const zeros = { bookings: 0, completed: 0, cancelled: 0, expected: '0.00', earned: '0.00', lateFees: '0.00' };

beforeAll(async () => {
  courtly = await startCourtly();
  host = await courtly.register('owner');
  court = await courtly.court(host);
}, 60_000);

afterAll(() => courtly?.stop());

it('adds up what is asked for, confirmed, completed and given up', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => courtly.player()));
  const day = addDays(localDate(court.zone, Date.now()), 3);
  const slots = await courtly.slots(court.id, day);
  const booked: Booking[] = [];
  for (const [index, player] of players.entries())
    booked.push((await courtly.book(player, court.id, slots[index]!).expect(201)).body as Booking);
  const [played, late, declined] = booked.map(({ id }) => id);
  const answer = (id: string, body: object) => host.agent.patch(`/api/bookings/${id}/status`).send(body).expect(200);
  await answer(played!, { status: 'confirmed' });
  await answer(late!, { status: 'confirmed' });
  await answer(declined!, { status: 'cancelled', reason: 'weather' });

  await eventually('all of it is counted', async () => {
    const { total, pending } = await get<HostFigures>('/api/host/figures');
    return total.expected === '594.00' && total.cancelled === 1 && pending === 1;
  });

  courtly.config.CLOCK_OFFSET_MS = Date.parse(slots[1]!.start) - 60_000 - Date.now();
  await players[1]!.agent.post(`/api/bookings/${late!}/cancel`).send({}).expect(200);
  courtly.config.CLOCK_OFFSET_MS = Date.parse(`${addDays(day, 1)}T20:00:00.000Z`) - Date.now();
  await eventually('the rest has ended', async () => {
    await courtly.app.get(ProcessRunner).sweep();
    const { total, pending } = await get<HostFigures>('/api/host/figures');
    return total.completed === 1 && pending === 0;
  });

  const sums = { ...zeros, bookings: 1, completed: 1, cancelled: 3, earned: '297.00', lateFees: '148.50' };
  const total = { ...sums, refunds: '165.00' };
  const month = { ...total, month: day.slice(0, 7) };
  expect(await get<HostFigures>('/api/host/figures')).toEqual({
    courts: { listed: 1, active: 1 },
    pending: 0,
    month: month.month === addDays(day, 1).slice(0, 7) ? month : expect.objectContaining(zeros),
    total,
  });
  expect(await get<EarningsOfMonth[]>('/api/host/earnings')).toEqual([month]);

  const { months, total: inPeriod, use } = await get<Analytics>('/api/host/analytics?months=3');
  expect(months).toHaveLength(3);
  expect(months).toContainEqual(month);
  expect(inPeriod).toEqual(total);
  expect(use.courts).toEqual([{ courtId: court.id, name: court.name, ...use.total }]);
  expect(use.total.played).toBe(1);
  expect(use.weekdays.reduce((sum, { offered }) => sum + offered, 0)).toBe(use.total.offered);
}, 60_000);

it('tells everybody who hosts a court, and the host who has asked', async () => {
  const visitor = courtly.visitor();
  const { body } = await visitor.get(`/api/courts/${court.id}/host`).expect(200);
  const { id, firstName, createdAt } = host.user;
  expect(body).toEqual({
    id,
    firstName,
    memberSince: createdAt,
    hoursHosted: 1,
    answersWithinMinutes: expect.any(Number),
  });
  await visitor.get('/api/courts/0000000000/host').expect(404);
  const requests = await get<HostBooking[]>('/api/host/bookings');
  const records = requests.map(({ user, status, cancelReason }) => [status, cancelReason, user.record]);
  const its = { memberSince: expect.any(String), rating: { rating: null, count: 0 } };
  expect(records).toContainEqual(['completed', null, { ...its, played: 1, cancelled: 0 }]);
  expect(records).toContainEqual(['cancelled', 'player_cancelled', { ...its, played: 0, cancelled: 1 }]);
  expect(records).toContainEqual(['cancelled', 'host_declined', { ...its, played: 0, cancelled: 0 }]);
});

it('shows another host nothing of it', async () => {
  const other = await courtly.register('owner');
  expect(await get<EarningsOfMonth[]>('/api/host/earnings', other)).toEqual([]);
  expect(await get<HostFigures>('/api/host/figures', other)).toMatchObject({
    courts: { listed: 0, active: 0 },
    total: { ...zeros, refunds: '0.00' },
  });
  const { months, use } = await get<Analytics>('/api/host/analytics', other);
  expect(months.map((month) => month.bookings)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(use.courts).toEqual([]);
});

it('comes in pages of months, the latest first', async () => {
  const { user, agent } = await courtly.register('owner');
  const months = Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2025, index, 1)).toISOString().slice(0, 7));
  await courtly.app.get(ReadModels).read(earnings, (all) =>
    all.insertMany(
      months.map((month) => ({
        ...{ _id: `${user.id}_${month}`, position: '0'.repeat(20) },
        ...{ hostId: user.id, month, ...nothing, bookings: 1 },
      })),
    ),
  );
  const found: string[] = [];
  for (let next: string | undefined = '/api/host/earnings?limit=12'; next;) {
    const answer: Awaited<ReturnType<typeof agent.get>> = await agent.get(next).expect(200);
    found.push(...(answer.body as EarningsOfMonth[]).map(({ month }) => month));
    next = nextOf(answer);
  }
  expect(found).toEqual(months.toReversed());
});

it.each(['/api/host/analytics?months=25', '/api/host/earnings?limit=121'])('%s is refused', async (path) => {
  const { status } = await host.agent.get(path);
  expect(status).toBe(400);
});
