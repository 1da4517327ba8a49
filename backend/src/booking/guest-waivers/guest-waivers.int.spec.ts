import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { AdminGuest, BookingGuests } from '@courtly/contracts/guest-waivers';
import { CommandBus } from '@nestjs/cqrs';
import { anAdmin } from '../../../testing/admin.js';
import { createConfirmedBooking, moveClockTo } from '../../../testing/completed-booking.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { type MailedCourtly, startMailedCourtly } from '../../../testing/mailed-courtly.js';
import type { Mailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';
import { waiverConsent } from '../../../testing/waiver-consent.js';
import { currentWaiver } from '../../people/waivers/waiver-text.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { RequestGuestErasureCommand } from './guest-erasures.commands.js';

let mailed: MailedCourtly;
let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let player: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailed = await startMailedCourtly({ TRUST_PROXY: '1' });
  ({ courtly, mailbox } = mailed);
  host = await courtly.register('owner', { firstName: 'Hana', lastName: 'Hostley' });
  player = await courtly.register('player', { firstName: 'Ann', lastName: 'Secretname' });
  await player.agent.post('/api/waiver/accept').send(waiverConsent).expect(200);
  court = await courtly.court(host);
});
afterAll(() => mailed?.stop());

const confirmed = () => createConfirmedBooking(courtly, host, court, player);
const add = ({ id }: Booking, guest: object = { name: 'Gus Guest' }, member = player) =>
  member.agent.post(`/api/bookings/${id}/guests`).send(guest);
const addOne = async (booking: Booking, guest?: object) => {
  const response = await add(booking, guest).expect(201);
  return (response.body as BookingGuests).guests.at(-1)!;
};
const guestsFor = async ({ agent }: Member, { id }: Booking, after = '') =>
  (await agent.get(`/api/bookings/${id}/guests`).set('Courtly-After', after).expect(200))
    .body as BookingGuests;
const open = (token: string) => courtly.visitor().get(`/api/guest-waivers/${token}`);
const signature = { ...waiverConsent, name: 'August Guest', isAdult: true };
const sign = (token: string, changes: object = {}) =>
  courtly
    .visitor()
    .post(`/api/guest-waivers/${token}/sign`)
    .set('User-Agent', 'GuestBrowser/1.0')
    .set('X-Forwarded-For', '203.0.113.9')
    .send({ ...signature, ...changes });
const eventsOf = ({ id }: Booking) => courtly.app.get(Streams).events(`guestWaivers-${id}`);

describe('a guest without an account', () => {
  it('can read the waiver behind a link, and nothing else about the booking', async () => {
    const booking = await confirmed();
    const { token } = await addOne(booking);
    const { body, text } = await open(token!).expect(200);
    const { version, text: waiver, textHash, adultAge } = currentWaiver;
    expect(body).toEqual({
      courtName: court.name,
      startTime: booking.startTime,
      endTime: booking.endTime,
      zone: booking.zone,
      zoneOffsets: expect.any(Array),
      invitedBy: 'Ann',
      version,
      text: waiver,
      textHash,
      adultAge,
      signedAt: null,
    });
    for (const secret of ['Secretname', player.email, court.address, 'Gus', host.user.id])
      expect(text).not.toContain(secret);
  });

  it('signs once, and the player and host see the signature', async () => {
    const booking = await confirmed();
    const { id: guestId, token } = await addOne(booking);
    const signed = await sign(token!).expect(200);
    expect(signed.body).toMatchObject({ signedAt: expect.any(String), text: currentWaiver.text });
    expect((await sign(token!, { name: 'Someone Else' }).expect(200)).body).toEqual(signed.body);
    const after = signed.get('Courtly-Position')!;
    for (const member of [player, host])
      expect(await guestsFor(member, booking, after)).toMatchObject({
        rule: 'warn',
        people: 2,
        signed: 2,
        guests: [{ signature: { name: 'August Guest', guardian: null }, token: null }],
      });
    const { body } = await host.agent.get(`/api/bookings/${booking.id}`).expect(200);
    expect(body).toMatchObject({ waivers: { rule: 'warn', people: 2, signed: 2 } });
    const [, event, ...more] = await eventsOf(booking);
    expect(more).toEqual([]);
    expect(event!.data).toMatchObject({
      guestId,
      version: currentWaiver.version,
      textHash: currentWaiver.textHash,
      userAgent: 'GuestBrowser/1.0',
      ipAddress: '203.0.113.9',
    });
    expect(JSON.stringify(event)).not.toContain(token!.slice(-32));
  });

  it('lets a guardian sign for a minor', async () => {
    const booking = await confirmed();
    const { token } = await addOne(booking);
    const guardian = { name: 'Grace Guardian', relation: 'parent' };
    await sign(token!, { isAdult: false, guardian: null }).expect(400);
    await sign(token!, { isAdult: true, guardian }).expect(400);
    for (const wrong of [{ name: 'www.example.com' }, { name: ' ' }, { relation: 'coach' }])
      await sign(token!, { isAdult: false, guardian: { ...guardian, ...wrong } }).expect(400);
    const signed = await sign(token!, { isAdult: false, guardian }).expect(200);
    const { guests } = await guestsFor(host, booking, signed.get('Courtly-Position'));
    expect(guests).toMatchObject([{ signature: { guardian } }]);
  });

  it('cannot sign any version other than the current one', async () => {
    const { token } = await addOne(await confirmed());
    const { body } = await sign(token!, { version: '1999-01' }).expect(409);
    expect(body).toMatchObject({ code: 'waiver_changed' });
  });

  it.each([
    ['forged', (token: string) => token.slice(0, -2) + 'zz'],
    ['for another guest', (token: string) => token.replace(/-1-([0-9a-f]{32})$/, '-2-$1')],
  ])('cannot use a link that is %s', async (_, change) => {
    const { token } = await addOne(await confirmed());
    await open(change(token!)).expect(404);
    await sign(change(token!)).expect(404);
  });
});

describe('a link', () => {
  it('stops working once it is replaced or the guest is removed', async () => {
    const booking = await confirmed();
    const { id: guestId, token: first } = await addOne(booking);
    const path = `/api/bookings/${booking.id}/guests/${guestId}`;
    const { body } = await player.agent.post(`${path}/link`).expect(200);
    const { token: second } = (body as BookingGuests).guests[0]!;
    expect(second).not.toBe(first);
    await open(first!).expect(404);
    await open(second!).expect(200);
    await player.agent.delete(path).expect(200);
    await sign(second!).expect(404);
    expect(await guestsFor(player, booking)).toMatchObject({ people: 1, guests: [] });
  });

  it('stops working when the booking is canceled', async () => {
    const booking = await confirmed();
    const { token } = await addOne(booking);
    await player.agent.post(`/api/bookings/${booking.id}/cancel`).send({}).expect(200);
    expect((await open(token!).expect(404)).body.message).toContain('canceled');
    await add(booking).expect(409);
    const isErased = async () =>
      (await eventsOf(booking)).some(({ type }) => type === 'GuestErased');
    await eventually('the guest of a canceled booking is erased', isErased);
    expect(JSON.stringify(await eventsOf(booking))).not.toContain('Gus Guest');
  });

  it('is emailed on request without the court address, at most three times a day per address', async () => {
    const booking = await confirmed();
    const email = `${randomUUID()}@example.test`;
    await addOne(booking, { name: 'Gus Guest', email });
    const [mail] = await mailbox.arrived(email);
    expect(mail!.text).toContain('Ann booked');
    expect(mail!.text).not.toContain(court.address);
    const [, token] = /courtly\.example\/waivers\/(\S+)/.exec(mail!.text!)!;
    await open(token!).expect(200);

    // No address gets more than three a day. Links that are not emailed do not count.
    const replace = (guestId: string) =>
      player.agent.post(`/api/bookings/${booking.id}/guests/${guestId}/link`);
    const { id } = await addOne(booking, { name: 'Gus Again', email: email.toUpperCase() });
    await replace(id).expect(200);
    await replace(id).expect(429);
    const { id: unmailed } = await addOne(booking, { name: 'Eva Guest' });
    for (let count = 0; count < 4; count++) await replace(unmailed).expect(200);
  });
});

describe('the list of guests', () => {
  it('belongs to the player, and the host sees it without emails or links', async () => {
    const booking = await confirmed();
    await addOne(booking, { name: 'Gus Guest', email: `${randomUUID()}@example.test` });
    const { guests, canAdd } = await guestsFor(host, booking);
    expect(guests).toMatchObject([{ name: 'Gus Guest', email: null, token: null }]);
    expect(canAdd).toBe(false);
    await add(booking, undefined, host).expect(404);
    const stranger = await courtly.player();
    await add(booking, undefined, stranger).expect(404);
    const path = `/api/bookings/${booking.id}/guests/${guests[0]!.id}`;
    for (const { agent } of [host, stranger]) {
      await agent.post(`${path}/link`).expect(404);
      await agent.delete(path).expect(404);
    }
    expect((await guestsFor(player, booking)).guests).toHaveLength(1);
    await stranger.agent.get(`/api/bookings/${booking.id}/guests`).expect(404);
    await courtly.visitor().get(`/api/bookings/${booking.id}/guests`).expect(401);
  });

  it('contains as many guests as the court allows, with names that are not links', async () => {
    const booking = await confirmed();
    const name = 'Gus\n\nGuest';
    expect((await addOne(booking, { name })).name).toBe('Gus Guest');
    await add(booking, { name: 'see www.example.com' }).expect(400);
    await add(booking, { name: 'Two' }).expect(201);
    await add(booking, { name: 'Three' }).expect(201);
    expect((await add(booking, { name: 'Four' }).expect(409)).body.code).toBe('fair_use');
  });

  it('is part of the export of the player, without the signature', async () => {
    const booking = await confirmed();
    const { token } = await addOne(booking, { name: 'Exported Guest' });
    const signed = await sign(token!).expect(200);
    const { body } = await player.agent
      .get('/api/account/export')
      .set('Courtly-After', signed.get('Courtly-Position')!)
      .expect(200);
    expect(body.guests.items).toContainEqual({
      bookingId: booking.id,
      name: 'Exported Guest',
      email: '',
      addedAt: expect.any(String),
      hasSigned: true,
      isRemoved: false,
    });
    expect(JSON.stringify(body)).not.toContain('August Guest');
  });
});

describe('the data of guests', () => {
  const guestOf = async (booking: Booking) => (await guestsFor(player, booking)).guests[0]!;

  it('is erased on request, and the signature still counts', async () => {
    const booking = await confirmed();
    const { id: guestId, token } = await addOne(booking);
    await sign(token!).expect(200);
    const at = new Date(Date.now() + courtly.config.CLOCK_OFFSET_MS).toISOString();
    const input = { bookingId: booking.id, guestId, reference: 'letter 14' };
    await courtly.app
      .get(CommandBus)
      .execute(new RequestGuestErasureCommand(input, systemContext('guest erasure', at)));
    await eventually('the guest is erased', async () => (await guestOf(booking)).name === '');
    expect(await guestsFor(host, booking)).toMatchObject({
      people: 2,
      signed: 2,
      guests: [{ signature: null, signedAt: expect.any(String) }],
    });
    const log = JSON.stringify(await eventsOf(booking));
    expect(log).not.toContain('Gus Guest');
    expect(log).not.toContain('August Guest');
    await sign(token!).expect(404);
  });

  it('is erased by an admin, who finds removed guests in the booking, too', async () => {
    const admin = await anAdmin(courtly);
    const booking = await confirmed();
    const { id: guestId, token } = await addOne(booking);
    await sign(token!).expect(200);
    const { id: added } = await addOne(booking, { name: 'Eva Guest' });
    const removal = await player.agent
      .delete(`/api/bookings/${booking.id}/guests/${guestId}`)
      .expect(200);
    const path = `/api/admin/bookings/${booking.id}/guests`;
    const guests = async (after = removal.get('Courtly-Position')!) =>
      (await admin.agent.get(path).set('Courtly-After', after).expect(200)).body as AdminGuest[];
    expect(await guests()).toEqual([
      {
        id: guestId,
        name: 'Gus Guest',
        signedAt: expect.any(String),
        isRemoved: true,
        isErasureRequested: false,
      },
      {
        id: added,
        name: 'Eva Guest',
        signedAt: null,
        isRemoved: false,
        isErasureRequested: false,
      },
    ]);
    const body = { reference: 'letter 15' };
    await admin.agent.post(`${path}/unknown/erasure`).send(body).expect(404);
    for (const { agent } of [player, host])
      await agent.post(`${path}/${guestId}/erasure`).send(body).expect(403);
    await admin.agent.post(`${path}/${guestId}/erasure`).send(body).expect(202);
    await eventually('the guest is erased', async () => (await guests()).length === 1);
    const requested = (await eventsOf(booking)).find(
      ({ type }) => type === 'GuestErasureRequested',
    );
    expect(requested).toMatchObject({
      data: { guestId, reference: 'letter 15' },
      metadata: { actor: { id: admin.user.id } },
    });
    expect(JSON.stringify(await eventsOf(booking))).not.toContain('August Guest');
  });

  it('is erased when the booking is canceled, even if the guest has signed', async () => {
    const booking = await confirmed();
    await addOne(booking);
    const { token } = await addOne(booking, { name: 'Eva Guest' });
    await sign(token!).expect(200);
    await player.agent.post(`/api/bookings/${booking.id}/cancel`).send({}).expect(200);
    const log = async () => JSON.stringify(await eventsOf(booking));
    await eventually('the guests are erased', async () => !/Gus|Eva|August/.test(await log()));
  });

  it('is erased after the hour if the guest has not signed, and later if they have', async () => {
    const booking = await confirmed();
    await addOne(booking);
    const { token } = await addOne(booking, { name: 'Eva Guest' });
    await sign(token!).expect(200);
    await moveClockTo(courtly, booking.endTime);
    await eventually('the guest is erased', async () => (await guestOf(booking)).name === '');
    expect((await guestsFor(player, booking)).guests[1]!.name).toBe('Eva Guest');
    await open(token!).expect(404);
    const { guestWaiverDays } = courtly.config.policy.retention;
    const endMs = Date.parse(booking.endTime) + guestWaiverDays * DAY_MS;
    await moveClockTo(courtly, new Date(endMs).toISOString());
    await eventually(
      'both guests are erased',
      async () =>
        (await eventsOf(booking)).filter(({ type }) => type === 'GuestErased').length === 2,
    );
  });
});
