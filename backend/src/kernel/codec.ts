import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Message } from './decider.js';
import type { EventDefinition, EventMetadata, EventSet, Recorded } from './events.js';

/** An event as the store gives it back, before it is understood. */
export type StoredEvent = Readonly<{
  id: string;
  stream: string;
  type: string;
  revision: number;
  position: string;
  data: unknown;
  metadata: unknown;
  /** When it was stored: milliseconds since 1970, UTC, by the store's clock. */
  storedAt: number;
}>;

/** An event as the store takes it. */
export type EncodedEvent = Readonly<{ id: string; type: string; data: object; metadata: EventMetadata }>;

/** A stored event that cannot be understood: of an unknown type or version, or damaged. Whoever reads it must not skip it. */
export type Unreadable = Pick<StoredEvent, 'id' | 'stream' | 'revision' | 'position'> &
  Readonly<{ unreadable: string }>;

/**
 * The keys that seal personal data, one of 32 bytes for each person. `find` leaves out people whose key is gone;
 * `findOrCreate` answers null for them, since an erased person never gets a second key.
 */
export type PersonKeys = {
  find(people: readonly string[]): Promise<ReadonlyMap<string, KeyObject>>;
  findOrCreate(person: string): Promise<KeyObject | null>;
};

type Fields = Record<string, unknown>;

const seal = (key: KeyObject, fields: Fields, eventId: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(eventId));
  const text = Buffer.concat([cipher.update(JSON.stringify(fields)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
};

const open = (key: KeyObject, sealed: string, eventId: string): Fields => {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, 12);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(eventId));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as Fields;
};

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** Brings data of an older version to the version that is written now. */
const upcast = (definition: EventDefinition, from: number, data: Fields): Fields => {
  if (!Number.isInteger(from)) throw new Error(`${from} is not a version`);
  if (from > definition.version) throw new Error(`version ${from} is newer than this program`);
  let current = data;
  for (let version = from; version < definition.version; version++) {
    const step = definition.upcasts?.[version];
    if (!step) throw new Error(`no upcast from version ${version}`);
    current = step(current);
  }
  return current;
};

/**
 * Turns events into what is stored and back, for all event sets of the application: checks data against its schema on the
 * way in, brings old versions up to date on the way out, and seals personal fields (AES-256-GCM, bound to the event's id).
 */
export class EventCodec {
  private readonly definitions: ReadonlyMap<string, EventDefinition>;

  constructor(
    sets: readonly EventSet[],
    private readonly keys: PersonKeys,
  ) {
    this.definitions = new Map(sets.flatMap((set) => Object.entries(set.definitions)));
  }

  /** @throws ZodError where the data is not what the event type declares: a fault of the program. */
  async encode(event: Message, id: string, metadata: Omit<EventMetadata, 'version'>): Promise<EncodedEvent> {
    const definition = this.definitions.get(event.type);
    if (!definition) throw new Error(`${event.type} is not a defined event`);
    const data: Fields = definition.data.parse(event.data);
    const encoded = { id, type: event.type, data, metadata: { ...metadata, version: definition.version } };
    const { personal } = definition;
    if (!personal) return encoded;
    const key = await this.keys.findOrCreate(String(data[personal.of]));
    if (!key) return { ...encoded, data: { ...data, ...personal.erased } };
    const fields = Object.keys(personal.erased);
    const plain = Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
    const secret = Object.fromEntries(fields.map((field) => [field, data[field]]));
    return { ...encoded, data: { ...plain, sealed: seal(key, secret, id) } };
  }

  /** Decodes in one go, so that all keys are asked for at once. Never throws for a single event: see Unreadable. */
  async decode(stored: readonly StoredEvent[]): Promise<(Recorded | Unreadable)[]> {
    const keys = await this.keys.find([...new Set(stored.flatMap((event) => this.personOf(event)))]);
    return stored.map((event) => {
      try {
        return this.decodeOne(event, keys);
      } catch (error) {
        const { id, stream, revision, position } = event;
        return { id, stream, revision, position, unreadable: error instanceof Error ? error.message : String(error) };
      }
    });
  }

  private personOf({ type, data }: StoredEvent): string[] {
    const personal = this.definitions.get(type)?.personal;
    const person = personal && isObject(data) && data['sealed'] !== undefined ? data[personal.of] : undefined;
    return typeof person === 'string' ? [person] : [];
  }

  private decodeOne(event: StoredEvent, keys: ReadonlyMap<string, KeyObject>): Recorded {
    const definition = this.definitions.get(event.type);
    if (!definition) throw new Error(`unknown event type ${event.type}`);
    if (!isObject(event.data) || !isObject(event.metadata)) throw new Error('the data or metadata is not JSON');
    const metadata = event.metadata as unknown as EventMetadata;
    const { sealed, ...plain } = event.data;
    const { personal } = definition;
    const key = personal && keys.get(String(plain[personal.of]));
    const secret = sealed === undefined ? {} : key ? open(key, String(sealed), event.id) : personal?.erased;
    return { ...event, metadata, data: upcast(definition, metadata.version, { ...plain, ...secret }) };
  }
}
