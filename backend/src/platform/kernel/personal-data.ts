import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PersonalData } from './events.js';
import { open, seal } from './sealing.js';

/** The key of one user. Each event stores the random id of the key that sealed it. */
export type PersonKey = Readonly<{ id: string; key: KeyObject }>;

/** Keys by user id: null for an erased user, no entry for a user who never had a key. */
export type KeysByPerson = ReadonlyMap<string, PersonKey | null>;

/**
 * The keys that seal personal data: 32 bytes per user. `create` makes or finds a user's first key
 * and gives erased users none. `forget` drops cached keys.
 */
export type PersonKeys = {
  find(people: readonly string[]): Promise<KeysByPerson>;
  create(person: string): Promise<PersonKey | null>;
  forget(): void;
};

export const PERSON_KEYS = Symbol('person keys');

/** The vault has no entry for a user: the key is lost, or the vault belongs to another log. */
export class MissingKey extends Error {
  constructor(readonly person: string) {
    super(`the vault has no key of person ${person}`);
  }
}

type Fields = Record<string, unknown>;
type SealedGroup = Readonly<{ of: string; key: string; text: string }>;

/** The user id in an event. @throws Error if the event has none */
export const personIn = (data: Fields, { of }: PersonalData): string => {
  const person = data[of];
  if (typeof person !== 'string' || person === '') throw new Error(`${of} names nobody`);
  return person;
};

const keyOf = (keys: KeysByPerson, person: string): PersonKey | null => {
  const key = keys.get(person);
  if (key === undefined) throw new MissingKey(person);
  return key;
};

const placeOf = (eventId: string, of: string) => `${eventId} ${of}`;

/** Seals the personal fields of each user. The fields of erased users are dropped. */
export const sealed = (
  data: Fields,
  personal: readonly PersonalData[],
  eventId: string,
  keys: KeysByPerson,
): Fields => {
  const left = new Map(Object.entries(data));
  const groups = personal.flatMap((group): SealedGroup[] => {
    const key = keyOf(keys, personIn(data, group));
    const fields = Object.keys(group.erased);
    // Values that erasure would leave unchanged need no sealing.
    if (!key || fields.every((field) => isDeepStrictEqual(data[field], group.erased[field]))) {
      for (const field of fields) left.set(field, group.erased[field]);
      return [];
    }
    for (const field of fields) left.delete(field);
    const secret = JSON.stringify(Object.fromEntries(fields.map((field) => [field, data[field]])));
    return [{ of: group.of, key: key.id, text: seal(key.key, secret, placeOf(eventId, group.of)) }];
  });
  return { ...Object.fromEntries(left), ...(groups.length > 0 && { sealed: groups }) };
};

const isSealed = (value: unknown): value is SealedGroup => {
  const { of, key, text } = (value ?? {}) as Fields;
  return [of, key, text].every((one) => typeof one === 'string');
};

const groupsIn = ({ sealed }: Fields): readonly SealedGroup[] => {
  if (sealed === undefined) return [];
  if (!Array.isArray(sealed) || !sealed.every(isSealed))
    throw new Error('what is sealed has no form that is known');
  return sealed;
};

const personalOf = (personal: readonly PersonalData[], { of }: SealedGroup): PersonalData => {
  const group = personal.find((one) => one.of === of);
  if (!group) throw new Error(`nothing of this type is sealed for ${of}`);
  return group;
};

/** The users whose keys are needed to open the data. */
export const peopleIn = (data: Fields, personal: readonly PersonalData[]): string[] => {
  try {
    return groupsIn(data).map((group) => personIn(data, personalOf(personal, group)));
  } catch {
    return [];
  }
};

/**
 * Opens the sealed fields; for erased users, returns the declared replacements.
 * @throws MissingKey; Error if another key sealed a field or the field is damaged
 */
export const opened = (
  data: Fields,
  personal: readonly PersonalData[],
  eventId: string,
  keys: KeysByPerson,
): Fields => {
  const { sealed: _, ...plain } = data;
  return groupsIn(data).reduce<Fields>((read, group) => {
    const declared = personalOf(personal, group);
    const person = personIn(data, declared);
    const key = keyOf(keys, person);
    if (!key) return { ...read, ...declared.erased };
    if (key.id !== group.key)
      throw new Error(
        `it is sealed with key ${group.key} of person ${person}, and the vault has key ${key.id}`,
      );
    const text = open(key.key, group.text, placeOf(eventId, group.of)).toString();
    return { ...read, ...(JSON.parse(text) as Fields) };
  }, plain);
};
