import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { CalendarFeed } from '@courtly/contracts/calendar';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Invitation } from '@courtly/contracts/invitations';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createApp } from '../src/app.js';
import { VerificationTokens } from '../src/people/identity/account/verification-tokens.service.js';
import { EventCodec } from '../src/platform/kernel/codec.js';
import type { Message } from '../src/platform/kernel/decider.js';
import { DAY_MS, addDays, localDate } from '../src/platform/kernel/local-time.js';
import {
  EMAIL_PREFERENCES,
  type EmailPreferences,
} from '../src/platform/mail/email-preferences.js';
import { EventStore } from '../src/platform/stores/event-store.js';
import { StoreUnavailable } from '../src/platform/stores/store-unavailable.js';
import { anAdmin } from './admin.js';
import { type Courtly, type Member, startCourtly } from './courtly.js';
import { foundingActivated } from './membership.js';
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

/** Stores an event of a player through the second process. */
const appendAtOther = async (category: string, { user }: Member, event: Message) => {
  const id = randomUUID();
  const at = new Date().toISOString();
  const actor = { id: 'courtly', role: 'courtly' } as const;
  const metadata = { actor, at, command: id, fingerprint: '', $correlationId: id };
  const encoded = await other.get(EventCodec, { strict: false }).encode(event, id, metadata);
  const store = other.get(EventStore, { strict: false });
  const stream = `${category}-${user.id}`;
  await store.append(stream, (await store.read(stream)).length - 1, [encoded]);
};

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

it('a process refuses a guest whose invitation another process revoked', async () => {
  const { court, slots } = await openHours({ courtAccess: 'invite' });
  const [guest, hostAtOther] = [await courtly.player(), await atOther(host)];
  await courtly.verifyEmail(guest);
  const invitations = `/api/courts/${court.id}/invitations`;
  const { body } = await hostAtOther.post(invitations).send({ email: guest.email }).expect(201);
  await book(guest, court, slots).expect(201);
  await hostAtOther.delete(`${invitations}/${(body as Invitation).id}`).expect(200);
  await book(guest, court, slots).expect(403);
});

it('a process refuses a calendar address that another process revoked', async () => {
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

it('a process refuses a player whom another process suspended', async () => {
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

it('refuses a player about whom another process recorded no-shows', async () => {
  const { court, slots } = await openHours();
  const player = await courtly.player();
  await book(player, court, slots).expect(201);
  const { strikesForInstantOnly } = courtly.config.policy.conduct;
  for (let count = 1; count <= strikesForInstantOnly; count++)
    await appendAtOther('conduct', player, {
      type: 'StrikeRecorded',
      data: {
        userId: player.user.id,
        incidentId: `incident-${count}`,
        bookingId: `booking-${count}`,
        policyId: courtly.config.policy.id,
        strikeDays: 90,
        recordedAt: new Date().toISOString(),
      },
    });
  expect(await refusedSoon(player, court, slots)).toBe('instant_only');
});

it('refuses a player whose membership another process ended', async () => {
  const { court, slots } = await openHours({ courtAccess: 'elite' });
  const player = await courtly.player();
  const userId = player.user.id;
  await book(player, court, slots).expect(403);
  const [from, until] = [Date.now(), Date.now() + 30 * DAY_MS].map((ms) =>
    new Date(ms).toISOString(),
  ) as [string, string];
  const term = { from, until, accessUntil: until, activatedAt: from };
  await appendAtOther('membership', player, foundingActivated({ userId, ...term }));
  await book(player, court, slots).expect(201);
  await appendAtOther('membership', player, {
    type: 'EliteEnded',
    data: {
      userId,
      plan: 'founding',
      founderNumber: 47,
      freesSeat: false,
      reason: '',
      endedBy: host.user.id,
      endedAt: new Date().toISOString(),
    },
  });
  expect(await refusedSoon(player, court, slots)).toBe('forbidden');
});

it('accepts a guest who verified the invited email through another process', async () => {
  const { court, slots } = await openHours({ courtAccess: 'invite' });
  const guest = await courtly.player();
  const invitations = `/api/courts/${court.id}/invitations`;
  await host.agent.post(invitations).send({ email: guest.email }).expect(201);
  await book(guest, court, slots).expect(403);
  const token = courtly.app
    .get(VerificationTokens, { strict: false })
    .issueToken({ userId: guest.user.id, email: guest.email }, new Date().toISOString());
  await supertest(otherBase).post('/api/auth/email-verifications').send({ token }).expect(200);
  await book(guest, court, slots).expect(201);
});

it('sends no email of a kind that the recipient turned off through another process', async () => {
  const player = await courtly.player();
  const preferences = courtly.app.get<EmailPreferences>(EMAIL_PREFERENCES, { strict: false });
  const isSubscribed = () =>
    preferences.isSubscribed({ userId: player.user.id, kind: 'reminders' });
  expect(await isSubscribed()).toBe(true);
  const mail = { requests: true, bookings: true, reminders: false, matches: true, messages: true };
  await (await atOther(player)).put('/api/notices/preferences').send({ mail }).expect(200);
  await eventually('no reminder is sent', async () => !(await isSubscribed()), STALE_MS);
});

it('every state that a process caches for decisions has a two-process test', () => {
  const sources = globSync('backend/src/**/*.ts', { exclude: (path) => path.endsWith('.spec.ts') });
  const decidedFrom = sources
    .flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/(?:streams\.cached|(?<!\.)readStream)\(\s*(\w+),/g),
    ])
    .map(([, fold]) => fold!.replace(/Decider$/, ''));
  expect(new Set(decidedFrom)).toEqual(
    new Set([
      'person', // suspensions and waivers
      'court', // deactivation
      'conduct',
      'membership',
      'emailVerification',
      'notificationPreferences',
    ]),
  );
});
