import { expect, it } from '@jest/globals';
import { allEvents } from '../event-sets.js';
import { bookings } from '../booking/bookings/bookings.projection.js';
import { courtDay } from '../booking/bookings/court-day.js';
import { courtDays } from '../booking/bookings/court-days.projection.js';
import { reactTo } from '../platform/processes/reactions.js';
import { applications as applicationList } from '../people/applications/applications.projection.js';
import { person } from '../people/identity/person.js';
import { people } from '../people/identity/people.projection.js';
import { EventCodec } from '../platform/kernel/codec.js';
import { foldEvents, emptyStream } from '../platform/kernel/stream-cache.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { StoredEvent } from '../platform/stores/stored-event.js';
import { InMemoryEventStore, startProcess } from '../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../testing/in-memory-keys.js';
import { messageSent } from '../../testing/conversation.js';
import { applicationReviewed, hostApplication } from '../../testing/applications.js';
import { COURT, DAY, bookingRequested, hoursClosed } from '../../testing/court-day.js';
import { auditLog } from './audit.js';

const AT = '2027-03-10T12:00:00.000Z';
const metadata = {
  actor: { id: 'visitor', role: 'visitor' },
  at: AT,
  command: 'register',
  fingerprint: '',
  $correlationId: 'request-1',
} as const;

const registered = (userId: string) => ({
  type: 'UserRegistered',
  data: {
    userId,
    email: `${userId}@example.test`,
    username: userId,
    firstName: 'Robin',
    lastName: userId,
    phone: '',
    role: 'player',
    registeredAt: AT,
  },
});

it('a damaged key hides one person in a batch, and the audit names the key', async () => {
  const keys = new InMemoryKeys();
  const codec = new EventCodec(allEvents, keys);
  const userIds = Array.from({ length: 40 }, (_, index) => `user${index}`);
  const stored = await Promise.all(
    userIds.map(async (userId, index): Promise<StoredEvent> => ({
      ...(await codec.encode(registered(userId), `event-${index}`, metadata)),
      stream: `user-${userId}`,
      revision: 0,
      position: String(index).padStart(20, '0'),
      storedAt: Date.parse(AT),
    })),
  );
  keys.damage('user7');
  const log = auditLog([people], allEvents);
  log.take(await codec.decode(stored));

  const [expectedPeople] = log.expected;
  const listed = [...expectedPeople!.documents.entriesInOrder()].map(([userId]) => userId);
  expect(new Set(listed)).toEqual(new Set(userIds.filter((userId) => userId !== 'user7')));
  const reason = 'key key of user7 of user user7 cannot be opened: it has 31 bytes';
  const violations = log
    .violations()
    .filter(({ problem }) => !problem.includes('is registered without'));
  expect(violations).toEqual([
    {
      stream: 'user-user7',
      revision: 0,
      problem: `people parks the stream from here on: ${reason}`,
    },
    { stream: 'vault', revision: null, problem: reason },
  ]);
});

it('a message is refused rather than stored without its text while its key is lost', async () => {
  const keys = new InMemoryKeys();
  const codec = new EventCodec(allEvents, keys);
  const message = messageSent('player');
  await codec.encode(message, 'event-1', metadata);
  keys.lose(message.data.authorId);
  await expect(codec.encode(message, 'event-2', metadata)).rejects.toMatchObject({
    keyDamage: { userId: message.data.authorId },
  });
});

it.each([
  ['damaged', 'damage'],
  ['lost', 'lose'],
] as const)(
  'a %s key hides only the notes of its person on a court-day that others share',
  async (_, fail) => {
    const keys = new InMemoryKeys();
    const codec = new EventCodec(allEvents, keys);
    const courtDayEvents = [
      bookingRequested({ notes: 'Two of us' }),
      bookingRequested({
        bookingId: 'booking-2',
        playerId: 'quinn',
        startTime: `${DAY}T20:00:00.000Z`,
        endTime: `${DAY}T21:00:00.000Z`,
        notes: 'We bring balls',
      }),
      hoursClosed('22:00', '23:00'),
    ];
    const stored = await Promise.all(
      courtDayEvents.map(async (event, index): Promise<StoredEvent> => ({
        ...(await codec.encode(event, `event-${index}`, metadata)),
        stream: `courtDay-${COURT}-${DAY}`,
        revision: index,
        position: String(index).padStart(20, '0'),
        storedAt: Date.parse(AT),
      })),
    );
    keys[fail]('pavel');
    keys[fail]('hana');
    const decoded = await codec.decode(stored);

    const { state } = foldEvents(courtDay, emptyStream(courtDay), decoded as RecordedEvent[]);
    expect([...state.bookings.keys()]).toEqual(['booking-1', 'booking-2']);
    expect(state.closed).toMatchObject([{ reason: '' }]);
    const reactions = reactTo(
      { handles: ['BookingRequested'], react: ({ data }: { data: unknown }) => [data] } as never,
      decoded,
    );
    expect(reactions).toMatchObject({ jobs: [{ playerId: 'pavel' }, { playerId: 'quinn' }] });
    expect(reactions.setAside).toEqual([]);

    const log = auditLog([bookings, courtDays], allEvents);
    log.take(decoded);
    const [expectedBookings] = log.expected;
    expect([...expectedBookings!.documents.entriesInOrder()]).toMatchObject([
      ['booking-1', { playerId: 'pavel', notes: '' }],
      ['booking-2', { playerId: 'quinn', notes: 'We bring balls' }],
    ]);
    const problems = log.violations().filter(({ stream }) => stream === 'vault');
    expect(problems.map(({ problem }) => problem).sort()).toEqual(
      fail === 'lose'
        ? ['2 users have events but no key: hana, pavel']
        : [
            'key key of hana of user hana cannot be opened: it has 31 bytes',
            'key key of pavel of user pavel cannot be opened: it has 31 bytes',
          ],
    );
    expect(log.violations().filter(({ problem }) => problem.includes('parks'))).toEqual([]);
  },
);

it('a damaged key of an application hides no other application from the same email', async () => {
  const keys = new InMemoryKeys();
  const codec = new EventCodec(allEvents, keys);
  const { applicant } = hostApplication();
  const events = [
    { type: 'HostApplied', data: hostApplication({ applicationId: 'first', fullName: 'Ann' }) },
    applicationReviewed({ applicationId: 'first', status: 'rejected' }),
    { type: 'HostApplied', data: hostApplication({ applicationId: 'second', fullName: 'Bob' }) },
  ];
  const stored = await Promise.all(
    events.map(async (event, index): Promise<StoredEvent> => ({
      ...(await codec.encode(event, `event-${index}`, metadata)),
      stream: `application-${applicant}`,
      revision: index,
      position: String(index).padStart(20, '0'),
      storedAt: Date.parse(AT),
    })),
  );
  keys.damage('first');
  const log = auditLog([applicationList], allEvents);
  log.take(await codec.decode(stored));
  const [expectedApplications] = log.expected;
  expect([...expectedApplications!.documents.entriesInOrder()]).toMatchObject([
    ['first', { fullName: 'Former applicant', status: 'rejected' }],
    ['second', { fullName: 'Bob', status: 'pending' }],
  ]);
  expect(log.violations()).toMatchObject([
    { stream: 'vault', problem: expect.stringContaining('key of first') },
  ]);
});

it.each(['damage', 'lose'] as const)(
  'a command about a person whose key is unusable (%s) is refused until it is repaired',
  async (fail) => {
    const [store, keys] = [new InMemoryEventStore(), new InMemoryKeys()];
    const { codec, streams } = startProcess(store, keys);
    store.log.push({
      ...(await codec.encode(registered('ann'), 'event-1', metadata)),
      stream: 'user-ann',
      revision: 0,
      position: '0'.padStart(20, '0'),
      storedAt: 0,
    });
    keys[fail]('ann');
    await expect(streams.load(person, 'ann')).rejects.toMatchObject({ code: 'key_unusable' });
    expect(await streams.loadDespiteDamagedKeys(person, 'ann')).toMatchObject({ userId: 'ann' });
    keys.repair('ann');
    expect(await streams.load(person, 'ann')).toMatchObject({ firstName: 'Robin' });
  },
);
