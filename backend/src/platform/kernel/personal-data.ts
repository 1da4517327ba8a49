import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from './domain-error.js';
import type { KeyDamage, PersonalData } from './events.js';
import { openSealed, sealText } from './sealing.js';

/** The key of one user. Each event stores the random id of the key that sealed it. */
export type PersonKey = Readonly<{ id: string; key: KeyObject }>;

/** A key in the vault that cannot be opened: damaged, or wrapped with an unlisted secret. */
export type DamagedKey = Readonly<{ id: string; damage: string }>;

/** Null for an erased user. */
export type StoredKey = PersonKey | DamagedKey | null;

/** Keys by user id. A user who never had a key has no entry. */
export type KeysByPerson = ReadonlyMap<string, StoredKey>;

/**
 * The keys that seal personal data: 32 bytes per user. A damaged key is a result, not an error, so
 * it affects only its user. `createKey` creates or finds a user's first key and gives erased users
 * none. `noteUnusable` counts and logs keys that are missing or are not those of the events.
 * `forgetKeys` drops cached keys. `idsErasedWith` finds the ids of other keys that were
 * erased together with those of the given users.
 */
export type PersonKeys = {
  find(userIds: readonly string[]): Promise<KeysByPerson>;
  createKey(userId: string): Promise<StoredKey>;
  noteUnusable(keyDamages: readonly KeyDamage[]): void;
  forgetKeys(): void;
  idsErasedWith(userIds: readonly string[]): Promise<readonly string[]>;
};

export const PERSON_KEYS = Symbol('person keys');

/** The vault has no entry for a user: the key is lost, or the vault belongs to another log. */
export class MissingKey extends Error {
  constructor(readonly userId: string) {
    super(`the vault has no key of user ${userId}`);
  }

  get keyDamage(): KeyDamage {
    return { userId: this.userId, keyId: null, reason: this.message };
  }
}

/** The vault has a user's key, but the key cannot be opened. */
export class UnreadableKey extends Error {
  constructor(
    readonly userId: string,
    readonly keyId: string,
    damage: string,
  ) {
    super(`key ${keyId} of user ${userId} cannot be opened: ${damage}`);
  }

  get keyDamage(): KeyDamage {
    return { userId: this.userId, keyId: this.keyId, reason: this.message };
  }
}

export const isKeyFailure = (error: unknown): error is MissingKey | UnreadableKey =>
  error instanceof MissingKey || error instanceof UnreadableKey;

/** The refusal of a command or page that needs personal data whose key cannot be used. */
export const unusableKey = (cause: unknown): DomainError =>
  new DomainError(
    'key_unusable',
    "Some personal details can't be opened right now, so this didn't work. Our team has to repair them first.",
    undefined,
    { cause },
  );

type EventFields = Record<string, unknown>;
type SealedGroup = Readonly<{ of: string; key: string; text: string }>;

/**
 * The user id in an event.
 * @throws Error if the event has none
 */
export const userIdIn = (eventData: EventFields, { of }: PersonalData): string => {
  const userId = eventData[of];
  if (typeof userId !== 'string' || userId === '') throw new Error(`${of} contains no user id`);
  return userId;
};

/**
 * Null for an erased user.
 * @throws MissingKey; UnreadableKey
 */
export const personKeyOf = (keysByPerson: KeysByPerson, userId: string): PersonKey | null => {
  const personKey = keysByPerson.get(userId);
  if (personKey === undefined) throw new MissingKey(userId);
  if (personKey && 'damage' in personKey)
    throw new UnreadableKey(userId, personKey.id, personKey.damage);
  return personKey;
};

const sealingPlace = (eventId: string, of: string) => `${eventId} ${of}`;

/**
 * Null for a remark whose key is lost or damaged: the event must be recorded even without its
 * remark, unless it is the first with that key or the remark is its content.
 */
const sealingKeyOf = (
  keysByPerson: KeysByPerson,
  userId: string,
  { isRemark, isContent, createsKey }: PersonalData,
): PersonKey | null => {
  const storedKey = keysByPerson.get(userId);
  const isUnusable = storedKey === undefined || (storedKey !== null && 'damage' in storedKey);
  const isDropped = isRemark === true && !isContent && !createsKey && isUnusable;
  return isDropped ? null : personKeyOf(keysByPerson, userId);
};

/** Values that erasure would not change need no sealing, and therefore no usable key. */
export const isPlain = (eventData: EventFields, { erased }: PersonalData): boolean =>
  Object.keys(erased).every((fieldName) =>
    isDeepStrictEqual(eventData[fieldName], erased[fieldName]),
  );

/** The keys that sealing the data needs but cannot use. */
export const unusableKeysFor = (
  eventData: EventFields,
  personal: readonly PersonalData[],
  keysByPerson: KeysByPerson,
): readonly KeyDamage[] =>
  personal.flatMap((personalGroup) => {
    if (isPlain(eventData, personalGroup)) return [];
    try {
      personKeyOf(keysByPerson, userIdIn(eventData, personalGroup));
      return [];
    } catch (error) {
      if (!isKeyFailure(error)) throw error;
      return [error.keyDamage];
    }
  });

/**
 * Seals the personal fields of each user. Drops the fields of erased users, and remarks of users
 * whose key is lost or damaged unless they are the content.
 * @throws MissingKey; UnreadableKey
 */
export const sealData = (
  eventData: EventFields,
  personal: readonly PersonalData[],
  eventId: string,
  keysByPerson: KeysByPerson,
): EventFields => {
  const fields = new Map(Object.entries(eventData));
  const sealedGroups = personal.flatMap((personalGroup): SealedGroup[] => {
    const userId = userIdIn(eventData, personalGroup);
    const fieldNames = Object.keys(personalGroup.erased);
    const personKey = isPlain(eventData, personalGroup)
      ? null
      : sealingKeyOf(keysByPerson, userId, personalGroup);
    if (!personKey) {
      for (const field of fieldNames) fields.set(field, personalGroup.erased[field]);
      return [];
    }
    for (const field of fieldNames) fields.delete(field);
    const secretJson = JSON.stringify(
      Object.fromEntries(fieldNames.map((field) => [field, eventData[field]])),
    );
    return [
      {
        of: personalGroup.of,
        key: personKey.id,
        text: sealText(personKey.key, secretJson, sealingPlace(eventId, personalGroup.of)),
      },
    ];
  });
  return {
    ...Object.fromEntries(fields),
    ...(sealedGroups.length > 0 && { sealed: sealedGroups }),
  };
};

const isSealed = (value: unknown): value is SealedGroup => {
  const { of, key, text } = (value ?? {}) as EventFields;
  return [of, key, text].every((value) => typeof value === 'string');
};

const sealedGroupsIn = ({ sealed }: EventFields): readonly SealedGroup[] => {
  if (sealed === undefined) return [];
  if (!Array.isArray(sealed) || !sealed.every(isSealed))
    throw new Error('the sealed data has an unknown format');
  return sealed;
};

const personalOf = (personal: readonly PersonalData[], { of }: SealedGroup): PersonalData => {
  const sealedGroup = personal.find((candidate) => candidate.of === of);
  if (!sealedGroup) throw new Error(`the event type seals nothing for ${of}`);
  return sealedGroup;
};

/** The users whose keys are needed to open the data. */
export const userIdsIn = (eventData: EventFields, personal: readonly PersonalData[]): string[] => {
  try {
    return sealedGroupsIn(eventData).map((sealedGroup) =>
      userIdIn(eventData, personalOf(personal, sealedGroup)),
    );
  } catch {
    return [];
  }
};

type OpenedData = Readonly<{ data: EventFields; unopened: readonly KeyDamage[] }>;

/**
 * Opens the sealed fields; for erased users and for remarks under a lost or damaged key, returns
 * the declared replacements.
 * @throws MissingKey; UnreadableKey, including if another key sealed a field; Error for a damaged
 *   field
 */
export const openData = (
  eventData: EventFields,
  personal: readonly PersonalData[],
  eventId: string,
  keysByPerson: KeysByPerson,
): OpenedData => {
  const { sealed: _, ...plain } = eventData;
  return sealedGroupsIn(eventData).reduce<OpenedData>(
    ({ data, unopened }, sealedGroup) => {
      const personalData = personalOf(personal, sealedGroup);
      try {
        const openedFields = openGroup(eventData, personalData, sealedGroup, eventId, keysByPerson);
        return { data: { ...data, ...openedFields }, unopened };
      } catch (error) {
        if (!personalData.isRemark || !isKeyFailure(error)) throw error;
        return {
          data: { ...data, ...personalData.erased },
          unopened: [...unopened, error.keyDamage],
        };
      }
    },
    { data: plain, unopened: [] },
  );
};

const openGroup = (
  eventData: EventFields,
  personalData: PersonalData,
  sealedGroup: SealedGroup,
  eventId: string,
  keysByPerson: KeysByPerson,
): EventFields => {
  const userId = userIdIn(eventData, personalData);
  const personKey = personKeyOf(keysByPerson, userId);
  if (!personKey) return personalData.erased;
  if (personKey.id !== sealedGroup.key)
    throw new UnreadableKey(userId, sealedGroup.key, `the vault has key ${personKey.id} instead`);
  const place = sealingPlace(eventId, sealedGroup.of);
  return JSON.parse(openSealed(personKey.key, sealedGroup.text, place).toString()) as EventFields;
};
