import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { CalendarFeed } from '@courtly/contracts/calendar';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Invitation } from '@courtly/contracts/invitations';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { createApp } from '../src/app.js';
import { addDays, localDate } from '../src/platform/kernel/local-time.js';
import { EventStore } from '../src/platform/stores/event-store.js';
import { StoreUnavailable } from '../src/platform/stores/store-unavailable.js';
import { anAdmin } from './admin.js';
import { type Courtly, type Member, startCourtly } from './courtly.js';
import { eventually } from './stores.js';
import { waiverConsent } from './waiver-consent.js';

/** How long a process may decide on cached state that another process has made stale. */
const STALE_MS = 1_000;

let courtly: Courtly;
let other: NestExpressApplication;
let otherBase: string;
let host: Member;

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  other = await createApp({ ...courtly.config, ROLES: ['api'] });
  await other.listen(0, courtly.config.HOST);
  otherBase = await other.getUrl();
  host = await courtly.register('owner');
});
afterAll(async () => {
  await other?.close();
  await courtly?.stop();
});

/** Signs in through the second process. */
const atOther = async ({ email, password }: Member) => {
  const agent = supertest.agent(otherBase);
  await agent.post('/api/auth/login').send({ email, password }).expect(200);
  return agent;
};

const openHours = async (details: Record<string, string> = {}) => {
  const court = await courtly.court(host, details);
  const slots = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 3));
  return { court, slots };
};
const book = (player: Member, { id }: CourtDetail, slots: Slot[]) =>
  courtly.book(player, id, slots.pop()!);

/** Bookings based on cached state may succeed for a moment. Each of them takes another hour. */
const refusedSoon = (player: Member, court: CourtDetail, slots: Slot[]) =>
  eventually(
    'the first process refuses the booking',
    async () => {
      const { status, body } = await book(player, court, slots);
      return status >= 400 && (body as { code: string }).code;
    },
    STALE_MS,
  );

it('refuses a guest whose invitation another process revoked', async () => {
  const { court, slots } = await openHours({ courtAccess: 'invite' });
  const [guest, hostAtOther] = [await courtly.player(), await atOther(host)];
  await courtly.verifyEmail(guest);
  const invitations = `/api/courts/${court.id}/invitations`;
  const { body } = await hostAtOther.post(invitations).send({ email: guest.email }).expect(201);
  await book(guest, court, slots).expect(201);
  await hostAtOther.delete(`${invitations}/${(body as Invitation).id}`).expect(200);
  await book(guest, court, slots).expect(403);
});

it('refuses a calendar address that another process revoked', async () => {
  const player = await courtly.player();
  const { body } = await player.agent.post('/api/calendar').expect(201);
  const { pathname } = new URL((body as CalendarFeed).address!);
  await courtly.visitor().get(pathname).expect(200);
  await (await atOther(player)).delete('/api/calendar').expect(204);
  await courtly.visitor().get(pathname).expect(404);
});

it('serves no calendar during an outage, because another process may have revoked it', async () => {
  const player = await courtly.player();
  const { body } = await player.agent.post('/api/calendar').expect(201);
  const { pathname } = new URL((body as CalendarFeed).address!);
  await courtly.visitor().get(pathname).expect(200);
  await (await atOther(player)).delete('/api/calendar').expect(204);
  const store = courtly.app.get(EventStore, { strict: false });
  const outage = jest.spyOn(store, 'isLost', 'get').mockReturnValue(true);
  const lostCall = jest
    .spyOn(store, 'read')
    .mockRejectedValue(new StoreUnavailable('EventStoreDB'));
  try {
    await courtly.visitor().get(pathname).expect(503);
  } finally {
    outage.mockRestore();
    lostCall.mockRestore();
  }
  await courtly.visitor().get(pathname).expect(404);
});

it('refuses an hour of a court that another process deactivated', async () => {
  const { court, slots } = await openHours();
  const player = await courtly.player();
  await book(player, court, slots).expect(201);
  await (
    await atOther(host)
  )
    .patch(`/api/courts/${court.id}/status`)
    .send({ isActive: false })
    .expect(200);
  expect(await refusedSoon(player, court, slots)).toBe('not_found');
});

it('refuses a player whom another process suspended', async () => {
  const { court, slots } = await openHours();
  const [player, admin] = [await courtly.player(), await anAdmin(courtly)];
  await book(player, court, slots).expect(201);
  await (
    await atOther(admin)
  )
    .post(`/api/admin/users/${player.user.id}/suspensions`)
    .send({ reason: 'Was rude to a host.' })
    .expect(200);
  expect(['not_signed_in', 'suspended']).toContain(await refusedSoon(player, court, slots));
});

it('accepts a player who signed the waiver through another process', async () => {
  const { court, slots } = await openHours();
  const player = await courtly.register();
  await book(player, court, slots).expect(403);
  await (await atOther(player)).post('/api/waiver/accept').send(waiverConsent).expect(200);
  await book(player, court, slots).expect(201);
});
