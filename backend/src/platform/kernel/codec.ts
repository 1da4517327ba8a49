import type { EncodedEvent, StoredEvent } from '../stores/stored-event.js';
import type { Message } from './decider.js';
import type {
  EventDefinition,
  EventMetadata,
  EventSet,
  PersonalData,
  RecordedEvent,
} from './events.js';
import {
  type KeysByPerson,
  MissingKey,
  type PersonKeys,
  opened,
  peopleIn,
  personIn,
  sealed,
} from './personal-data.js';

/** An event in its stored form, with the kernel's metadata. */
export type EncodedFields = EncodedEvent & Readonly<{ metadata: EventMetadata }>;

/**
 * A stored event that cannot be decoded: its type or version is unknown, it is damaged, or the
 * vault does not have its key. Callers must not skip it.
 */
export type UnreadableEvent = Pick<
  StoredEvent,
  'id' | 'type' | 'stream' | 'revision' | 'position'
> &
  Readonly<{
    unreadable: string;
    /** Set if a newer release may decode the event: this one does not know its type or version. */
    newer?: 'type' | 'version';
    /** The user whose key is missing, if that is the reason. */
    missingKeyOf?: string;
  }>;

class Newer extends Error {
  constructor(
    readonly what: 'type' | 'version',
    message: string,
  ) {
    super(message);
  }
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

/** Converts data of an older version to the current one. */
const upcast = (definition: EventDefinition, from: number, data: Fields): Fields => {
  if (!Number.isInteger(from)) throw new Error(`${from} is not a version`);
  let current = data;
  for (let version = from; version < definition.version; version++) {
    const step = definition.upcasts?.[version];
    if (!step) throw new Error(`no upcast from version ${version}`);
    current = step(current);
  }
  return current;
};

/**
 * Encodes and decodes the events of all slices. Encoding validates data and seals personal fields
 * (AES-256-GCM, bound to the event id); decoding upcasts old versions and opens them.
 */
export class EventCodec {
  private readonly definitions: ReadonlyMap<string, EventDefinition>;

  constructor(
    sets: readonly EventSet[],
    private readonly keys: PersonKeys,
  ) {
    this.definitions = new Map(sets.flatMap((set) => Object.entries(set.definitions)));
  }

  /**
   * @throws ZodError if the data does not match the event type (a bug); MissingKey if a user in it
   * has no key
   */
  async encode(
    event: Message,
    id: string,
    metadata: Omit<EventMetadata, 'version'>,
  ): Promise<EncodedFields> {
    const definition = this.definitions.get(event.type);
    if (!definition) throw new Error(`${event.type} is not a defined event`);
    const data: Fields = definition.data.parse(event.data);
    const encoded = {
      id,
      type: event.type,
      data,
      metadata: { ...metadata, version: definition.version },
    };
    const { personal } = definition;
    return personal
      ? { ...encoded, data: sealed(data, personal, id, await this.keysFor(data, personal)) }
      : encoded;
  }

  /** Drops cached keys, so erased keys no longer open anything here. */
  forgetKeys(): void {
    this.keys.forget();
  }

  /**
   * Decodes a batch with one key lookup. Reports a bad event as UnreadableEvent; never throws for
   * one.
   */
  async decode(stored: readonly StoredEvent[]): Promise<(RecordedEvent | UnreadableEvent)[]> {
    const keys = await this.keys.find([
      ...new Set(stored.flatMap((event) => this.peopleOf(event))),
    ]);
    return stored.map((event) => {
      try {
        return this.decodeOne(event, keys);
      } catch (error) {
        const { id, type, stream, revision, position } = event;
        const unreadable = error instanceof Error ? error.message : String(error);
        const newer = error instanceof Newer && { newer: error.what };
        const missing = error instanceof MissingKey && { missingKeyOf: error.person };
        return { id, type, stream, revision, position, unreadable, ...newer, ...missing };
      }
    });
  }

  private async keysFor(data: Fields, personal: readonly PersonalData[]): Promise<KeysByPerson> {
    const [first, later] = [
      personal.filter((one) => one.createsKey),
      personal.filter((one) => !one.createsKey),
    ];
    const known = new Map(await this.keys.find(later.map((one) => personIn(data, one))));
    for (const one of first)
      known.set(personIn(data, one), await this.keys.create(personIn(data, one)));
    return known;
  }

  private peopleOf({ type, data }: StoredEvent): string[] {
    const personal = this.definitions.get(type)?.personal;
    return personal && isObject(data) ? peopleIn(data, personal) : [];
  }

  private decodeOne(event: StoredEvent, keys: KeysByPerson): RecordedEvent {
    const definition = this.definitions.get(event.type);
    if (!definition) throw new Newer('type', `unknown event type ${event.type}`);
    if (!isObject(event.data) || !isObject(event.metadata))
      throw new Error('the data or metadata is not JSON');
    const metadata = event.metadata as unknown as EventMetadata;
    const { version } = metadata;
    if (version > definition.version)
      throw new Newer('version', `version ${version} is newer than this program`);
    const data = opened(event.data, definition.personal ?? [], event.id, keys);
    return { ...event, metadata, data: upcast(definition, version, data) };
  }
}
