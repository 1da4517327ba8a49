import { expect, it } from '@jest/globals';
import { allEvents } from '../event-sets.js';
import { people } from '../people/identity/people.projection.js';
import { EventCodec } from '../platform/kernel/codec.js';
import type { StoredEvent } from '../platform/stores/stored-event.js';
import { InMemoryKeys } from '../../testing/in-memory-keys.js';
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

it('a damaged key hides one person of a batch, and the audit names the key', async () => {
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
  const log = auditLog([people]);
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
