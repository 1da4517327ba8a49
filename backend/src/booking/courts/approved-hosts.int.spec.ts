import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AdminCourt } from '@courtly/contracts/admin-courts';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { Court, CourtDetail } from '@courtly/contracts/courts';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { photo } from '../../../testing/photos.js';
import { changePolicy } from '../../../testing/policy.js';
import { eventually } from '../../../testing/stores.js';

let courtly: Courtly;
let admin: Member;
let host: Member;
let player: Member;
let court: CourtDetail;
let slots: Slot[];
let date: string;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  [admin, host, player] = await Promise.all([
    anAdmin(courtly),
    courtly.register('owner'),
    courtly.player(),
  ]);
  court = await courtly.court(host);
  date = addDays(localDate(court.zone, Date.now()), 3);
  slots = await courtly.slots(court.id, date);
  await host.agent
    .put(`/api/courts/${court.id}`)
    .field('name', court.name)
    .field('location', court.location)
    .field('address', court.address)
    .field('surfaceType', court.surfaceType)
    .field('hourlyRate', court.hourlyRate)
    .attach('photos', await photo({}), 'court.jpg')
    .expect(200);
});
afterAll(() => courtly?.stop());

const changeRole = (path: 'roles' | 'role-removals') =>
  admin.agent
    .post(`/api/admin/users/${host.user.id}/${path}`)
    .send({ role: 'host', reason: 'A test.' })
    .expect(200);
const setListing = (listing: boolean) =>
  changePolicy(courtly, admin, { 'hostApproval.listing': listing });

/** The lists and pages that show the court to strangers. They share cached responses. */
const placesFound = async () => {
  const read = (path: string) => fetch(courtly.base + path);
  const isListedAt = async (path: string) =>
    ((await (await read(path)).json()) as Court[]).some(({ id }) => id === court.id);
  const opens = async (path: string) => (await read(path)).status === 200;
  const { photos } = (await admin.agent.get(`/api/courts/${court.id}`).expect(200))
    .body as CourtDetail;
  return {
    list: await isListedAt('/api/courts'),
    search: await isListedAt('/api/search'),
    searchByPrice: await isListedAt('/api/search?sort=price'),
    searchSoonest: await isListedAt(`/api/search?sort=soonest&date=${date}`),
    sitemap: (await (await read('/sitemap.xml')).text()).includes(court.id),
    page: await opens(`/api/courts/${court.id}`),
    host: await opens(`/api/courts/${court.id}/host`),
    reviews: await opens(`/api/courts/${court.id}/reviews`),
    slots: await opens(`/api/courts/${court.id}/availability/${date}`),
    photo: await opens(photos[0]!),
  };
};
const everywhere = Object.fromEntries(
  [
    ...['list', 'search', 'searchByPrice', 'searchSoonest', 'sitemap'],
    ...['page', 'host', 'reviews', 'slots', 'photo'],
  ].map((place) => [place, true]),
);
const nowhere = Object.fromEntries(Object.keys(everywhere).map((place) => [place, false]));
const becomes = (expected: object) =>
  eventually('the court is found as expected', async () => {
    return JSON.stringify(await placesFound()) === JSON.stringify(expected);
  });

it('lists the courts of all hosts by default', async () => {
  expect(await placesFound()).toEqual(everywhere);
  expect(court.awaitsApproval).toBe(false);
});

it('hides the courts of hosts who are not approved from strangers, and keeps their bookings', async () => {
  const [confirmed, pending] = [slots.shift()!, slots.shift()!];
  const bookingOf = async (slot: Slot) =>
    (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
  const [first, second] = [await bookingOf(confirmed), await bookingOf(pending)];
  const confirm = ({ id }: Booking) =>
    host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  await confirm(first);
  await setListing(true);

  expect(await placesFound()).toEqual(nowhere);
  const stranger = await courtly.player();
  const refused = await courtly.book(stranger, court.id, slots[0]!).expect(409);
  expect(refused.body).toMatchObject({ code: 'host_unapproved' });
  await stranger.agent.put(`/api/favourites/${court.id}`).send({}).expect(404);

  await confirm(second);
  const { body } = await player.agent.get(`/api/bookings/${second.id}`).expect(200);
  expect(body).toMatchObject({ status: 'confirmed', court: { name: court.name } });
});

it('shows an unlisted court to its host, players, and admins, but not the reason to players', async () => {
  for (const { agent } of [host, player, admin]) {
    const { body } = await agent.get(`/api/courts/${court.id}`).expect(200);
    const awaitsApproval = agent !== player.agent;
    expect(body).toMatchObject({ awaitsApproval, isActive: true, takesBookings: false });
  }
  expect((await host.agent.get('/api/host/courts').expect(200)).body).toMatchObject([
    { id: court.id, awaitsApproval: true },
  ]);
  await host.agent.get(`/api/courts/${court.id}/availability/${date}`).expect(200);
  const { body } = await admin.agent.get('/api/admin/courts').expect(200);
  expect((body as AdminCourt[]).map(({ awaitsApproval }) => awaitsApproval)).toEqual([true]);
  expect((await courtly.court(host, { name: 'Second Court' })).awaitsApproval).toBe(true);
});

it('lists the court while its host is approved', async () => {
  await changeRole('roles');
  await becomes(everywhere);
  await courtly.book(player, court.id, slots.shift()!).expect(201);
  await changeRole('role-removals');
  await becomes(nowhere);
  await courtly.book(player, court.id, slots.shift()!).expect(409);
});

it('hides the courts of suspended hosts regardless of the policy, and alerts admins', async () => {
  await setListing(false);
  await becomes(everywhere);
  const change = (path: 'suspensions' | 'suspension-ends') =>
    admin.agent
      .post(`/api/admin/users/${host.user.id}/${path}`)
      .send({ reason: 'A test.' })
      .expect(200);
  await change('suspensions');
  await becomes(nowhere);
  await courtly.book(player, court.id, slots.shift()!).expect(409);
  await eventually('an admin is alerted about the upcoming bookings', async () => {
    const { body } = await admin.agent.get('/api/notices').expect(200);
    return JSON.stringify(body).includes('host_suspended');
  });
  await change('suspension-ends');
  await becomes(everywhere);
  await setListing(true);
});

it('follows the policy in force, without a restart', async () => {
  await setListing(false);
  expect(await placesFound()).toEqual(everywhere);
  await courtly.book(player, court.id, slots.shift()!).expect(201);
  await setListing(true);
  expect(await placesFound()).toEqual(nowhere);
  await courtly.book(player, court.id, slots.shift()!).expect(409);
});
