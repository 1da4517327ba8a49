import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { missingObject } from './http/api-error.js';
import type { ObjectKind, ObjectsByKind, ObjectStore } from './storage/objects.js';
import type { TimerQueue } from './storage/timers.js';

/** The state that a call reads and changes in one transaction. */
export type StripeState = Readonly<{
  /** Unix seconds. */
  now: number;
  objects: ObjectStore;
  timers: TimerQueue;
  /**
   * Records an event and its deliveries. `previous` has the old values of the fields an update
   * changed.
   */
  emit: (
    eventType: Stripe.Event['type'],
    eventObject: object,
    eventDetails?: { previous?: object; account?: string },
  ) => void;
  /** The URL of this server, for its pages. */
  origin: string;
  /** Whether the call uses the publishable key. */
  inBrowser: boolean;
  /** The connected account that the call is for (`Stripe-Account`); null for the platform. */
  account: string | null;
}>;

/** The kind under which objects of a connected account are stored; the kind itself for null. */
export const kindOf = <K extends ObjectKind>(objectKind: K, accountId: string | null): K =>
  (accountId ? `${objectKind}@${accountId}` : objectKind) as K;

const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const POOL_BYTES = 8_192;
let randomPool = randomBytes(POOL_BYTES);
let usedBytes = 0;

/** Reads random bytes from a pool, because reading a few at a time is slow. */
function randomText(characterCount: number): string {
  if (usedBytes + characterCount > POOL_BYTES) {
    randomPool = randomBytes(POOL_BYTES);
    usedBytes = 0;
  }
  let text = '';
  for (const randomByte of randomPool.subarray(usedBytes, usedBytes + characterCount))
    text += ID_ALPHABET[randomByte % ID_ALPHABET.length];
  usedBytes += characterCount;
  return text;
}

/** A new id, such as `pi_3f…`. */
export const createId = (idPrefix: string): string => `${idPrefix}_${randomText(24)}`;

/** An unguessable secret, such as the token of a page URL. */
export const createSecret = (secretPrefix: string): string => `${secretPrefix}_${randomText(32)}`;

/** The id of a referenced object, which may be expanded. */
export function referenceId(objectReference: string | { id: string }): string;
export function referenceId(
  objectReference: string | { id: string } | null | undefined,
): string | null;
export function referenceId(
  objectReference: string | { id: string } | null | undefined,
): string | null {
  return typeof objectReference === 'string' ? objectReference : (objectReference?.id ?? null);
}

/**
 * Finds an object by id. Throws `resource_missing`: 400 if `parameterName` is set, otherwise 404.
 */
export function findObject<K extends ObjectKind>(
  state: StripeState,
  objectKind: K,
  objectId: string,
  parameterName?: string,
): ObjectsByKind[K] {
  const storedObject = state.objects.get(objectKind, objectId);
  if (!storedObject) throw missingObject(objectKind.split('@')[0]!, objectId, parameterName);
  return storedObject;
}

/** Stores a new object and emits its event. */
export function createObject<K extends ObjectKind>(
  state: StripeState,
  objectKind: K,
  createdObject: ObjectsByKind[K],
  eventType?: Stripe.Event['type'],
): ObjectsByKind[K] {
  state.objects.put(objectKind, createdObject);
  if (eventType) state.emit(eventType, createdObject);
  return createdObject;
}

const equalJson = (leftValue: unknown, rightValue: unknown) =>
  JSON.stringify(leftValue) === JSON.stringify(rightValue);

/**
 * Updates fields of an object and emits the event if anything changed. Events ending in `.updated`
 * include the previous values.
 */
export function updateObject<K extends ObjectKind>(
  state: StripeState,
  objectKind: K,
  currentObject: ObjectsByKind[K],
  changedFields: Partial<ObjectsByKind[K]>,
  eventType?: Stripe.Event['type'],
): ObjectsByKind[K] {
  const changedNames = (Object.keys(changedFields) as (keyof ObjectsByKind[K])[]).filter(
    (fieldName) => !equalJson(currentObject[fieldName], changedFields[fieldName]),
  );
  const updatedObject = state.objects.put(objectKind, { ...currentObject, ...changedFields });
  const previousFields = Object.fromEntries(
    changedNames.map((fieldName) => [fieldName, currentObject[fieldName] ?? null]),
  );
  if (eventType && changedNames.length > 0)
    state.emit(
      eventType,
      updatedObject,
      eventType.endsWith('.updated') ? { previous: previousFields } : {},
    );
  return updatedObject;
}
