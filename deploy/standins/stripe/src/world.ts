import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { missing } from './http/refusal.js';
import type { Kind, Kinds, Objects } from './storage/objects.js';
import type { Timers } from './storage/timers.js';

/** What a call sees and may change. All of it is one transaction. */
export type World = Readonly<{
  /** Unix seconds. */
  now: number;
  objects: Objects;
  timers: Timers;
  /** Records an event and its deliveries; `previous` are the fields that an update changed, as they were. */
  emit: (
    type: Stripe.Event['type'],
    object: object,
    about?: { previous?: object; account?: string },
  ) => void;
  /** The address of this server, for its pages. */
  origin: string;
  /** The call came with the publishable key. */
  inBrowser: boolean;
}>;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const randomText = (length: number) =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** A new id, such as `pi_3f…`. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/** What nobody guesses: addresses of pages, and secrets. */
export const newSecret = (prefix: string): string => `${prefix}_${randomText(32)}`;

/** The id of an object that may stand there whole, as after `expand`. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** An object by its id. Refuses with `resource_missing`: 404, or 400 when the id came in `param`. */
export function find<K extends Kind>(world: World, kind: K, id: string, param?: string): Kinds[K] {
  const object = world.objects.get(kind, id);
  if (!object) throw missing(kind, id, param);
  return object;
}

/** Keeps a new object and tells the webhooks. */
export function create<K extends Kind>(
  world: World,
  kind: K,
  object: Kinds[K],
  event?: Stripe.Event['type'],
): Kinds[K] {
  world.objects.put(kind, object);
  if (event) world.emit(event, object);
  return object;
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Changes fields of an object. The event, unless nothing changed, carries what they were before when it is an update. */
export function change<K extends Kind>(
  world: World,
  kind: K,
  before: Kinds[K],
  fields: Partial<Kinds[K]>,
  event?: Stripe.Event['type'],
): Kinds[K] {
  const changed = (Object.keys(fields) as (keyof Kinds[K])[]).filter(
    (name) => !same(before[name], fields[name]),
  );
  const after = world.objects.put(kind, { ...before, ...fields });
  const previous = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
  if (event && changed.length > 0)
    world.emit(event, after, event.endsWith('.updated') ? { previous } : {});
  return after;
}
