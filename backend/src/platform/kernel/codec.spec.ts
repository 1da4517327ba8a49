import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import type { EncodedEvent, StoredEvent } from '../stores/stored-event.js';
import { EventCodec, type UnreadableEvent } from './codec.js';
import { defineEvents } from './events.js';

const notes = defineEvents(['note'], {
  NoteTaken: {
    version: 1,
    data: z.object({
      about: z.string(),
      text: z.string(),
      tags: z.array(z.string()),
      stars: z.number().int(),
    }),
    personal: [{ of: 'about', erased: { text: 'erased', tags: [] } }],
  },
  LetterSent: {
    version: 1,
    data: z.object({
      from: z.string(),
      to: z.string(),
      words: z.string(),
      address: z.string(),
      cents: z.number().int(),
    }),
    personal: [
      { of: 'from', erased: { words: 'erased' } },
      { of: 'to', erased: { address: 'erased' }, isRemark: true },
    ],
  },
  ChatSent: {
    version: 1,
    data: z.object({ from: z.string(), words: z.string() }),
    personal: [{ of: 'from', erased: { words: '' }, isRemark: true, isContent: true }],
  },
  WriterJoined: {
    version: 1,
    data: z.object({ writer: z.string(), name: z.string() }),
    personal: [{ of: 'writer', createsKey: true, erased: { name: 'somebody' } }],
  },
  PlayerNamed: {
    version: 1,
    data: z.object({ playerId: z.string(), name: z.string() }),
    personal: [{ of: 'playerId', createsKey: true, erased: { name: 'somebody' }, isRemark: true }],
  },
  NoteFiled: {
    version: 3,
    data: z.object({ folder: z.string(), shelf: z.string(), copies: z.number() }),
    upcasts: {
      1: ({ place, ...otherFields }) => ({ ...otherFields, folder: place }),
      2: (data) => ({ ...data, shelf: 'main', copies: 1 }),
    },
  },
  NoteSigned: {
    version: 3,
    data: z.object({ about: z.string(), name: z.string() }),
    personal: [{ of: 'about', erased: { name: 'somebody' } }],
    upcasts: { 2: (data) => data },
  },
});

const metadata = {
  actor: { id: 'ann', role: 'player' },
  at: '2027-03-10T12:00:00.000Z',
  command: 'command-1',
  fingerprint: 'print',
  $correlationId: 'request-1',
} as const;

const noteTaken = (text = 'meet at the blue gate', about = 'ann') =>
  ({ type: 'NoteTaken', data: { about, text, tags: ['gate'], stars: 4 } }) as const;

const ANNS_KEY = 'key 6c697474';
const setUp = () => {
  const keys = new InMemoryKeys((person) =>
    Buffer.alloc(32, person === 'ann' ? 'little secret' : person),
  );
  return { keys, codec: new EventCodec([notes], keys) };
};

const place = { stream: 'note-1', revision: 0, position: '00000000000000000007' };
const storedAt = Date.parse('2027-03-10T12:00:00.010Z');

/** Returns the event as the store returns it, after a round trip through JSON. */
const stored = (
  { id, type, data, metadata }: EncodedEvent,
  changes: Partial<StoredEvent> = {},
): StoredEvent => ({
  ...(JSON.parse(JSON.stringify({ id, type, data, metadata })) as EncodedEvent),
  ...place,
  storedAt,
  ...changes,
});

const filed = (version: unknown, data: unknown): StoredEvent => ({
  id: 'event-1',
  type: 'NoteFiled',
  ...place,
  storedAt,
  data,
  metadata: { ...metadata, version },
});

const decodeOne = async (codec: EventCodec, event: StoredEvent) =>
  (await codec.decode([event]))[0]!;

const unreadable = (reason: RegExp) =>
  expect.objectContaining({ id: 'event-1', ...place, unreadable: expect.stringMatching(reason) });

describe('an event that is stored and read', () => {
  it('equals the original plus the fields that the store adds', async () => {
    const { codec } = setUp();
    const encoded = await codec.encode(noteTaken(), 'event-1', metadata);
    expect(await decodeOne(codec, stored(encoded))).toMatchObject({
      ...noteTaken(),
      ...place,
      id: 'event-1',
      metadata: { ...metadata, version: 1 },
    });
  });

  it('survives a round trip with any text that a user enters', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(fc.string()), async (text, tags) => {
        const { codec } = setUp();
        const event = {
          type: 'NoteTaken',
          data: { about: 'ann', text: text.toWellFormed(), tags, stars: 1 },
        };
        const read = await decodeOne(codec, stored(await codec.encode(event, 'event-1', metadata)));
        expect(read).toMatchObject(event);
      }),
    ));

  it("keeps its position in a batch and decrypts with its own user's key", async () => {
    const { codec } = setUp();
    const events = [noteTaken('one', 'ann'), noteTaken('two', 'bob'), noteTaken('three', 'ann')];
    const encoded = await Promise.all(
      events.map((event, index) => codec.encode(event, `event-${index}`, metadata)),
    );
    expect(await codec.decode(encoded.map((event) => stored(event)))).toEqual(
      events.map((event, index) => expect.objectContaining({ ...event, id: `event-${index}` })),
    );
  });

  it('carries the current schema version, regardless of its metadata', async () => {
    const { codec } = setUp();
    const event = { type: 'NoteFiled', data: { folder: 'a', shelf: 'b', copies: 2 } };
    const withVersion = { ...metadata, version: 0 };
    expect((await codec.encode(event, 'event-1', withVersion)).metadata.version).toBe(3);
  });

  it('rejects an unknown type or data that the type does not declare', async () => {
    const { codec } = setUp();
    await expect(
      codec.encode({ type: 'NoteBurnt', data: {} }, 'event-1', metadata),
    ).rejects.toThrow('NoteBurnt');
    const wrong = { type: 'NoteTaken', data: { ...noteTaken().data, stars: 1.5 } };
    await expect(codec.encode(wrong, 'event-1', metadata)).rejects.toThrow(z.ZodError);
  });

  it('drops fields that its type does not declare', async () => {
    const { codec } = setUp();
    const encoded = await codec.encode(
      { ...noteTaken(), data: { ...noteTaken().data, secret: 'x' } },
      'event-1',
      metadata,
    );
    expect(JSON.stringify(encoded)).not.toContain('secret');
  });
});

describe('personal fields', () => {
  it('never appear in the stored event in plain text or another encoding', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z]{12,30}$/), async (secret) => {
        const { codec } = setUp();
        const event = { type: 'NoteTaken', data: { ...noteTaken(secret).data, tags: [secret] } };
        const json = JSON.stringify(await codec.encode(event, 'event-1', metadata));
        const bytes = Buffer.from(secret);
        for (const writing of [
          secret,
          bytes.toString('base64').slice(0, -4),
          bytes.toString('hex'),
        ])
          expect(json).not.toContain(writing);
        expect(json).not.toContain('"tags"');
      }),
    ));

  it('are sealed to a different text each time', async () => {
    const { codec } = setUp();
    const [firstEncoded, two] = await Promise.all(
      [1, 2].map(() => codec.encode(noteTaken(), 'event-1', metadata)),
    );
    expect(firstEncoded).not.toEqual(two);
  });

  it('read as their declared replacement after erasure while other fields remain', async () => {
    const { codec, keys } = setUp();
    const encoded = await codec.encode(noteTaken(), 'event-1', metadata);
    keys.erase('ann');
    expect(await decodeOne(codec, stored(encoded))).toMatchObject({
      data: { about: 'ann', text: 'erased', tags: [], stars: 4 },
    });
  });

  it('disappear for an erased user, who gets no new key', async () => {
    const { codec, keys } = setUp();
    keys.erase('ann');
    const encoded = await codec.encode(noteTaken(), 'event-1', metadata);
    expect(encoded.data).toEqual({ about: 'ann', text: 'erased', tags: [], stars: 4 });
    expect(await keys.find(['ann'])).toEqual(new Map([['ann', null]]));
    expect(await decodeOne(codec, stored(encoded))).toMatchObject({ data: encoded.data });
  });

  it('are sealed for each user separately, and open for users who are not erased', async () => {
    const { codec, keys } = setUp();
    const data = {
      from: 'ann',
      to: 'bob',
      words: 'see you at six',
      address: '1 Baseline Road',
      cents: 250,
    };
    const encoded = stored(await codec.encode({ type: 'LetterSent', data }, 'event-1', metadata));
    expect(JSON.stringify(encoded)).not.toMatch(/six|Baseline/);
    expect(await decodeOne(codec, encoded)).toMatchObject({ data });
    keys.erase('ann');
    expect(await decodeOne(codec, encoded)).toMatchObject({ data: { ...data, words: 'erased' } });
    keys.erase('bob');
    expect(await decodeOne(codec, encoded)).toMatchObject({
      data: { ...data, words: 'erased', address: 'erased' },
    });
  });

  it('are stored with the id of the key that sealed them', async () => {
    const { codec } = setUp();
    const { data } = await codec.encode(noteTaken(), 'event-1', metadata);
    expect(data).toMatchObject({ sealed: [{ of: 'about', key: ANNS_KEY }] });
  });

  it('report the user whose key is missing instead of treating the user as erased', async () => {
    const { codec, keys } = setUp();
    const encoded = stored(await codec.encode(noteTaken(), 'event-1', metadata));
    keys.lose('ann');
    const read = await decodeOne(codec, encoded);
    expect(read).toEqual(unreadable(/no key of user ann/));
    expect(read).toHaveProperty('damagedKey', {
      userId: 'ann',
      keyId: null,
      reason: 'the vault has no key of user ann',
    });
  });

  it('report a damaged key, and stay readable for other users in the batch', async () => {
    const { codec, keys } = setUp();
    const annsEvent = stored(await codec.encode(noteTaken(), 'event-1', metadata));
    const bobsNote = noteTaken('see you', 'bob');
    const bobsEvent = stored(await codec.encode(bobsNote, 'event-2', metadata));
    keys.damage('ann');
    const [damagedEvent, readable] = await codec.decode([annsEvent, bobsEvent]);
    expect(damagedEvent).toEqual(unreadable(/key of ann of user ann cannot be opened/));
    expect(damagedEvent).toHaveProperty('damagedKey', {
      userId: 'ann',
      keyId: 'key of ann',
      reason: 'key key of ann of user ann cannot be opened: it has 31 bytes',
    });
    expect(readable).toMatchObject(bobsNote);
    await expect(codec.encode(noteTaken(), 'event-3', metadata)).rejects.toThrow(
      'key of ann of user ann cannot be opened',
    );
  });

  it('that are remarks show their replacement and name the key while it is lost or damaged', async () => {
    const { codec, keys } = setUp();
    const data = { from: 'ann', to: 'bob', words: 'see you', address: '1 Baseline Road', cents: 5 };
    const encoded = stored(await codec.encode({ type: 'LetterSent', data }, 'event-1', metadata));
    expect(await decodeOne(codec, encoded)).not.toHaveProperty('unopened');
    keys.damage('bob');
    expect(await decodeOne(codec, encoded)).toMatchObject({
      data: { ...data, address: 'erased' },
      unopened: [{ userId: 'bob', keyId: 'key of bob' }],
    });
    keys.lose('bob');
    expect(await decodeOne(codec, encoded)).toMatchObject({
      data: { ...data, address: 'erased' },
      unopened: [{ userId: 'bob', keyId: null }],
    });
    await keys.createKey('bob');
    keys.replace('bob');
    expect(await decodeOne(codec, encoded)).toMatchObject({
      data: { ...data, address: 'erased' },
      unopened: [{ userId: 'bob', reason: expect.stringContaining('instead') }],
    });
    keys.damage('ann');
    expect(await decodeOne(codec, encoded)).toEqual(unreadable(/key of ann .*cannot be opened/));
  });

  it.each(['damage', 'lose'] as const)(
    'that are remarks are dropped while the key is unusable (%s), so that the rest is recorded',
    async (fail) => {
      const { codec, keys } = setUp();
      keys[fail]('bob');
      const data = {
        from: 'ann',
        to: 'bob',
        words: 'see you',
        address: '1 Baseline Road',
        cents: 5,
      };
      const encoded = stored(await codec.encode({ type: 'LetterSent', data }, 'event-1', metadata));
      expect(await decodeOne(codec, encoded)).toMatchObject({
        data: { ...data, address: 'erased' },
      });
      keys.damage('ann');
      await expect(codec.encode({ type: 'LetterSent', data }, 'event-2', metadata)).rejects.toThrow(
        'key of ann of user ann cannot be opened',
      );
    },
  );

  it.each(['damage', 'lose'] as const)(
    'that are the content of an event are refused while the key is unusable (%s)',
    async (fail) => {
      const { codec, keys } = setUp();
      const chat = (words: string) => ({ type: 'ChatSent', data: { from: 'ann', words } });
      const encoded = stored(await codec.encode(chat('hello'), 'event-1', metadata));
      keys[fail]('ann');
      await expect(codec.encode(chat('hello'), 'event-2', metadata)).rejects.toMatchObject({
        keyDamage: { userId: 'ann' },
      });
      await codec.encode(chat(''), 'event-3', metadata);
      expect(await decodeOne(codec, encoded)).toMatchObject({ data: { words: '' } });
    },
  );

  it('report each missing or different key, in reads and writes', async () => {
    const { codec, keys } = setUp();
    const data = { from: 'ann', to: 'bob', words: 'see you', address: '1 Baseline Road', cents: 5 };
    const letter = { type: 'LetterSent', data };
    const encoded = stored(await codec.encode(letter, 'event-1', metadata));
    await decodeOne(codec, encoded);
    expect(keys.unusable).toEqual([]);
    keys.lose('bob');
    await codec.encode(letter, 'event-2', metadata);
    await decodeOne(codec, encoded);
    expect(keys.unusable.splice(0)).toMatchObject([
      { userId: 'bob', keyId: null },
      { userId: 'bob', keyId: null },
    ]);
    keys.replace('ann');
    await decodeOne(codec, encoded);
    expect(keys.unusable).toMatchObject([
      { userId: 'ann', reason: expect.stringContaining('instead') },
    ]);
  });

  it('are never dropped by the event that creates their key', async () => {
    const { codec, keys } = setUp();
    keys.damage('ann');
    const named = { type: 'PlayerNamed', data: { playerId: 'ann', name: 'Ann' } };
    await expect(codec.encode(named, 'event-1', metadata)).rejects.toThrow(
      'key of ann of user ann cannot be opened',
    );
  });

  it('need no working key if they have the values that an erasure leaves', async () => {
    const { codec, keys } = setUp();
    keys.damage('ann');
    const data = { about: 'ann', text: 'erased', tags: [], stars: 4 };
    expect(await codec.encode({ type: 'NoteTaken', data }, 'event-1', metadata)).toMatchObject({
      data,
    });
  });

  it('cannot be stored for a user without a key, and do not create one', async () => {
    const { codec, keys } = setUp();
    keys.lose('ann');
    await expect(codec.encode(noteTaken(), 'event-1', metadata)).rejects.toThrow(
      'the vault has no key of user ann',
    );
    expect(await keys.find(['ann'])).toEqual(new Map());
  });

  it("create the key with a user's first event and reuse it on a retry", async () => {
    const { codec, keys } = setUp();
    keys.lose('ann');
    const joined = { type: 'WriterJoined', data: { writer: 'ann', name: 'Ann Ace' } };
    const first = stored(await codec.encode(joined, 'event-1', metadata));
    await codec.encode(joined, 'event-1', metadata);
    expect(await decodeOne(codec, first)).toMatchObject(joined);
    await expect(codec.encode(noteTaken(), 'event-2', metadata)).resolves.toHaveProperty(
      'data.sealed',
    );
  });

  it("do not open in another event or with another user's key", async () => {
    const { codec } = setUp();
    const encoded = await codec.encode(noteTaken(), 'event-0', metadata);
    await codec.encode(noteTaken('other', 'bob'), 'event-2', metadata);
    const movedEvent = stored(encoded, { id: 'event-1' });
    expect(await decodeOne(codec, movedEvent)).toEqual(unreadable(/./));
    const stolen = stored({ ...encoded, id: 'event-1', data: { ...encoded.data, about: 'bob' } });
    expect(await decodeOne(codec, stolen)).toEqual(unreadable(/./));
  });

  it('do not open after any byte is changed or removed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (where, flip, cut) => {
          const { codec } = setUp();
          const encoded = await codec.encode(noteTaken(), 'event-1', metadata);
          const [group] = (encoded.data as { sealed: [{ of: string; key: string; text: string }] })
            .sealed;
          const sealed = Buffer.from(group.text, 'base64');
          const at = where % sealed.length;
          sealed[at]! ^= flip;
          const damaged = (cut ? sealed.subarray(0, at) : sealed).toString('base64');
          const event = stored({
            ...encoded,
            data: { ...encoded.data, sealed: [{ ...group, text: damaged }] },
          });
          expect(await decodeOne(codec, event)).toEqual(unreadable(/./));
        },
      ),
    ));
});

describe('an event of an older version', () => {
  it.each([
    [1, { place: 'attic' }, { folder: 'attic', shelf: 'main', copies: 1 }],
    [2, { folder: 'attic' }, { folder: 'attic', shelf: 'main', copies: 1 }],
    [3, { folder: 'attic', shelf: 'top', copies: 9 }, { folder: 'attic', shelf: 'top', copies: 9 }],
  ])('upcasts %i step by step to the current version', async (version, data, expected) => {
    const { codec } = setUp();
    expect(await decodeOne(codec, filed(version, data))).toMatchObject({
      type: 'NoteFiled',
      data: expected,
    });
  });
});

describe('an event that cannot be decoded', () => {
  const good = { folder: 'attic', shelf: 'top', copies: 9 };
  const aGroup = { of: 'about', key: 'another', text: 'AAAA' };
  const note = (data: object) => ({ ...filed(1, data), type: 'NoteTaken' });

  it.each<[string, StoredEvent, RegExp]>([
    ['has a newer version', filed(4, good), /newer/],
    [
      'is of a version without an upcast',
      { ...filed(1, good), type: 'NoteSigned' },
      /no upcast from version 1/,
    ],
    ['has version 0', filed(0, good), /version 0/],
    ['has no version', filed(undefined, good), /version/],
    ['has a version that is not a number', filed('3', good), /version/],
    [
      'is of an unknown type',
      { ...filed(3, good), type: 'NoteBurnt' },
      /unknown event type NoteBurnt/,
    ],
    [
      'is of a type named like a JavaScript built-in',
      { ...filed(3, good), type: '__proto__' },
      /unknown event type/,
    ],
    ['contains invalid JSON', filed(3, Buffer.from('{"folder":')), /JSON/],
    ['contains a bare value', filed(3, 'attic'), /JSON/],
    ['contains nothing', filed(3, null), /JSON/],
    ['contains a list', filed(3, ['attic']), /JSON/],
    ['has no metadata', { ...filed(3, good), metadata: undefined }, /JSON/],
    [
      'has metadata that is not JSON',
      { ...filed(3, good), metadata: new Uint8Array([123]) },
      /JSON/,
    ],
    [
      'has a user id that is not text',
      note({ about: { toString: 1 }, sealed: [aGroup] }),
      /about contains no user id/,
    ],
    ['has no user', note({ sealed: [aGroup] }), /about contains no user id/],
    ['is sealed with an empty text', note({ about: 'ann', sealed: '' }), /an unknown format/],
    ['is sealed with a number', note({ about: 'ann', sealed: [5] }), /an unknown format/],
    [
      'contains a sealed part that does not open',
      note({ about: 'ann', sealed: [{ ...aGroup, key: ANNS_KEY }] }),
      /./,
    ],
    [
      'is sealed for another user',
      note({ about: 'ann', sealed: [{ ...aGroup, of: 'to' }] }),
      /seals nothing for to/,
    ],
    [
      'is sealed with another key',
      note({ about: 'ann', sealed: [aGroup] }),
      /key another of user ann.*has key/,
    ],
  ])('reports that it %s', async (_what, event, reason) => {
    const { codec, keys } = setUp();
    await keys.createKey('ann');
    expect(await decodeOne(codec, event)).toEqual(unreadable(reason));
  });

  it('distinguishes events of a newer release from damaged events', async () => {
    const { codec } = setUp();
    const newer = async (event: StoredEvent) =>
      ((await decodeOne(codec, event)) as UnreadableEvent).newer;
    expect(await newer({ ...filed(3, good), type: 'NoteBurnt' })).toBe('type');
    expect(await newer(filed(4, good))).toBe('version');
    expect(await newer(filed(3, null))).toBeUndefined();
    expect(await newer(filed(0, good))).toBeUndefined();
  });

  it('does not stop the other events of a batch from being decoded', async () => {
    const { codec } = setUp();
    const [bad, fine] = await codec.decode([filed(4, good), filed(3, good)]);
    expect(bad).toHaveProperty('unreadable');
    expect(fine).toMatchObject({ data: good });
  });

  it('never makes decoding throw, no matter what is stored', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom('NoteTaken', 'NoteFiled', 'NoteSigned', 'constructor'),
        fc.oneof(
          fc.anything(),
          fc.record({
            about: fc.oneof(fc.constant('ann'), fc.anything()),
            sealed: fc.oneof(
              fc.anything(),
              fc.array(
                fc.record({
                  of: fc.constant('about'),
                  key: fc.constant(ANNS_KEY),
                  text: fc.string(),
                }),
              ),
            ),
          }),
        ),
        fc.oneof(fc.anything(), fc.record({ version: fc.oneof(fc.integer(), fc.anything()) })),
        async (type, data, encodedData) => {
          const { codec, keys } = setUp();
          await keys.createKey('ann');
          expect(
            await codec.decode([{ ...filed(1, data), type, metadata: encodedData }]),
          ).toHaveLength(1);
        },
      ),
      { numRuns: 1_000 },
    ));
});
