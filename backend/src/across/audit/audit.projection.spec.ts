import { describe, expect, it } from '@jest/globals';
import { EventCodec } from '../../platform/kernel/codec.js';
import type { Message } from '../../platform/kernel/decider.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { allEvents } from '../../event-sets.js';
import { bookingApproved, bookingRequested } from '../../../testing/court-day.js';
import { examples } from '../../../testing/event-examples.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import { matchDisputed, matchLogged } from '../../../testing/match.js';
import { fold, inStream } from '../../../testing/projection.js';
import { audit } from './audit.projection.js';

type Any = Message<string, Record<string, unknown>>;
const after = (streamName: string, ...streamEvents: Message[]) =>
  fold(audit, ...inStream(streamName, ...(streamEvents as Any[])));

describe('the audit', () => {
  it('lists every event by its id, with its actor, time, and subjects', () => {
    const streamName = 'courtDay-roxbury_2027-03-13';
    const documents = after(streamName, bookingRequested(), bookingApproved());
    expect([...documents.keys()]).toEqual([`${streamName}#0`, `${streamName}#1`]);
    expect(documents.get(`${streamName}#1`)).toEqual({
      stream: streamName,
      revision: 1,
      type: 'BookingApproved',
      at: '2027-03-10T12:00:00.000Z',
      actorId: 'someone',
      actorRole: 'player',
      requestId: 'request-1',
      people: expect.arrayContaining(['pavel', 'hana']),
      courtId: 'roxbury',
      bookingId: 'booking-1',
      facts: { playerId: 'pavel', courtId: 'roxbury' },
    });
  });

  it('lists every player of a match who has an account', () => {
    const documents = after('match-booking-1_pavel', matchLogged(), matchDisputed());
    expect([...documents.values()].map(({ people }) => people)).toEqual([
      ['pavel'],
      ['olga', 'pavel'],
    ]);
  });

  it('does not reveal which courts are favorites', () => {
    const added = {
      type: 'FavouriteAdded',
      data: { userId: 'pavel', courtId: 'roxbury', changedAt: '' },
    };
    expect([...after('favourites-pavel', added).values()]).toEqual([
      expect.objectContaining({ people: ['pavel'], courtId: null }),
    ]);
  });

  it('accepts every event type without storing personal data', async () => {
    const keys = new InMemoryKeys();
    const codec = new EventCodec(allEvents, keys);
    const stored = await examples(allEvents, codec);
    const events = (await codec.decode(stored)) as RecordedEvent<Any>[];
    const documents = fold(audit, ...events);
    expect(documents.size).toBe(events.length);
    const definitions = new Map(allEvents.flatMap((set) => Object.entries(set.definitions)));
    for (const { id, type, data } of events) {
      const { facts, ...fields } = documents.get(id)!;
      const texts = [...Object.values(fields).flat(), ...Object.values(facts)];
      const personal = (definitions.get(type)!.personal ?? []).flatMap(({ erased }) =>
        Object.keys(erased),
      );
      for (const field of personal)
        expect([type, field, texts.includes(data[field] as string)]).toEqual([type, field, false]);
    }
  });
});
