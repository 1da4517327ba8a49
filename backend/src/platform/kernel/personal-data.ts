import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PersonalData } from './events.js';
import { open, seal } from './sealing.js';

/** The key of one person. Its id is random and stands in each event that it sealed. */
export type PersonKey = Readonly<{ id: string; key: KeyObject }>;

/** What is known of people's keys: null for a person who is erased, and nothing for one of whom no key was ever made. */
export type KeysByPerson = ReadonlyMap<string, PersonKey | null>;

/**
 * The keys that seal personal data, one of 32 bytes for each person. `create` makes the first key of a person, or finds it
 * where that was done before; an erased person gets no second one. `forget` drops what this process remembers of keys, so that
 * the next use of one asks for it.
 */
export type PersonKeys = {
  find(people: readonly string[]): Promise<KeysByPerson>;
  create(person: string): Promise<PersonKey | null>;
  forget(): void;
};

/** Where the keys are found in Nest's container. */
export const PERSON_KEYS = Symbol('person keys');

/** The vault has no word of a person's key: it is lost, or the vault is not the one that belongs to this log. */
export class MissingKey extends Error {
  constructor(readonly person: string) {
    super(`the vault has no key of person ${person}`);
  }
}

type Fields = Record<string, unknown>;
type SealedGroup = Readonly<{ of: string; key: string; text: string }>;

/** The person whom some fields of an event concern. @throws Error where the event names nobody */
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

/** The data as they are stored: what is personal sealed for its person, or, of an erased one, not kept at all. */
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
    // What says no more of somebody than erasure would leave is no secret.
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

/** Whose keys it takes to read the data; nobody's where they cannot be understood. */
export const peopleIn = (data: Fields, personal: readonly PersonalData[]): string[] => {
  try {
    return groupsIn(data).map((group) => personIn(data, personalOf(personal, group)));
  } catch {
    return [];
  }
};

/**
 * The data as they were, and where a person is erased, what the type declares in place of theirs.
 * @throws MissingKey; Error where something is sealed with another key than the vault's, or damaged
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
