import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingCounts, FoundBooking } from '@courtly/contracts/admin-bookings';
import type { AuditEntry } from '@courtly/contracts/audit';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let admin: Member;
let players: Member[];
let courts: CourtDetail[];
/**
 * The first player booked two hours on the first court; the second player booked one on the second.
 */
let booked: Booking[];

const search = async (query: Record<string, string | number>) =>
  (await admin.agent.get('/api/admin/bookings').query(query).expect(200)).body as FoundBooking[];
const found = async (query: Record<string, string | number>) =>
  (await search(query)).map(({ id }) => id);
const idsOf = (...indexes: number[]) => indexes.map((index) => booked[index]!.id);

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/unpaid.json' });
  admin = await anAdmin(courtly);
  const host = await courtly.register('owner', { firstName: 'Hana', lastName: 'Host' });
  players = [await courtly.player(), await courtly.player()];
  courts = [
    await courtly.court(host, { name: 'Agave Court', hourlyRate: '100.00' }),
    await courtly.court(host, { name: 'Saguaro Court', hourlyRate: '200.00' }),
  ];
  const day = addDays(localDate(courts[0]!.zone, Date.now()), 2);
  const book = async (player: number, court: number, slot: number) => {
    const slots = await courtly.slots(courts[court]!.id, day);
    const request = courtly.book(players[player]!, courts[court]!.id, slots[slot]!);
    return (await request.expect(201)).body as Booking;
  };
  booked = [await book(0, 0, 0), await book(0, 0, 4), await book(1, 1, 8)];
  await host.agent
    .patch(`/api/bookings/${booked[1]!.id}/status`)
    .send({ status: 'confirmed' })
    .expect(200);
  await eventually('all bookings are listed', async () => (await search({})).length === 3);
});
afterAll(() => courtly?.stop());

it('finds bookings by one or several filters, latest start first', async () => {
  const [first, second] = players;
  await expect(found({})).resolves.toEqual(idsOf(2, 1, 0));
  await expect(found({ person: first!.email })).resolves.toEqual(idsOf(1, 0));
  await expect(found({ person: second!.user.id })).resolves.toEqual(idsOf(2));
  await expect(found({ person: first!.user.username })).resolves.toEqual(idsOf(1, 0));
  await expect(found({ person: 'hana' })).resolves.toEqual(idsOf(2, 1, 0));
  await expect(found({ person: 'nobody@example.test' })).resolves.toEqual([]);
  await expect(found({ court: 'agave' })).resolves.toEqual(idsOf(1, 0));
  await expect(found({ court: courts[1]!.id })).resolves.toEqual(idsOf(2));
  await expect(found({ booking: booked[0]!.id })).resolves.toEqual(idsOf(0));
  await expect(found({ amountFrom: '110.00', amountTo: '110' })).resolves.toEqual(idsOf(1, 0));
  await expect(found({ amountFrom: '110.01' })).resolves.toEqual(idsOf(2));
  await expect(found({ amountTo: '219.99' })).resolves.toEqual(idsOf(1, 0));
  await expect(found({ status: 'confirmed' })).resolves.toEqual(idsOf(1));
  await expect(found({ payment: 'captured' })).resolves.toEqual([]);
  await expect(found({ payment: 'not_required', court: 'saguaro' })).resolves.toEqual(idsOf(2));
  const { startTime } = booked[1]!;
  await expect(found({ from: startTime })).resolves.toEqual(idsOf(2, 1));
  await expect(found({ to: startTime })).resolves.toEqual(idsOf(0));
  await expect(found({ person: 'hana', court: 'agave', to: startTime })).resolves.toEqual(idsOf(0));
});

it('shows names, times, and amounts, in pages', async () => {
  const firstResponse = await admin.agent
    .get('/api/admin/bookings')
    .query({ person: 'hana', limit: 2 })
    .expect(200);
  expect(firstResponse.get('X-Total-Count')).toBe('3');
  expect((firstResponse.body as FoundBooking[])[0]).toMatchObject({
    court: { name: 'Saguaro Court' },
    host: { name: 'Hana Host' },
    totalAmount: '220.00',
    paymentStatus: 'not_required',
    moneyCaseId: null,
  });
  const secondResponse = await admin.agent.get(nextPageUrl(firstResponse)!).expect(200);
  expect((secondResponse.body as FoundBooking[]).map(({ id }) => id)).toEqual(idsOf(0));
});

it('counts the matching bookings by status', async () => {
  const counts = async (query: object) =>
    (await admin.agent.get('/api/admin/booking-counts').query(query).expect(200))
      .body as BookingCounts;
  const none = { completed: 0, cancelled: 0 };
  await expect(counts({})).resolves.toEqual({ ...none, pending: 2, confirmed: 1 });
  await expect(counts({ court: 'saguaro' })).resolves.toEqual({
    ...none,
    pending: 1,
    confirmed: 0,
  });
});

it('records whose bookings an admin has seen', async () => {
  await search({ booking: booked[2]!.id });
  const entriesOf = async (person: string, actor = admin.user.id) =>
    (
      await admin.agent
        .get('/api/admin/audit')
        .query({ person, actor, type: 'PersonalDataRead' })
        .expect(200)
    ).body as AuditEntry[];
  await eventually('the read is in the audit log', async () => {
    const entries = await entriesOf(players[1]!.user.id);
    return entries.length > 0;
  });
  const counter = await anAdmin(courtly);
  await counter.agent
    .get('/api/admin/booking-counts')
    .query({ person: players[0]!.email })
    .expect(200);
  await eventually('the counts for a person are in the audit log', async () => {
    const entries = await entriesOf(players[0]!.user.id, counter.user.id);
    return entries.length > 0;
  });
});
