import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  addDays,
  localDate,
} from '../../platform/kernel/local-time.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { Queues } from '../../platform/processes/queues.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { eventually } from '../../../testing/stores.js';

let mailbox: Mailbox;
let courtly: Courtly;
let host: Member;
let court: CourtDetail;

beforeAll(async () => {
  mailbox = await startMailbox();
  courtly = await startCourtly({ MAIL_URL: mailbox.url, POLICY_FILE: 'deploy/policies/open.json' });
  host = await courtly.register('owner');
  court = await courtly.court(host);
});
afterEach(() => void (courtly.config.CLOCK_OFFSET_MS = 0));
afterAll(async () => {
  await courtly?.stop();
  await mailbox?.stop();
});

/** Separates the tests' days so that their reminders do not overlap. */
let days = 0;
const nextSlot = async () =>
  (await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), (days += 3))))[0]!;
const request = async (requester: Member, slot: Parameters<Courtly['book']>[2]): Promise<Booking> =>
  (await courtly.book(requester, court.id, slot).expect(201)).body as Booking;
/** Waits until the sweep can find the booking. */
const awaitBooking = async ({ id }: Booking, after: string) =>
  void (await host.agent.get(`/api/bookings/${id}`).set('Courtly-After', after).expect(200));
const approve = async (remindedBooking: Booking) => {
  const response = host.agent
    .patch(`/api/bookings/${remindedBooking.id}/status`)
    .send({ status: 'confirmed' });
  await awaitBooking(remindedBooking, (await response.expect(200)).get('Courtly-Position')!);
  return remindedBooking;
};
const booked = async (requester: Member) => approve(await request(requester, await nextSlot()));

const moveTo = (ms: number) => (courtly.config.CLOCK_OFFSET_MS = ms - Date.now());
const moveBefore = ({ startTime }: Booking, ms: number) => moveTo(Date.parse(startTime) - ms);
const sweep = async () => {
  await courtly.app.get(ProcessRunner).sweep();
  await eventually('all jobs are done', async () => {
    const counts = await courtly.app.get(Queues).countJobs();
    return [...counts.values()].every(({ waiting, active }) => waiting === 0 && active === 0);
  });
};
const reminders = ({ email }: Member) =>
  mailbox
    .to(email)
    .map(({ subject }) => subject)
    .filter((emailSubject) => /tomorrow|in an hour/.test(emailSubject!));

describe('a reminder', () => {
  it('goes to both sides one day and one hour before, even if the sweep runs repeatedly', async () => {
    const player = await courtly.player();
    await courtly.verifyEmail(player);
    const booking = await booked(player);
    moveBefore(booking, DAY_MS + HOUR_MS);
    await sweep();
    expect([reminders(player), reminders(host)]).toEqual([[], []]);
    moveBefore(booking, DAY_MS - MINUTE_MS);
    for (const _ of [1, 2, 3]) await sweep();
    expect([reminders(player), reminders(host)]).toEqual([
      ['You play tomorrow'],
      ['Your court has a booking tomorrow'],
    ]);
    moveBefore(booking, HOUR_MS - MINUTE_MS);
    for (const _ of [1, 2, 3]) await sweep();
    expect(reminders(player)).toEqual(['You play tomorrow', 'You play in an hour']);
    expect(reminders(host)).toEqual([
      'Your court has a booking tomorrow',
      'Your court has a booking in an hour',
    ]);
    const [mail] = mailbox
      .to(player.email)
      .filter(({ subject }) => subject === 'You play tomorrow');
    expect(mail!.text).toContain('Address: 8412 E Horseshoe Ln');
    expect(mail!.text).toMatch(/\/unsubscribe\/[\w-]+\.reminders\.[0-9a-f]{64}\s/);
  });

  it('is not sent again by the next sweep after a permanent rejection', async () => {
    const player = await courtly.player();
    const booking = await booked(player);
    const before = reminders(host);
    moveBefore(booking, DAY_MS - MINUTE_MS);
    mailbox.refuseAll('looks like spam');
    await sweep();
    const queues = courtly.app.get(Queues);
    const failedReminders = async () => {
      let count = 0;
      for await (const page of queues.failures())
        count += page.filter(({ process }) => process === 'dayReminders').length;
      return count;
    };
    await eventually('both reminders have failed', async () => (await failedReminders()) === 2);
    mailbox.acceptAll();
    for (const _ of [1, 2, 3]) await sweep();
    expect([reminders(player), reminders(host)]).toEqual([[], before]);
    expect(await failedReminders()).toBe(2);
    await queues.retryAll();
    await eventually('the reminders arrive', async () =>
      [reminders(player).length, reminders(host).length - before.length].every(
        (arrived) => arrived === 1,
      ),
    );
  });

  it('skips canceled bookings and recipients who turned reminders off', async () => {
    const [player, otherMember] = [await courtly.player(), await courtly.player()];
    const [wantedBooking, unwanted] = [await booked(player), await booked(otherMember)];
    const cancellation = await player.agent
      .post(`/api/bookings/${wantedBooking.id}/cancel`)
      .send({})
      .expect(200);
    await awaitBooking(wantedBooking, cancellation.get('Courtly-Position')!);
    const mail = {
      requests: true,
      bookings: true,
      reminders: false,
      matches: true,
      messages: true,
    };
    await otherMember.agent.put('/api/notices/preferences').send({ mail }).expect(200);
    const hosts = reminders(host);
    for (const booking of [wantedBooking, unwanted]) {
      moveBefore(booking, DAY_MS - MINUTE_MS);
      await sweep();
    }
    expect([reminders(player), reminders(otherMember)]).toEqual([[], []]);
    // The host still gets the reminder for the booking that was not canceled.
    expect(reminders(host)).toEqual([...hosts, 'Your court has a booking tomorrow']);
  });

  it('is not sent a day before for a booking made later', async () => {
    const player = await courtly.player();
    const slot = await nextSlot();
    moveTo(Date.parse(slot.start) - DAY_MS + MINUTE_MS);
    await approve(await request(player, slot));
    await sweep();
    expect(reminders(player)).toEqual([]);
    moveTo(Date.parse(slot.start) - HOUR_MS + MINUTE_MS);
    await sweep();
    expect(reminders(player)).toEqual(['You play in an hour']);
  });
});

it('does not retry a reminder that has nothing to send', async () => {
  let callCount = 0;
  const write = async () => (callCount++, null);
  for (const _ of [1, 2])
    await courtly.app.get<EmailOutbox>(EMAIL_OUTBOX).sendOnce('nothing to write', write);
  expect(callCount).toBe(1);
});
