import type { EncodedEvent, StoredEvent } from '../stores/stored-event.js';
import type { Message } from './decider.js';
import type {
  EventDefinition,
  EventMetadata,
  EventSet,
  KeyDamage,
  PersonalData,
  RecordedEvent,
} from './events.js';
import {
  type KeysByPerson,
  type PersonKeys,
  isKeyFailure,
  isPlain,
  openData,
  userIdsIn,
  userIdIn,
  sealData,
  unusableKeysFor,
} from './personal-data.js';

/** An event in its stored form, with the kernel's metadata. */
export type EncodedFields = EncodedEvent & Readonly<{ metadata: EventMetadata }>;

/**
 * A stored event that cannot be decoded because its type or version is unknown, it is damaged, or
 * its key is missing from the vault or cannot be opened. Callers must not skip it.
 */
export type UnreadableEvent = Pick<
  StoredEvent,
  'id' | 'type' | 'stream' | 'revision' | 'position'
> &
  Readonly<{
    unreadable: string;
    /**
     * Set if the type or version is unknown to this release, so a newer one may decode the event.
     */
    newer?: 'type' | 'version';
    /** Set if the reason is a key that is lost or cannot be opened. */
    damagedKey?: KeyDamage;
  }>;

class NewerSchema extends Error {
  constructor(
    readonly unknownPart: 'type' | 'version',
    message: string,
  ) {
    super(message);
  }
}

type EventFields = Record<string, unknown>;

const isObject = (value: unknown): value is EventFields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

const keyDamagesOf = (event: RecordedEvent | UnreadableEvent): readonly KeyDamage[] =>
  'unreadable' in event ? (event.damagedKey ? [event.damagedKey] : []) : (event.unopened ?? []);

/** Converts data of an older version to the current one. */
const upcastData = (
  definition: EventDefinition,
  storedVersion: number,
  data: EventFields,
): EventFields => {
  if (!Number.isInteger(storedVersion)) throw new Error(`${storedVersion} is not a version`);
  let currentData = data;
  for (let currentVersion = storedVersion; currentVersion < definition.version; currentVersion++) {
    const upcastStep = definition.upcasts?.[currentVersion];
    if (!upcastStep) throw new Error(`no upcast from version ${currentVersion}`);
    currentData = upcastStep(currentData);
  }
  return currentData;
};

/**
 * Encodes and decodes the events of all slices. Encoding validates data and seals personal fields
 * (AES-256-GCM, bound to the event id); decoding upcasts old versions and opens sealed fields.
 */
export class EventCodec {
  /** The categories of the streams whose events it can decode. */
  readonly categories: readonly string[];
  private readonly definitions: ReadonlyMap<string, EventDefinition>;

  constructor(
    eventSets: readonly EventSet[],
    private readonly personKeys: PersonKeys,
  ) {
    this.categories = eventSets.flatMap(({ categories }) => categories);
    this.definitions = new Map(
      eventSets.flatMap((eventSet) => Object.entries(eventSet.definitions)),
    );
  }

  /**
   * @throws ZodError if the data does not match the event type (a bug); MissingKey or UnreadableKey
   *   if the key of a user in it is missing or cannot be opened
   */
  async encode(
    event: Message,
    eventId: string,
    metadata: Omit<EventMetadata, 'version'>,
  ): Promise<EncodedFields> {
    const definition = this.definitions.get(event.type);
    if (!definition) throw new Error(`${event.type} is not a defined event`);
    const data: EventFields = definition.data.parse(event.data);
    const encodedEvent = {
      id: eventId,
      type: event.type,
      data,
      metadata: { ...metadata, version: definition.version },
    };
    const { personal } = definition;
    if (!personal) return encodedEvent;
    const keysByPerson = await this.loadKeys(data, personal);
    this.personKeys.noteUnusable(unusableKeysFor(data, personal, keysByPerson));
    return { ...encodedEvent, data: sealData(data, personal, eventId, keysByPerson) };
  }

  /** Drops cached keys, so that this process can no longer open data sealed with erased keys. */
  forgetKeys(): void {
    this.personKeys.forgetKeys();
  }

  /**
   * Decodes a batch with one key lookup. Returns an UnreadableEvent for a bad event instead of
   * throwing. With `isDamageErased`, people whose key is lost or damaged appear as
   * erased.
   */
  async decode(
    storedEvents: readonly StoredEvent[],
    isDamageErased = false,
  ): Promise<(RecordedEvent | UnreadableEvent)[]> {
    const userIds = [...new Set(storedEvents.flatMap((event) => this.userIdsOf(event)))];
    const storedKeys = await this.personKeys.find(userIds);
    const usableKey = (userId: string) => {
      const storedKey = storedKeys.get(userId) ?? null;
      return storedKey && 'damage' in storedKey ? null : storedKey;
    };
    const keysByPerson = isDamageErased
      ? new Map(userIds.map((userId) => [userId, usableKey(userId)]))
      : storedKeys;
    const decodedEvents = storedEvents.map((event) => {
      try {
        return this.decodeOne(event, keysByPerson);
      } catch (error) {
        const { id, type, stream, revision, position } = event;
        const unreadable = error instanceof Error ? error.message : String(error);
        const newerPart = error instanceof NewerSchema && { newer: error.unknownPart };
        const damagedKey = isKeyFailure(error) && { damagedKey: error.keyDamage };
        return {
          id,
          type,
          stream,
          revision,
          position,
          unreadable,
          ...newerPart,
          ...damagedKey,
        };
      }
    });
    this.personKeys.noteUnusable(decodedEvents.flatMap(keyDamagesOf));
    return decodedEvents;
  }

  private async loadKeys(
    data: EventFields,
    personal: readonly PersonalData[],
  ): Promise<KeysByPerson> {
    const [keyCreating, keyUsing] = [
      personal.filter((personalData) => personalData.createsKey && !isPlain(data, personalData)),
      personal.filter((personalData) => !personalData.createsKey),
    ];
    const keysByPerson = new Map(
      await this.personKeys.find(keyUsing.map((personalData) => userIdIn(data, personalData))),
    );
    for (const personalData of keyCreating)
      keysByPerson.set(
        userIdIn(data, personalData),
        await this.personKeys.createKey(userIdIn(data, personalData)),
      );
    return keysByPerson;
  }

  private userIdsOf({ type, data }: StoredEvent): string[] {
    const personal = this.definitions.get(type)?.personal;
    return personal && isObject(data) ? userIdsIn(data, personal) : [];
  }

  private decodeOne(event: StoredEvent, keysByPerson: KeysByPerson): RecordedEvent {
    const definition = this.definitions.get(event.type);
    if (!definition) throw new NewerSchema('type', `unknown event type ${event.type}`);
    if (!isObject(event.data) || !isObject(event.metadata))
      throw new Error('the data or metadata is not JSON');
    const metadata = event.metadata as unknown as EventMetadata;
    const { version } = metadata;
    if (version > definition.version)
      throw new NewerSchema('version', `version ${version} is newer than this program`);
    const { personal = [] } = definition;
    const { data, unopened } = openData(event.data, personal, event.id, keysByPerson);
    return {
      ...event,
      metadata,
      data: upcastData(definition, version, data),
      ...(unopened.length > 0 && { unopened }),
    };
  }
}
