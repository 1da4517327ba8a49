import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { missingObject } from './http/api-error.js';
import type { ObjectKind, ObjectsByKind, ObjectStore } from './storage/objects.js';
import type { TimerQueue } from './storage/timers.js';

/** What a call sees and may change. All of it is one transaction. */
export type StripeState = Readonly<{
  /** Unix seconds. */
  now: number;
  objects: ObjectStore;
  timers: TimerQueue;
  /** Records an event and its deliveries; `previous` are the fields that an update changed, as they were. */
  emit: (
    eventType: Stripe.Event['type'],
    eventObject: object,
    eventDetails?: { previous?: object; account?: string },
  ) => void;
  /** The address of this server, for its pages. */
  origin: string;
  /** The call came with the publishable key. */
  inBrowser: boolean;
}>;

const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomText = (characterCount: number) =>
  Array.from(
    randomBytes(characterCount),
    (randomByte) => ID_ALPHABET[randomByte % ID_ALPHABET.length],
  ).join('');

/** A new id, such as `pi_3f…`. */
export const createId = (idPrefix: string): string => `${idPrefix}_${randomText(24)}`;

/** What nobody guesses: addresses of pages, and secrets. */
export const createSecret = (secretPrefix: string): string => `${secretPrefix}_${randomText(32)}`;

/** The id of an object that may stand there whole, as after `expand`. */
export function referenceId(objectReference: string | { id: string }): string;
export function referenceId(
  objectReference: string | { id: string } | null | undefined,
): string | null;
export function referenceId(
  objectReference: string | { id: string } | null | undefined,
): string | null {
  return typeof objectReference === 'string' ? objectReference : (objectReference?.id ?? null);
}

/** An object by its id. Refuses with `resource_missing`: 404, or 400 when the id came in `param`. */
export function findObject<K extends ObjectKind>(
  state: StripeState,
  objectKind: K,
  objectId: string,
  parameterName?: string,
): ObjectsByKind[K] {
  const storedObject = state.objects.get(objectKind, objectId);
  if (!storedObject) throw missingObject(objectKind, objectId, parameterName);
  return storedObject;
}

/** Keeps a new object and tells the webhooks. */
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

/** Changes fields of an object. The event, unless nothing changed, carries what they were before when it is an update. */
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
